"""What the Makefile's commands run."""
