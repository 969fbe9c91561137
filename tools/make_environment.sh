#!/bin/sh
# Makes .venv with the packages of one lock file: make_environment.sh LOCK; done at once when neither lock nor Python have changed.
set -eu

lock=$1
python=$(sh tools/find_python.sh)
# By its real path, since the same Python is found by other names from inside .venv.
identity=$("$python" -c 'import os, sys; print(os.path.realpath(sys._base_executable), sys.version.split()[0])')
locked=$(cksum < "$lock")

if ! .venv/bin/python -c '' 2>/dev/null || [ "$(cat .venv/made-with 2>/dev/null)" != "$identity" ]; then
    rm -rf .venv
elif [ "$(cat ".venv/installed-$lock" 2>/dev/null)" = "$locked" ]; then
    exit 0
fi

# uv installs in seconds what takes pip minutes, and needs no ensurepip, which Debian packs apart.
with_uv() {
    [ -d .venv ] || "$1" venv --quiet --python "$python" .venv || return
    # Where Python may not keep bytecode of its own accord, it is made now: each start is then a second faster.
    "$1" pip install --quiet ${PYTHONDONTWRITEBYTECODE:+--compile-bytecode} --python .venv/bin/python --require-hashes -r "$lock"
}

with_pip() {
    .venv/bin/python -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear .venv || {
        echo "$python cannot make environments: its part ensurepip is missing (Debian, Ubuntu: apt install python3-venv)." >&2
        return 1
    }
    pip() { .venv/bin/python -m pip --quiet --disable-pip-version-check "$@"; }
    if pip install --require-hashes -r requirements-uv.lock 2>/dev/null && with_uv .venv/bin/uv; then
        return
    fi
    pip install --require-hashes -r "$lock"
}

echo "Setting up .venv from $lock with Python ${identity##* } ($python) ..."
installed=no
if uv=$(sh tools/find_uv.sh); then
    if with_uv "$uv"; then
        installed=yes
    else
        echo 'uv could not install them; now pip tries ...' >&2
    fi
fi
if [ "$installed" = no ] && ! with_pip; then
    echo "The packages of $lock could not be installed; the lines above say why. The first time needs a network." >&2
    exit 1
fi
echo "$identity" > .venv/made-with
echo "$locked" > ".venv/installed-$lock"
