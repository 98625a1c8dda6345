#!/usr/bin/env python3
"""Plays the requests of Tests/Fixtures/mcp against the demo, in one session, as an assistant would call the tools.

    check-requests.py [PROGRAM]     the program is .build/debug/marquee

Prints how many calls are answered, how many there are, and how long the answers are, then each call that is not
answered. The demo has only a few films and days, so not all can be.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = ["requests.json", "requests-kept-apart.json"]


class Session:
    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "--demo", "--data-dir", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.calls = 0
        client = {"name": "check-requests", "version": "1"}
        self.call("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})

    def call(self, method, params):
        self.calls += 1
        message = {"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.calls:
                return answer
        raise SystemExit("the program ended before it answered")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/debug/marquee")
    with tempfile.TemporaryDirectory() as folder:
        session = Session(program, folder)
        for name in FILES:
            requests = json.loads((ROOT / "Tests/Fixtures/mcp" / name).read_text())
            characters, missed = 0, []
            for request in requests:
                arguments = {"name": request["tool"], "arguments": request["arguments"]}
                answer = session.call("tools/call", arguments)
                result = answer.get("result", {"isError": True, "content": [{"text": str(answer.get("error"))}]})
                text = result["content"][0].get("text", "")
                characters += len(text)
                if result.get("isError"):
                    missed.append(f"  {request['request']}: {request['tool']}: {text.splitlines()[0]}")
            reached = len(requests) - len(missed)
            print(f"{name}: {reached} of {len(requests)} reached, one call each, {characters // len(requests)} characters")
            print("\n".join(missed))
        session.process.stdin.close()
        session.process.wait()


if __name__ == "__main__":
    main()
