#!/usr/bin/env python3
"""Marquee from Python 3.9 or later, with asyncio and one JSON message a line. Standard library only.

    python3 client.py [--demo]

Every line that you type starts a new search and cancels the last one. `+` loads the next page, `show 1` prints a film
as Markdown, `bookmark 1` bookmarks it, and `bookmarks` lists your bookmarks. `? Para` completes a title.
"""

import asyncio
import itertools
import json
import os
import pathlib
import re
import sys


class MarqueeError(Exception):
    def __init__(self, error):
        self.code = error["code"]
        hint = error.get("data", {}).get("hint")
        super().__init__(error["message"] + (f" ({hint})" if hint else ""))


class Marquee:
    """A running process: `async with Marquee("marquee", "--demo") as marquee: await marquee.call("ping")`."""

    def __init__(self, *command):
        self._command = command
        self._ids = itertools.count(1)
        self._waiting = {}
        self._end = None
        self.on_library_changed = lambda change: None

    async def __aenter__(self):
        pipes = {"stdin": asyncio.subprocess.PIPE, "stdout": asyncio.subprocess.PIPE, "limit": 1 << 26}
        self.process = await asyncio.create_subprocess_exec(*self._command, **pipes)
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        if not self._end:
            self._send({"id": 0, "method": "shutdown"})
            self._send({"method": "exit"})
        await self.process.wait()
        await self._reader

    async def call(self, method, on_part=None, **params):
        """Calls a method; cancelling the task cancels the call. `on_part` receives the answers of single sources."""
        if self._end:
            raise self._end  # Nothing reads answers any more.
        number = next(self._ids)
        if on_part:
            params["partialResultToken"] = number
        self._waiting[number] = (asyncio.get_running_loop().create_future(), on_part)
        self._send({"id": number, "method": method, "params": params})
        try:
            return await self._waiting[number][0]
        except asyncio.CancelledError:
            self._send({"method": "$/cancelRequest", "params": {"id": number}})
            raise
        finally:
            del self._waiting[number]  # An answer that is already on its way changes nothing.

    def _send(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def _read(self):
        try:
            async for line in self.process.stdout:
                self._receive(json.loads(line))
            self._end = EOFError(f"marquee ended with {await self.process.wait()}")
        except ValueError as error:  # The line is no message, or longer than `limit`.
            self._end = EOFError(f"marquee cannot be understood: {error}")
            self.process.kill()
        for answer, _ in self._waiting.values():
            answer.done() or answer.set_exception(self._end)

    def _receive(self, message):
        if message.get("method") == "$/progress":
            _, on_part = self._waiting.get(message["params"]["token"], (None, None))
            if on_part:
                on_part(message["params"]["value"])
        elif message.get("method") == "library/changed":
            self.on_library_changed(message["params"])
        elif message.get("id") in self._waiting:
            answer, _ = self._waiting[message["id"]]
            if not answer.done():
                answer.set_result(message["result"]) if "result" in message else answer.set_exception(
                    MarqueeError(message["error"])
                )


def show(text):
    """Prints a text. A source can put anything in it, so control characters are left out."""
    print(re.sub(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", " ", str(text)), flush=True)


def title(movie):
    return movie.get("title", movie["id"]) + (f" ({movie['year']})" if "year" in movie else "")


def other_titles(movie):
    return [other["text"] for other in movie.get("titles", []) if other["text"] != movie.get("title")]


def markdown(movie, poster, sources):
    """A film as Markdown with front matter. JSON texts are valid YAML."""
    rating = next(iter(movie.get("ratings", [])), None)
    members = {
        "title": movie.get("title", movie["id"]),
        "also": other_titles(movie),
        "year": movie.get("year"),
        "minutes": movie.get("runtimeMinutes"),
        "directors": [person["name"] for person in movie.get("directors", [])],
        "genres": movie.get("genres"),
        "rating": rating and f"{rating['value']}/{rating['scale']} ({rating['provider']})",
        "id": movie["id"],
        "poster": poster,
        "sources": sources,
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in members.items() if value]
    overview = ["", movie["overview"]["text"]] if "overview" in movie else []
    return "\n".join(["---", *lines, "---", "", f"# {title(movie)}", *overview])


class Films:
    """A list that fills itself: first the parts, then the merged result, then more pages."""

    def __init__(self, marquee, show=show):
        self.marquee, self.show = marquee, show
        self.movies, self.task, self.next_page = [], None, None
        self.method, self.params, self.marking, self.retry = None, {}, None, None
        marquee.on_library_changed = self._library_changed

    def load(self, method, is_again=False, **params):
        self.method, self.params = method, params
        for running in (self.task, self.retry):
            running and running.cancel()
        self.task = asyncio.create_task(self._fill(method, params, is_again))

    def load_again(self):
        """As many films as are shown, so that the reader keeps the place."""
        params = {name: value for name, value in self.params.items() if name != "cursor"}
        params["limit"] = max(params["limit"], min(len(self.movies), 100))
        self.load(self.method, is_again=True, **params)

    async def _fill(self, method, params, is_again):
        before, parts, self.next_page = self.movies if "cursor" in params else [], [], None

        def add_part(part):
            parts.extend(part["movies"])
            self._draw(before + parts, " so far…")

        try:
            result = await self.marquee.call(method, add_part, **params)
        except MarqueeError as error:
            return self.show(error)
        movies = result["movies"]
        cursor = result["page"]["next"]
        if cursor:
            self.next_page = lambda: self.load(method, **{**params, "cursor": cursor})
        if result.get("retryAfterSeconds") and not is_again:
            # A source that could not be asked yet is asked once more.
            self.retry = asyncio.get_running_loop().call_later(result["retryAfterSeconds"], self.load_again)
        notes = "".join(f" · {problem}" for problem in result.get("problems", []))
        self._draw(before + movies, (", + for more" if self.next_page else "") + notes)

    def _draw(self, movies, note):
        self.movies, known = [], set()
        for movie in movies:
            # Two films are the same if they share an id in a namespace: the preferred `id` may change.
            ids = set(movie["ids"].items())
            if known.isdisjoint(ids):
                self.movies.append(movie)
            known |= ids
        self.show(f"{len(self.movies)} film{'' if len(self.movies) == 1 else 's'}{note}")
        for movie in self.movies:
            self.show(("★ " if movie["bookmarked"] else "  ") + " · ".join([title(movie), *other_titles(movie)[:1]]))

    def _library_changed(self, change):
        """Asks for what is shown of the library, and for nothing else: no source is asked."""
        if self.method == "bookmarks/list":
            if "bookmarks" in change["changed"]:
                self.load_again()
            return
        # Without ids, any film may have changed.
        ids = set(change.get("ids", []))
        touched = [
            movie["id"]
            for movie in self.movies
            if "ids" not in change or not ids.isdisjoint(f"{space}:{value}" for space, value in movie["ids"].items())
        ]
        if touched:
            self.marking = asyncio.create_task(self._mark(touched[:500]))

    async def _mark(self, ids):
        try:
            result = await self.marquee.call("library/get", ids=ids)
        except (MarqueeError, EOFError):
            return  # The marks stay as they are.
        marks = {film["id"]: film["bookmarked"] for film in result["films"]}
        if any(marks.get(movie["id"], movie["bookmarked"]) != movie["bookmarked"] for movie in self.movies):
            for movie in self.movies:
                movie["bookmarked"] = marks.get(movie["id"], movie["bookmarked"])
            self._draw(self.movies, "")

    async def describe(self, movie):
        result = await self.marquee.call("movies/get", id=movie["id"], include=["credits"])
        film = result["movie"]
        posters = [image["url"] for image in film.get("images", []) if image["kind"] == "poster"]
        try:
            found = await self.marquee.call("images/get", id=film["id"], kind="poster", width=500)
            posters.insert(0, found["image"].get("path", *posters[:1]))
        except MarqueeError:
            pass  # Its address will do.
        sources = [source["provider"] for source in result["sources"] if source["status"] in ("ok", "stale")]
        self.show(markdown(film, posters[0] if posters else None, sources))

    async def complete(self, prefix):
        """Titles that begin with a prefix, from earlier films and the history; no source is asked."""
        result = await self.marquee.call("movies/suggest", prefix=prefix, limit=20)
        # A film may be found by a title other than the one shown.
        titles = [suggestion.get("matchedTitle", suggestion["title"]) for suggestion in result["suggestions"]]
        return list(dict.fromkeys(titles))

    async def toggle_bookmark(self, movie):
        method = "bookmarks/remove" if movie["bookmarked"] else "bookmarks/add"
        await self.marquee.call(method, id=movie["id"])
        movie["bookmarked"] = not movie["bookmarked"]
        self._draw(self.movies, "")


def options():
    """Until you have a key or your own definitions, the built-in recording answers."""
    folder = os.environ.get("XDG_CONFIG_HOME") or pathlib.Path.home() / ".config"
    has_key = any(os.environ.get(name) for name in ("KOFIC_API_KEY", "TMDB_READ_TOKEN", "OMDB_API_KEY"))
    is_ready = has_key or (pathlib.Path(folder) / "marquee/providers.yaml").exists()
    return sys.argv[1:] or ([] if is_ready else ["--demo"])


async def main():
    program = os.environ.get("MARQUEE", "marquee")
    async with Marquee(program, "--framing", "line", *options()) as marquee:
        films = Films(marquee)
        while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
            word, _, number = line.partition(" ")
            chosen = films.movies[int(number) - 1 :][:1] if number.isdigit() and int(number) else []
            try:
                if line == "+":
                    films.next_page and films.next_page()
                elif line == "bookmarks":
                    films.load("bookmarks/list", limit=20)
                elif word == "?" and number:
                    show("\n".join(await films.complete(number)) or "No title begins like that.")
                elif word == "show" and chosen:
                    await films.describe(*chosen)
                elif word == "bookmark" and chosen:
                    await films.toggle_bookmark(*chosen)
                else:
                    films.load("movies/search", query=line, limit=20)
            except MarqueeError as error:
                show(error)
        if films.task:
            await films.task


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except (OSError, EOFError) as error:
        sys.exit(f"client.py: {error}")
