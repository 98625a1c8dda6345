#!/usr/bin/env python3
"""Marquee from Python, one JSON message a line. Standard library only.

    python3 client.py --demo
"""

import itertools
import json
import subprocess
import sys


class MarqueeError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]
        self.data = error.get("data", {})


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
        raise EOFError("marquee has ended")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def main():
    with Marquee(*sys.argv[1:]) as marquee:
        box_office = marquee.call("boxOffice/daily")
        for entry in box_office["entries"]:
            print(f"{entry['rank']:2}. {entry['audience']['count']:>9,}  {entry['movie']['title']}")
        for source in box_office["sources"]:
            print(f"    {source['provider']}: {source['status']}")
        for movie in marquee.call("movies/search", query="John Wick")["movies"]:
            print(movie["id"], movie["title"], movie.get("year", ""), movie["provenance"]["title"])


if __name__ == "__main__":
    main()
