#!/usr/bin/env python3
"""Runs a program between its client and itself, loses every cancellation, and makes a file once an answer has passed.

    deaf.py FILE TEXT PROGRAM [ARGUMENT…]

FILE is made after the answer (not a part of it) that contains TEXT has been written.
"""

import pathlib
import subprocess
import sys
import threading


def messages(stream):
    """Each message with its frame, of either framing."""
    while line := stream.readline():
        if not line.lower().startswith(b"content-length:"):
            yield line
            continue
        length = int(line.split(b":")[1])
        while blank := stream.readline():
            line += blank
            if not blank.strip():
                break
        yield line + stream.read(length)


def forward(program):
    for message in messages(sys.stdin.buffer):
        if b'"$/cancelRequest"' not in message and b'"$\\/cancelRequest"' not in message:
            program.stdin.write(message)
            program.stdin.flush()
    program.stdin.close()


def main():
    made, text, *command = sys.argv[1:]
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    threading.Thread(target=forward, args=(program,), daemon=True).start()
    for message in messages(program.stdout):
        sys.stdout.buffer.write(message)
        sys.stdout.buffer.flush()
        if b'"result"' in message and text.encode() in message:
            pathlib.Path(made).touch()
    sys.exit(program.wait())


main()
