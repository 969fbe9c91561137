#!/bin/sh
# Pins the newest versions that pyproject.toml and package.json allow, with hashes and without the addresses of any registry.
set -eu

uv=$(sh tools/find_uv.sh) || {
    echo 'Locking needs uv (macOS: brew install uv; anywhere: pipx install uv).' >&2
    exit 1
}

# For every platform, and from the oldest Python on that the club runs on.
compile() {
    "$uv" pip compile --quiet --upgrade --universal --python-version 3.12 --generate-hashes --no-header --no-emit-index-url --no-emit-find-links "$@"
}

compile pyproject.toml -o requirements.lock
# All of the former and the tools beside, so that one lock makes the whole environment.
compile pyproject.toml --group dev -c requirements.lock -o requirements-dev.lock
compile --group installer -o requirements-uv.lock

# Away from node_modules: beside it npm takes over what is installed there, without the hashes.
aside=$(mktemp -d)
cp package.json .npmrc "$aside"
(cd "$aside" && npm install --package-lock-only --no-audit --no-fund --loglevel=error)
mv "$aside/package-lock.json" package-lock.json
rm -r "$aside"
