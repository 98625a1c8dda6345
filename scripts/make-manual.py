#!/usr/bin/env python3
"""Writes docs/marquee.1 and README's list of commands from what the built program says about its commands.

What is no command (signals, files, exit codes) stands in scripts/marquee.1.in. The program is .build/debug/marquee.
With --check nothing is written, and the exit code says whether the files are up to date.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = ROOT / ".build/debug/marquee"
LIST = re.compile(r"(<!-- commands, by scripts/make-manual.py -->\n).*?(<!-- end of commands -->)", re.DOTALL)


def literal(text):
    """A text that is copied to a command line."""
    return text.replace("\\", "\\e").replace("-", "\\-")


def roff(text):
    """Prose with `code`, as lines that begin no request."""
    text = re.sub(r"(?<!\w)--?(?=[a-z])[\w-]+", lambda match: match[0].replace("-", "\\-"), text.replace("\\", "\\e"))
    text = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", text)
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.MULTILINE)


def paragraphs(text):
    """A discussion, in which lines that begin with two blanks are examples."""
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0].startswith("  "):
            yield "\n".join([".PP", ".nf"] + [".RS 4"] + [literal(line[2:]) for line in lines] + [".RE", ".fi"])
        else:
            yield ".PP\n" + roff(paragraph)


def value(argument):
    return argument["valueName"].upper()


def operand(argument):
    name = value(argument) + ("..." if argument["isRepeating"] else "")
    return f"[{name}]" if argument["isOptional"] else name


def words(argument):
    """What help says about an argument."""
    notes = []
    if argument.get("allValues"):
        notes.append("values: " + ", ".join(argument["allValues"]))
    if argument.get("defaultValue") and argument["kind"] != "flag":
        notes.append("default: " + argument["defaultValue"])
    text = argument.get("abstract", "") + (f" ({'; '.join(notes)})" if notes else "")
    return "\n".join([roff(text), roff(argument.get("discussion", ""))]).strip("\n")


def dashed(name):
    return "-" + name["name"] if name["kind"] == "short" else "--" + name["name"]


def item(argument):
    if argument["kind"] == "positional":
        return f".TP\n.I {value(argument)}\n{words(argument)}"
    names = '", "'.join(literal(dashed(name)) for name in argument["names"])
    given = "" if argument["kind"] == "flag" else f' " \\fI{value(argument)}\\fR"'
    return f".TP\n.BR {names}{given}\n{words(argument)}"


def arguments(command):
    """What a command takes besides --help and --version."""
    found = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    return [a for a in found if a.get("preferredName", {}).get("name") not in ("help", "version")]


def parts(command):
    return [part for part in command.get("subcommands", []) if part["commandName"] != "help" and part["shouldDisplay"]]


def usage(command):
    """The words behind the name of a command."""
    if parts(command):
        return ["[" + "|".join(part["commandName"] for part in parts(command)) + "]"]
    return [operand(a) for a in arguments(command) if a["kind"] == "positional"]


def section(command, path, common):
    """The part of the page about a command, and about those that it has."""
    path = path + [command["commandName"]]
    shown = arguments(command)
    engine = [option for option in common if option["preferredName"]["name"] != "format"]
    if all(option in shown for option in engine):
        shown = [argument for argument in shown if argument not in common]
    title = literal(" ".join(["marquee"] + path + usage(command)))
    text = [f'.SS "{title}"', roff(command["abstract"])]
    if command.get("discussion"):
        text += paragraphs(command["discussion"])
    text += [item(argument) for argument in shown if argument.get("abstract")]
    for part in parts(command):
        text += section(part, path, common)
    return text


def page(command, version):
    common = arguments(next(part for part in parts(command) if part["commandName"] == "call"))
    common = [argument for argument in common if argument["kind"] != "positional"]
    commands = [line for part in parts(command) for line in section(part, [], common)]
    template = (ROOT / "scripts/marquee.1.in").read_text(encoding="utf-8")
    return (
        template.replace("@VERSION@", version)
        .replace("@OPTIONS@", "\n".join(map(item, common)))
        .replace("@COMMANDS@", "\n".join(commands))
    )


def readme(command):
    lines = []
    for part in parts(command):
        name = "[serve]" if part["commandName"] == "serve" else part["commandName"]
        line = " ".join(["marquee", name] + usage(part))
        lines.append(f"{line:<46}  {part['abstract']}" if len(line) <= 46 else f"{line}\n{'':<46}  {part['abstract']}")
    return "```\n" + "\n".join(lines) + "\n```\n"


def main():
    told = subprocess.run([PROGRAM, "--experimental-dump-help"], check=True, capture_output=True).stdout
    version = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    command = json.loads(told)["command"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    files = {
        "docs/marquee.1": page(command, version),
        "README.md": LIST.sub(lambda match: match[1] + readme(command) + match[2], text),
    }
    stale = False
    for name, text in files.items():
        if (ROOT / name).read_text(encoding="utf-8") == text:
            continue
        if sys.argv[1:] == ["--check"]:
            print(f"{name}: error: not what the commands say; run scripts/make-manual.py")
            stale = True
        else:
            (ROOT / name).write_text(text, encoding="utf-8")
    sys.exit(stale)


if __name__ == "__main__":
    main()
