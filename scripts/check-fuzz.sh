#!/usr/bin/env bash
# Checks that the fuzzers, which only `make fuzz` builds, fit the sources. It needs the modules of a debug build.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
products=$("$swift" build --show-bin-path)
# Only code of the same package may read declarations marked `package`. SwiftPM names it after the folder.
package=$(grep -oh '"-package-name","[^"]*"' "$products/../../debug.yaml" | sort | uniq -c | sort -rn | cut -d '"' -f 4 | sed 1q)
maps=()
for map in Sources/System/*/module.modulemap Sources/*/include/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
for fuzzer in Fuzz/Sources/wire-fuzz Fuzz/Sources/source-fuzz; do
    find -L "$fuzzer" -name '*.swift' -print0 |
        xargs -0 "${swift}c" -typecheck -swift-version 6 -package-name "$package" -I "$products/Modules" "${maps[@]}" ||
        {
            echo "check-fuzz: $fuzzer does not compile" >&2
            exit 1
        }
done
