"""The commands behind the Makefile."""
