#!/usr/bin/env python3
"""Holds the definitions against recorded answers.

    scripts/check-answers.py [--binary PROGRAM] [--verbose] [FOLDER]

FOLDER has a folder for each provider, with answers of its API. For each of them, this script reads what a film is from
the JSON by rules of its own, which know nothing of the definitions. Then it serves the answer on this machine, has
the program ask for it, and compares field by field:

    right    the program says the same
    cut      it says part of a list, and what it leaves out is the least important
    missing  it says nothing
    wrong    it says something else

It exits with 1 if anything is wrong. Definitions are read from the files, so they can change without a build.
"""

import argparse
import collections
import fnmatch
import html
import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent

# ---------------------------------------------------------------------------------------------------------------------
# Words of the domain

GENRES = {
    "공포(호러)": "horror", "공포": "horror", "멜로/로맨스": "romance", "멜로": "romance", "드라마": "drama", "사극": "history",
    "액션": "action", "어드벤처": "adventure", "애니메이션": "animation", "코미디": "comedy", "다큐멘터리": "documentary",
    "가족": "family", "판타지": "fantasy", "SF": "science-fiction", "스릴러": "thriller", "범죄": "crime", "전쟁": "war",
    "성인물(에로)": "adult", "미스터리": "mystery", "뮤지컬": "musical", "공연": "performance", "기타": "other",
    "서부극(웨스턴)": "western", "sci-fi": "science-fiction", "science-fiction": "science-fiction",
    "science fiction": "science-fiction", "romantic": "romance",
}
GENRES_OF_TMDB = {
    28: "action", 12: "adventure", 16: "animation", 35: "comedy", 80: "crime", 99: "documentary", 18: "drama",
    10751: "family", 14: "fantasy", 36: "history", 27: "horror", 10402: "music", 9648: "mystery", 10749: "romance",
    878: "science-fiction", 10770: "tv-movie", 53: "thriller", 10752: "war", 37: "western",
}
COUNTRIES = {
    "한국": "KR", "미국": "US", "영국": "GB", "일본": "JP", "중국": "CN", "프랑스": "FR", "독일": "DE", "인도": "IN", "캐나다": "CA",
    "대만": "TW", "홍콩": "HK", "이탈리아": "IT", "스페인": "ES", "러시아": "RU", "호주": "AU", "카자흐스탄": "KZ", "usa": "US", "uk": "GB",
    "united states": "US", "united kingdom": "GB", "south korea": "KR", "france": "FR", "japan": "JP", "canada": "CA",
}
LANGUAGES = {
    "english": "en", "french": "fr", "german": "de", "spanish": "es", "arabic": "ar", "russian": "ru",
    "portuguese": "pt", "korean": "ko", "latin": "la", "japanese": "ja", "cn": "zh", "italian": "it", "chinese": "zh",
}


def genre(name):
    return GENRES.get(name) or GENRES.get(name.lower()) or "-".join(name.lower().split())


def country(name):
    return COUNTRIES.get(name) or COUNTRIES.get(name.lower()) or name


def language(name):
    return LANGUAGES.get(name.lower()) or name


def once(values):
    return list(dict.fromkeys(value for value in values if value))


def pieces(text, separators=","):
    return [piece.strip() for piece in re.split(separators, text or "") if piece.strip()]


def known(mapping):
    """The mapping without what is not known."""
    return {key: value for key, value in mapping.items() if value not in (None, "", [], {})}


def secure(url):
    return re.sub("^http:", "https:", url) if url else None


def day(text):
    digits = re.sub("[^0-9]", "", text or "")
    if len(digits) != 8 or digits[4:6] == "00" or digits[6:] == "00":
        return None
    return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"


def minutes(text):
    """Whole minutes of `148 min`, `1 h 32 min`, `1,118 min`; of a number, itself."""
    if isinstance(text, (int, float)):
        return int(text) or None
    text = (text or "").replace(",", "")
    hours = re.search(r"(\d+)\s*h", text)
    rest = re.search(r"(\d+)\s*(?:min|m\b|$)", text)
    total = (int(hours.group(1)) * 60 if hours else 0) + (int(rest.group(1)) if rest else 0)
    return total or None


def film(**fields):
    for name in ("genres", "countries", "languages", "companies"):
        if name in fields:
            fields[name] = once(fields[name])
    fields = known(fields)
    if "title" in fields:
        fields["titles"] = once([fields["title"]] + fields.get("titles", []))
    if "year" not in fields and fields.get("releaseDate"):
        fields["year"] = int(fields["releaseDate"][:4])
    return fields


def text_in(text, language):
    return {"text": text.strip(), "language": language} if text and text.strip() else None


def people(rows, name, **others):
    """People, each with what is known of them: `ids=lambda row: …`."""
    found = []
    for row in rows or []:
        if row.get(name):
            found.append(known({"name": row[name].strip(), **{key: read(row) for key, read in others.items()}}))
    return found


# ---------------------------------------------------------------------------------------------------------------------
# What the answers of each API say, read by hand. What the domain has no place for is left out here, too.

class Kofic:
    # The order of importance: whoever is cut, it is not these.
    first = ["감독", "시나리오(각본)", "각본", "각색", "원작", "스토리", "촬영", "편집", "음악", "미술/프로덕션 디자인", "미술",
             "프로듀서", "제작"]

    @staticmethod
    def ranked(row):
        def number(name):
            return int(row[name]) if row.get(name, "").strip() else None

        def decimal(name):
            return float(row[name]) if row.get(name, "").strip() else None

        return known({
            "rank": number("rank"), "rankChange": number("rankInten"), "isNew": row.get("rankOldAndNew") == "NEW",
            "audience": known({"count": number("audiCnt"), "change": number("audiInten"),
                               "changePercent": decimal("audiChange"), "total": number("audiAcc")}),
            "sales": known({"amount": number("salesAmt"), "share": decimal("salesShare"), "currency": "KRW",
                            "change": number("salesInten"), "changePercent": decimal("salesChange"),
                            "total": number("salesAcc")}),
            "screens": number("scrnCnt"), "showings": number("showCnt"),
        }) | {"movie": film(ids={"kofic": row["movieCd"]}, title=row["movieNm"].strip(),
                            releaseDate=day(row.get("openDt")))}

    @classmethod
    def daily(cls, root):
        return [cls.ranked(row) for row in root["boxOfficeResult"]["dailyBoxOfficeList"]]

    @classmethod
    def weekly(cls, root):
        return [cls.ranked(row) for row in root["boxOfficeResult"]["weeklyBoxOfficeList"]]

    @staticmethod
    def list(root):
        return [
            film(ids={"kofic": row["movieCd"]}, title=row["movieNm"].strip(), titles=[row["movieNmEn"].strip()],
                 year=int(row["prdtYear"]) if row["prdtYear"] else None, releaseDate=day(row["openDt"]),
                 genres=[genre(name) for name in pieces(row["genreAlt"])],
                 countries=[country(name) for name in pieces(row["nationAlt"])],
                 adult=True if "성인물" in row["genreAlt"] else None,
                 directors=people(row["directors"], "peopleNm"),
                 companies=[company["companyNm"] for company in row["companys"]])
            for row in root["movieListResult"]["movieList"]
        ]

    @staticmethod
    def info(root):
        row = root["movieInfoResult"]["movieInfo"]
        if not row.get("movieCd"):
            return []
        english = lambda person: person.get("peopleNmEn")
        return [film(
            ids={"kofic": row["movieCd"]}, title=row["movieNm"].strip(), titles=[row["movieNmEn"].strip()],
            originalTitle=row["movieNmOg"], year=int(row["prdtYear"]) if row["prdtYear"] else None,
            releaseDate=day(row["openDt"]), runtimeMinutes=minutes(row["showTm"]),
            genres=[genre(one["genreNm"]) for one in row.get("genres", [])],
            countries=[country(one["nationNm"]) for one in row.get("nations", [])],
            directors=people(row.get("directors"), "peopleNm", nameEn=english),
            cast=people(row.get("actors"), "peopleNm", nameEn=english,
                        character=lambda actor: actor.get("cast") or actor.get("castEn")),
            crew=people(row.get("staffs"), "peopleNm", nameEn=english, job=lambda one: one.get("staffRoleNm")),
            certifications=[{"region": "KR", "label": one["watchGradeNm"]} for one in row.get("audits", [])],
            companies=[one["companyNm"] for one in row.get("companys", [])],
        )]


class Tmdb:
    first = ["Director", "Screenplay", "Writer", "Director of Photography", "Editor", "Original Music Composer",
             "Production Design", "Producer"]
    image = "https://image.tmdb.org/t/p"

    @classmethod
    def common(cls, row):
        votes = row.get("vote_count")
        return dict(
            ids={"tmdb": str(row["id"])}, title=row["title"], originalTitle=row.get("original_title"),
            originalLanguage=row.get("original_language"), releaseDate=day(row.get("release_date")),
            overview=text_in(row.get("overview"), "en"), popularity=float(row.get("popularity") or 0) or None,
            adult=row.get("adult"),
            ratings=[known({"value": float(row["vote_average"]), "scale": 10, "votes": votes})]
            if row.get("vote_average") else [],
        )

    @classmethod
    def picture(cls, kind, path, language=None):
        size = {"backdrop": "w1280"}.get(kind, "w500")
        return known({"kind": kind, "url": f"{cls.image}/{size}{path}", "language": language}) if path else None

    @classmethod
    def pictures(cls, row, sets):
        found = [cls.picture("poster", row.get("poster_path")), cls.picture("backdrop", row.get("backdrop_path"))]
        for name, kind in (("posters", "poster"), ("backdrops", "backdrop"), ("logos", "logo")):
            found += [cls.picture(kind, one["file_path"], one["iso_639_1"]) for one in sets.get(name, [])]
        # One of the list says more than the same without a language.
        by_url = {}
        for one in filter(None, found):
            by_url[one["url"]] = by_url.get(one["url"], {}) | one
        return list(by_url.values())

    @classmethod
    def rows(cls, root, name="results"):
        return [
            film(**cls.common(row), genres=[GENRES_OF_TMDB.get(one) for one in row.get("genre_ids", [])],
                 images=cls.pictures(row, {}))
            for row in root[name]
        ]

    @classmethod
    def found(cls, root):
        """What a search by an id finds is looked up under its own; then it has both."""
        return [film(ids={"tmdb": str(row["id"]), "imdb": "tt0137523"}, title="A film") for row in root["movie_results"]]

    @classmethod
    def clips(cls, root):
        return [
            known({"key": one["key"], "site": one["site"].lower(), "kind": one["type"].lower(), "name": one.get("name"),
                   "language": one.get("iso_639_1"), "official": one.get("official"),
                   "publishedAt": one.get("published_at")})
            for one in root.get("results", [])
        ]

    @classmethod
    def makers(cls, root):
        ids = lambda one: {"tmdb": str(one["id"])} if one.get("id") else None
        return dict(
            directors=people([one for one in root.get("crew", []) if one["job"] == "Director"], "name", ids=ids),
            cast=people(root.get("cast"), "name", character=lambda one: one["character"].strip(), ids=ids),
            crew=people(root.get("crew"), "name", job=lambda one: one["job"], ids=ids),
        )

    @classmethod
    def details(cls, root):
        fields = cls.common(root)
        imdb, outside = root.get("imdb_id"), root.get("external_ids", {})
        fields["ids"] |= known({"imdb": imdb, "wikidata": outside.get("wikidata_id")})
        grades = [
            {"region": one["iso_3166_1"], "label": release["certification"]}
            for one in root.get("release_dates", {}).get("results", [])
            for release in one["release_dates"] if release["certification"]
        ]
        money = lambda amount: {"amount": amount, "currency": "USD"} if amount else None
        return [film(
            **fields, genres=[GENRES_OF_TMDB.get(one["id"]) for one in root["genres"]],
            tagline=text_in(root.get("tagline"), "en"), runtimeMinutes=root.get("runtime"), homepage=root.get("homepage"),
            titles=[one["title"] for one in root.get("alternative_titles", {}).get("titles", [])],
            countries=[one["iso_3166_1"] for one in root.get("production_countries", [])],
            languages=[one["iso_639_1"] for one in root.get("spoken_languages", [])],
            companies=[one["name"] for one in root.get("production_companies", [])],
            certifications=[dict(pair) for pair in once(tuple(grade.items()) for grade in grades)],
            images=cls.pictures(root, root.get("images", {})), videos=cls.clips(root.get("videos", {})),
            budget=money(root.get("budget")), revenue=money(root.get("revenue")), **cls.makers(root.get("credits", {})),
        )]

    # A part comes with the film whose parts it is.
    @classmethod
    def credits(cls, root):
        return [film(ids={"tmdb": str(root["id"])}, title="A film", **cls.makers(root))]

    @classmethod
    def images(cls, root):
        return [film(ids={"tmdb": str(root["id"])}, title="A film", images=cls.pictures({}, root))]

    @classmethod
    def videos(cls, root):
        return [film(ids={"tmdb": str(root["id"])}, title="A film", videos=cls.clips(root))]


class Omdb:
    first = ["Writer"]

    @staticmethod
    def value(row, name):
        return None if row.get(name) in (None, "", "N/A") else row[name]

    @classmethod
    def common(cls, row):
        poster = cls.value(row, "Poster")
        return dict(
            ids={"imdb": row["imdbID"]}, title=row["Title"], year=int(row["Year"][:4]),
            series={"movie": False, "series": True, "episode": True}.get(row.get("Type")),
            images=[{"kind": "poster", "url": secure(poster)}] if poster else [],
        )

    @classmethod
    def search(cls, root):
        return [film(**cls.common(row)) for row in root["Search"]]

    @classmethod
    def details(cls, root):
        names = lambda field: pieces(cls.value(root, field))
        released = cls.value(root, "Released")
        if released:
            date, month, year = released.split()
            months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            released = f"{year}-{months.index(month) + 1:02}-{int(date):02}"
        rated, votes = cls.value(root, "imdbRating"), cls.value(root, "imdbVotes")
        votes = int(votes.replace(",", "")) if votes and re.fullmatch("[0-9,]+", votes) else None
        ratings = [known({"value": float(rated), "scale": 10, "votes": votes})] if rated else []
        for one in root.get("Ratings", []):
            number, _, best = one["Value"].replace("%", "/100").partition("/")
            if one["Source"] != "Internet Movie Database":
                ratings.append({"name": one["Source"], "value": float(number), "scale": float(best)})
        if cls.value(root, "Metascore") and not any(one.get("name") == "Metacritic" for one in ratings):
            ratings.append({"name": "Metacritic", "value": float(root["Metascore"]), "scale": 100})
        grossed = re.sub("[^0-9]", "", cls.value(root, "BoxOffice") or "")
        return [film(
            **cls.common(root), releaseDate=released, runtimeMinutes=minutes(cls.value(root, "Runtime")),
            genres=[genre(name) for name in names("Genre")], directors=[{"name": name} for name in names("Director")],
            cast=[{"name": name} for name in names("Actors")],
            crew=[{"name": re.sub(r"\s*\(.*\)", "", name), "job": "Writer"} for name in names("Writer")],
            overview=text_in(cls.value(root, "Plot"), "en"), languages=[language(name) for name in names("Language")],
            countries=[country(name) for name in names("Country")], ratings=ratings,
            certifications=[{"region": "US", "label": cls.value(root, "Rated")}] if cls.value(root, "Rated") else [],
            homepage=cls.value(root, "Website"), companies=names("Production"), awards=cls.value(root, "Awards"),
            revenue={"amount": int(grossed), "currency": "USD"} if grossed else None,
        )]


class Yts:
    first = []

    @staticmethod
    def one(row):
        plain = lambda text: html.unescape(text or "").strip()
        overview = next((row[name] for name in ("summary", "description_full", "synopsis", "description_intro")
                         if row.get(name)), None)
        covers = [row.get(f"{size}_cover_image") for size in ("large", "medium", "small")]
        backdrop = row.get("background_image_original") or row.get("background_image")
        return film(
            ids=known({"yts": str(row["id"]), "imdb": row.get("imdb_code")}),
            title=plain(row.get("title_english") or row["title"]), titles=[plain(row["title"])], year=row["year"] or None,
            runtimeMinutes=row["runtime"] or None, genres=[genre(name) for name in row.get("genres", [])],
            languages=[language(row["language"])] if row.get("language") else [], overview=text_in(plain(overview), "en"),
            ratings=[{"value": float(row["rating"]), "scale": 10}] if row.get("rating") else [],
            certifications=[{"region": "US", "label": row["mpa_rating"]}] if row.get("mpa_rating") else [],
            images=[{"kind": "poster", "url": url} for url in covers if url]
            + ([{"kind": "backdrop", "url": backdrop}] if backdrop else []),
            videos=[{"key": row["yt_trailer_code"], "site": "youtube", "kind": "trailer"}]
            if row.get("yt_trailer_code") else [],
            cast=people(row.get("cast"), "name", character=lambda one: one.get("character_name"),
                        ids=lambda one: {"imdb": "nm" + one["imdb_code"]} if one.get("imdb_code") else None),
        )

    @classmethod
    def list(cls, root):
        return [cls.one(row) for row in root["data"].get("movies") or []]

    @classmethod
    def details(cls, root):
        row = root["data"].get("movie") or {}
        return [cls.one(row)] if row.get("id") else []


class Tvmaze:
    first = []

    @staticmethod
    def one(row):
        outside, network = row.get("externals") or {}, row.get("network") or {}
        web = row.get("webChannel") or {}
        images = row.get("image") or {}
        place = (network.get("country") or web.get("country") or {}).get("code")
        return film(
            ids=known({"tvmaze": str(row["id"]), "imdb": outside.get("imdb"),
                       "tvdb": str(outside["thetvdb"]) if outside.get("thetvdb") else None}),
            title=row["name"], series=True, releaseDate=day(row.get("premiered")),
            runtimeMinutes=row.get("runtime") or row.get("averageRuntime"),
            ratings=[{"value": row["rating"]["average"], "scale": 10}] if (row.get("rating") or {}).get("average") else [],
            genres=[genre(name) for name in row.get("genres", [])],
            languages=[language(row["language"])] if row.get("language") else [], countries=[place],
            companies=[network.get("name"), web.get("name")], homepage=row.get("officialSite"),
            overview=text_in(html.unescape(re.sub("<[^>]*>", "", row.get("summary") or "")), "en"),
            popularity=row.get("weight"),
            images=[{"kind": "poster", "url": secure(images[size])} for size in ("original", "medium")
                    if images.get(size)],
        )

    @classmethod
    def show(cls, root):
        return [cls.one(root)]

    @classmethod
    def search(cls, root):
        return [cls.one(row["show"]) for row in root]


class Trakt:
    first = []

    @staticmethod
    def one(row):
        ids = row["ids"]
        trailer = re.search("[?&]v=([A-Za-z0-9_-]+)", row.get("trailer") or "")
        return film(
            ids=known({"trakt": str(ids["trakt"]), "trakt_slug": ids.get("slug"), "imdb": ids.get("imdb"),
                       "tmdb": str(ids["tmdb"]) if ids.get("tmdb") else None}),
            title=row["title"], year=row.get("year"), tagline=text_in(row.get("tagline"), "en"),
            overview=text_in(row.get("overview"), "en"), releaseDate=day(row.get("released")),
            runtimeMinutes=row.get("runtime"), genres=[genre(name) for name in row.get("genres", [])],
            countries=[(row.get("country") or "").upper()], originalLanguage=row.get("language"),
            homepage=row.get("homepage"),
            certifications=[{"region": "US", "label": row["certification"]}] if row.get("certification") else [],
            ratings=[known({"value": row["rating"], "scale": 10, "votes": row.get("votes")})] if row.get("rating") else [],
            videos=[{"key": trailer.group(1), "site": "youtube", "kind": "trailer"}] if trailer else [],
        )

    @classmethod
    def search(cls, root):
        return [cls.one(row["movie"]) for row in root]

    @classmethod
    def details(cls, root):
        return [cls.one(root)]


class Kmdb:
    first = ["각본", "각색", "촬영", "편집", "음악", "미술", "제작"]

    @staticmethod
    def one(row):
        plain = lambda text: " ".join(re.sub("!H[SE]", "", text or "").split())
        plots = [one["plotText"] for one in row.get("plots", {}).get("plot", []) if one["plotLang"] == "한국어"]
        staff = [one for one in row.get("staffs", {}).get("staff", []) if one["staffRoleGroup"] not in ("출연", "감독")]
        parts = {one["staffId"]: one["staffRole"] for one in row.get("staffs", {}).get("staff", [])
                 if one["staffRoleGroup"] == "출연" and one.get("staffId")}
        ids = lambda name: lambda one: {"kmdb": one[name]} if one.get(name) else None
        return film(
            ids={"kmdb": row["DOCID"]}, title=plain(row["title"]), originalTitle=plain(row.get("titleOrg")),
            titles=[plain(row.get("titleEng"))] + [plain(one) for one in row.get("titleEtc", "").split("^")],
            year=int(row["prodYear"]) if row.get("prodYear") else None, releaseDate=day(row.get("repRlsDate")),
            runtimeMinutes=minutes(row.get("runtime")), genres=[genre(one) for one in pieces(row.get("genre"))],
            countries=[country(one) for one in pieces(row.get("nation"))],
            directors=people(row.get("directors", {}).get("director"), "directorNm",
                             nameEn=lambda one: one.get("directorEnNm"), ids=ids("directorId")),
            cast=people(row.get("actors", {}).get("actor"), "actorNm", nameEn=lambda one: one.get("actorEnNm"),
                        character=lambda one: parts.get(one.get("actorId")), ids=ids("actorId")),
            crew=people(staff, "staffNm", nameEn=lambda one: one.get("staffEnNm"),
                        job=lambda one: one.get("staffRoleGroup"), ids=ids("staffId")),
            overview=text_in(plots[0], "ko") if plots else None, companies=pieces(row.get("company")),
            certifications=[{"region": "KR", "label": row["rating"]}] if row.get("rating") else [],
            homepage=row.get("kmdbUrl"),
            images=[{"kind": "poster", "url": secure(url)} for url in pieces(row.get("posters"), r"\|")]
            + [{"kind": "backdrop", "url": secure(url)} for url in pieces(row.get("stlls"), r"\|")],
        )

    @classmethod
    def search(cls, root):
        return [cls.one(row) for data in root["Data"] for row in data.get("Result", [])]


class Itunes:
    first = []

    @staticmethod
    def search(root):
        return [
            film(ids={"itunes": str(row["trackId"])}, title=row["trackName"].strip(), releaseDate=day(row["releaseDate"][:10]),
                 runtimeMinutes=round(row["trackTimeMillis"] / 60000) or None, genres=[genre(row["primaryGenreName"])],
                 directors=[{"name": name} for name in pieces(row.get("artistName"), ",|&")],
                 overview=text_in(row.get("longDescription"), "en"), homepage=row.get("trackViewUrl"),
                 certifications=[{"region": "US", "label": row["contentAdvisoryRating"]}],
                 images=[{"kind": "poster", "url": secure(row["artworkUrl100"]).replace("100x100bb", "600x600bb")}])
            for row in root["results"] if row.get("kind") == "feature-movie"
        ]


class Ghibli:
    first = []

    @staticmethod
    def list(root):
        return [
            film(ids={"ghibli": row["id"]}, title=row["title"], originalTitle=row.get("original_title"),
                 titles=[row.get("original_title"), row.get("original_title_romanised")],
                 year=int(row["release_date"]), runtimeMinutes=int(row["running_time"]), countries=["JP"],
                 directors=[{"name": name} for name in pieces(row["director"], ",|&")],
                 crew=[{"name": name, "job": "Producer"} for name in pieces(row["producer"], ",|&")],
                 overview=text_in(row["description"], "en"), ratings=[{"value": float(row["rt_score"]), "scale": 100}],
                 images=[known({"kind": "poster", "url": row["image"]})] + [{"kind": "backdrop", "url": row["movie_banner"]}])
            for row in root
        ]


class Swapi:
    first = []

    @staticmethod
    def search(root):
        return [
            film(ids={"swapi": re.findall("[0-9]+", row["url"])[-1]}, title=row["title"],
                 releaseDate=day(row["release_date"]), directors=[{"name": name} for name in pieces(row["director"])],
                 crew=[{"name": name, "job": "Producer"} for name in pieces(row["producer"])],
                 overview=text_in(" ".join(row["opening_crawl"].split()), "en"))
            for row in root["results"]
        ]


class Wikidata:
    first = []

    @staticmethod
    def search(root):
        value = lambda row, name: row.get(name, {}).get("value")
        return [
            film(ids=known({"wikidata": re.search("Q[0-9]+$", value(row, "film")).group(), "tmdb": value(row, "tmdb")}),
                 title=value(row, "ko") or value(row, "en"), titles=[value(row, "en")],
                 releaseDate=day((value(row, "day") or "")[:10]), runtimeMinutes=minutes(value(row, "minutes")))
            for row in root["results"]["bindings"]
        ]


# ---------------------------------------------------------------------------------------------------------------------
# Which file answers what: a pattern, an operation, how it is asked, and what reads it. An error is named instead.

Answer = collections.namedtuple("Answer", "pattern operation method params expected status part", defaults=(200, None))

NAMED = {"query": "NAME"}
ANSWERS = {
    "kofic": (Kofic, [
        Answer("daily*.json", "daily_box_office", "boxOffice/daily", {"date": "DAY"}, Kofic.daily),
        Answer("weekly*.json", "weekly_box_office", "boxOffice/weekly", {"date": "DAY", "span": "weekend"}, Kofic.weekly),
        Answer("movielist*.json", "search", "movies/search", NAMED, Kofic.list),
        Answer("list*.json", "search", "movies/search", NAMED, Kofic.list),
        Answer("movieinfo*.json", "lookup", "movies/get", {"id": "ID"}, Kofic.info),
        Answer("info-unknown.json", "lookup", "movies/get", {"id": "kofic:20249999"}, "not_found"),
        Answer("info*.json", "lookup", "movies/get", {"id": "ID"}, Kofic.info),
        Answer("fault-*.json", "search", "movies/search", NAMED, "KOFIC"),
        Answer("codes-*.json", "search", "movies/search", NAMED, "malformed"),
    ]),
    "tmdb": (Tmdb, [
        Answer("search*.json", "search", "movies/search", NAMED, Tmdb.rows),
        Answer("trending*.json", "trending", "movies/trending", {"window": "week"}, Tmdb.rows),
        Answer("similar*.json", "similar", "movies/related", {"id": "tmdb:550"}, Tmdb.rows),
        Answer("find*.json", "lookup", "movies/get", {"id": "imdb:tt0137523"}, Tmdb.found, 200, "/find/"),
        Answer("*images*.json", "images", "movies/get", {"id": "ID", "include": ["images"]}, Tmdb.images, 200, "/images"),
        Answer("*credits.json", "credits", "movies/get", {"id": "ID", "include": ["credits"]}, Tmdb.credits, 200, "/credits"),
        Answer("*videos.json", "videos", "movies/get", {"id": "ID", "include": ["videos"]}, Tmdb.videos, 200, "/videos"),
        Answer("detail*.json", "lookup", "movies/get", {"id": "ID"}, Tmdb.details),
        Answer("movie-*.json", "lookup", "movies/get", {"id": "ID"}, Tmdb.details),
        Answer("error-status-401.json", "search", "movies/search", NAMED, "auth", 401),
        Answer("error-status-response.json", "lookup", "movies/get", {"id": "tmdb:1"}, "not_found", 404),
        Answer("configuration*.json", "search", "movies/search", NAMED, "malformed"),
        Answer("genres*.json", "search", "movies/search", NAMED, "malformed"),
    ]),
    "omdb": (Omdb, [
        Answer("search-empty.json", "search", "movies/search", NAMED, []),
        Answer("search*.json", "search", "movies/search", NAMED, Omdb.search),
        Answer("id-nonexistent.json", "lookup", "movies/get", {"id": "imdb:tt9999999"}, "not_found"),
        Answer("broken-limit*", "lookup", "movies/get", {"id": "imdb:tt9999998"}, "quota", 401),
        Answer("broken*", "lookup", "movies/get", {"id": "imdb:tt9999997"}, "malformed"),
        Answer("*.json", "lookup", "movies/get", {"id": "ID"}, Omdb.details),
    ]),
    "yts": (Yts, [
        Answer("details*.json", "lookup", "movies/get", {"id": "ID"}, Yts.details),
        Answer("suggestions*.json", "similar", "movies/related", {"id": "yts:78513"}, Yts.list),
        Answer("list-2*.json", "list", "movies/list", {"sort": "added"}, Yts.list),
        Answer("c*.html", "search", "movies/search", NAMED, "unavailable", 403),
        Answer("error*.json", "search", "movies/search", NAMED, "upstream"),
        Answer("*.json", "search", "movies/search", NAMED, Yts.list),
    ]),
    "tvmaze": (Tvmaze, [
        Answer("*not-found.json", "lookup", "movies/get", {"id": "tvmaze:1"}, "not_found", 404),
        Answer("search*.json", "search", "movies/search", NAMED, Tvmaze.search),
        Answer("*.json", "lookup", "movies/get", {"id": "ID"}, Tvmaze.show),
    ]),
    "trakt": (Trakt, [
        Answer("search*.json", "search", "movies/search", NAMED, Trakt.search),
        Answer("details*.json", "lookup", "movies/get", {"id": "ID"}, Trakt.details),
    ]),
    "kmdb": (Kmdb, [Answer("search*.json", "search", "movies/search", NAMED, Kmdb.search)]),
    "itunes": (Itunes, [Answer("search*.json", "search", "movies/search", NAMED, Itunes.search)]),
    "ghibli": (Ghibli, [Answer("list*.json", "list", "movies/list", {}, Ghibli.list)]),
    "swapi": (Swapi, [Answer("search*.json", "search", "movies/search", NAMED, Swapi.search)]),
    "wikidata": (Wikidata, [Answer("lookup*.json", "lookup", "movies/get", {"id": "imdb:tt99000001"}, Wikidata.search)]),
}

# Documents that are no answers of the API: without their envelope, or with something else in it.
STRANGE = ["{}", "[]", '{"results":{}}', '{"unrelated":1}', '[{"unrelated":1}]']
STRANGELY_ASKED = {
    "kofic": [("daily_box_office", "boxOffice/daily", {"date": "DAY"}), ("weekly_box_office", "boxOffice/weekly", {"date": "DAY"}),
              ("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "kofic:1"})],
    "tmdb": [("search", "movies/search", NAMED), ("trending", "movies/trending", {}), ("lookup", "movies/get", {"id": "tmdb:1"}),
             ("lookup by imdb", "movies/get", {"id": "imdb:tt0000001"}), ("similar", "movies/related", {"id": "tmdb:1"})],
    "omdb": [("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "imdb:tt0000001"})],
    "yts": [("search", "movies/search", NAMED), ("list", "movies/list", {}), ("lookup", "movies/get", {"id": "yts:1"}),
            ("similar", "movies/related", {"id": "yts:1"})],
    "tvmaze": [("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "tvmaze:1"})],
    "trakt": [("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "imdb:tt0000001"})],
    "kmdb": [("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "kmdb:F00001"})],
    "itunes": [("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "itunes:1"})],
    "ghibli": [("list", "movies/list", {}), ("lookup", "movies/get", {"id": "ghibli:1"})],
    "swapi": [("search", "movies/search", NAMED), ("lookup", "movies/get", {"id": "swapi:1"})],
    "wikidata": [("lookup", "movies/get", {"id": "imdb:tt0000001"})],
}
# A bare list is what these are asked for: an empty one says that there is nothing.
BARE_LISTS = {("tvmaze", "search"), ("trakt", "search"), ("ghibli", "list")}
FAULTS_OF_KOFIC = {"320010": "auth", "320011": "quota"}

# ---------------------------------------------------------------------------------------------------------------------
# The program, and the server that it asks


class Source(http.server.ThreadingHTTPServer):
    """Answers every request with the answer in force; one that is not for its part, with a film of that id alone."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.body, self.status, self.part = b"", 200, None
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        source = self.server
        body, status = source.body, source.status
        if source.part and source.part not in self.path:
            status = 200
            body = json.dumps({"id": int(re.search("/movie/([0-9]+)", self.path).group(1)), "title": "A film"}).encode()
        is_page = body.lstrip().startswith(b"<")
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if is_page else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Program:
    """The program with one provider, asked over its standard streams."""

    def __init__(self, binary, provider, source, folder):
        configuration = folder / f"{provider}.yaml"
        configuration.write_text(definition(provider, source.server_address[1]), encoding="utf-8")
        variables = {name: "key" for name in re.findall(r"\$\{env\.([A-Z_]+)\}", configuration.read_text("utf-8"))}
        command = [binary, "serve", "--config", str(configuration), "--no-cache", "--data-dir", str(folder / provider)]
        command += ["--log-level", "error"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | variables)
        self.number = 0

    def ask(self, method, params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return answer
        raise SystemExit("the program ended; see its last words above")

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)


def definition(provider, port):
    """The provider's definition, with this machine for its host and no pauses between requests."""
    bundled = ROOT / f"Sources/BundledFiles/Files/{provider}.yaml"
    path = bundled if bundled.exists() else ROOT / f"docs/providers/{provider}.yaml"
    text = path.read_text("utf-8")
    text = re.sub(r"(?m)^(    base_url:).*$", rf"\1 http://127.0.0.1:{port}", text)
    text = re.sub(r"(?m)^    (limits|timeout):.*\n", "", text)
    text = re.sub(r"(?m)^(    base_url:.*)$", r"\1" + "\n    retry: { attempts: 1 }", text)
    text = re.sub(r"(?ms)^    tests:\n.*\Z", "", text)
    languages = "ko, en" if provider in ("kofic", "kmdb", "wikidata") else "en, ko"
    return text.replace("version: 1", f"version: 1\nsettings: {{ languages: [{languages}], deadline: 20s }}", 1)


# ---------------------------------------------------------------------------------------------------------------------
# Comparing

# What tells one element of a list from another; everything else about it is compared on its own.
KEYS = {"directors": ("name",), "cast": ("name", "character"), "crew": ("name", "job"), "ratings": ("name",),
        "images": ("url",), "videos": ("key",), "certifications": ("region", "label"), "titles": ("text",)}


class Table:
    words = ["right", "cut", "missing", "wrong"]

    def __init__(self, verbose):
        self.verbose = verbose
        self.counts = collections.defaultdict(collections.Counter)

    def note(self, place, word, detail=""):
        self.counts[place][word] += 1
        if word == "wrong" or self.verbose and word != "right":
            print(f"{word}: {' '.join(place)}{': ' if detail else ''}{detail}")

    def compare(self, place, field, wanted, got, first=()):
        place = (*place[:2], field)
        detail = f"expected {short(wanted)}, found {short(got)}"
        if field in KEYS and (wanted or got):
            self.compare_lists(place, field, wanted or [], got or [], first)
        elif isinstance(wanted, list):
            if got is None:
                self.note(place, "missing", detail)
            elif set(got) - set(wanted):
                self.note(place, "wrong", detail)
            else:
                self.note(place, "right" if len(set(got)) == len(set(wanted)) else "cut", detail)
        elif isinstance(wanted, dict) and field not in ("overview", "tagline"):
            for name in {**wanted, **(got or {})}:
                self.compare(place, f"{field}.{name}", wanted.get(name), (got or {}).get(name))
        elif same(wanted, got):
            self.note(place, "right")
        else:
            self.note(place, "missing" if got is None else "wrong", detail)

    def compare_lists(self, place, field, wanted, got, first):
        keys = KEYS[field]
        wanted = [{"text": one} if isinstance(one, str) else one for one in wanted]
        key = lambda one: tuple(one.get(name) for name in keys)
        mine, theirs = {key(one): one for one in wanted}, {key(one): one for one in got}
        if strange := [one for one in theirs if one not in mine]:
            return self.note(place, "wrong", f"expected one of {short(list(mine))}, found {short(strange)}")
        left = [one for one in mine if one not in theirs]
        if left and not theirs:
            self.note(place, "missing", f"expected {short(list(mine))}")
        elif field == "crew" and [one for one in left if one[1] in first]:
            self.note(place, "wrong", f"cut from the wrong end: without {short([one for one in left if one[1] in first])}")
        else:
            self.note(place, "cut" if left else "right", f"without {short(left)}" if left else "")
        for identity, one in theirs.items():
            for name in {**mine[identity], **one}:
                if name not in keys and name not in ("provider", "width") and not (field == "titles"):
                    self.compare(place, f"{field}.{name}", mine[identity].get(name), one.get(name))

    def film(self, place, wanted, got, first):
        for name in {**wanted, **got}:
            if name not in ("id", "provenance", "bookmarked", "match", "totals", "differing"):
                self.compare(place, name, wanted.get(name), got.get(name), first)
        for name, values in wanted.items():
            if isinstance(values, list) and got.get(name) and len(got[name]) < len(values) and name in ("cast", "crew"):
                self.compare(place, f"totals.{name}", len(values), got.get("totals", {}).get(name))

    def print(self):
        rows = [(*place, *(str(count[word] or "") for word in self.words)) for place, count in sorted(self.counts.items())]
        head = ("provider", "operation", "field", *self.words)
        widths = [max(len(row[index]) for row in [head, *rows]) for index in range(len(head))]
        for row in [head, *rows]:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        total = sum(self.counts.values(), collections.Counter())
        print(", ".join(f"{total[word]} {word}" for word in self.words))
        return total["wrong"]


def same(wanted, got):
    numbers = (int, float)
    if isinstance(wanted, numbers) and isinstance(got, numbers) and not isinstance(wanted, bool):
        return abs(wanted - got) < 1e-9 * max(1, abs(wanted))
    return wanted == got


def short(value):
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 160 else text[:160] + " …"


# ---------------------------------------------------------------------------------------------------------------------


def outcome(answer):
    """The films or rows of an answer, or the kind of its error."""
    result = answer.get("result")
    if result is None:
        return answer["error"]["data"]["kind"]
    source = result["sources"][0]
    if source["status"] == "error":
        return source["error"]["kind"]
    return result.get("entries", result.get("movies", [result["movie"]] if "movie" in result else []))


def filled(params, name, root, number):
    """The parameters for one answer: no two of them alike, so that none comes from the cache."""
    found = dict(params)
    if found.get("date") == "DAY":
        digits = re.search("20[0-9]{6}", name)
        found["date"] = day(digits.group()) if digits else f"2024-03-{number % 28 + 1:02}"
    if found.get("query") == "NAME":
        found["query"] = f"{re.sub('[^a-z]+', ' ', name)} {number}"
    if found.get("id") == "ID":
        found["id"] = film_id(root)
    return found


def film_id(root):
    if "movieInfoResult" in root:
        return f"kofic:{root['movieInfoResult']['movieInfo']['movieCd']}"
    if "imdbID" in root:
        return f"imdb:{root['imdbID']}"
    if "externals" in root:
        return f"tvmaze:{root['id']}"
    if "ids" in root:
        return f"trakt:{root['ids']['trakt']}"
    if "data" in root:
        return f"yts:{root['data']['movie']['id']}"
    return f"tmdb:{root['id']}"


def hold(path, provider, program, source, table, number):
    """Holds one file against the program; whether it is known what it answers."""
    extractor, answers = ANSWERS[provider]
    answer = next((one for one in answers if fnmatch.fnmatch(path.name, one.pattern)), None)
    if answer is None:
        return False
    source.body, source.status, source.part = path.read_bytes(), answer.status, answer.part
    try:
        root = json.loads(source.body)
    except ValueError:
        root = {}
    wanted = answer.expected
    if wanted == "KOFIC":
        wanted = FAULTS_OF_KOFIC.get(root["faultInfo"]["errorCode"], "bad_request")
    elif callable(wanted):
        wanted = wanted(root)
    params = filled(answer.params, path.name, root, number)
    if "limit" not in params and answer.method.startswith("movies/") and answer.method != "movies/get":
        params["limit"] = max(1, len(wanted) if isinstance(wanted, list) else 1)
    got = outcome(program.ask(answer.method, params))
    place = (provider, answer.operation)
    judge(table, place, path.name, wanted, got, extractor.first)
    return True


def judge(table, place, name, wanted, got, first=()):
    if isinstance(wanted, str) or isinstance(got, str):
        word = "right" if wanted == got else "wrong"
        return table.note((*place, "outcome"), word, f"{name}: expected {short(wanted)}, found {short(got)}")
    identity = lambda row: json.dumps((row.get("movie") or row)["ids"].get(place[0]) or (row.get("movie") or row)["ids"])
    mine = {identity(row): row for row in wanted}
    theirs = {identity(row): row for row in got}
    lost = [one for one in mine if one not in theirs]
    table.note((*place, "rows"), "missing" if lost else "wrong" if len(theirs) > len(mine) else "right",
               f"{name}: expected {short(list(mine))}, found {short(list(theirs))}")
    for identity, row in theirs.items():
        if identity not in mine:
            continue
        expected = mine[identity]
        if "movie" in row:
            for field in {**expected, **row}:
                if field != "movie":
                    table.compare(place, field, expected.get(field), row.get(field))
            row, expected = row["movie"], expected["movie"]
        table.film(place, expected, row, first)


def hold_strange(provider, program, source, table):
    """Documents that the API does not give are malformed: never empty, never a film that is not there."""
    source.status, source.part = 200, None
    for number, body in enumerate(STRANGE):
        source.body = body.encode()
        for operation, method, params in STRANGELY_ASKED[provider]:
            if "id" in params:
                params = {"id": re.sub("[0-9]$", str(number + 2), params["id"])}
            elif "/list" in method or "/trending" in method:
                params = {"page": 1, "limit": number + 1}
            params = filled(params, "strange", {}, number)
            got = outcome(program.ask(method, params))
            wanted = [] if body == "[]" and (provider, operation) in BARE_LISTS else "malformed"
            word = "right" if wanted == got else "wrong"
            table.note((provider, operation, "without its envelope"), word, f"{body}: expected {wanted}, found {short(got)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", default=str(ROOT / ".build/debug/marquee"))
    parser.add_argument("--verbose", action="store_true", help="name what is missing or cut, too")
    parser.add_argument("--provider", action="append", help="only this one")
    parser.add_argument("folder", nargs="?", default=str(ROOT / "../shared/samples"), help="the recorded answers")
    options = parser.parse_args()
    folder = pathlib.Path(options.folder)
    if not folder.is_dir():
        print(f"skipped: the recorded answers are not here: {options.folder}")
        return 0
    table = Table(options.verbose)
    for provider in options.provider or ANSWERS:
        files = sorted((folder / provider).glob("*")) if (folder / provider).is_dir() else []
        with tempfile.TemporaryDirectory() as scratch:
            source = Source()
            program = Program(options.binary, provider, source, pathlib.Path(scratch))
            try:
                for number, path in enumerate(files):
                    if not hold(path, provider, program, source, table, number):
                        print(f"not held: {provider}/{path.name}: it is not known what it answers")
                hold_strange(provider, program, source, table)
            finally:
                program.close()
                source.shutdown()
    return 1 if table.print() else 0


if __name__ == "__main__":
    sys.exit(main())
