"""`make gallery`: every page in every size, look and language as pictures in one page, to be looked at by people."""
