#!/usr/bin/env python3
"""Packs the program for assistants: a bundle (.mcpb) that Claude Desktop opens, and server.json for the MCP registry.

usage: assistants.py TREE VERSION EPOCH OUTPUT-FOLDER
"""
import json
import pathlib
import platform
import re
import subprocess
import sys

import zipfiles

ROOT = pathlib.Path(__file__).resolve().parent.parent
DESCRIPTION = "Films and box offices from many sources, merged: KOFIC, TMDB, OMDb, and your own in YAML"
# The variables of the built-in sources, and where a key is to be had.
KEYS = {
    "KOFIC_API_KEY": ("KOFIC API key", "The Korean box office; free at https://www.kobis.or.kr/kobisopenapi"),
    "TMDB_READ_TOKEN": ("TMDB token", "Posters, ratings, and where to watch; free at https://www.themoviedb.org/settings/api"),
    "OMDB_API_KEY": ("OMDb API key", "Ratings of IMDb and Rotten Tomatoes; free at https://www.omdbapi.com/apikey.aspx"),
}


def variables(program):
    """The variables that the built-in sources read, as the program itself names them."""
    text = subprocess.run([program, "mcp-config", "claude-desktop"], check=True, capture_output=True, text=True,
                          env={"HOME": "/nonexistent", "PATH": "/usr/bin:/bin"}).stdout
    return list(json.loads(text)["mcpServers"]["marquee"]["env"])


def registry_name():
    """The name in README by which the registry knows that the package and server.json have one owner."""
    return re.search(r"mcp-name: (\S+)", (ROOT / "README.md").read_text(encoding="utf-8"))[1]


def manifest(version, names):
    return {
        "manifest_version": "0.3",
        "name": "marquee",
        "display_name": "Marquee",
        "version": version,
        "description": DESCRIPTION,
        "long_description": "Asks about films, box offices, and people, and keeps your bookmarks and ratings. "
        "Each key is optional: the sources without one are left out, and the others answer.",
        "author": {"name": "The Marquee maintainers"},
        "license": "Apache-2.0",
        "keywords": ["films", "movies", "box office", "korea", "tmdb"],
        "server": {
            "type": "binary",
            "entry_point": "server/marquee",
            "mcp_config": {
                "command": "${__dirname}/server/marquee",
                "args": [],
                "env": {name: "${user_config.%s}" % name.lower() for name in names},
            },
        },
        "tools_generated": True,
        "prompts_generated": True,
        "compatibility": {"platforms": ["linux"]},
        "user_config": {
            name.lower(): {
                "type": "string",
                "title": KEYS[name][0],
                "description": KEYS[name][1],
                "sensitive": True,
                "required": False,
                "default": "",
            }
            for name in names
        },
    }


def server(version, names):
    return {
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": registry_name(),
        "title": "Marquee",
        "description": DESCRIPTION,
        "version": version,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": "marquee-films",
                "version": version,
                "runtimeHint": "uvx",
                "transport": {"type": "stdio"},
                "environmentVariables": [
                    {"name": name, "description": KEYS[name][1], "isRequired": False, "isSecret": True} for name in names
                ],
            }
        ],
    }


def text(value):
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main(tree, version, epoch, output):
    tree, output = pathlib.Path(tree), pathlib.Path(output)
    names = variables(tree / "bin/marquee")
    bundle = output / f"marquee-{version}-linux-{platform.machine()}.mcpb"
    entries = [("manifest.json", text(manifest(version, names)).encode(), 0o644)]
    entries.append(("server/marquee", (tree / "bin/marquee").read_bytes(), 0o755))
    entries += [(name, (tree / name).read_bytes(), 0o644) for name in ("LICENSE", "THIRD-PARTY-NOTICES.txt")]
    zipfiles.write(bundle, entries, int(epoch))
    (output / "server.json").write_text(text(server(version, names)))
    print(bundle)
    print(output / "server.json")


if __name__ == "__main__":
    main(*sys.argv[1:])
