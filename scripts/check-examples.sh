#!/bin/sh
# Builds, tests and runs the packages under docs/examples, which depend on this one by its path. Takes minutes the first
# time.
#
# usage: scripts/check-examples.sh [SCRATCH]      SCRATCH is where the build is kept, .build/examples as a standard
set -eu
cd "$(dirname "$0")/.."
scratch="${1:-.build/examples}"
example=docs/examples/shelf

swift test --quiet --package-path "$example" --scratch-path "$scratch" >&2

# Asked with the recording that is built in, so that nothing reads the clock, the network or the user's files.
found=$(swift run --quiet --package-path "$example" --scratch-path "$scratch" shelf-marquee \
    call --demo --config "$example/providers.yaml" --format json movies/search query=lighthouse)
for expected in '"title":"The Paper Lighthouse"' '"title":"The Lighthouse Keeper"' '"ids":{"mine":"1"' \
    '"provider":"yours","status":"ok"'; do
    case $found in
    *"$expected"*) ;;
    *)
        printf '%s: error: expected %s in the answer, but found:\n%s\n' "$example" "$expected" "$found" >&2
        exit 1
        ;;
    esac
done

# The same without JSON-RPC, by the functions of Application.
found=$(swift run --quiet --package-path "$example" --scratch-path "$scratch" shelf-search \
    "$example/providers.yaml" lighthouse)
expected=$(printf '%s\t%s\t%s\n' mine:1 'The Paper Lighthouse' 'mine yours' mine:2 'The Lighthouse Keeper' mine)
if [ "$found" != "$expected" ]; then
    printf '%s: error: expected\n%s\nfound:\n%s\n' "$example" "$expected" "$found" >&2
    exit 1
fi
# The library, in a folder that is not the user's. What was bookmarked is read back, in a second process, too.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for _ in 1 2; do
    found=$(swift run --quiet --package-path "$example" --scratch-path "$scratch" box-office "$folder")
    first=$(printf '%s\n' "$found" | sed -n 2p | cut -f 2)
    expected=$(printf 'bookmarked\t%s\n4.5 stars\t%s' "$first" "$first")
    if [ -z "$first" ] || [ "$(printf '%s\n' "$found" | tail -n 2)" != "$expected" ]; then
        printf '%s: error: expected, at the end,\n%s\nfound:\n%s\n' "$example" "$expected" "$found" >&2
        exit 1
    fi
done
echo "$example: as expected"
