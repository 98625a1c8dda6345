#!/bin/sh
# Holds the files in Sources to their shape: not too long, nothing that hides or forces a failure without saying why,
# the system's modules imported at the edge alone (all other imports are held by the build, to what Package.swift says),
# and syntax looked for in scalars, as its readers do, and not in characters.
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
        edge["Glibc"] = edge["Darwin"] = " MarqueeTestKit MovieHTTP MovieStore Platform "
        edge["Foundation"] = edge["FoundationEssentials"] = " MarqueeTestKit "
        edge["Dispatch"] = " "
        # These read bytes, or compare titles as people read them.
        people = " BundledFiles JSON MarqueeTestKit MovieAggregation MovieMatching PCRE2 SQLite XML YAML "
        advice = "compares characters, and a sign with a mark on it is another one; see Platform/ScalarText.swift"
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
            forbid("import " module, "belongs in the targets" edge[module] "alone (see scripts/check-shape.sh)")
        }
    }
    {
        text = code
        gsub(/(unicodeScalars|utf8)(\.(lazy|dropFirst\(\)|reversed\(\)))?\.[A-Za-z]+\(/, "(", text)
    }
    /typealias [A-Za-z]+ = Substring.UnicodeScalarView/ { scans[FILENAME] = 1 }
    !index(people, " " part[2] " ") && !(FILENAME in scans) {
        if (text ~ /\.replacing\(./ && text !~ /\.replacing\((scalars|in):/) forbid(".replacing(", advice)
        if (text ~ /\.split\(separator: ""/) forbid(".split(separator:", advice)
        # What has a name in the plural is a list.
        if (text ~ /\.contains\(""/ && text !~ /(names|paths|folders|columns|hosts|keys|known|values|\))\.contains\(""/) {
            forbid(".contains(", advice)
        }
        if (text ~ /has(Prefix|Suffix)\(/ && text !~ /has(Prefix|Suffix)\(scalars:/) forbid("hasPrefix or hasSuffix", advice)
        if (text ~ /\.(firstRange|ranges|firstIndex|lastIndex)\(of: ""/) forbid("an index or range of a text", advice)
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
