"""Uses docs/clients/client.py as a program does, and writes down what it shows.

    python3 python.py; see neovim.lua for the environment.
"""

import asyncio
import json
import os
import pathlib
import sys

sys.path.insert(0, os.environ["MARQUEE_CLIENTS"])
import client  # noqa: E402

written = pathlib.Path(os.environ["MARQUEE_SHOWN"])
shown = []


def write(section, lines):
    shown.extend([f"## {section}", *lines])


class Screen:
    """What was shown last: a line about the films, and the films."""

    lines = []

    def show(self, text):
        if str(text).startswith(("  ", "★ ")):
            self.lines.append(text)
        else:
            self.lines = str(text).split("\n")


async def wait(condition):
    for _ in range(1500):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise TimeoutError


async def demo(marquee, screen, films):
    films.load("movies/search", query="Parasite", limit=20)
    await films.task
    write("search", ["Parasite", *screen.lines])
    await films.toggle_bookmark(films.movies[0])
    write("bookmarked", ["Parasite", *screen.lines])
    await films.describe(films.movies[0])
    write("details", screen.lines)
    write("completed", await films.complete("Para"))
    films.load("bookmarks/list", limit=20)
    await films.task
    write("bookmarks", ["", *screen.lines])


async def typing(marquee, screen, films):
    films.load("movies/search", query="slow", limit=20)
    await wait(lambda: "so far" in screen.lines[0] if screen.lines else False)
    write("first part", ["slow", *screen.lines])
    films.load("movies/search", query="quick", limit=20)
    await films.task
    write("newer search", ["quick", *screen.lines])
    pathlib.Path(f"{written}.newer").touch()
    await wait(pathlib.Path(f"{written}.older").exists)
    await marquee.call("ping")
    write("after the older answer", ["quick", *screen.lines])
    films.next_page()
    await films.task
    write("second page", ["quick", *screen.lines])


async def poster(marquee, screen, films):
    films.load("movies/search", query="quick", limit=20)
    await films.task
    await films.describe(films.movies[0])
    write("poster", screen.lines)


async def failure(call):
    try:
        await asyncio.wait_for(call, 60)
        return "answered"
    except Exception as problem:
        return str(problem) or repr(problem)


async def end(marquee, screen, films):
    await marquee.call("ping")
    marquee.process.send_signal(19)  # Stopped, so that the call waits.
    waiting = asyncio.create_task(failure(marquee.call("ping")))
    await asyncio.sleep(0)
    marquee.process.kill()
    write("waiting", [await waiting])
    write("later", [await failure(marquee.call("ping"))])


async def nonsense(marquee, screen, films):
    await failure(marquee.call("ping"))
    write("later", [await failure(marquee.call("ping"))])


async def main():
    screen = Screen()
    async with client.Marquee(*json.loads(os.environ["MARQUEE_COMMAND"])) as marquee:
        scene = globals()[os.environ["MARQUEE_SCENE"]]
        try:
            await scene(marquee, screen, client.Films(marquee, screen.show))
            write("process", [str(marquee.process.pid)])
        except Exception as problem:
            write("failed", [repr(problem), *screen.lines])
    written.write_text("\n".join(shown) + "\n", encoding="utf-8")


asyncio.run(main())
