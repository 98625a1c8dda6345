#!/bin/sh
# Holds docs/failures.md to the tests: every `Target/File.function` in it is a test function of Tests/Target.
#
# usage: scripts/check-failures.sh [ROOT]      prints file:line: text; exits 1 where a test is missing
set -eu
cd "${1:-$(dirname "$0")/..}"

page=docs/failures.md
wrong=0
names=0
# The backquotes are the page's own.
# shellcheck disable=SC2016
for place in $(grep -noE '`[A-Za-z]+Tests/[A-Za-z0-9+]+\.[A-Za-z0-9]+`' "$page" | tr -d '`'); do
    names=$((names + 1))
    line=${place%%:*}
    name=${place#*:}
    target=${name%%/*}
    file=${name#*/}
    function=${file#*.}
    file=${file%%.*}
    if ! find "Tests/$target" -name "$file.swift" -exec grep -q "func $function(" {} \; -print 2>/dev/null | grep -q .; then
        echo "$page:$line: error: there is no test $name"
        wrong=1
    fi
done
if [ "$names" -eq 0 ]; then
    echo "$page:1: error: it names no test"
    wrong=1
fi
exit "$wrong"
