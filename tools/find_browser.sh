#!/bin/sh
# Prints the path of a Chromium for the browser tests, installing one where that can be done.
# Each candidate is run: Ubuntu's chromium-browser, for one, may be a mere hint to install something else.

try() {
    "$1" --version >/dev/null 2>&1 && echo "$1" && exit 0
}

if [ -n "${CHROMIUM:-}" ]; then
    found=$(command -v "$CHROMIUM") && try "$found"
    echo "CHROMIUM=$CHROMIUM does not run." >&2
    exit 1
fi

try_names() {
    for name in chromium chromium-browser google-chrome google-chrome-stable \
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' /Applications/Chromium.app/Contents/MacOS/Chromium; do
        found=$(command -v "$name" 2>/dev/null) && try "$found"
    done
}

try_playwrights() {
    found=$(.venv/bin/python -c '
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)') && try "$found"
}

try_names
try_playwrights
# Debian's before Playwright's, where we may: it brings the system's libraries along, and needs no more than Debian's mirror.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo 'Installing chromium ...' >&2
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends chromium fonts-dejavu-core; } >/dev/null
    try_names
fi
echo "Fetching Playwright's Chromium ..." >&2
.venv/bin/python -m playwright install chromium >&2
try_playwrights

cat >&2 <<'TEXT'
No Chromium that runs was found for the browser tests, and none could be installed.
Install one (Debian: apt install chromium; macOS: brew install --cask google-chrome), or name it: CHROMIUM=/path/to/chromium make test
TEXT
exit 1
