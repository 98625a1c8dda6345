#!/bin/sh
# Marquee from a POSIX shell with jq 1.6 or later.
#
#   shell.sh                  every line that you type starts a new search and cancels the last one
#   shell.sh search Parasite  all pages of a search
#   shell.sh show ID          a film as Markdown, with the path of its poster
#   shell.sh bookmark ID
#   shell.sh bookmarks
#   shell.sh suggest PREFIX   titles that begin with PREFIX, one a line: from earlier films and the history
#
# In bash this completes the titles of searches: complete -C 'shell.sh complete' shell.sh
#
# MARQUEE is the path of the program, and MARQUEE_OPTIONS its options.
set -eu

# Until you have a key or your own definitions, the built-in recording answers.
demo=--demo
if [ -n "${KOFIC_API_KEY-}${TMDB_READ_TOKEN-}${OMDB_API_KEY-}" ] ||
  [ -e "${XDG_CONFIG_HOME:-$HOME/.config}/marquee/providers.yaml" ]; then demo=; fi
options=${MARQUEE_OPTIONS-$demo}
marquee=${MARQUEE:-marquee}

# What jq knows of films. A source can put anything in a text, so control characters are not printed. Two films are the
# same if they share an id in a namespace.
films='
def plain: gsub("[^\\P{Cc}\n]"; " ");
def name: (.title // .id) + (if .year then " (\(.year))" else "" end);
def others: .title as $title | [.titles[]?.text | select(. != $title)];
def ids: .ids | to_entries | map("\(.key):\(.value)");
def once: reduce .[] as $film ([];
  if any(.[]; ids - ($film | ids) != ids) then . else . + [$film] end);
def line: (if .bookmarked then "★ " else "  " end) + name + (others[:1] | map(" · " + .) | add // "");
def count: if length == 1 then "1 film" else "\(length) films" end;
def notes: [.problems[]? | " · " + .] | add // "";
def failure: .message + (if .data.hint then " (\(.data.hint))" else "" end);
def markdown($poster): .sources as $sources | .movie | ({
    title: (.title // .id), also: others, year, minutes: .runtimeMinutes, directors: [.directors[]?.name], genres,
    rating: (.ratings[0]? | if . then "\(.value)/\(.scale) (\(.provider))" else null end), id,
    poster: ($poster // first(.images[]? | select(.kind == "poster").url) // null),
    sources: [$sources[] | select(.status | IN("ok", "stale")).provider]
  } | to_entries | map(select(.value != null and .value != []) | "\(.key): \(.value | tojson)")) as $lines
  | "---", $lines[], "---", "", "# " + name, (.overview // empty | "", .text);
'

# Makes one call and prints its result. An error goes to standard error and ends the script.
call() {
  # shellcheck disable=SC2086
  "$marquee" call --format json $options "$1" "$2"
}

# Reads an answer with a filter that knows films.
show() {
  printf '%s' "$1" | jq -r "$films($2) | plain"
}

# Requests go in and answers come out as lines. The older search is cancelled. If its answer is already on
# its way, the foreach drops it: a token or an id below that of the newest search is too late.
type_and_search() {
  number=0
  while IFS= read -r query; do
    if [ "$number" -gt 0 ]; then
      printf '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}\n' "$number"
    fi
    number=$((number + 1))
    jq -nc --arg query "$query" --argjson id "$number" '{jsonrpc: "2.0", $id, method: "movies/search",
      params: {$query, limit: 20, remember: false, partialResultToken: $id}}'
  done |
    # shellcheck disable=SC2086
    "$marquee" --framing line $options |
    jq -nr --unbuffered "$films"'
      foreach inputs as $message ({newest: 0};
        ($message.id // $message.params.token) as $id | if $id < .newest or $message.error.code == -32800
        then .lines = [] else
          (if $id > .newest then .films = [] else . end) | .newest = $id
          | if $message.method then .films = (.films + $message.params.value.movies | once)
              | .lines = [(.films | count) + " so far…", (.films[] | line)]
            elif $message.error then .lines = [$message.error | failure]
            else .films = $message.result.movies
              | .lines = [(.films | count) + ($message.result | notes), (.films[] | line)] end
        end; .lines[] | plain)'
}

search() {
  cursor=null
  while :; do
    answer=$(call movies/search "$(jq -nc --arg query "$1" --argjson cursor "$cursor" '{$query, limit: 20, $cursor}')")
    if [ "$cursor" != null ] || printf '%s' "$answer" | jq -e '.movies != []' >/dev/null; then
      show "$answer" '.movies[] | line'
    else
      show "$answer" '"0 films" + notes' >&2
    fi
    # After a failure, the next call asks for what is missing; while nothing comes, the source is down.
    cursor=$(printf '%s' "$answer" | jq 'if .page.incomplete and .movies == [] then null else .page.next end')
    [ "$cursor" != null ] || break
  done
}

suggest() {
  answer=$(call movies/suggest "$(jq -nc --arg prefix "$1" '{$prefix, limit: 20}')")
  # A film may be found by a title other than the one shown.
  show "$answer" "[.suggestions[] | .matchedTitle // .title | gsub(\"\n\"; \" \")] | unique[] | $2"
}

case ${1-} in
'') type_and_search ;;
search) search "$2" ;;
show)
  film=$(call movies/get "$(jq -nc --arg id "$2" '{$id, include: ["credits"]}')")
  # Without an image file, print its address.
  poster=$(call images/get "$(jq -nc --arg id "$2" '{$id, kind: "poster", width: 500}')" 2>/dev/null |
    jq '.image.path')
  show "$film" "markdown(${poster:-null})"
  ;;
bookmark)
  answer=$(call bookmarks/add "$(jq -nc --arg id "$2" '{$id}')")
  show "$answer" '.movie | line'
  ;;
suggest) suggest "$2" . ;;
complete)
  # bash gives the program, the word to complete, and the word before it. It puts a line on the command line as it is, so
  # what may mean something to a shell is quoted.
  [ "${4-}" != search ] || [ -z "${3-}" ] ||
    suggest "$3" 'gsub("(?<mark>[^\\p{L}\\p{M}\\p{N}_./:-])"; "\\" + .mark)'
  ;;
bookmarks)
  answer=$(call bookmarks/list '{}')
  show "$answer" '.movies[] | line'
  ;;
*)
  echo "shell.sh: expected search, show, suggest, bookmark or bookmarks, found $1" >&2
  exit 64
  ;;
esac
