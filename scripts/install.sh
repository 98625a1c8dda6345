#!/usr/bin/env bash
# Copies the program, its shell completions and its manual page under $DESTDIR$PREFIX, or removes them again.
set -euo pipefail

action=${1:?install or uninstall}
root="${DESTDIR:-}${PREFIX:-/usr/local}"
program="$root/bin/marquee"
bash_completion="$root/share/bash-completion/completions/marquee"
zsh_completion="$root/share/zsh/site-functions/_marquee"
fish_completion="$root/share/fish/vendor_completions.d/marquee.fish"
manual="$root/share/man/man1/marquee.1"

if [ "$action" = uninstall ]; then
    rm -fv "$program" "$bash_completion" "$zsh_completion" "$fish_completion" "$manual"
    exit 0
fi

binary=${2:?the built program}
source_folder=$(cd "$(dirname "$0")/.." && pwd)

# With -D, install(1) of GNU makes the folders; that of BSD does not know it.
put() {
    mkdir -p "$(dirname "$3")"
    install -m "$1" "$2" "$3"
    printf '%s\n' "$3"
}

completion() {
    mkdir -p "$(dirname "$2")"
    "$binary" completions "$1" >"$2"
    chmod 644 "$2"
    printf '%s\n' "$2"
}

put 755 "$binary" "$program"
completion bash "$bash_completion"
completion zsh "$zsh_completion"
completion fish "$fish_completion"
put 644 "$source_folder/docs/marquee.1" "$manual"
