#!/usr/bin/env python3
"""Marquee from Python, with one JSON message per line. Standard library only.

    python3 client.py --demo
"""

import itertools
import json
import subprocess
import sys


class MarqueeError(Exception):
    def __init__(self, error):
        self.code = error["code"]
        self.data = error.get("data", {})
        super().__init__(" ".join(filter(None, [error["message"], self.data.get("hint")])))


class Marquee:
    """A running process. One call at a time; use it as a context manager."""

    def __init__(self, *options, program="marquee"):
        command = [program, "--framing", "line", *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._ids = itertools.count(1)

    def call(self, method, **params):
        request = {"jsonrpc": "2.0", "id": next(self._ids), "method": method, "params": params}
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            reply = json.loads(line)
            if reply.get("id") != request["id"]:
                continue
            if "error" in reply:
                raise MarqueeError(reply["error"])
            return reply["result"]
        raise EOFError(f"marquee exited with {self._process.wait()}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()
        self._process.stdout.close()


def main():
    with Marquee(*sys.argv[1:]) as marquee:
        box_office = marquee.call("boxOffice/daily")
        for entry in box_office["entries"]:
            movie, count = entry["movie"], entry.get("audience", {}).get("count")
            audience = "" if count is None else f"{count:,}"
            print(f"{entry['rank']:2}. {audience:>9}  {movie.get('title', movie['id'])}")
        for source in box_office["sources"]:
            print(f"    {source['provider']}: {source['status']}")
        for movie in marquee.call("movies/search", query="John Wick")["movies"]:
            print(movie["id"], movie.get("title", ""), movie.get("year", ""), movie["provenance"].get("title", []))


if __name__ == "__main__":
    try:
        main()
    except (MarqueeError, OSError, EOFError) as error:
        sys.exit(f"client.py: {error}")
