#!/bin/sh
# Compiles what the analysis computes with, so that nobody waits for it later; done at once when nothing has changed.
set -eu

compiled=.venv/kernels-compiled
if [ -f "$compiled" ] && [ -z "$(find games/analysis games/engine .venv/installed-* -newer "$compiled" ! -type d ! -path '*/__pycache__/*')" ]; then
    exit 0
fi
echo 'Compiling the analysis (once, some twenty seconds) ...'
# The compiler's cache looks at a kernel's own file only, and not at what that takes from others.
find games/analysis -name '*.nb[ci]' -exec rm -f {} +
# Marked from before it began: a file that changes meanwhile is seen the next time.
touch "$compiled.new"
.venv/bin/python -m games.analysis.warm
mv "$compiled.new" "$compiled"
