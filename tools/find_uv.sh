#!/bin/sh
# Prints the path of a uv that runs; silent and 1 without one. A shim of pyenv's may be on PATH and not run.

for candidate in uv .venv/bin/uv; do
    found=$(command -v "$candidate" 2>/dev/null) && "$found" --version >/dev/null 2>&1 && echo "$found" && exit 0
done
exit 1
