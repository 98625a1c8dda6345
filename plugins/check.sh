#!/bin/sh
# Runs the plugins in their real hosts with the built program and its demo. Nothing is sent to any source.
#   plugins/check.sh [HOST…]        HOST is one of neovim, vim, emacs, vscode; by default, all
# MARQUEE_PROGRAM is the program; by default, the one that was built last. A host that is not installed is skipped.
# MARQUEE_NEOVIM_PLUGINS may be a folder with Telescope and plenary.nvim; without them, a stand-in is used.
# Exits with 1 if a plugin fails. The last line says what ran and what was skipped.
set -u

plugins=$(cd "$(dirname "$0")" && pwd)
program=${MARQUEE_PROGRAM:-$plugins/../.build/debug/marquee}
[ -x "$program" ] || { echo "check.sh: cannot find $program: build it, or set MARQUEE_PROGRAM" >&2; exit 1; }
program=$(cd "$(dirname "$program")" && pwd)/$(basename "$program")
export MARQUEE_PROGRAM="$program"
export MARQUEE_PLUGINS="$plugins"
unset KOFIC_API_KEY TMDB_READ_TOKEN OMDB_API_KEY XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_CONFIG_DIRS

# Each host has the session in a folder of its own, with nothing of the user's.
play_neovim() {
  mkdir -p packages/pack/test/start && cp -R "$plugins/neovim" packages/pack/test/start/marquee
  [ -z "${MARQUEE_NEOVIM_PLUGINS-}" ] || cp -R "$MARQUEE_NEOVIM_PLUGINS"/. packages/pack/test/start
  nvim --headless --clean -i NONE -n --cmd "set packpath^=$PWD/packages" -c "helptags ALL" -S "$plugins/neovim/test/session.lua"
}

# Vim wants a terminal or something that stays open.
play_vim() {
  mkdir -p .vim/pack/test/start && cp -R "$plugins/vim" .vim/pack/test/start/marquee
  mkfifo keys
  echo 'source $VIMRUNTIME/defaults.vim' >.vimrc
  vim -i NONE -n --not-a-term -c 'helptags ALL' -S "$plugins/vim/test/session.vim" \
    <>keys >screen 2>&1
  status=$?
  cat seen
  return $status
}

play_emacs() {
  emacs -q --batch -l "$plugins/emacs/test/install.el" || return 1
  emacs -q --batch -l "$plugins/emacs/test/session.el"
}

# The extension as it is packed, in Node.js, with a stand-in for the editor's own module.
play_vscode() {
  python3 "$plugins/vscode/make-vsix.py" marquee.vsix || return 1
  python3 -m zipfile -e marquee.vsix unpacked || return 1
  node "$plugins/vscode/test/session.js" unpacked/extension
}

# check HOST PROGRAM…: plays the session of a host that needs these programs.
check() {
  host=$1
  shift
  for needed; do
    if ! command -v "$needed" >/dev/null; then
      echo "$host: skipped, because $needed is not installed"
      skipped="$skipped $host"
      return
    fi
  done
  folder=$(mktemp -d)
  if (cd "$folder" && HOME=$folder XDG_CONFIG_HOME=$folder/config LANG=C.UTF-8 TERM=xterm play_$host) </dev/null; then
    ran="$ran $host"
  else
    failed="$failed $host"
  fi
  rm -rf "$folder"
}

ran='' skipped='' failed=''
for host in ${*:-neovim vim emacs vscode}; do
  case $host in
    neovim) check neovim nvim ;;
    vim) check vim vim ;;
    emacs) check emacs emacs ;;
    vscode) check vscode node python3 ;;
    *) echo "check.sh: expected neovim, vim, emacs, or vscode, found $host" >&2; exit 64 ;;
  esac
done
echo "plugins: ran:${ran:- none}; skipped:${skipped:- none}; failed:${failed:- none}"
[ -z "$failed" ]
