#!/bin/sh
# Holds docs/dev/failures.md and docs/features.md to the tests: every `Target/File.function` in them is a test function of
# Tests/Target, every row of features names one, and every row of the matrix of faults (U1 to U34, C1 to C26, K1 to K18,
# S1 to S16, H1 to H10) is there with one.
#
# usage: scripts/check-failures.sh [ROOT]      prints file:line: text; exits 1 where a test is missing
set -eu
cd "${1:-$(dirname "$0")/..}"

page=docs/dev/failures.md
wrong=0
names=0
# The backquotes are the pages' own.
# shellcheck disable=SC2016
for place in $(grep -HnoE '`[A-Za-z]+Tests/[A-Za-z0-9+]+\.[A-Za-z0-9]+`' "$page" docs/features.md | tr -d '`'); do
    names=$((names + 1))
    name=${place##*:}
    line=${place%:*}
    target=${name%%/*}
    file=${name#*/}
    function=${file#*.}
    file=${file%%.*}
    if ! find "Tests/$target" -name "$file.swift" -exec grep -q "func $function(" {} \; -print 2>/dev/null | grep -q .; then
        echo "$line: error: there is no test $name"
        wrong=1
    fi
done
if [ "$names" -eq 0 ]; then
    echo "$page:1: error: it names no test"
    wrong=1
fi
# shellcheck disable=SC2016
for line in $(grep -nE '^\| ' docs/features.md | grep -vE '^[0-9]+:\| (feature|what is wrong|---) \|' | grep -v 'Tests/' | cut -d: -f1); do
    echo "docs/features.md:$line: error: no test is named for this row"
    wrong=1
done
missing=$(awk -F '|' '
    /^\| [UCKSH][0-9]/ && /Tests\// {
        gsub(/–/, "-", $2)
        count = split($2, parts, ",")
        for (i = 1; i <= count; i++) {
            gsub(/ /, "", parts[i])
            group = substr(parts[i], 1, 1)
            split(parts[i], ends, "-")
            from = substr(ends[1], 2) + 0
            to = ends[2] == "" ? from : substr(ends[2], 2) + 0
            for (row = from; row <= to; row++) there[group row] = 1
        }
    }
    END {
        most["U"] = 34; most["C"] = 26; most["K"] = 18; most["S"] = 16; most["H"] = 10
        for (group in most) for (row = 1; row <= most[group]; row++) if (!there[group row]) print group row
    }' "$page")
for row in $missing; do
    echo "$page:1: error: no test is named for row $row"
    wrong=1
done
exit "$wrong"
