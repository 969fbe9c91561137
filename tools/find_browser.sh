#!/bin/sh
# Prints the path of a Chromium for the browser tests, installing one where that is possible.

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    found=$(command -v "$name" 2>/dev/null) && [ -n "$found" ] && echo "$found" && exit 0
done
mac='/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
[ -x "$mac" ] && echo "$mac" && exit 0

playwrights_own() {
    .venv/bin/python -c '
from playwright.sync_api import sync_playwright
import os
with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
    print(path if os.path.exists(path) else "")'
}

found=$(playwrights_own) && [ -n "$found" ] && echo "$found" && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    { apt-get update && apt-get install --yes --no-install-recommends chromium; } >&2 && command -v chromium && exit 0
fi
.venv/bin/python -m playwright install chromium >&2
found=$(playwrights_own) && [ -n "$found" ] && echo "$found" && exit 0

echo "No Chromium was found for the browser tests, and none could be installed. Install one, or name it: CHROMIUM=/path/to/chromium make test" >&2
exit 1
