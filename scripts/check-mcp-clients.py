#!/usr/bin/env python3
"""Drives the built program with the MCP clients that assistants are made of, from PyPI.

    check-mcp-clients.py --needs FOLDER            installs them into FOLDER, unless they are there
    check-mcp-clients.py FOLDER PROGRAM CLIENT     plays a session; CLIENT is one of mcp2, mcp1, fastmcp

Each client lists, calls, and cancels tools, hears of progress, completes arguments, reads resources, hears of their
changes, and makes mistakes. What is not as expected is an assertion. `mcp` 2 plays the session in both eras of the
protocol. Where a client cannot be installed, --needs says so and exits with 1.
"""

import asyncio
import json
import pathlib
import subprocess
import sys
import tempfile

from python_package import install

PACKAGES = {"mcp2": "mcp==2.3.0", "mcp1": "mcp==1.30.0", "fastmcp": "fastmcp==4.1.2"}
FILM = "imdb:tt6751668"


# Run by the Python of an environment from here on.


def arguments(folder):
    return ["--demo", "--data-dir", str(folder)]


async def refused(call, *words):
    """The call is an error of the protocol whose text has the words."""
    try:
        await call
    except Exception as error:  # Each library has a type of its own.
        text = str(error)
        assert all(word in text for word in words), text
    else:
        raise AssertionError(f"expected an error about {words}")


def check_search(is_error, structured, content):
    assert not is_error
    assert structured["movies"][0]["title"] == "존 윅 4", structured
    text = content[0].text
    assert text.startswith("| Title |") and "Sources: kofic [" in text, text
    links = [str(part.uri) for part in content if part.type == "resource_link"]
    assert links and all(link.startswith("marquee://movie/") for link in links), links


def check_mistake(is_error, content):
    assert is_error
    assert 'Did you mean "query"?' in content[0].text, content[0].text


def check_progress(reports):
    values = [progress for progress, _, _ in reports]
    assert values and values == sorted(set(values)), reports
    assert all(total == 100 for _, total, _ in reports), reports


async def check_cancelling(call, session):
    """A call that is taken back leaves the session as it was."""
    task = asyncio.ensure_future(call)
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        pass
    await session()


def check_image(tools, result):
    """Only a program that has the tool can show an image."""
    if "images_get" in tools:
        assert any(part.type == "image" for part in result.content), result


async def play_mcp2(program, folder, mode):
    import mcp_types as types
    from mcp import Client, StdioServerParameters

    reports, logged = [], []

    async def report(progress, total, message):
        reports.append((progress, total, message))

    async def log(message):
        logged.append(message)

    server = StdioServerParameters(command=program, args=arguments(folder))
    async with Client(server, mode=mode, logging_callback=log, log_level="debug") as client:
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
        tools = [tool.name for tool in (await client.list_tools()).tools]
        assert "movies_search" in tools, tools
        found = await client.call_tool("movies_search", {"query": "John Wick"}, progress_callback=report)
        check_search(found.is_error, found.structured_content, found.content)
        check_progress(reports)
        assert bool(logged) == (mode != "legacy"), logged
        wrong = await client.call_tool("movies_search", {"qery": "x"})
        check_mistake(wrong.is_error, wrong.content)
        await refused(client.call_tool("movies_none", {}), "Unknown tool: movies_none")
        if "images_get" in tools:
            check_image(tools, await client.call_tool("images_get", {"id": FILM}))
        await check_cancelling(client.call_tool("movies_get", {"id": FILM}), client.list_tools)
        assert "marquee://bookmarks" in [str(item.uri) for item in (await client.list_resources()).resources]
        templates = (await client.list_resource_templates()).resource_templates
        assert "marquee://movie/{id}" in [item.uri_template for item in templates]
        contents = (await client.read_resource(f"marquee://movie/{FILM}")).contents
        assert json.loads(contents[0].text)["movie"]["id"] == FILM
        await refused(client.read_resource("marquee://none"), "Resource not found")
        reference = types.ResourceTemplateReference(type="ref/resource", uri="marquee://provider/{provider}")
        completed = await client.complete(reference, {"name": "provider", "value": "k"})
        assert completed.completion.values == ["kofic"]
        prompt = await client.get_prompt("film_note", {"title": "기생충"})
        assert "기생충" in prompt.messages[0].content.text
        await refused(client.get_prompt("film_note"), "title")
        if mode == "legacy":
            await client.subscribe_resource("marquee://bookmarks")
            await client.unsubscribe_resource("marquee://bookmarks")
            await client.set_logging_level("debug")
            await client.call_tool("movies_search", {"query": "John Wick"})
            assert logged
        else:
            async with client.listen(resource_subscriptions=["marquee://bookmarks"]) as stream:
                await client.call_tool("bookmarks_add", {"id": FILM})
                async for event in stream:
                    assert str(event.uri) == "marquee://bookmarks", event
                    break


async def play_mcp1(program, folder):
    from mcp import ClientSession, StdioServerParameters, types
    from mcp.client.stdio import stdio_client
    from pydantic import AnyUrl

    reports, logged = [], []

    async def report(progress, total, message):
        reports.append((progress, total, message))

    async def log(message):
        logged.append(message)

    server = StdioServerParameters(command=program, args=arguments(folder))
    async with stdio_client(server) as (reading, writing):
        async with ClientSession(reading, writing, logging_callback=log) as session:
            started = await session.initialize()
            assert started.serverInfo.name == "marquee"
            tools = [tool.name for tool in (await session.list_tools()).tools]
            assert "movies_search" in tools, tools
            found = await session.call_tool("movies_search", {"query": "John Wick"}, progress_callback=report)
            check_search(found.isError, found.structuredContent, found.content)
            check_progress(reports)
            assert not logged
            await session.set_logging_level("debug")
            await session.call_tool("movies_search", {"query": "John Wick"})
            assert logged
            wrong = await session.call_tool("movies_search", {"qery": "x"})
            check_mistake(wrong.isError, wrong.content)
            await refused(session.call_tool("movies_none", {}), "Unknown tool: movies_none")
            if "images_get" in tools:
                check_image(tools, await session.call_tool("images_get", {"id": FILM}))
            await check_cancelling(session.call_tool("movies_get", {"id": FILM}), session.send_ping)
            contents = (await session.read_resource(AnyUrl(f"marquee://movie/{FILM}"))).contents
            assert json.loads(contents[0].text)["movie"]["id"] == FILM
            await refused(session.read_resource(AnyUrl("marquee://none")), "Resource not found")
            reference = types.ResourceTemplateReference(type="ref/resource", uri="marquee://box-office/{date}")
            completed = await session.complete(reference, {"name": "date", "value": "2023-04-23"})
            assert completed.completion.values == ["2023-04-23"]
            prompt = await session.get_prompt("what_to_watch", {"genre": "drama"})
            assert "drama" in prompt.messages[0].content.text
            await session.subscribe_resource(AnyUrl("marquee://bookmarks"))


async def play_fastmcp(program, folder):
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    reports = []

    async def report(progress, total, message):
        reports.append((progress, total, message))

    transport = StdioTransport(command=program, args=arguments(folder))
    async with Client(transport) as client:
        tools = [tool.name for tool in await client.list_tools()]
        assert "movies_search" in tools, tools
        found = await client.call_tool("movies_search", {"query": "John Wick"}, progress_handler=report)
        check_search(found.is_error, found.structured_content, found.content)
        check_progress(reports)
        wrong = await client.call_tool("movies_search", {"qery": "x"}, raise_on_error=False)
        check_mistake(wrong.is_error, wrong.content)
        await refused(client.call_tool("movies_none", {}), "Unknown tool: movies_none")
        if "images_get" in tools:
            check_image(tools, await client.call_tool("images_get", {"id": FILM}))
        await check_cancelling(client.call_tool("movies_get", {"id": FILM}), client.list_tools)
        contents = await client.read_resource(f"marquee://movie/{FILM}")
        assert json.loads(contents[0].text)["movie"]["id"] == FILM
        await refused(client.read_resource("marquee://none"), "Resource not found")
        prompt = await client.get_prompt("film_note", {"title": "기생충"})
        assert "기생충" in prompt.messages[0].content.text


def play(client, program):
    sessions = {
        "mcp2": [lambda folder, mode=mode: play_mcp2(program, folder, mode) for mode in ("legacy", "auto", "2026-07-28")],
        "mcp1": [lambda folder: play_mcp1(program, folder)],
        "fastmcp": [lambda folder: play_fastmcp(program, folder)],
    }
    for session in sessions[client]:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(asyncio.wait_for(session(folder), 120))


def main(words):
    if len(words) == 2 and words[0] == "--needs":
        for name, package in PACKAGES.items():
            install(pathlib.Path(words[1]) / name, package)
    elif len(words) == 3 and words[0] == "--play":
        play(words[1], words[2])
    elif len(words) == 3 and words[2] in PACKAGES:
        python = pathlib.Path(words[0]) / words[2] / "bin/python"
        done = subprocess.run([python, __file__, "--play", words[2], words[1]])
        sys.exit(done.returncode)
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
