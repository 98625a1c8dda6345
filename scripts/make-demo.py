#!/usr/bin/env python3
"""Writes Sources/BundledFiles/Files/demo.json, the recording behind `marquee --demo`.

The facts stand in scripts/demo/box-office.tsv and scripts/demo/films.json; the shapes of the two APIs stand here.
Trends, charts, and three weeks of figures are those of films that do not exist, in scripts/demo/made-up-films.json; their
source is Sources/BundledFiles/Files/demo.yaml. Where to watch a film is made up for all of them. Every film has the same cover, scripts/demo/*-cover.png.
With --check nothing is written, and the exit code says whether the file is up to date.
"""

import base64
import datetime
import json
import pathlib
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
OUTPUT = HERE.parent / "Sources/BundledFiles/Files/demo.json"
NOW = "2023-04-24T12:00:00+09:00"
DESCRIPTION = (
    "Published Korean box-office figures of four days and a weekend, and the films in them as two sources have them. "
    "Ids that begin with 990, addresses and the order of lists and suggestions are made up; the texts are our own. "
    "The films of the source demo do not exist, and neither do the services on which it shows films."
)

KOFIC = "https://www.kobis.or.kr/kobisopenapi/webservice/rest"
OTHER = "https://movies-api.accel.li/api/v2"
MADE_UP = "https://films.example"
KOFIC_SOURCE = "영화진흥위원회"

FILMS = json.loads((HERE / "demo/films.json").read_text(encoding="utf-8"))
# The invented films that belong together: a name, and what they have in common.
COLLECTIONS = {"1": ("Letters That Arrive", "Films about letters that take their time, and about those who carry them.")}
MADE_UP_FILMS = json.loads((HERE / "demo/made-up-films.json").read_text(encoding="utf-8"))
BY_ENGLISH = {film["en"]: film for film in FILMS if film["en"]}

# What people are likely to search for, and the films that each search finds, best first. The recording lets the council's
# list answer English titles too; whether the live service does is not known to us.
WICKS = [
    "John Wick: Chapter 4",
    "John Wick: Chapter 3 - Parabellum",
    "John Wick Chapter Two",
    "John Wick",
]
AVATARS = ["Avatar: The Way of Water", "Avatar"]
ENGLISH_SEARCHES = {
    "John Wick": WICKS,
    "John Wick: Chapter 4": WICKS[:1],
    "John Wick 4": WICKS[:1],
    "Suzume": ["Suzume"],
    "Avatar": AVATARS,
    "Parasite": ["Parasite"],
    "Slam Dunk": ["The First Slam Dunk"],
    "The First Slam Dunk": ["The First Slam Dunk"],
    "Inception": ["Inception"],
    "The Super Mario Bros. Movie": ["The Super Mario Bros. Movie"],
    "Super Mario": ["The Super Mario Bros. Movie"],
    "Dungeons & Dragons": ["Dungeons & Dragons: Honor Among Thieves"],
    "Renfield": ["Renfield"],
    "Spider-Man": ["Spider-Man: No Way Home"],
    "Mission: Impossible": ["Mission: Impossible - Ghost Protocol"],
    "Lion King": ["The Lion King"],
    "Air": ["Air"],
    "Rebound": ["Rebound"],
    "Killing Romance": ["Killing Romance"],
    "The Ghost Station": ["The Ghost Station"],
    "zzzz": [],
}
KOREAN_SEARCHES = {
    "존 윅": WICKS,
    "스즈메": ["Suzume"],
    "스즈메의 문단속": ["Suzume"],
    "아바타": AVATARS,
    "기생충": ["Parasite"],
    "슬램덩크": ["The First Slam Dunk"],
    "인셉션": ["Inception"],
    "슈퍼 마리오": ["The Super Mario Bros. Movie"],
    "던전 앤 드래곤": ["Dungeons & Dragons: Honor Among Thieves"],
    "렌필드": ["Renfield"],
    "스파이더맨": ["Spider-Man: No Way Home"],
    "라이온 킹": ["The Lion King"],
    "리바운드": ["Rebound"],
    "킬링 로맨스": ["Killing Romance"],
    "올빼미": ["The Night Owl"],
}

# Words that nobody searches for.
COMMON_WORDS = {"the", "and", "with", "that", "from", "for"}

# A list without a search term, as the field `sort_by` orders it; none stands for a request without that field.
POPULAR = [
    "John Wick: Chapter 4",
    "The Super Mario Bros. Movie",
    "Dungeons & Dragons: Honor Among Thieves",
    "Air",
    "Suzume",
    "Avatar: The Way of Water",
    "The First Slam Dunk",
    "Parasite",
]
RATED = sorted(
    (name for name in BY_ENGLISH if BY_ENGLISH[name].get("other", {}).get("rating")),
    key=lambda name: (-BY_ENGLISH[name]["other"]["rating"], name),
)[:8]
LISTS = {None: POPULAR, "download_count": POPULAR, "rating": RATED}
# The genres that a list can be narrowed to, as the field `genre` names them.
GENRES = ["action", "adventure", "animation", "comedy", "crime", "drama", "family", "fantasy", "horror", "sci-fi", "thriller"]
LONGEST_GENRE = 6

SUGGESTIONS = {
    "John Wick: Chapter 4": WICKS[1:] + ["Mission: Impossible - Ghost Protocol"],
    "Suzume": ["The First Slam Dunk", "The Lion King", "The Super Mario Bros. Movie", "Avatar"],
    "Avatar: The Way of Water": ["Avatar", "Dungeons & Dragons: Honor Among Thieves", "Inception", "Suzume"],
    "Parasite": ["Inception", "Renfield", "Air", "John Wick"],
}


# MARK: The Korean Film Council's shapes


def box_office_lists():
    """The lists of box-office.tsv as (answer's head, rows)."""
    text = (HERE / "demo/box-office.tsv").read_text(encoding="utf-8")
    columns, lists = None, []
    for line in text.splitlines():
        fields = line.split("\t")
        if line.startswith("# rnum"):
            columns = line[2:].split("\t")
        elif line.startswith("@"):
            head = {"boxofficeType": fields[1], "showRange": fields[2]}
            if fields[3]:
                head["yearWeekTime"] = fields[3]
            lists.append((head, []))
        elif line and not line.startswith("#"):
            lists[-1][1].append(dict(zip(columns, fields, strict=True)))
    return lists


def kofic_list_row(film):
    return {
        "movieCd": film["kofic"],
        "movieNm": film["ko"],
        "movieNmEn": film["en"],
        "prdtYear": film["made"],
        "openDt": film["opened"],
        "typeNm": "장편",
        "prdtStatNm": "개봉예정" if film["opened"] > "20230424" else "개봉",
        "nationAlt": ",".join(film["nations"]),
        "genreAlt": ",".join(film["genres"]),
        "repNationNm": film["nations"][0],
        "repGenreNm": (film["genres"] or [""])[0],
        "directors": [{"peopleNm": korean} for korean, _ in film["directors"]],
        "companys": [],
    }


def kofic_list(films):
    films = [film for film in films if "kofic" in film]
    rows = [kofic_list_row(film) for film in films]
    return {"movieListResult": {"totCnt": len(rows), "source": KOFIC_SOURCE, "movieList": rows}}


def kofic_info(film):
    info = {
        "movieCd": film["kofic"],
        "movieNm": film["ko"],
        "movieNmEn": film["en"],
        "movieNmOg": "",
        "showTm": film["minutes"],
        "prdtYear": film["made"],
        "openDt": film["opened"],
        "prdtStatNm": "개봉예정" if film["opened"] > "20230424" else "개봉",
        "typeNm": "장편",
        "nations": [{"nationNm": nation} for nation in film["nations"]],
        "genres": [{"genreNm": genre} for genre in film["genres"]],
        "directors": [{"peopleNm": korean, "peopleNmEn": english} for korean, english in film["directors"]],
        "actors": [
            {"peopleNm": korean, "peopleNmEn": english, "cast": "", "castEn": ""}
            for korean, english, _ in film["actors"]
        ],
        "showTypes": [],
        "companys": [],
        "audits": [{"auditNo": "", "watchGradeNm": film["grade"]}] if film["grade"] else [],
        "staffs": [],
    }
    return {"movieInfoResult": {"movieInfo": info, "source": KOFIC_SOURCE}}


def people():
    """Everyone in films.json, with a made-up code and what they did: (korean, english, code, films)."""
    found = {}
    for film in FILMS:
        if "kofic" in film:
            for korean, english in film["directors"]:
                found.setdefault((korean, english), []).append((film, "감독"))
            for korean, english, _ in film["actors"]:
                found.setdefault((korean, english), []).append((film, "배우"))
    return [(*names, str(99000001 + number), films) for number, (names, films) in enumerate(found.items())]


def kofic_people(rows):
    list_rows = [
        {
            "peopleCd": code,
            "peopleNm": korean,
            "peopleNmEn": english,
            "repRoleNm": films[0][1],
            "filmoNames": "|".join(film["ko"] for film, _ in films),
        }
        for korean, english, code, films in rows
    ]
    return {"peopleListResult": {"totCnt": len(list_rows), "peopleList": list_rows, "source": KOFIC_SOURCE}}


def kofic_person(korean, english, code, films):
    info = {
        "peopleCd": code,
        "peopleNm": korean,
        "peopleNmEn": english,
        "sex": "",
        "repRoleNm": films[0][1],
        "homepages": [],
        "filmos": [{"movieCd": film["kofic"], "movieNm": film["ko"], "moviePartNm": part} for film, part in films],
    }
    return {"peopleInfoResult": {"peopleInfo": info, "source": KOFIC_SOURCE}}


# MARK: The YTS-style API's shapes


def slug(film):
    words = "".join(letter if letter.isalnum() else " " for letter in title(film).lower()).split()
    return "-".join(words + [str(film["other"]["year"])])


def title(film):
    return film["other"].get("title", film["en"])


def cover(film, size):
    return f"https://images.example/{film['other']['id']}/{size}-cover.png"


def short_row(film):
    other = film["other"]
    return {
        "id": other["id"],
        "imdb_code": other["imdb"],
        "title": title(film),
        "title_english": title(film),
        "slug": slug(film),
        "year": other["year"],
        "rating": other.get("rating", 0),
        "runtime": other["minutes"],
        "genres": other["genres"],
        "summary": other["text"],
        "medium_cover_image": cover(film, "medium"),
    }


def row(film):
    other = film["other"]
    return short_row(film) | {
        "language": other["language"],
        "mpa_rating": other["certificate"],
        "large_cover_image": cover(film, "large"),
    }


def details(film):
    text = film["other"]["text"]
    movie = row(film) | {"description_intro": "", "description_full": text, "yt_trailer_code": ""}
    del movie["summary"]
    movie["cast"] = [
        {"name": name, "character_name": character, "imdb_code": ""} for _, name, character in film["actors"] if character
    ]
    return envelope({"movie": movie})


def movie_list(films, limit=50):
    films = [film for film in films if "other" in film]
    data = {"movie_count": len(films), "limit": limit, "page_number": 1}
    if films:
        data["movies"] = [row(film) for film in films]
    return envelope(data)


def envelope(data):
    return {"status": "ok", "status_message": "ok", "data": data, "@meta": {"api_version": 2}}


# MARK: The films that do not exist


def made_up_row(film):
    return {name: film[name] for name in ["id", "ko", "en", "date", "genres", "countries", "rating", "votes"] if film[name]}


def made_up_collection(number):
    """The films that belong together, with their name and their text."""
    name, text = COLLECTIONS[number]
    films = [made_up_row(film) for film in MADE_UP_FILMS if film.get("collection") == number]
    return {"id": number, "name": name, "text": text, "films": films}


SERVICES = {"stream": "Paper Stream", "rent": "Corner Rental", "buy": "Film Shelf"}


def offers(ways):
    """Where a film is shown in these ways."""
    return [{"region": "KR"} | {way: [{"name": SERVICES[way]}] for way in ways}] if ways else []


def made_up_film(film):
    together = {"collection": {"id": film["collection"], "name": COLLECTIONS[film["collection"]][0]}} if "collection" in film else {}
    return made_up_row(film) | together | {
        "text": film["text"],
        "minutes": film["minutes"],
        "directors": [{"id": number, "name": name} for number, name in film["directors"]],
        "cast": [{"id": number, "name": name, "character": character} for number, name, character in film["cast"]],
        "videos": [
            {"key": f"demo-{film['id']}", "site": "youtube", "kind": "trailer", "name": film["ko"], "language": "ko"}
        ],
        "releases": [
            {"region": "KR", "events": [{"kind": "theatrical", "date": film["date"], "certification": film["grade"]}]}
        ],
        "watch": offers(film["watch"]),
    }


def made_up_offers():
    """Where the films that exist would be shown."""
    ways = [["stream"], ["stream", "rent"], ["rent", "buy"], ["stream", "rent", "buy"]]
    for place, film in enumerate(film for film in FILMS if film.get("other", {}).get("imdb")):
        number = film["other"]["imdb"]
        known = {"imdb": number, "ko": film.get("ko"), "en": title(film), "year": film["other"]["year"]}
        known = {name: value for name, value in known.items() if value}
        yield exchange(f"{MADE_UP}/watch/{number}", known | {"watch": offers(ways[place % len(ways)])})


DAYS = 21


def made_up_box_office():
    """The figures of three weeks: fewer people from day to day, and more of them on weekends."""
    last = datetime.date(2023, 4, 23)
    for day in (last - datetime.timedelta(days=ago) for ago in range(DAYS)):
        rows = []
        for place, film in enumerate(MADE_UP_FILMS):
            opened = datetime.date.fromisoformat(film["date"])
            figures = [audience(place, opened, opened + datetime.timedelta(days=age)) for age in range((day - opened).days + 1)]
            if figures:
                known = {"id": film["id"], "ko": film["ko"], "en": film["en"], "date": film["date"]}
                sales = figures[-1] * 10_400
                rows.append(known | {"audience": figures[-1], "total": sum(figures), "sales": sales})
        rows.sort(key=lambda row: -row["audience"])
        entries = [{"rank": place} | row for place, row in enumerate(rows, 1)]
        yield exchange(f"{MADE_UP}/box-office/{day:%Y%m%d}", {"entries": entries})


def audience(place, opened, day):
    """How many people see a film on a day."""
    age = (day - opened).days
    beginning = [61_200, 88_400, 12_900, 47_300][place % 4]
    weekend = 19 if day.weekday() >= 5 else 12 if day.weekday() == 4 else 10
    return beginning * weekend * 24 // (10 * (24 + 3 * age))


def made_up_people():
    """Everyone in these films: number, name, and their films with what they did."""
    found = {}
    for film in MADE_UP_FILMS:
        known = {"id": film["id"], "ko": film["ko"], "date": film["date"]}
        for number, name in film["directors"]:
            found.setdefault((number, name), []).append(known | {"job": "Director"})
        for number, name, character in film["cast"]:
            found.setdefault((number, name), []).append(known | {"character": character})
    return [(number, name, films) for (number, name), films in found.items()]


def made_up_exchanges():
    released = [film for film in MADE_UP_FILMS if film["date"] < NOW]
    lists = {
        f"{MADE_UP}/trending/day": released,
        f"{MADE_UP}/trending/week": sorted(MADE_UP_FILMS, key=lambda film: -film["votes"]),
    }
    for url, films in lists.items():
        yield exchange(url, {"films": [made_up_row(film) for film in films]})
    charts = {"now_playing": released[::-1], "upcoming": [film for film in MADE_UP_FILMS if film["date"] >= NOW]}
    for kind, films in charts.items():
        yield exchange(f"{MADE_UP}/charts", {"films": [made_up_row(film) for film in films]}, {"kind": kind})
    for film in MADE_UP_FILMS:
        yield exchange(f"{MADE_UP}/films/{film['id']}", made_up_film(film))
        names = {name for name, *_ in [*film["directors"], *film["cast"]]}
        others = [
            other for other in MADE_UP_FILMS
            if other is not film and names & {name for name, *_ in [*other["directors"], *other["cast"]]}
        ]
        body = {"films": [made_up_row(other) for other in (others or released)[:2]]}
        yield exchange(f"{MADE_UP}/films/{film['id']}/others", body)
    yield cover_exchange("https://images.example/films/medium-cover.png", "medium")
    yield from made_up_offers()
    yield from made_up_box_office()
    # The other sources do not know these films.
    for film in MADE_UP_FILMS:
        for name in [film["ko"], film["en"]]:
            yield exchange(f"{KOFIC}/movie/searchMovieList.json", kofic_list([]), {"movieNm": name})
            yield exchange(f"{OTHER}/list_movies.json", movie_list([]), {"query_term": name})
    for number in COLLECTIONS:
        yield exchange(f"{MADE_UP}/collections/{number}", made_up_collection(number))
    for number, name, films in made_up_people():
        body = {"id": number, "name": name, "text": "Works on films that do not exist.", "films": films}
        yield exchange(f"{MADE_UP}/people/{number}", body)


# MARK: The exchanges


def exchange(url, body, query=None, absent=()):
    if query:
        url += "?" + urllib.parse.urlencode(query, quote_via=urllib.parse.quote)
    request = {"method": "GET", "url": url}
    if absent:
        request["absent"] = list(absent)
    return {
        "request": request,
        "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": body},
    }


def box_office_exchanges():
    filters = ["repNationCd", "multiMovieYn", "wideAreaCd"]
    for head, rows in box_office_lists():
        first, last = head["showRange"].split("~")
        if "yearWeekTime" in head:
            for day in range(int(first), int(first[:6] + "31") + 1):
                query = {"targetDt": str(day), "weekGb": "1"}
                body = {"boxOfficeResult": head | {"weeklyBoxOfficeList": rows}}
                yield exchange(f"{KOFIC}/boxoffice/searchWeeklyBoxOfficeList.json", body, query, filters)
            query = {"targetDt": last, "weekGb": "1"}
            yield exchange(f"{KOFIC}/boxoffice/searchWeeklyBoxOfficeList.json", body, query, filters)
        else:
            body = {"boxOfficeResult": head | {"dailyBoxOfficeList": rows}}
            yield exchange(f"{KOFIC}/boxoffice/searchDailyBoxOfficeList.json", body, {"targetDt": first}, filters)
    today = {"boxofficeType": "일별 박스오피스", "showRange": "20230424~20230424", "dailyBoxOfficeList": []}
    url = f"{KOFIC}/boxoffice/searchDailyBoxOfficeList.json"
    yield exchange(url, {"boxOfficeResult": today}, {"targetDt": "20230424"})


def words_of_titles():
    """Each word of a title, and each title from each of its words on, with the films that have it."""
    found = {}
    for film in FILMS:
        for name in filter(None, [film.get("ko"), film.get("en")]):
            words = name.split()
            terms = [" ".join(words[place:]) for place in range(len(words))] + [word.strip(":,-.") for word in words]
            for term in terms:
                if len(term) > (2 if term.isascii() else 1) and term.lower() not in COMMON_WORDS:
                    films = found.setdefault(term, [])
                    if film not in films:
                        films.append(film)
    return found


def search_exchanges():
    given = {term: [BY_ENGLISH[name] for name in names] for term, names in {**ENGLISH_SEARCHES, **KOREAN_SEARCHES}.items()}
    known = {term.lower() for term in given}
    searches = given | {term: films for term, films in words_of_titles().items() if term.lower() not in known}
    for term, films in searches.items():
        yield exchange(f"{KOFIC}/movie/searchMovieList.json", kofic_list(films), {"movieNm": term})
        found = films if term.isascii() else []
        yield exchange(f"{OTHER}/list_movies.json", movie_list(found), {"query_term": term})


def lookup_exchanges():
    for film in FILMS:
        if "kofic" in film:
            yield exchange(f"{KOFIC}/movie/searchMovieInfo.json", kofic_info(film), {"movieCd": film["kofic"]})
        if "other" in film:
            yield exchange(f"{OTHER}/movie_details.json", details(film), {"movie_id": film["other"]["id"]})
            if film["other"]["imdb"]:
                found = movie_list([film])
                yield exchange(f"{OTHER}/list_movies.json", found, {"query_term": film["other"]["imdb"]})


def people_exchanges():
    everyone = people()
    for name in dict.fromkeys(name for person in everyone for name in person[:2] if name):
        namesakes = [person for person in everyone if name in person[:2]]
        yield exchange(f"{KOFIC}/people/searchPeopleList.json", kofic_people(namesakes), {"peopleNm": name})
    for person in everyone:
        yield exchange(f"{KOFIC}/people/searchPeopleInfo.json", kofic_person(*person), {"peopleCd": person[2]})


def cover_exchanges():
    for film in FILMS:
        if "other" not in film:
            continue
        for size in ["medium", "large"]:
            yield cover_exchange(cover(film, size), size)


def cover_exchange(url, size):
    picture = base64.b64encode((HERE / f"demo/{size}-cover.png").read_bytes()).decode("ascii")
    response = {"status": 200, "headers": {"Content-Type": "image/png"}, "base64": picture}
    return {"request": {"method": "GET", "url": url}, "response": response}


def list_exchanges():
    narrowing = ["query_term", "genre", "minimum_rating", "quality"]
    for order, names in LISTS.items():
        films = [BY_ENGLISH[name] for name in names]
        query, absent = ({"sort_by": order}, []) if order else (None, ["sort_by"])
        yield exchange(f"{OTHER}/list_movies.json", movie_list(films), query, absent + narrowing)
    for genre in GENRES:
        # The best first, which is also what most people have watched.
        films = [film for film in BY_ENGLISH.values() if genre in [name.lower() for name in film.get("other", {}).get("genres", [])]]
        films.sort(key=lambda film: (-film["other"].get("rating", 0), film["en"]))
        body = movie_list(films[:LONGEST_GENRE])
        absent = ["query_term", "minimum_rating", "quality"]
        yield exchange(f"{OTHER}/list_movies.json", body, {"genre": genre}, [*absent, "sort_by"])
        yield exchange(f"{OTHER}/list_movies.json", body, {"genre": genre, "sort_by": "rating"}, absent)
    for name, suggested in SUGGESTIONS.items():
        movies = [short_row(BY_ENGLISH[other]) for other in suggested]
        body = envelope({"movie_count": len(movies), "movies": movies})
        query = {"movie_id": BY_ENGLISH[name]["other"]["id"]}
        yield exchange(f"{OTHER}/movie_suggestions.json", body, query)


def united(exchanges):
    """The exchanges, those that differ only in their URL as one with a list of URLs."""
    alike = {}
    for one in exchanges:
        rest = {name: value for name, value in one["request"].items() if name != "url"}
        key = json.dumps([rest, one["response"]], ensure_ascii=False)
        alike.setdefault(key, []).append(one)
    for first, *others in alike.values():
        if others:
            first["request"]["url"] = [one["request"]["url"] for one in (first, *others)]
        yield first


def recording_text():
    exchanges = [
        *box_office_exchanges(),
        *search_exchanges(),
        *lookup_exchanges(),
        *list_exchanges(),
        *cover_exchanges(),
        *people_exchanges(),
        *made_up_exchanges(),
    ]
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in united(exchanges)]
    head = {"version": 1, "now": NOW, "description": DESCRIPTION}
    opening = json.dumps(head, ensure_ascii=False)[:-1]
    return opening + ', "exchanges": [\n' + ",\n".join(lines) + "\n]}\n"


def main():
    text = recording_text()
    if sys.argv[1:] == ["--check"]:
        if OUTPUT.read_text(encoding="utf-8") != text:
            sys.exit(f"{OUTPUT} is out of date; run scripts/make-demo.py")
        return
    OUTPUT.parent.mkdir(parents=True, exist_ok=True)
    OUTPUT.write_text(text, encoding="utf-8")
    print(f"{OUTPUT}: {len(text.encode())} bytes")


if __name__ == "__main__":
    main()
