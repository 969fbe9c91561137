#!/bin/sh
# Compiles the translations in locale/; done at once when none has changed.
set -eu

for source in locale/*/LC_MESSAGES/*.po; do
    compiled="${source%.po}.mo"
    if [ -n "$(find "$source" -newer "$compiled" 2>/dev/null)" ] || [ ! -f "$compiled" ]; then
        exec .venv/bin/python -m club.catalogues
    fi
done
