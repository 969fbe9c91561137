#!/bin/sh
# Makes .venv with the locked packages: make_environment.sh LOCK… ; again at once when neither the locks nor the Python have changed.
set -eu

python=$(sh tools/find_python.sh)
wanted=$({ "$python" --version; echo "$python"; cat "$@"; } | cksum)
stamp=.venv/fairest-$(echo "$*" | cksum | cut -d ' ' -f 1)
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then
    exit 0
fi

echo "Setting up the environment in .venv with $("$python" --version) ..."
if ! .venv/bin/python -c "import sys; sys.exit(sys.base_prefix != '$("$python" -c 'import sys; print(sys.base_prefix)')')" 2>/dev/null; then
    rm -rf .venv
    if ! "$python" -m venv .venv; then
        echo "This Python cannot make environments. On Debian or Ubuntu: apt install python3-venv" >&2
        exit 1
    fi
fi

# uv installs in seconds what pip takes minutes for; pip is always there.
uv=$(command -v uv || true)
if [ -z "$uv" ] && .venv/bin/python -m pip install --quiet uv 2>/dev/null; then
    uv=.venv/bin/uv
fi
requirements=$(for lock in "$@"; do printf -- '-r %s ' "$lock"; done)
if [ -n "$uv" ]; then
    # Word splitting is meant: one -r and one file for each lock.
    # shellcheck disable=SC2086
    "$uv" pip install --quiet --python .venv/bin/python --require-hashes $requirements
else
    # shellcheck disable=SC2086
    .venv/bin/python -m pip install --quiet --require-hashes $requirements
fi
echo "$wanted" > "$stamp"
