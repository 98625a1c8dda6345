#!/bin/sh
# Holds every import in Sources/** to the table of targets below.
#
# usage: scripts/check-imports.sh [ROOT]      prints file:line: text for each import that is not allowed, and exits 1
set -eu
cd "${1:-$(dirname "$0")/..}"

# target: what it may import, besides Swift's own modules (Swift, Synchronization, _Concurrency, …).
table='
Platform:
MovieDomain: Platform
JSON:
JSONRPC: JSON Glibc Darwin
CYAML:
YAML: CYAML
HTTPModel:
ProviderLanguage: HTTPModel JSON YAML
Upstream: HTTPModel Platform
BundledFiles:
MovieProviders: BundledFiles HTTPModel Platform MovieDomain ProviderLanguage Upstream JSON FoundationEssentials Glibc Darwin
MovieProviderContract: MovieProviders
MovieHTTP: HTTPModel Platform Upstream AsyncHTTPClient NIO* Glibc Darwin
MovieStore: HTTPModel Platform Upstream MovieDomain GRDB Dispatch Foundation FoundationEssentials Glibc Darwin
MovieService: MovieDomain MovieProviders JSON JSONRPC
marquee: * Glibc Darwin FoundationEssentials ArgumentParser Logging ServiceLifecycle
MarqueeTestKit: * Glibc Darwin FoundationEssentials Testing
'

find Sources -name '*.swift' -exec awk -v table="$table" '
    BEGIN {
        rows = split(table, row, "\n")
        for (i = 1; i <= rows; i++) {
            if (!match(row[i], /^[A-Za-z]+:/)) continue
            target = substr(row[i], 1, RLENGTH - 1)
            known[target] = 1
            names = split(substr(row[i], RLENGTH + 1), name, " ")
            for (j = 1; j <= names; j++) {
                if (name[j] == "NIO*") anyNIO[target] = 1
                else allowed[target, name[j]] = 1
            }
        }
        split("Swift Synchronization _Concurrency _StringProcessing RegexBuilder Observation Distributed", own, " ")
        for (i in own) stdlib[own[i]] = 1
    }
    function permitted(target, module) {
        if (module in stdlib || module == target) return 1
        if ((target, module) in allowed) return 1
        if (module == "Foundation" && standIn == 2) return (target, "FoundationEssentials") in allowed
        if ((target, "*") in allowed && module in known && module != "CYAML") return 1
        return (target in anyNIO) && module ~ /^NIO[A-Za-z0-9]*$/
    }
    function report(text) {
        print FILENAME ":" FNR ": error: " text
        wrong = 1
    }
    FNR == 1 { split(FILENAME, part, "/"); target = part[2]; quoted = 0; standIn = 0 }
    # Apple ships FoundationEssentials as part of Foundation: there, and only there, the whole may stand in for it.
    /^[ \t]*#if canImport\(FoundationEssentials\)/ { standIn = 1 }
    /^[ \t]*#else/ && standIn == 1 { standIn = 2 }
    /^[ \t]*#endif/ { standIn = 0 }
    # Import lines inside multi-line texts and comments are not imports.
    { line = $0; fences = gsub(/"""/, "", line) }
    quoted { if (fences % 2) quoted = 0; next }
    fences % 2 { quoted = 1; next }
    /^[ \t]*(@[A-Za-z_]+(\([A-Za-z_]*\))?[ \t]+)*((public|package|internal|fileprivate|private)[ \t]+)?(@[A-Za-z_]+(\([A-Za-z_]*\))?[ \t]+)*import[ \t]/ {
        module = $0
        sub(/^.*import[ \t]+/, "", module)
        sub(/^(struct|class|enum|protocol|func|var|let|typealias|actor)[ \t]+/, "", module)
        sub(/[^A-Za-z0-9_].*$/, "", module)
        if (!(target in known)) report("the target " target " is not in the table of scripts/check-imports.sh")
        else if (!permitted(target, module)) report(target " may not import " module)
    }
    END { exit wrong }
' {} +
