"""A film source for Marquee: the discs in a JSON file.

Reads one JSON-RPC request per line from standard input, and writes one answer per line to standard output. Marquee
logs what the program writes to standard error.
"""

import json
import os
import sys


class Failure(Exception):
    """An error answer. kind: auth, quota, rate_limited, not_found, bad_request, unavailable, or upstream."""

    def __init__(self, kind, message):
        super().__init__(message)
        self.kind = kind


def discs():
    path = os.environ.get("SHELF", "discs.json")
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except OSError as error:
        raise Failure("unavailable", f"the list of discs cannot be read: {error.strerror}: {path}")


def words(disc):
    titles = [disc["title"]] + disc.get("titles", [])
    return " ".join(title if isinstance(title, str) else title["text"] for title in titles).lower()


def page(rows, params):
    """The requested page, and the total number of rows."""
    limit = params.get("limit", len(rows) or 1)
    first = (params.get("page", 1) - 1) * limit
    return {"rows": rows[first:first + limit], "total": len(rows)}


def search(params):
    return page([disc for disc in discs() if params["query"].lower() in words(disc)], params)


def list_all(params):
    return page(sorted(discs(), key=words), params)


def lookup(params):
    wanted = params["ids"].items()
    rows = [disc for disc in discs() if any(disc["ids"].get(space) == id for space, id in wanted)]
    if not rows:
        raise Failure("not_found", "there is no such disc on the shelf")
    return {"rows": rows[:1]}


METHODS = {"provider/search": search, "provider/list": list_all, "provider/lookup": lookup}


def answer(request):
    method = METHODS.get(request["method"])
    if method is None:
        return {"error": {"code": -32601, "message": f"no method {request['method']}"}}
    try:
        return {"result": method(request.get("params", {}))}
    except Failure as failure:
        return {"error": {"code": -32000, "message": str(failure), "data": {"kind": failure.kind}}}


def main():
    print("the shelf is open", file=sys.stderr, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        # Notifications ($/cancelRequest) have no id and get no answer; this program is too fast to need them.
        if "id" in request:
            reply = {"jsonrpc": "2.0", "id": request["id"], **answer(request)}
            print(json.dumps(reply, ensure_ascii=False), flush=True)


main()
