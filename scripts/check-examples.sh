#!/bin/sh
# Builds and runs the packages under docs/examples, which depend on this one by its path. Takes minutes the first time.
#
# usage: scripts/check-examples.sh [SCRATCH]      SCRATCH is where the build is kept, .build/examples as a standard
set -eu
cd "$(dirname "$0")/.."
scratch="${1:-.build/examples}"

expected='the contract is kept
The Paper Lighthouse (2024) mine:1 yours:a
The Lighthouse Keeper (2019) mine:2'

found=$(swift run --quiet --package-path docs/examples/shelf-source --scratch-path "$scratch" shelf-films)
if [ "$found" != "$expected" ]; then
    printf 'docs/examples/shelf-source: error: expected\n%s\nfound\n%s\n' "$expected" "$found" >&2
    exit 1
fi
echo "docs/examples/shelf-source: as expected"
