#!/bin/sh
# Holds the files in Sources to their shape: not too long, nothing that hides or forces a failure without saying why, and
# the system's modules imported at the edge alone (all other imports are held by the build, to what Package.swift says).
# Prints how many files there are, and the length of the one in the middle.
#
# usage: scripts/check-shape.sh [ROOT]      prints file:line: text for each error, and exits 1 where there is one
set -eu
cd "${1:-$(dirname "$0")/..}"

find Sources -name '*.swift' -exec awk -v most=500 '
    function finish() {
        if (lines > most) { print file ":" lines ": error: " lines " lines; " most " is the limit"; wrong = 1 }
    }
    function forbid(word, advice) {
        print FILENAME ":" FNR ": error: " word " " advice
        wrong = 1
    }
    BEGIN {
        edge["Glibc"] = edge["Darwin"] = " JSONRPC Platform MarqueeApp MarqueeTestKit MovieHTTP MovieProviders MovieStore "
        edge["Foundation"] = edge["FoundationEssentials"] = " MarqueeApp MarqueeTestKit MovieProviders "
        edge["Dispatch"] = " "
    }
    FNR == 1 { if (file) finish(); file = FILENAME; split(FILENAME, part, "/") }
    { lines = FNR }
    # A reason stands in a comment on the same line: // … because …
    /\/\/.*because/ { next }
    /^[ \t]*\/\// { next }
    {
        code = $0
        gsub(/\\"/, "", code)
        gsub(/"[^"]*"/, "\"\"", code)
        sub(/\/\/.*$/, "", code)
    }
    code ~ /^[ \t]*([@a-z_()]+ )*import [A-Za-z]/ {
        module = code
        sub(/^.*import +((struct|class|enum|protocol|func|var|let|typealias) +)?/, "", module)
        sub(/[^A-Za-z].*$/, "", module)
        if (module in edge && !index(edge[module], " " part[2] " ")) {
            forbid("import " module, "belongs into the targets" edge[module] "alone (see scripts/check-shape.sh)")
        }
    }
    code ~ /(^|[^A-Za-z0-9_])try!/ { forbid("try!", "ends the program where an error should be handled") }
    code ~ /[ \t]as!([ \t]|$)/ { forbid("as!", "ends the program where a type is not the expected one") }
    code ~ /(^|[^A-Za-z0-9_])fatalError\(/ { forbid("fatalError(", "ends the program") }
    code ~ /(^|[^A-Za-z0-9_])try\?([ \t]|$)/ { forbid("try?", "hides the error; handle it, or say why not: // … because …") }
    END { if (file) finish(); exit wrong }
' {} +

find Sources -name '*.swift' -exec wc -l {} \; | sort -n | awk '
    { length_of[NR] = $1; total += $1 }
    END { print NR " files in Sources, " total " lines; the one in the middle has " length_of[int((NR + 1) / 2)] }'
