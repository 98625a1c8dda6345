"""Python's side of the mapping comparison: python3 mapping-peer.py FILE [--films | --picks]

Reads a page of a YTS-style list and makes films of it as Sources/BundledFiles/Files/yts.yaml and the domain say: the same
fields, conversions and checks, down to what becomes of a value that is missing or wrong. (Only names that stand twice in
an object it does not look for.) Prints the microseconds of the best of some warm rounds; with --films the films themselves,
to compare them; with --picks the time of picking members without a look at them.
"""

import html
import json
import re
import sys
import time
from urllib.parse import urlsplit

GENRES = """action adventure animation biography comedy crime documentary drama family fantasy film-noir game-show history
    horror music musical mystery news performance reality-tv romance science-fiction short sport talk-show thriller tv-movie
    war western adult other""".split()
GENRE_BY_KEY = {re.sub("[^a-z]", "", genre): genre for genre in GENRES} | {"scifi": "science-fiction", "sf": "science-fiction"}
LANGUAGE_BY_KEY = {code: code for code in "ko en ja zh fr de es it pt ru hi ta te".split()} | {"korean": "ko", "english": "en"}
IMDB = re.compile("tt[0-9]{7,9}")


class Unreadable(Exception):
    """A value that is not of its field's type: the field is left out."""


def key(name):
    """A name reduced to lower-case letters and digits."""
    return "".join(filter(str.isalnum, name.lower()))


class Names(dict):
    """What the names of a vocabulary mean, remembered."""

    def __init__(self, table, otherwise):
        self.table, self.otherwise = table, otherwise

    def __missing__(self, name):
        self[name] = meaning = self.table.get(key(name)) or self.otherwise(name)
        return meaning


genre_of = Names(GENRE_BY_KEY, lambda name: "-".join(name.lower().split()))
language_of = Names(LANGUAGE_BY_KEY, str.strip)


def text(row, *names):
    """The first text that is not missing; numbers are texts of themselves."""
    for name in names:
        value = row.get(name)
        if value is None or value == "":
            continue
        if value.__class__ is str:
            return value
        if value.__class__ is dict or value.__class__ is list:
            raise Unreadable
        return str(value)
    return None


def trimmed(row, *names):
    value = text(row, *names)
    return value and (value.strip() or None)


def plain(row, *names):
    """A text without character references and blanks around it."""
    value = text(row, *names)
    if value is None:
        return None
    return (html.unescape(value) if "&" in value else value).strip() or None


def identifier(row):
    value = trimmed(row, "id")
    return None if value == "0" else value


def imdb(row):
    value = text(row, "imdb_code")
    if value is not None and not IMDB.fullmatch(value):
        raise Unreadable
    return value


def year(row):
    value = trimmed(row, "year")
    if value is None or value == "0":
        return None
    number = int(value)
    if number == 0:
        return None
    if not 1870 <= number <= 2200:
        raise Unreadable
    return number


def runtime(row):
    value = trimmed(row, "runtime")
    if value is None:
        return None
    minutes = round(float(value))
    if not 0 <= minutes < 100_000:
        raise Unreadable
    return minutes or None


def rating(row):
    value = trimmed(row, "rating")
    if value is None or value == "0" or value == "0.0":
        return []
    number = float(value)
    if not 0 <= number <= 10:
        raise Unreadable
    return [{"provider": "yts", "value": number, "scale": 10}]


def genres(row):
    values = row.get("genres")
    if values is None or values == "":
        return []
    found = []
    for value in values if values.__class__ is list else [values]:
        if value is None or value == "":
            continue
        if value.__class__ is not str:
            raise Unreadable
        if value := value.strip():
            genre = genre_of[value]
            if genre not in found:
                found.append(genre)
    return found


def languages(row):
    value = trimmed(row, "language")
    return [] if value is None else [language_of["zh" if value == "cn" else value]]


SIZES = (("small_cover_image", 45), ("medium_cover_image", 230), ("large_cover_image", 500))
BACKDROPS = (("background_image_original", "background_image"), ("large_screenshot_image1",), ("large_screenshot_image2",),
             ("large_screenshot_image3",))


def address(row, *names):
    """The address of an image, which must be one of the web."""
    value = trimmed(row, *names)
    if value is not None and (not (parts := urlsplit(value)).hostname or parts.scheme not in ("http", "https")):
        raise Unreadable
    return value


def images(row):
    found = []
    sizes = [(url, width) for name, width in SIZES if (url := field(lambda row: address(row, name), row)) is not None]
    if sizes:
        url, width = sizes[-1]
        found.append(image("poster", url, width, [{"url": url, "width": width} for url, width in sizes]))
    for names in BACKDROPS:
        if (url := field(lambda row: address(row, *names), row)) is not None:
            found.append(image("backdrop", url, None, []))
    return found


def image(kind, url, width, sizes):
    return {"kind": kind, "url": url, "width": width, "sizes": sizes, "provider": "yts"}


def field(read, row, otherwise=None):
    """A field's value; where it cannot be read, that of a film without it."""
    try:
        return read(row)
    except (Unreadable, ValueError):
        return otherwise


def film(row):
    """The film of a row; None where it has no id or title."""
    number = field(identifier, row)
    title = field(lambda row: plain(row, "title_english", "title"), row)
    if number is None or title is None:
        return None
    ids = {"yts": number}
    if (code := field(imdb, row)) is not None:
        ids["imdb"] = code
    titles = [{"text": title, "language": "en"}]
    other = field(lambda row: plain(row, "title"), row)
    if other is not None and other != title:
        titles.append({"text": other, "language": None})
    overview = field(lambda row: plain(row, "summary", "description_full", "synopsis", "description_intro"), row)
    certification = field(lambda row: trimmed(row, "mpa_rating"), row)
    trailer = field(lambda row: trimmed(row, "yt_trailer_code"), row)
    return {
        "ids": ids,
        "title": titles[0],
        "titles": titles,
        "year": field(year, row),
        "runtime": field(runtime, row),
        "genres": field(genres, row, []),
        "languages": field(languages, row, []),
        "overview": overview and {"text": overview, "language": "en"},
        "ratings": field(rating, row, []),
        "certifications": [{"region": "US", "label": certification}] if certification else [],
        "images": images(row),
        "videos": [{"kind": "trailer", "site": "youtube", "key": trailer}] if trailer else [],
    }


def films(page):
    """The films of a page, without those that lack what a film needs."""
    return [made for row in json.loads(page)["data"]["movies"] if (made := film(row)) is not None]


def picks(page):
    """What lies under the same names of the page, whatever it is."""
    return [
        {
            "ids": {"yts": str(film["id"]), "imdb": film["imdb_code"]},
            "title": (film.get("title_english") or film["title"]).strip(),
            "titles": [film["title"].strip()],
            "year": film["year"] or None,
            "runtime": film["runtime"] or None,
            "genres": [genre.lower() for genre in film.get("genres", [])],
            "languages": [film["language"]],
            "overview": film.get("summary") or film.get("description_full"),
            "rating": {"value": film["rating"], "scale": 10} if film["rating"] else None,
            "certification": film.get("mpa_rating") or None,
            "images": [
                {"kind": kind, "url": film[key], "width": width}
                for key, kind, width in (
                    ("large_cover_image", "poster", 500),
                    ("medium_cover_image", "poster", 230),
                    ("small_cover_image", "poster", 45),
                    ("background_image_original", "backdrop", None),
                )
                if film.get(key)
            ],
            "videos": [{"kind": "trailer", "key": film["yt_trailer_code"]}] if film.get("yt_trailer_code") else [],
        }
        for film in json.loads(page)["data"]["movies"]
    ]


def microseconds(work, page):
    best = float("inf")
    for _ in range(7):
        count = 0
        start = time.perf_counter()
        while time.perf_counter() - start < 0.15:
            work(page)
            count += 1
        best = min(best, (time.perf_counter() - start) / count)
    return best * 1e6


def main():
    with open(sys.argv[1], "rb") as file:
        page = file.read()
    if "--films" in sys.argv:
        print(json.dumps(films(page), ensure_ascii=False))
    else:
        print(microseconds(picks if "--picks" in sys.argv else films, page))


main()
