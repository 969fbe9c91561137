#!/bin/sh
# Prints the folder of a PostgreSQL server's programs for the tests, installing one where that can be done.
# The tests start a server of their own from it, on a folder of their own; one that runs already is left alone.

refused=
# Ends the script with the folder, if its server is new enough for the club. A folder of links may hold the server alone: backups are
# made by the other programs.
try() {
    [ -x "$1/initdb" ] && [ -x "$1/pg_dump" ] || return 0
    version=$("$1/postgres" --version 2>/dev/null | sed -n 's/^postgres (PostgreSQL) \([0-9]*\).*/\1/p')
    [ "${version:-0}" -ge 15 ] && echo "$1" && exit 0
    refused="$refused  $1 has PostgreSQL ${version:-that does not run}
"
}

if [ -n "${POSTGRES_BIN:-}" ]; then
    try "$POSTGRES_BIN"
    echo "POSTGRES_BIN=$POSTGRES_BIN holds no initdb, pg_dump and postgres of version 15 or newer." >&2
    exit 1
fi

try_folders() {
    found=$(command -v initdb 2>/dev/null) && try "$(dirname "$found")"
    # Newest first; Debian and Fedora, Homebrew on both kinds of Mac, Postgres.app.
    for version in 19 18 17 16 15; do
        for folder in "/usr/lib/postgresql/$version/bin" "/usr/pgsql-$version/bin" "/opt/homebrew/opt/postgresql@$version/bin" \
            "/usr/local/opt/postgresql@$version/bin" "/Applications/Postgres.app/Contents/Versions/$version/bin"; do
            try "$folder"
        done
    done
}

try_folders
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo 'Installing postgresql ...' >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends postgresql; } >/dev/null
    try_folders
fi

cat >&2 <<TEXT
No PostgreSQL 15 or newer was found for the tests that need one, and none could be installed.
${refused:+Found, and of no use:
$refused}Install one (Debian 12, Ubuntu 24.04 or newer: apt install postgresql; macOS: brew install postgresql@17),
or name the folder of its programs: POSTGRES_BIN=/path/to/bin make test
TEXT
exit 1
