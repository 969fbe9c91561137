#!/bin/sh
# Prints the path of a Python that is new enough, or says plainly what is missing.
# Each candidate is run, not only looked up: a shim of pyenv's is on PATH and yet exits with 127 when its version is not selected.

new_enough='import sys; sys.exit(sys.version_info < (3, 12))'

try() {
    [ -n "$1" ] && "$1" -c "$new_enough" >/dev/null 2>&1 && "$1" -c 'import sys; print(sys.executable)' && exit 0
}

[ -n "${PYTHON:-}" ] && try "$PYTHON"
for name in python3.14 python3.13 python3.12 python3 python; do
    try "$(command -v "$name" 2>/dev/null)"
done

pyenv_root=${PYENV_ROOT:-$HOME/.pyenv}
if [ -d "$pyenv_root/versions" ]; then
    # Newest first: by the number after the dot, since 3.9 sorts behind 3.13 as text.
    for version in $(ls "$pyenv_root/versions" | grep '^3\.[0-9]' | sort -t. -k2,2nr -k3,3nr); do
        try "$pyenv_root/versions/$version/bin/python"
    done
fi

if command -v uv >/dev/null 2>&1; then
    try "$(uv python find '>=3.12' 2>/dev/null)"
    uv python install 3.13 >&2 && try "$(uv python find 3.13 2>/dev/null)"
fi

cat >&2 <<TEXT
The Fairest needs Python 3.12 or newer, and none was found: not on PATH (python3.14, python3.13, python3.12, python3, python),
not among pyenv's versions ($pyenv_root/versions), and not by uv.
Install one (on Debian or Ubuntu: apt install python3 python3-venv; on macOS: brew install python; anywhere: pyenv install 3.13 or uv python install 3.13),
or name it: PYTHON=/path/to/python make run
TEXT
exit 1
