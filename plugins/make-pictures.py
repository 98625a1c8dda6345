#!/usr/bin/env python3
"""Makes the pictures in the READMEs: each editor at work in a terminal, with the built program and its demo.

    make-pictures.py [HOST…]      HOST is one of neovim, vim, emacs; by default, all

Needs tmux and the editors. MARQUEE_PROGRAM is the program; by default, the one that was built last.
"""

import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

PLUGINS = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("MARQUEE_PROGRAM", str(PLUGINS.parent / ".build/debug/marquee"))
COLUMNS, ROWS = 104, 22
CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 12
FOREGROUND, BACKGROUND = "#d8dee9", "#20242c"
COLOURS = ["#3b4252", "#bf616a", "#a3be8c", "#ebcb8b", "#81a1c1", "#b48ead", "#88c0d0", "#e5e9f0"] * 2
PATIENCE = 120

COMMAND = [PROGRAM, "--framing", "line", "--demo"]

# How each editor is started, and what a reader does: keys, or a text to wait for.
HOSTS = {
    "neovim": (
        [
            "nvim", "--clean", "-i", "NONE", "-n", "--cmd", f"set laststatus=0 noruler runtimepath^={PLUGINS}/neovim",
            "-c", "lua require('marquee').setup({ command = vim.json.decode([=[" + json.dumps(COMMAND) + "]=]) })",
        ],
        [[":Marquee", "Enter"], "10 films of", ["John Wick"], "4 films", ["Escape", "3Gb"], "★", "With 키아누"],
    ),
    "vim": (
        [
            "vim", "-u", "NONE", "-i", "NONE", "-N", "-n", "--cmd", f"set laststatus=0 noruler runtimepath^={PLUGINS}/vim",
            "--cmd", "syntax on", "-c", f"let g:marquee_command = {json.dumps(COMMAND)}", "-c", "runtime plugin/marquee.vim",
        ],
        [[":Marquee boxoffice", "Enter"], "113,983", ["3Gb"], "★"],
    ),
    "emacs": (
        [
            "emacs", "-nw", "-Q", "-L", f"{PLUGINS}/emacs", "-l", "marquee", "--eval", "(setq inhibit-startup-screen t)",
            "--eval", f"(setq marquee-command (append (json-parse-string {json.dumps(json.dumps(COMMAND))}) nil))",
        ],
        [["M-x", "marquee-box-office", "Enter"], "113,983", ["b"], "★", ["M-x", "marquee-search", "Enter"], "Film:",
         ["Parasite"], "1 film", ["Enter"]],
    ),
}


class Terminal:
    """A terminal of tmux, in a folder of its own."""

    def __init__(self, folder, command):
        self.socket = f"{folder}/tmux"
        environment = {"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8", "TERM": "xterm-256color"}
        self.tmux("new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS), "-c", folder, *command, environment=environment)

    def tmux(self, *arguments, environment=None):
        command = ["tmux", "-S", self.socket, "-f", "/dev/null", "-u", *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout

    def wait_for(self, text):
        end = time.monotonic() + PATIENCE
        while text not in self.tmux("capture-pane", "-p"):
            if time.monotonic() > end:
                sys.exit(f"expected {text!r}, found:\n{self.tmux('capture-pane', '-p')}")
            time.sleep(0.1)

    def wait_until_still(self):
        """Waits until the screen has stopped changing."""
        seen = None
        while seen != (seen := self.tmux("capture-pane", "-p", "-e")):
            time.sleep(0.5)
        return seen

    def end(self):
        self.tmux("kill-server")


class Style:
    """What the escape sequences so far say about the next character."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.foreground, self.background, self.is_bold, self.is_reversed = FOREGROUND, BACKGROUND, False, False

    def apply(self, codes):
        codes = [int(code or 0) for code in codes]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code == 1:
                self.is_bold = True
            elif code == 7:
                self.is_reversed = True
            elif code == 27:
                self.is_reversed = False
            elif code in (38, 48) and codes[:1] == [5]:
                self.set(code == 38, COLOURS[codes[1] % 16])
                del codes[:2]
            elif code in (39, 49):
                self.set(code == 39, FOREGROUND if code == 39 else BACKGROUND)
            elif code % 10 < 8 and code // 10 in (3, 4, 9, 10):
                self.set(code // 10 in (3, 9), COLOURS[code % 10])

    def set(self, is_foreground, colour):
        if is_foreground:
            self.foreground = colour
        else:
            self.background = colour

    def drawn(self):
        pair = (self.foreground, self.background)
        return (*(reversed(pair) if self.is_reversed else pair), self.is_bold)


def cells(text):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def runs(line, style):
    """The pieces of a line, each with one style."""
    for escape, text in re.findall(r"\x1b\[([\d;]*)m|([^\x1b]+)", line):
        if text:
            yield text, style.drawn()
        else:
            style.apply(escape.split(";"))


def words(text, x):
    """The words of a text, and the wide characters one by one, each with where it begins in the grid."""
    word = ""
    for character in [*text, " "]:
        is_wide = cells(character) == 2
        if word and (is_wide or character == " "):
            yield word, x - cells(word) * CELL_WIDTH
            word = ""
        if is_wide:
            yield character, x
        elif character != " ":
            word += character
        x += cells(character) * CELL_WIDTH


def picture(screen):
    """A screen with escape sequences as SVG."""
    width, height = COLUMNS * CELL_WIDTH + 2 * MARGIN, ROWS * CELL_HEIGHT + 2 * MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" font-size="14" '
        'font-family="ui-monospace, Menlo, Consolas, monospace">',
        f'<rect width="100%" height="100%" rx="6" fill="{BACKGROUND}"/>',
    ]
    style = Style()
    for row, line in enumerate(screen.rstrip("\n").split("\n")):
        x, y = MARGIN, MARGIN + row * CELL_HEIGHT
        for text, (foreground, background, is_bold) in runs(line, style):
            length = cells(text) * CELL_WIDTH
            if background != BACKGROUND:
                lines.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{CELL_HEIGHT}" fill="{background}"/>')
            weight = ' font-weight="bold"' if is_bold else ""
            for word, start in words(text, x):
                content = html.escape(word, quote=False)
                lines.append(f'<text x="{start:.1f}" y="{y + 14}" fill="{foreground}"{weight}>{content}</text>')
            x += length
    return "\n".join([*lines, "</svg>"]) + "\n"


def make(host):
    command, steps = HOSTS[host]
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, command)
        try:
            terminal.wait_until_still()
            for step in steps:
                if isinstance(step, list):
                    for keys in step:
                        terminal.tmux("send-keys", keys)
                else:
                    terminal.wait_for(step)
            (PLUGINS / host / "picture.svg").write_text(picture(terminal.wait_until_still()))
        finally:
            terminal.end()
    print(f"{host}/picture.svg")


if __name__ == "__main__":
    for name in sys.argv[1:] or HOSTS:
        make(name)
