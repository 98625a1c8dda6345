#!/usr/bin/env bash
# Throws mutated bytes at the parts that read a stranger's bytes: libFuzzer with AddressSanitizer.
#
# usage: scripts/fuzz.sh [TARGET…]      all by default:
#     line-framer header-framer json-reader message-decoder    what a client sends
#     http-answer definition film-lines                        what a source, a definition or a file of films says
#   FUZZ_SECONDS=600   for how long each
#   FUZZ_KEEP=1        afterwards, keep what was found that reaches new code in Fuzz/Corpus
#   scripts/fuzz.sh TARGET FILE           one input again
# Ends with 1 where something was found; the input is left in .build-fuzz/findings.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${FUZZ_SECONDS:-600}
scratch=.build-fuzz
export MARQUEE_FUZZ=1 ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=0}"

echo "building the fuzzers in $scratch"
for product in wire-fuzz source-fuzz; do
    ${SWIFT:-swift} build -c release --product $product --package-path Fuzz --scratch-path "$scratch"
done
fuzzer_of() {
    case $1 in
    http-answer | definition | film-lines) echo "$scratch/release/source-fuzz" ;;
    *) echo "$scratch/release/wire-fuzz" ;;
    esac
}
mkdir -p "$scratch/findings" Fuzz/Corpus

# One input again: exactly what libFuzzer did with it.
if [ $# -eq 2 ] && [ -f "$2" ]; then
    FUZZ_TARGET=$1 exec "$(fuzzer_of "$1")" "$2"
fi

keep() {
    local merged=$scratch/merged/$1
    rm -rf "$merged" && mkdir -p "$merged"
    "$fuzzer" -set_cover_merge=1 "$merged" "$2" >"$scratch/$1.merge.log" 2>&1
    "$fuzzer" pack "$merged" "Fuzz/Corpus/$1.hex"
    # A few coverage points are not worth a large repository.
    head -c "${FUZZ_KEEP_BYTES:-65000}" "Fuzz/Corpus/$1.hex" | sed '$d' >"$merged.hex" && mv "$merged.hex" "Fuzz/Corpus/$1.hex"
    echo "$1: kept $(wc -l <"Fuzz/Corpus/$1.hex") inputs in Fuzz/Corpus/$1.hex"
}

found=0
[ $# -gt 0 ] || set -- line-framer header-framer json-reader message-decoder http-answer definition film-lines
for target in "$@"; do
    export FUZZ_TARGET=$target
    fuzzer=$(fuzzer_of "$target")
    corpus=$scratch/corpus/$target
    rm -rf "$corpus"
    "$fuzzer" fill "$corpus" "Fuzz/Corpus/$target.hex"
    log=$scratch/$target.log
    findings=$scratch/findings/$target-
    echo "$target: $seconds seconds from $(ls "$corpus" | wc -l) inputs; log in $log"
    if "$fuzzer" "$corpus" -max_total_time="$seconds" -max_len=$([ $target = definition ] && echo 2048 || echo 512) -timeout=10 -rss_limit_mb=1024 \
        -dict=Fuzz/wire.dict -artifact_prefix="$findings" -print_final_stats=1 >"$log" 2>&1; then
        grep -E '^(stat::number_of_executed_units|stat::new_units_added)' "$log" || true
        [ "${FUZZ_KEEP:-0}" = 1 ] && keep "$target" "$corpus"
    else
        found=1
        grep -E '^(SUMMARY|Test unit written|'"$target"':|ERROR|.*ERROR: )' "$log" || tail -20 "$log"
        for input in $(sed -n 's/.*Test unit written to //p' "$log"); do
            echo "again: scripts/fuzz.sh $target $input"
        done
    fi
done
exit $found
