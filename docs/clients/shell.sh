#!/bin/sh
# Marquee from the shell. MARQUEE names the program; the options below ask the built-in recording.
set -eu

marquee=${MARQUEE:-marquee}

# One call. In a pipe the answer is JSON; on a terminal it is a table.
"$marquee" call --demo boxOffice/daily '{"limit": 3}' | cat

# Several calls in one process: one JSON message a line, replies as they are ready, each with the id of its request.
# At the end of the input everything is answered before the process exits.
"$marquee" --demo <<'REQUESTS'
{"jsonrpc": "2.0", "id": "parasite", "method": "movies/search", "params": {"query": "Parasite"}}
{"jsonrpc": "2.0", "id": "like-it", "method": "movies/related", "params": {"id": "yts:990000009"}}
REQUESTS

# With Content-Length headers, as an editor would send them. The length counts bytes.
request='{"jsonrpc":"2.0","id":1,"method":"ping"}'
printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$request" | wc -c)" "$request" | "$marquee" --demo
printf '\n'
