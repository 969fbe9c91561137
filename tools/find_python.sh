#!/bin/sh
# Prints the path of a Python that can run the club, or says plainly what is missing and where it was looked for.
# Each candidate is run, not only looked up: a shim of pyenv's is on PATH and yet exits with 127 while its version is not selected.

probe='
import sys
if sys.version_info < (3, 12):
    sys.exit("is Python %d.%d" % sys.version_info[:2])
try:
    import sqlite3, ssl, venv
except ImportError as problem:
    sys.exit("was built without a module: %s" % problem)
if sqlite3.sqlite_version_info < (3, 37):
    sys.exit("has SQLite %s, and 3.37 is needed" % sqlite3.sqlite_version)
print(getattr(sys, "_base_executable", sys.executable))'

refused=
# Prints the path behind the candidate and ends the script, or notes why the candidate will not do.
try() {
    if answer=$("$1" -c "$probe" 2>&1); then
        # The last line: a Python told to be talkative may warn before it.
        echo "$answer" | tail -n 1
        exit 0
    fi
    reason=$(echo "$answer" | tail -n 1)
    case $reason in
        'is Python'* | 'was built'* | 'has SQLite'*) ;;
        *) reason='does not run' ;;
    esac
    refused="$refused  $1 $reason
"
}

try_names() {
    for name in "$@"; do
        found=$(command -v "$name" 2>/dev/null) && try "$found"
    done
}

if [ -n "${PYTHON:-}" ]; then
    try_names "$PYTHON"
    echo "PYTHON=$PYTHON cannot run The Fairest, which needs Python 3.12 or newer." >&2
    printf '%s' "$refused" >&2
    exit 1
fi

# The environment's own Python first, so that another one on PATH does not make it anew.
[ -x .venv/bin/python ] && try .venv/bin/python
try_names python3.14 python3.13 python3.12 python3 python

pyenv_root=${PYENV_ROOT:-${HOME:-}/.pyenv}
# Newest first by number, as 3.9 sorts behind 3.13 as text; final releases only, as the others lack built packages.
# shellcheck disable=SC2010 # the names that grep lets through hold nothing that a shell would split
for version in $(ls "$pyenv_root/versions" 2>/dev/null | grep -E '^3\.[0-9]+\.[0-9]+$' | sort -t. -k2,2nr -k3,3nr); do
    try "$pyenv_root/versions/$version/bin/python"
done

if uv=$(sh tools/find_uv.sh); then
    found=$("$uv" python find --quiet '>=3.12' 2>/dev/null) && try "$found"
    echo 'No Python 3.12 or newer is here yet; uv fetches one ...' >&2
    "$uv" python install --quiet 3.13 >&2 && found=$("$uv" python find --quiet 3.13) && try "$found"
    uv_said='nor could uv fetch one'
else
    uv_said='and uv, which could fetch one, is not installed'
fi

cat >&2 <<TEXT
The Fairest needs Python 3.12 or newer, and none was found:
  not on PATH as python3.14, python3.13, python3.12, python3 or python,
  not among pyenv's versions in $pyenv_root/versions,
  $uv_said.
${refused:+Found, and of no use:
$refused}Install one:
  Debian, Ubuntu   apt install python3 python3-venv   (where that is 3.12 or newer)
  macOS            brew install python
  anywhere         pyenv install 3.13, or uv python install 3.13
or name one:       PYTHON=/path/to/python make run
TEXT
exit 1
