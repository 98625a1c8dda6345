"""Python's side of the mapping comparison: python3 mapping-peer.py FILE

Reads a page of a YTS-style list and makes films of it, in a warm process; prints the microseconds of the best round.
"""

import json
import sys
import time


def films(page):
    """The films of a page: the fields that Sources/BundledFiles/Files/yts.yaml maps, as plain as a script would."""
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


def main():
    with open(sys.argv[1], "rb") as file:
        page = file.read()
    best = float("inf")
    for _ in range(7):
        count = 0
        start = time.perf_counter()
        while time.perf_counter() - start < 0.15:
            films(page)
            count += 1
        best = min(best, (time.perf_counter() - start) / count)
    print(best * 1e6)


main()
