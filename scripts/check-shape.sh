#!/bin/sh
# Holds the files in Sources to their shape: not too long, and nothing that hides or forces a failure without saying why.
#
# usage: scripts/check-shape.sh [ROOT]      prints file:line: text; exits 1 for errors, 0 for warnings alone
set -eu
cd "${1:-$(dirname "$0")/..}"

find Sources -name '*.swift' -exec awk -v most=500 -v many=300 '
    function finish() {
        if (lines > most) { print file ":" lines ": error: " lines " lines; " most " is the limit"; wrong = 1 }
        else if (lines > many) print file ":" lines ": warning: " lines " lines; more than " many
    }
    function forbid(word, advice) {
        print FILENAME ":" FNR ": error: " word " " advice
        wrong = 1
    }
    FNR == 1 { if (file) finish(); file = FILENAME }
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
    code ~ /(^|[^A-Za-z0-9_])try!/ { forbid("try!", "ends the program where an error should be handled") }
    code ~ /[ \t]as!([ \t]|$)/ { forbid("as!", "ends the program where a type is not the expected one") }
    code ~ /(^|[^A-Za-z0-9_])fatalError\(/ { forbid("fatalError(", "ends the program") }
    code ~ /(^|[^A-Za-z0-9_])try\?([ \t]|$)/ { forbid("try?", "hides the error; handle it, or say why not: // … because …") }
    END { if (file) finish(); exit wrong }
' {} +
