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
CPCRE2:
PCRE2: CPCRE2
HTTPModel: MovieDomain Platform
ProviderLanguage: HTTPModel JSON MovieDomain PCRE2 YAML
Upstream: HTTPModel MovieDomain Platform
BundledFiles:
MovieMatching: MovieDomain
MovieAggregation: MovieDomain MovieMatching Platform
MovieProviders: BundledFiles HTTPModel MovieAggregation Platform MovieDomain ProviderLanguage Upstream JSON FoundationEssentials Glibc Darwin
MovieProviderContract: MovieProviders
CCurl:
CZlib:
MovieHTTP: HTTPModel MovieDomain Platform CCurl CZlib Glibc Darwin
CSQLite:
SQLite: CSQLite
MovieStore: HTTPModel Platform SQLite Upstream MovieDomain Glibc Darwin
MovieService: MovieAggregation MovieDomain MovieProviders JSON JSONRPC
marquee: * Glibc Darwin FoundationEssentials ArgumentParser Logging ServiceLifecycle
MarqueeTestKit: * Glibc Darwin FoundationEssentials Testing
'

find Sources -name '*.swift' -exec awk -v table="$table" '
    BEGIN {
        rows = split(table, row, "\n")
        for (i = 1; i <= rows; i++) {
            if (!match(row[i], /^[A-Za-z0-9]+:/)) continue
            target = substr(row[i], 1, RLENGTH - 1)
            known[target] = 1
            names = split(substr(row[i], RLENGTH + 1), name, " ")
            for (j = 1; j <= names; j++) allowed[target, name[j]] = 1
        }
        split("Swift Synchronization _Concurrency _StringProcessing RegexBuilder Observation Distributed", own, " ")
        for (i in own) stdlib[own[i]] = 1
    }
    function permitted(target, module) {
        if (module in stdlib || module == target) return 1
        if ((target, module) in allowed) return 1
        if (module == "Foundation" && standIn == 2) return (target, "FoundationEssentials") in allowed
        # Libraries of the system are seen by one target each.
        return ((target, "*") in allowed) && (module in known) && module !~ /^C[A-Z]/
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
