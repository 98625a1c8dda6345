#!/bin/sh
# Copies the program, its completions and its manual page under PREFIX: /usr/local for root, otherwise ~/.local.
#
# usage: ./install.sh [install|uninstall]
set -eu
cd "$(dirname "$0")"
if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=$HOME/.local; fi
prefix=${PREFIX:-$prefix}

find bin share -type f | while read -r file; do
    case ${1:-install} in
    install)
        mkdir -p "$prefix/$(dirname "$file")"
        # Not written into the old file: another process may run it.
        cp "$file" "$prefix/$file.new"
        mv -f "$prefix/$file.new" "$prefix/$file"
        ;;
    uninstall) rm -f "$prefix/$file" ;;
    *) echo "install.sh: install or uninstall, not $1" >&2; exit 64 ;;
    esac
    echo "$prefix/$file"
done

case ":$PATH:" in
*":$prefix/bin:"*) ;;
*) [ "${1:-install}" = uninstall ] || echo "Add $prefix/bin to your PATH." >&2 ;;
esac
