#!/usr/bin/env python3
"""Packs an installed tree (bin, share) as a Python wheel: `pip install` puts the program itself on PATH, no launcher.

usage: wheel.py TREE VERSION EPOCH OUTPUT-FOLDER
"""
import base64
import hashlib
import pathlib
import platform
import re
import subprocess
import sys

import zipfiles

NAME = "marquee_films"
HERE = pathlib.Path(__file__).resolve().parent
# `uvx marquee-films`, and so an assistant that starts a package, looks for a program of the package's own name.
ALIAS = b'#!/bin/sh\nexec "$(dirname "$0")/marquee" "$@"\n'


def platform_tag(program):
    """The oldest glibc with all symbols that the program asks for, as PEP 600 has it."""
    table = subprocess.run(["objdump", "-T", program], check=True, capture_output=True, text=True).stdout
    versions = [tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", table)]
    return "manylinux_%d_%d_%s" % (*max(versions), platform.machine())


def description(readme):
    """README with links that work where the other files are not: to nothing rather than to a missing page."""
    return re.sub(r"\[([^\]]*)\]\((?!https?:|#)[^)]*\)", r"\1", readme)


def main(tree, version, epoch, output):
    tree = pathlib.Path(tree)
    tag = f"py3-none-{platform_tag(tree / 'bin/marquee')}"
    info = f"{NAME}-{version}.dist-info"
    data = f"{NAME}-{version}.data"
    entries = []
    for file in sorted(path for path in tree.rglob("*") if path.is_file()):
        inside = file.relative_to(tree)
        if inside.parts[0] == "bin":
            entries.append((f"{data}/scripts/{inside.name}", file.read_bytes(), 0o755))
        elif inside.parts[0] == "share":
            entries.append((f"{data}/data/{inside}", file.read_bytes(), 0o644))
        else:
            entries.append((f"{info}/licenses/{inside.name}", file.read_bytes(), 0o644))
    entries.append((f"{data}/scripts/marquee-films", ALIAS, 0o755))
    licenses = sorted(name.split("/licenses/")[1] for name, _, _ in entries if "/licenses/" in name)
    metadata = [
        "Metadata-Version: 2.4",
        "Name: marquee-films",
        f"Version: {version}",
        "Summary: A film service for editor plugins, assistants (MCP), and scripts",
        "License-Expression: Apache-2.0",
        *[f"License-File: {name}" for name in licenses],
        "Requires-Python: >=3.8",
        "Keywords: films,movies,box-office,kofic,tmdb,json-rpc,mcp",
        "Classifier: Environment :: Console",
        "Classifier: Operating System :: POSIX :: Linux",
        "Description-Content-Type: text/markdown; charset=UTF-8",
        "",
        description((HERE.parent / "README.md").read_text(encoding="utf-8")),
    ]
    entries.append((f"{info}/METADATA", "\n".join(metadata).encode(), 0o644))
    wheel = f"Wheel-Version: 1.0\nGenerator: marquee\nRoot-Is-Purelib: false\nTag: {tag}\n"
    entries.append((f"{info}/WHEEL", wheel.encode(), 0o644))
    entries.sort()
    record = ""
    for name, content, _ in entries:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    record += f"{info}/RECORD,,\n"
    entries.append((f"{info}/RECORD", record.encode(), 0o644))
    path = pathlib.Path(output) / f"{NAME}-{version}-{tag}.whl"
    zipfiles.write(path, entries, int(epoch))
    print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
