"""Answers a client in place of Marquee: the second page of a list fails at first, and comes when it is asked for again.

    failing-page.py FRAMING      FRAMING is line or header
"""

import json
import sys

IS_FRAMED = sys.argv[1] == "header"


def messages():
    """The messages of the client, until it ends."""
    while line := sys.stdin.buffer.readline():
        if not IS_FRAMED:
            yield json.loads(line)
            continue
        length = int(line.split(b":")[1])
        sys.stdin.buffer.readline()
        yield json.loads(sys.stdin.buffer.read(length))


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    head = b"Content-Length: %d\r\n\r\n" % len(body) if IS_FRAMED else b""
    sys.stdout.buffer.write(head + body + (b"" if IS_FRAMED else b"\n"))
    sys.stdout.buffer.flush()


def page(numbers, following):
    movies = [{"id": f"x:{n}", "ids": {"x": str(n)}, "title": f"Film {n}", "bookmarked": False} for n in numbers]
    return {"result": {"movies": movies, "page": {"next": following}, "sources": []}}


has_failed = False
for message in messages():
    method, parameters = message["method"], message.get("params") or {}
    if method == "exit":
        break
    if "id" not in message:
        continue
    if method not in ("movies/search", "boxOffice/daily"):
        answer = {"result": {"enabled": True, "suggestions": []}}
    elif "cursor" not in parameters:
        answer = page([1, 2], "second page")
    elif has_failed:
        answer = page([3], None)
    else:
        has_failed, answer = True, {"error": {"code": 1009, "message": "too slow"}}
    send({"id": message["id"], **answer})
