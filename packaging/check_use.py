#!/usr/bin/env python3
"""Uses an installed program as a person would, on a machine without a network: TLS with an authority of one's own, the
decoders of posters, and matching. Prints a line for each, and exits 1 at the first that fails.

usage: check_use.py PROGRAM FOLDER
       FOLDER has ca.pem, server.pem (certificate and key of localhost), poster.png, and poster.jpg
"""
import http.server
import json
import os
import pathlib
import pty
import re
import select
import ssl
import subprocess
import sys
import tempfile
import threading
import time

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
home = tempfile.mkdtemp()
environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
trusting = {**environment, "SSL_CERT_FILE": str(folder / "ca.pem")}


class Server(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/search":
            kind, body = "application/json", b'{"results": [{"id": "1", "name": "A film behind TLS"}]}'
        else:
            kind, body = {"png": "image/png", "jpg": "image/jpeg"}[path[-3:]], (folder / path[1:]).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def serve():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    server.handle_error = lambda *arguments: None  # of a client that refuses the certificate
    # Not in the thread that accepts, which a client that hangs up would end.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def run(arguments, variables, **options):
    return subprocess.run([program, *arguments], env=variables, capture_output=True, text=True, timeout=120, **options)


def on_terminal(arguments, variables):
    """Runs the program on a terminal that says that it shows Sixel."""
    child, terminal = pty.fork()
    if child == 0:
        os.execvpe(program, [program, *arguments], {**variables, "TERM": "xterm"})
    output, answered, end = b"", False, time.monotonic() + 120
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
        if b"\x1b[c" in output and not answered:
            os.write(terminal, b"\x1b[?1;0;256S\x1b[?62;4c")
            answered = True
    os.waitpid(child, 0)
    return output


def expect(truth, what, evidence):
    if not truth:
        sys.exit(f"  failed: {what}\n{evidence}")
    print(f"  {what}")


port = serve()
films = pathlib.Path(home) / "films.yaml"
films.write_text(f"""
version: 1
providers:
  - id: local
    base_url: https://localhost:{port}
    images_base: https://localhost:{port}
    operations:
      search: {{ get: /search, rows: results, item: {{ ids: {{ local: id }}, title: name }} }}
""")
search = ["search", "--config", str(films), "--no-cache", "--format", "json", "film"]
done = run(search, trusting)
expect("A film behind TLS" in done.stdout, "TLS with the authority of SSL_CERT_FILE", done)
done = run(search, environment)
expect("A film behind TLS" not in done.stdout, "no TLS without it", done)

for kind in ("png", "jpg"):
    address = f"https://localhost:{port}/poster.{kind}"
    shown = on_terminal(["poster", "--config", str(films), "--cache-dir", f"{home}/cache", address], trusting)
    expect(re.search(rb"\x1bP[0-9;]*q.{40,}", shown, re.DOTALL), f"a {kind} as pixels on a terminal", shown)

for name, lines in {"a": [("a:1", "기생충"), ("a:2", "Burning")], "b": [("b:7", "기생충"), ("b:8", "Decision to Leave")]}.items():
    (pathlib.Path(home) / f"{name}.ndjson").write_text(
        "".join(json.dumps({"id": id, "title": title, "year": 2019}, ensure_ascii=False) + "\n" for id, title in lines),
        encoding="utf-8",
    )
done = run(["match", "a.ndjson", "b.ndjson"], environment, cwd=home)
pairs = [json.loads(line) for line in done.stdout.splitlines()]
expect([(pair["a"], pair["b"]) for pair in pairs] == [("a:1", "b:7")], "two files matched", done)

messages = [
    {"method": "initialize", "id": 1, "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}},
    {"method": "notifications/initialized"},
    {"method": "tools/list", "id": 2},
]
# An assistant passes a key that nobody typed in as an empty text.
done = run([], {**environment, "KOFIC_API_KEY": ""}, input="".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages))
expect("movies_search" in done.stdout, "tools for an assistant", done)
