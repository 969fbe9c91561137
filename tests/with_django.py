"""`python -m tests.with_django MODULE …`: that module as a program of its own, begun once Django's apps are loaded."""

import runpy
import sys

import django

if __name__ == "__main__":
    django.setup()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
