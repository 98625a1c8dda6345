#!/usr/bin/env bash
# Talks to `marquee --demo` as a plugin would, and shows what went over the wire. Needs no key, network, jq or Python.
set -euo pipefail

binary=${1:-.build/release/marquee}
replies=$(mktemp)
trap 'rm -f "$replies"' EXIT

requests=(
    '{"jsonrpc": "2.0", "id": "ping", "method": "ping"}'
    '{"jsonrpc": "2.0", "id": "box-office", "method": "boxOffice/daily"}'
    '{"jsonrpc": "2.0", "id": "search", "method": "movies/search", "params": {"query": "John Wick"}}'
)

"$binary" --demo < <(printf '%s\n' "${requests[@]}") >"$replies"

reply_to() {
    grep -F "\"id\":\"$1\"" "$replies" || {
        printf 'demo-session: no reply to %s\n' "$1" >&2
        exit 1
    }
}

# Picks values out of one-line JSON: good enough to show a reply whose shape is known, and nothing more.
show_list() {
    reply_to "$1" | awk -v first="$2" -v kind="$3" '
        function value(part, name,    found) {
            if (!match(part, "\"" name "\":(\"[^\"]*\"|[0-9.-]+)")) return "–"
            found = substr(part, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
            gsub(/^"|"$/, "", found)
            return found
        }
        {
            print "← " length($0) " bytes"
            reply = $0
            sources = $0
            sub(/.*"sources":/, "", sources)
            sub(/"sources":.*/, "")
            rows = split($0, row, first)
            for (i = 2; i <= rows; i++) {
                if (kind == "entries")
                    printf "   %2s.  %9s people  %s\n", value("\"rank\":" row[i], "rank"), value(row[i], "count"), value(row[i], "title")
                else
                    printf "   %s  %-16s %s\n", value(row[i], "year"), value("\"id\":" row[i], "id"), value(row[i], "title")
            }
            count = split(sources, source, /\{"provider":/)
            for (i = 2; i <= count; i++)
                printf "   %s: %s\n", value("\"provider\":" source[i], "provider"), value(source[i], "status")
            if (rows < 2) print reply
            exit rows < 2
        }'
}

printf '$ %s --demo\n\n→ %s\n' "$binary" "${requests[0]}"
printf '← %s\n\n' "$(reply_to ping)"
printf '→ %s\n' "${requests[1]}"
show_list box-office '[{]"rank":' entries
printf '\n→ %s\n' "${requests[2]}"
show_list search '[{]"id":' movies
printf '\nThe same as tables: %s call --demo boxOffice/daily\n' "$binary"
