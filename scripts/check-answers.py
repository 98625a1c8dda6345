#!/usr/bin/env python3
"""Holds the definitions against recorded answers.

    scripts/check-answers.py [--binary PROGRAM] [--provider ID] [--verbose] [--summary] [--answers-only] [FOLDER]

FOLDER has a folder for each provider, with answers of its API. For each of them, this script reads what a film is from
the JSON by rules of its own, which know nothing of the definitions. Then it serves the answer on this machine, has
the program ask for it, and compares field by field:

    right    the program says the same
    cut      it says part of a list, and what it leaves out is the least important
    missing  it says nothing
    wrong    it says something else

Documents that no API gives (`{}`, a list in the wrong place) must be malformed, never empty or a film that is not
there; --answers-only leaves them out. The script exits with 1 if anything is wrong. Definitions are read from their
files, so they can change without a build.
"""

import argparse
import collections
import fnmatch
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
from answers.films import (
    Ghibli, Itunes, Kmdb, Kofic, Omdb, Swapi, Tmdb, Trakt, Tvmaze, Wikidata, Yts, day,
)

ROOT = pathlib.Path(__file__).resolve().parent.parent

# ---------------------------------------------------------------------------------------------------------------------
# Which file answers what: a pattern, an operation, how it is asked, and what reads it. An error is named instead.

Answer = collections.namedtuple("Answer", "pattern operation request expected status part", defaults=(200, None))

# How each is asked; DAY, NAME and ID are filled in.
DAILY = "boxOffice/daily", {"date": "DAY"}
WEEKEND = "boxOffice/weekly", {"date": "DAY", "span": "weekend"}
SEARCH = "movies/search", {"query": "NAME"}


def get(film, *parts):
    return "movies/get", {"id": film, "include": list(parts)}


def similar(film):
    return "movies/related", {"id": film}


ANSWERS = {
    "kofic": (Kofic, [
        Answer("daily*.json", "daily_box_office", DAILY, Kofic.daily),
        Answer("weekly*.json", "weekly_box_office", WEEKEND, Kofic.weekly),
        Answer("movielist*.json", "search", SEARCH, Kofic.list),
        Answer("list*.json", "search", SEARCH, Kofic.list),
        Answer("movieinfo*.json", "lookup", get("ID"), Kofic.info),
        Answer("info-unknown.json", "lookup", get("kofic:20249999"), "not_found"),
        Answer("info*.json", "lookup", get("ID"), Kofic.info),
        Answer("fault-*.json", "search", SEARCH, "KOFIC"),
        Answer("codes-*.json", "search", SEARCH, "malformed"),
    ]),
    "tmdb": (Tmdb, [
        Answer("search*.json", "search", SEARCH, Tmdb.rows),
        Answer("trending*.json", "trending", ("movies/trending", {"window": "week"}), Tmdb.rows),
        Answer("similar*.json", "similar", similar("tmdb:550"), Tmdb.rows),
        Answer("find*.json", "lookup", get("imdb:tt0137523"), Tmdb.found, 200, "/find/"),
        Answer("*images*.json", "images", get("ID", "images"), Tmdb.images, 200, "/images"),
        Answer("*credits.json", "credits", get("ID", "credits"), Tmdb.credits, 200, "/credits"),
        Answer("*videos.json", "videos", get("ID", "videos"), Tmdb.videos, 200, "/videos"),
        Answer("detail*.json", "lookup", get("ID"), Tmdb.details),
        Answer("movie-*.json", "lookup", get("ID"), Tmdb.details),
        Answer("error-status-401.json", "search", SEARCH, "auth", 401),
        Answer("error-status-response.json", "lookup", get("tmdb:1"), "not_found", 404),
        Answer("configuration*.json", "search", SEARCH, "malformed"),
        Answer("genres*.json", "search", SEARCH, "malformed"),
    ]),
    "omdb": (Omdb, [
        Answer("search-empty.json", "search", SEARCH, []),
        Answer("search*.json", "search", SEARCH, Omdb.search),
        Answer("id-nonexistent.json", "lookup", get("imdb:tt9999999"), "not_found"),
        Answer("broken-limit*", "lookup", get("imdb:tt9999998"), "quota", 401),
        Answer("broken*", "lookup", get("imdb:tt9999997"), "malformed"),
        Answer("*.json", "lookup", get("ID"), Omdb.details),
    ]),
    "yts": (Yts, [
        Answer("details*.json", "lookup", get("ID"), Yts.details),
        Answer("suggestions*.json", "similar", similar("yts:78513"), Yts.list),
        Answer("list-2*.json", "list", ("movies/list", {"sort": "added"}), Yts.list),
        Answer("c*.html", "search", SEARCH, "unavailable", 403),
        Answer("error*.json", "search", SEARCH, "upstream"),
        Answer("*.json", "search", SEARCH, Yts.list),
    ]),
    "tvmaze": (Tvmaze, [
        Answer("*not-found.json", "lookup", get("tvmaze:1"), "not_found", 404),
        Answer("search*.json", "search", SEARCH, Tvmaze.search),
        Answer("*.json", "lookup", get("ID"), Tvmaze.show),
    ]),
    "trakt": (Trakt, [
        Answer("search*.json", "search", SEARCH, Trakt.search),
        Answer("details*.json", "lookup", get("ID"), Trakt.details),
    ]),
    "kmdb": (Kmdb, [Answer("search*.json", "search", SEARCH, Kmdb.search)]),
    "itunes": (Itunes, [Answer("search*.json", "search", SEARCH, Itunes.search)]),
    "ghibli": (Ghibli, [Answer("list*.json", "list", ("movies/list", {}), Ghibli.list)]),
    "swapi": (Swapi, [Answer("search*.json", "search", SEARCH, Swapi.search)]),
    "wikidata": (Wikidata, [Answer("lookup*.json", "lookup", get("imdb:tt99000001"), Wikidata.search)]),
}

# Documents that are no answers of the API: without their envelope, or with something else in it.
STRANGE = ["{}", "[]", '{"results":{}}', '{"unrelated":1}', '[{"unrelated":1}]']
STRANGELY_ASKED = {
    "kofic": [
        ("daily_box_office", DAILY), ("weekly_box_office", WEEKEND), ("search", SEARCH), ("lookup", get("kofic:1")),
    ],
    "tmdb": [
        ("search", SEARCH), ("trending", ("movies/trending", {})), ("list", ("movies/list", {})),
        ("lookup", get("tmdb:1")), ("lookup by imdb", get("imdb:tt0000001")), ("similar", similar("tmdb:1")),
    ],
    "omdb": [("search", SEARCH), ("lookup", get("imdb:tt0000001"))],
    "yts": [
        ("search", SEARCH), ("list", ("movies/list", {})), ("lookup", get("yts:1")), ("similar", similar("yts:1")),
    ],
    "tvmaze": [("search", SEARCH), ("lookup", get("tvmaze:1"))],
    "trakt": [("search", SEARCH), ("lookup", get("imdb:tt0000001"))],
    "kmdb": [("search", SEARCH), ("lookup", get("kmdb:F00001"))],
    "itunes": [("search", SEARCH), ("lookup", get("itunes:1"))],
    "ghibli": [("list", ("movies/list", {})), ("lookup", get("ghibli:1"))],
    "swapi": [("search", SEARCH), ("lookup", get("swapi:1"))],
    "wikidata": [("lookup", get("imdb:tt0000001"))],
}
# A bare list is what these are asked for: an empty one says that there is nothing.
BARE_LISTS = {("tvmaze", "search"), ("trakt", "search"), ("ghibli", "list")}
FAULTS_OF_KOFIC = {"320010": "auth", "320011": "quota"}

# ---------------------------------------------------------------------------------------------------------------------
# The program, and the server that it asks


class Source(http.server.ThreadingHTTPServer):
    """Answers every request with the answer in force; one that is not for its part, with a film of that id alone."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.body, self.status, self.part = b"", 200, None
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        source = self.server
        body, status = source.body, source.status
        if source.part and source.part not in self.path:
            status = 200
            body = json.dumps({"id": int(re.search("/movie/([0-9]+)", self.path).group(1)), "title": "A film"}).encode()
        is_page = body.lstrip().startswith(b"<")
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if is_page else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Program:
    """The program with one provider, asked over its standard streams."""

    def __init__(self, binary, provider, source, folder):
        configuration = folder / f"{provider}.yaml"
        configuration.write_text(definition(provider, source.server_address[1]), encoding="utf-8")
        variables = {name: "key" for name in re.findall(r"\$\{env\.([A-Z_]+)\}", configuration.read_text("utf-8"))}
        command = [binary, "serve", "--config", str(configuration), "--no-cache", "--data-dir", str(folder / provider)]
        command += ["--trust", "--log-level", "error"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=os.environ | variables)
        self.number = 0

    def ask(self, method, params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer
        raise SystemExit("the program ended; see its last words above")

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


def definition(provider, port):
    """The provider's definition, with this machine for its host and no pauses between requests."""
    bundled = ROOT / f"Sources/BundledFiles/Files/{provider}.yaml"
    path = bundled if bundled.exists() else ROOT / f"docs/providers/{provider}.yaml"
    text = path.read_text("utf-8")
    text = re.sub(r"(?m)^(    base_url:).*$", rf"\1 http://127.0.0.1:{port}", text)
    text = re.sub(r"(?m)^    (limits|timeout):.*\n", "", text)
    text = re.sub(r"(?m)^(    base_url:.*)$", r"\1" + "\n    retry: { attempts: 1 }", text)
    text = re.sub(r"(?ms)^    tests:\n.*\Z", "", text)
    languages = "ko, en" if provider in ("kofic", "kmdb", "wikidata") else "en, ko"
    return text.replace("version: 1", f"version: 1\nsettings: {{ languages: [{languages}], deadline: 20s }}", 1)


# ---------------------------------------------------------------------------------------------------------------------
# Comparing

# What tells one element of a list from another; everything else about it is compared on its own.
KEYS = {"directors": ("name",), "cast": ("name", "character"), "crew": ("name", "job"), "ratings": ("name",),
        "images": ("url",), "videos": ("key",), "certifications": ("region", "label"), "titles": ("text",), "pages": ("url",),
        "images.sizes": ("url",), "directors.images": ("url",), "cast.images": ("url",), "crew.images": ("url",),
        "collection.images": ("url",), "collection.images.sizes": ("url",)}


class Table:
    words = ["right", "cut", "missing", "wrong"]

    def __init__(self, verbose):
        self.verbose = verbose
        self.counts = collections.defaultdict(collections.Counter)
        # The ids in earlier answers, by which the program may know the film of a later one.
        self.ids = set()

    def note(self, place, word, detail=""):
        self.counts[place][word] += 1
        if word == "wrong" or self.verbose and word != "right":
            print(f"{word}: {' '.join(place)}{': ' if detail else ''}{detail}")

    def compare(self, place, field, wanted, got, first=()):
        place = (*place[:2], field)
        detail = f"expected {short(wanted)}, found {short(got)}"
        if field in KEYS and (wanted or got):
            self.compare_lists(place, field, wanted or [], got or [], first)
        elif isinstance(wanted, list):
            if got is None:
                self.note(place, "missing", detail)
            elif set(got) - set(wanted):
                self.note(place, "wrong", detail)
            else:
                self.note(place, "right" if len(set(got)) == len(set(wanted)) else "cut", detail)
        elif isinstance(wanted, dict) and field not in ("overview", "tagline", "awards"):
            for name in {**wanted, **(got or {})}:
                self.compare(place, f"{field}.{name}", wanted.get(name), (got or {}).get(name))
        elif same(wanted, got) or wanted is None and (field, got) in self.ids:
            self.note(place, "right")
        else:
            self.note(place, "missing" if got is None else "wrong", detail)

    def compare_lists(self, place, field, wanted, got, first):
        keys = KEYS[field]
        wanted = [{"text": one} if isinstance(one, str) else one for one in wanted]
        key = lambda one: tuple(one.get(name) for name in keys)
        mine, theirs = {key(one): one for one in wanted}, {key(one): one for one in got}
        if strange := [one for one in theirs if one not in mine]:
            return self.note(place, "wrong", f"expected one of {short(list(mine))}, found {short(strange)}")
        left = [one for one in mine if one not in theirs]
        if left and not theirs:
            self.note(place, "missing", f"expected {short(list(mine))}")
        elif field == "crew" and (lost := [one for one in left if one[1] in first]):
            self.note(place, "wrong", f"cut from the wrong end: without {short(lost)}")
        else:
            self.note(place, "cut" if left else "right", f"without {short(left)}" if left else "")
        for identity, one in theirs.items():
            for name in {**mine[identity], **one}:
                if name not in keys and name not in ("provider", "width") and not (field == "titles"):
                    self.compare(place, f"{field}.{name}", mine[identity].get(name), one.get(name))

    def film(self, place, wanted, got, first):
        self.ids |= {(f"ids.{name}", value) for name, value in wanted.get("ids", {}).items()}
        for name in {**wanted, **got}:
            own = name.endswith("Total") or name in ("id", "provenance", "bookmarked", "match", "differing", "genreNames")
            if not own:
                self.compare(place, name, wanted.get(name), got.get(name), first)
        for name, values in wanted.items():
            is_cut = isinstance(values, list) and got.get(name) and len(got[name]) < len(values)
            if is_cut and name in ("cast", "crew", "images"):
                # Some sources have the same row twice.
                different = len({json.dumps(one, sort_keys=True) for one in values})
                self.compare(place, f"{name}Total", different, got.get(f"{name}Total"))

    def print(self, by_operation):
        counts = collections.defaultdict(collections.Counter)
        for place, count in self.counts.items():
            counts[place[:2] if by_operation else place].update(count)
        rows = [(*place, *(str(count[word] or "") for word in self.words)) for place, count in sorted(counts.items())]
        head = ("provider", "operation", "field")[:2 if by_operation else 3] + tuple(self.words)
        widths = [max(len(row[index]) for row in [head, *rows]) for index in range(len(head))]
        for row in [head, *rows]:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        total = sum(self.counts.values(), collections.Counter())
        print(", ".join(f"{total[word]} {word}" for word in self.words))
        return total["wrong"]


def same(wanted, got):
    numbers = (int, float)
    if isinstance(wanted, numbers) and isinstance(got, numbers) and not isinstance(wanted, bool):
        return abs(wanted - got) < 1e-9 * max(1, abs(wanted))
    return wanted == got


def short(value):
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 160 else text[:160] + " …"


# ---------------------------------------------------------------------------------------------------------------------


def outcome(answer):
    """The films or rows of an answer, or the kind of its error."""
    result = answer.get("result")
    if result is None:
        return answer["error"]["data"]["kind"]
    source = result["sources"][0]
    if source["status"] == "error":
        return source["error"]["kind"]
    return result.get("entries", result.get("movies", [result["movie"]] if "movie" in result else []))


def filled(params, name, root, number):
    """The parameters for one answer: no two of them alike, so that none comes from the cache."""
    found = dict(params)
    if found.get("date") == "DAY":
        digits = re.search("20[0-9]{6}", name)
        found["date"] = day(digits.group()) if digits else f"2024-03-{number % 28 + 1:02}"
    if found.get("query") == "NAME":
        found["query"] = f"{re.sub('[^a-z]+', ' ', name)} {number}"
    if found.get("id") == "ID":
        found["id"] = film_id(root)
    return found


def film_id(root):
    if "movieInfoResult" in root:
        return f"kofic:{root['movieInfoResult']['movieInfo']['movieCd']}"
    if "imdbID" in root:
        return f"imdb:{root['imdbID']}"
    if "externals" in root:
        return f"tvmaze:{root['id']}"
    if "ids" in root:
        return f"trakt:{root['ids']['trakt']}"
    if "data" in root:
        return f"yts:{root['data']['movie']['id']}"
    return f"tmdb:{root['id']}"


def hold(path, provider, program, source, table, number):
    """Holds one file against the program; whether it is known what it answers."""
    extractor, answers = ANSWERS[provider]
    answer = next((one for one in answers if fnmatch.fnmatch(path.name, one.pattern)), None)
    if answer is None:
        return False
    source.body, source.status, source.part = path.read_bytes(), answer.status, answer.part
    try:
        root = json.loads(source.body)
    except ValueError:
        root = {}
    wanted = answer.expected
    if wanted == "KOFIC":
        wanted = FAULTS_OF_KOFIC.get(root["faultInfo"]["errorCode"], "bad_request")
    elif callable(wanted):
        wanted = wanted(root)
    method, params = answer.request
    params = filled(params, path.name, root, number)
    if method.startswith("movies/") and method != "movies/get":
        params["limit"] = max(1, len(wanted) if isinstance(wanted, list) else 1)
    got = outcome(program.ask(method, params))
    if isinstance(got, str):
        # Ends the pause that a source asked for.
        program.ask("providers/reload", {})
    place = (provider, answer.operation)
    judge(table, place, path.name, wanted, got, getattr(extractor, "first", ()))
    return True


def judge(table, place, name, wanted, got, first=()):
    if isinstance(wanted, str) or isinstance(got, str):
        word = "right" if wanted == got else "wrong"
        return table.note((*place, "outcome"), word, f"{name}: expected {short(wanted)}, found {short(got)}")
    mine = {identity(row, place[0]): row for row in wanted}
    theirs = {identity(row, place[0]): row for row in got}
    lost = [one for one in mine if one not in theirs]
    table.note((*place, "rows"), "missing" if lost else "wrong" if len(theirs) > len(mine) else "right",
               f"{name}: expected {short(list(mine))}, found {short(list(theirs))}")
    for film, row in theirs.items():
        if film not in mine:
            continue
        expected = mine[film]
        if "movie" in row:
            for field in {**expected, **row}:
                if field != "movie":
                    table.compare(place, field, expected.get(field), row.get(field))
            row, expected = row["movie"], expected["movie"]
        table.film(place, expected, row, first)


def identity(row, provider):
    """What tells a film from others: the provider's own id, else the first that it has, or its title if it has none."""
    film = row.get("movie", row)
    ids = film.get("ids", {})
    return ids.get(provider) or min(ids.items(), default=film["title"])


def hold_strange(provider, binary, source, folder, table):
    """Documents that the API does not give are malformed: never empty, never a film that is not there."""
    source.status, source.part = 200, None
    for number, body in enumerate(STRANGE):
        source.body = body.encode()
        # Another program for each, which has kept no answer.
        program = Program(binary, provider, source, folder)
        for operation, (method, params) in STRANGELY_ASKED[provider]:
            if "id" in params:
                params = {"id": re.sub("[0-9]$", str(number + 2), params["id"])}
            elif "/list" in method or "/trending" in method:
                params = {"page": 1, "limit": number + 1}
            params = filled(params, "strange", {}, number)
            got = outcome(program.ask(method, params))
            wanted = [] if body == "[]" and (provider, operation) in BARE_LISTS else "malformed"
            word = "right" if wanted == got else "wrong"
            detail = f"{body}: expected {wanted}, found {short(got)}"
            table.note((provider, operation, "without its envelope"), word, detail)
        program.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", default=str(ROOT / ".build/debug/marquee"))
    parser.add_argument("--verbose", action="store_true", help="name what is missing or cut, too")
    parser.add_argument("--provider", action="append", help="only this one")
    parser.add_argument("--summary", action="store_true", help="one line for each operation instead of each field")
    parser.add_argument("--answers-only", action="store_true", help="without the documents that no API gives")
    parser.add_argument("folder", nargs="?", default=str(ROOT / "../shared/samples"), help="the recorded answers")
    options = parser.parse_args()
    folder = pathlib.Path(options.folder)
    if not folder.is_dir():
        print(f"skipped: the recorded answers are not here: {options.folder}")
        return 0
    table = Table(options.verbose)
    for provider in options.provider or ANSWERS:
        files = sorted((folder / provider).glob("*")) if (folder / provider).is_dir() else []
        with tempfile.TemporaryDirectory() as scratch:
            source = Source()
            program = Program(options.binary, provider, source, pathlib.Path(scratch))
            try:
                for number, path in enumerate(files):
                    if not hold(path, provider, program, source, table, number):
                        print(f"not held: {provider}/{path.name}: it is not known what it answers")
            finally:
                program.close()
            if not options.answers_only:
                hold_strange(provider, options.binary, source, pathlib.Path(scratch), table)
            source.shutdown()
    return 1 if table.print(options.summary) else 0


if __name__ == "__main__":
    sys.exit(main())
