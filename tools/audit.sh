#!/bin/sh
# Asks OSV, the public list of vulnerabilities, about every package that a lock file pins: audit.sh LOCK.
# 1 when it knows of one; where it cannot be asked that is said, and nothing is proved.

lock=$1
audit=${PIP_AUDIT:-.venv/bin/pip-audit}

# Hashed pins need no resolving, so that nothing is fetched from a registry.
said=$("$audit" --vulnerability-service osv --disable-pip --require-hashes --requirement "$lock" \
    --desc off --timeout 10 --progress-spinner off 2>&1)
case $said in
    *'No known vulnerabilities found'*)
        echo "audit: no package of $lock is known to be vulnerable"
        ;;
    *'known vulnerabilit'*)
        echo "$said"
        echo "audit: update these and pin them anew (make lock)" >&2
        exit 1
        ;;
    *)
        echo "audit: NOT DONE for $lock, since the list of vulnerabilities cannot be reached:" >&2
        echo "$said" | tail -n 1 | cut -c 1-200 >&2
        ;;
esac
