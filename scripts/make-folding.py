#!/usr/bin/env python3
"""Writes Sources/MovieMatching/Titles/ScalarFolding+Table.swift: how letters are compared.

Unicode's compatibility decomposition (NFKD) and case folding with the marks left out, for the scripts and forms that film
titles have, and letters with strokes and the like beside it, which Unicode does not take apart.
With --check nothing is written, and the exit code says whether the file is up to date.
"""

import pathlib
import sys
import unicodedata

OUTPUT = (
    pathlib.Path(__file__).resolve().parent.parent
    / "Sources/MovieMatching/Titles/ScalarFolding+Table.swift"
)

# Latin, Greek, Cyrillic, raised and lowered digits, letter-like signs and numerals, circled numbers, ligatures. In these
# ranges newer versions of Unicode change nothing.
RANGES = [
    (0x00A0, 0x024F),
    (0x0370, 0x03FF),
    (0x0400, 0x052F),
    (0x1E00, 0x1FFF),
    (0x2070, 0x209C),
    (0x2100, 0x2188),
    (0x2460, 0x2473),
    (0xFB00, 0xFB06),
]

# What Unicode holds for letters of their own, and people type without.
STROKES = str.maketrans(
    {
        "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "ŧ": "t",
        "þ": "th", "ƀ": "b", "ɨ": "i", "ƶ": "z", "ǥ": "g",
    }
)  # fmt: skip

WIDTH = 96
HEAD = '''\
extension ScalarFolding {
    /// Each line: what is compared, then the letters that stand for it.
    ///
    /// Written by scripts/make-folding.py. Latin, Greek and Cyrillic letters with marks, ligatures, Roman
    /// numerals, circled and raised digits, fractions: Unicode's NFKD and case folding with the marks dropped, and letters with
    /// strokes beside it.
    static let lines = """
'''


def folded(letter):
    """What a letter is compared as; a blank parts words, as in a fraction."""
    bare = plain(unicodedata.normalize("NFKD", letter))
    text = plain(unicodedata.normalize("NFKD", bare.casefold()))
    return text.translate(STROKES).rstrip()


def plain(text):
    """The letters and digits alone, with a blank for the bar of a fraction."""
    text = text.replace("\u2044", " ")
    return "".join(c for c in text if c == " " or unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lo", "Nd"))


def lines():
    letters = {}
    for first, last in RANGES:
        for value in range(first, last + 1):
            letter = chr(value)
            if unicodedata.category(letter)[0] not in "LNS":
                continue
            text = folded(letter)
            # A letter whose small form is all that there is to it needs no line.
            if text.strip() and text != letter and (text.isascii() or text != letter.lower()):
                letters.setdefault(text.strip(), []).append(letter)
    for text in sorted(letters):
        row = letters[text]
        size = WIDTH - len(text)
        for start in range(0, len(row), size):
            yield f"        {text}={''.join(row[start:start + size])}\n"


def main():
    text = HEAD + "".join(lines()) + '        """\n}\n'
    if "--check" in sys.argv[1:]:
        if OUTPUT.read_text(encoding="utf-8") == text:
            return 0
        print(f"{OUTPUT}: not up to date; run scripts/make-folding.py", file=sys.stderr)
        return 1
    OUTPUT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
