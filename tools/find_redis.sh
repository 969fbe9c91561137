#!/bin/sh
# Prints the path of a Redis server's program for the tests, installing one where that can be done.
# The tests start a server of their own from it; one that runs already is left alone.

try() {
    "$1" --version >/dev/null 2>&1 && echo "$1" && exit 0
}

if [ -n "${REDIS_SERVER:-}" ]; then
    found=$(command -v "$REDIS_SERVER") && try "$found"
    echo "REDIS_SERVER=$REDIS_SERVER does not run." >&2
    exit 1
fi

try_names() {
    for name in redis-server valkey-server /opt/homebrew/bin/redis-server /usr/local/bin/redis-server; do
        found=$(command -v "$name" 2>/dev/null) && try "$found"
    done
}

try_names
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo 'Installing redis-server ...' >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends redis-server; } >/dev/null
    try_names
fi

cat >&2 <<'TEXT'
No Redis server was found for the tests that need one, and none could be installed.
Install one (Debian, Ubuntu: apt install redis-server; macOS: brew install redis), or name it: REDIS_SERVER=/path/to/redis-server make test
TEXT
exit 1
