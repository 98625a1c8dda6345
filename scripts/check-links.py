#!/usr/bin/env python3
"""Checks, without a network, that what the documentation points to is there: every relative link in a Markdown file, with
its heading, and every page of docs that a source, a test or a script names.

usage: scripts/check-links.py [ROOT]      prints file:line: text for each error, and exits 1 where there is one
"""
import os
import re
import sys

SKIPPED = {".git", ".build", ".build-fuzz", "dist", "node_modules"}
NAMING = (".md", ".swift", ".sh", ".py", ".c", ".h", ".yaml", "Makefile")
LINK = re.compile(r"\]\(\s*<?([^()\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
NAMED_PAGE = re.compile(r"(?<![\w./-])docs/[\w/-]+\.md")


def files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED]
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(NAMING) and not os.path.islink(path):
                yield path


def prose(text):
    """The lines outside of code blocks, with their numbers; code inside of a line is blanked."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if mark and (fence is None or line.strip().startswith(fence)):
            fence = mark[1] if fence is None else None
        elif fence is None:
            yield number, re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", lambda code: "`" * len(code[0]), line)


def anchors(text):
    """The anchors that GitHub gives to the headings, and those written as HTML."""
    found, seen = set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text)), {}
    fence = False
    for line in text.split("\n"):
        if line.startswith("```"):
            fence = not fence
        heading = None if fence else re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if heading:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            anchor = "".join(sign for sign in words if sign.isalnum() or sign in " -_").replace(" ", "-")
            count = seen[anchor] = seen.get(anchor, -1) + 1
            found.add(anchor if count == 0 else f"{anchor}-{count}")
    return found


def main(root):
    headings, wrong, links = {}, 0, 0

    def report(path, number, problem):
        nonlocal wrong
        wrong += 1
        print(f"{os.path.relpath(path, root)}:{number}: error: {problem}")

    for path in sorted(files(root)):
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        # The changes of earlier versions name pages by the names that they had.
        if os.path.basename(path) != "CHANGELOG.md":
            for number, line in enumerate(text.split("\n"), 1):
                for page in NAMED_PAGE.findall(line):
                    if not os.path.exists(os.path.join(root, page)):
                        report(path, number, f"there is no page {page}")
        if not path.endswith(".md"):
            continue
        for number, line in prose(text):
            for target in LINK.findall(line):
                if re.match(r"[a-z][a-z0-9+.-]*:", target):
                    continue
                links += 1
                place, _, anchor = target.partition("#")
                goal = os.path.normpath(os.path.join(os.path.dirname(path), place)) if place else path
                if not os.path.exists(goal):
                    report(path, number, f"there is no {place}")
                elif anchor and goal.endswith(".md"):
                    if goal not in headings:
                        with open(goal, encoding="utf-8") as file:
                            headings[goal] = anchors(file.read())
                    if anchor not in headings[goal]:
                        report(path, number, f"{place or 'this page'} has no heading for #{anchor}")
    if links == 0:
        print(f"{root}: error: no links were found")
    return 1 if wrong or links == 0 else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), ".."))))
