#!/bin/sh
# Marquee from the shell. MARQUEE is the path of the program; the calls below use the built-in recording.
set -eu

marquee=${MARQUEE:-marquee}

# One call. The answer is a table on a terminal and JSON in a pipe.
"$marquee" call --demo boxOffice/daily '{"limit": 3}' | cat

# Several calls in one process: one JSON message per line. Replies arrive when ready, each with its request's id.
# At the end of the input, the process answers everything before it exits.
"$marquee" --demo <<'REQUESTS'
{"jsonrpc": "2.0", "id": "parasite", "method": "movies/search", "params": {"query": "Parasite"}}
{"jsonrpc": "2.0", "id": "like-it", "method": "movies/related", "params": {"id": "yts:990000009"}}
REQUESTS

# With Content-Length headers, as editors send them. The length counts bytes.
request='{"jsonrpc":"2.0","id":1,"method":"ping"}'
printf 'Content-Length: %d\r\n\r\n%s' "$(printf %s "$request" | wc -c)" "$request" | "$marquee" --demo
printf '\n'
