#!/usr/bin/env bash
# The long tests: races, random sessions, faults, and hours of traffic.
#
# usage: scripts/stress.sh [races|bounds|random|sizes|faults|figures|soak…]      all of them by default
#   races    the tests of the wire and of the layers before the network under ThreadSanitizer, built apart in .build-tsan
#   bounds   the same tests under AddressSanitizer, built apart in .build-asan
#   random   random sessions, films, secrets, and damages, slow readers and endless messages, many more rounds of each
#   sizes    the largest messages, answers, values, traces, and libraries
#   faults   system calls that fail one after the other, 10,000 hosts and titles, twenty processes on one cache, 10,000 writes by
#            processes that are killed, storms
#   figures  a cold fan-out, and sources beside dead ones, with MARQUEE_BENCH
#   soak     mixed traffic against the built program, in both framings, and large answers beside edits
#   SOAK_SECONDS=3600      for how long the soak goes
#   STRESS_SECONDS=7200    after which a part that hangs is ended
# Ends with 1 where a part has failed, with the command that repeats it.
set -uo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
limit=${STRESS_SECONDS:-7200}
export SOAK_SECONDS=${SOAK_SECONDS:-3600}

# macOS has no timeout of its own.
limited() { if command -v timeout >/dev/null; then timeout "$limit" "$@"; else "$@"; fi; }

races() {
    # Every race is reported; the run fails with the first one. Left out: long texts, which one thread reads.
    TSAN_OPTIONS="${TSAN_OPTIONS:-halt_on_error=0 exitcode=66}" limited "$swift" test --sanitize=thread \
        --package-path Fuzz --scratch-path .build-tsan --skip FuzzTests --skip 'ClientFaultTests/(endless|nesting|huge)' --skip RepetitionTests
}
bounds() {
    # What is kept until the end of the process is no leak of these tests.
    ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0}" limited "$swift" test --sanitize=address \
        --package-path Fuzz --scratch-path .build-asan --skip FuzzTests --skip 'ClientFaultTests/(endless|nesting|huge)' --skip RepetitionTests
}
random() {
    SOAK_SECONDS=5 MARQUEE_LONG=1 limited "$swift" test --filter \
        'SessionStress|BackPressure|ClientFault|Repetition|SecretForm|StoredNumber|CompletionTests/cuts|MatchSteps|SearchMoviesTests/paging|MatcherProperty|PairSymmetry|ScoreLimit'
}
sizes() {
    # One after the other, because they compare the memory of a process with a limit.
    MARQUEE_LONG=1 limited "$swift" test --no-parallel \
        --filter 'WireMemory|LargeAnswer|HostileDefinition|LargeLibrary|LibraryUndoTests/large|TraceTests/escapes'
}
faults() {
    # One after the other: what runs beside a test that counts calls under load would be in its way.
    MARQUEE_LONG=1 limited "$swift" test --no-parallel \
        --filter 'StressCache|StressGateway|Storm|SystemCallFault|NetworkFault|ManyHosts|PrivateNetworkStress|ProcessTests/(killed|libraryKilled)|LibraryTests/killed'
}
figures() {
    bench=${MARQUEE_BENCH:-.build/release/marquee-bench}
    if [ -x "$bench" ]; then limited "$bench" fanout isolation; else echo "figures: there is no $bench: make bench builds it"; fi
}
soak() {
    [ "$SOAK_SECONDS" -lt "$((limit - 600))" ] || limit=$((SOAK_SECONDS + 600))
    limited "$swift" test --filter SoakTests
}

[ $# -gt 0 ] || set -- races bounds random sizes faults figures soak
failed=0
for part in "$@"; do
    case $part in
    races) echo "== races: the tests of the wire and of the layers before the network under ThreadSanitizer" ;;
    bounds) echo "== bounds: the same tests under AddressSanitizer" ;;
    random) echo "== random: random sessions, films, secrets, and damages, slow readers, endless messages" ;;
    sizes) echo "== sizes: the largest messages, answers, values, traces, and libraries" ;;
    faults) echo "== faults: failing system calls, many hosts, one cache for twenty processes, storms" ;;
    figures) echo "== figures: the fan-out, and sources beside dead ones" ;;
    soak) echo "== soak: mixed traffic for $SOAK_SECONDS seconds" ;;
    *)
        echo "stress.sh: no part is named $part; there are races, bounds, random, sizes, faults, figures and soak" >&2
        exit 64
        ;;
    esac
    if "$part"; then
        echo "== $part: passed"
    else
        echo "== $part: FAILED; again: scripts/stress.sh $part"
        failed=1
    fi
done
exit $failed
