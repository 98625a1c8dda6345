"""What the answers of each API say about films, read by hand, in the words of the wire.

These rules know nothing of the definitions: they are what scripts/check-answers.py holds the definitions against.
"""

import html
import re

# Words of the domain

GENRES = {
    "공포(호러)": "horror", "공포": "horror", "멜로/로맨스": "romance", "멜로": "romance", "드라마": "drama", "사극": "history",
    "액션": "action", "어드벤처": "adventure", "애니메이션": "animation", "코미디": "comedy", "다큐멘터리": "documentary",
    "가족": "family", "판타지": "fantasy", "SF": "science-fiction", "스릴러": "thriller", "범죄": "crime", "전쟁": "war",
    "성인물(에로)": "adult", "미스터리": "mystery", "뮤지컬": "musical", "공연": "performance", "기타": "other", "서부극(웨스턴)": "western",
    "sci-fi": "science-fiction", "science-fiction": "science-fiction",
    "science fiction": "science-fiction", "romantic": "romance",
}
GENRES_OF_TMDB = {
    28: "action", 12: "adventure", 16: "animation", 35: "comedy", 80: "crime", 99: "documentary", 18: "drama",
    10751: "family", 14: "fantasy", 36: "history", 27: "horror", 10402: "music", 9648: "mystery", 10749: "romance",
    878: "science-fiction", 10770: "tv-movie", 53: "thriller", 10752: "war", 37: "western",
}
COUNTRIES = {
    "한국": "KR", "대한민국": "KR", "미국": "US", "영국": "GB", "일본": "JP", "중국": "CN", "프랑스": "FR", "독일": "DE",
    "인도": "IN", "캐나다": "CA",
    "대만": "TW", "홍콩": "HK", "이탈리아": "IT", "스페인": "ES", "러시아": "RU", "호주": "AU", "카자흐스탄": "KZ", "usa": "US", "uk": "GB",
    "united states": "US", "united kingdom": "GB", "south korea": "KR", "france": "FR", "japan": "JP", "canada": "CA",
}
LANGUAGES = {
    "english": "en", "french": "fr", "german": "de", "spanish": "es", "arabic": "ar", "russian": "ru",
    "portuguese": "pt", "korean": "ko", "latin": "la", "japanese": "ja", "cn": "zh", "italian": "it", "chinese": "zh",
}


STATUS = {
    "개봉": "released", "개봉예정": "upcoming", "개봉준비": "upcoming", "후반작업": "post-production", "촬영진행": "in-production",
    "촬영준비": "planned", "in development": "planned", "기타": None, "to be determined": None,
}


def status(name):
    return STATUS.get(name.lower(), "-".join(name.lower().split())) if name else None


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
    return re.sub("^http:", "https:", url)


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


# Where videos are watched, by site.
WATCHED_AT = {"youtube": "https://www.youtube.com/watch?v=", "vimeo": "https://vimeo.com/"}


def halves(ratings):
    """The mean of all ratings by their votes, in halves of five; one without votes counts as one of them."""
    weights = [one.get("votes", 1) for one in ratings]
    if not sum(weights):
        return None
    mean = sum(one["value"] / one["scale"] * weight for one, weight in zip(ratings, weights)) / sum(weights)
    return int(mean * 10 + 0.5) / 2


def page_at(prefix, last):
    """The film's page at a source: its site, and what names the film there."""
    return [{"url": prefix + str(last)}] if last else []


def film(**fields):
    for name in ("genres", "countries", "languages", "companies", "distributors", "screenTypes", "keywords"):
        if name in fields:
            fields[name] = once(fields[name])
    fields = known(fields)
    if "title" in fields:
        fields["titles"] = once([fields["title"]] + fields.get("titles", []))
    if stars := halves(fields.get("ratings", [])):
        fields["stars"] = stars
    for video in fields.get("videos", []):
        if video["site"] in WATCHED_AT:
            video["url"] = WATCHED_AT[video["site"]] + video["key"]
    if "year" not in fields and fields.get("releaseDate"):
        fields["year"] = int(fields["releaseDate"][:4])
    return fields


def text_in(text, language):
    return {"text": text.strip(), "language": language} if text and text.strip() else None


def rating(value, scale, votes=None):
    """A list of one rating; empty without votes."""
    return [known({"value": float(value), "scale": scale, "votes": votes})] if value and float(value) else []


def people(rows, name, **others):
    """People, each with what is known of them: `ids=lambda row: …`."""
    found = []
    for row in rows or []:
        if row.get(name):
            person = known({"name": row[name].strip(), **{key: read(row) for key, read in others.items()}})
            if "ids" in person:
                person["id"] = ":".join(next(iter(person["ids"].items())))
            found.append(person)
    return found


# What the answers of each API say, read by hand. What the domain has no place for is left out here, too.

class Kofic:
    # The years of production that its lists and details state, which rows of box offices take.
    years = {}

    # The order of importance: whoever is cut, it is not these.
    first = ["감독", "시나리오(각본)", "각본", "각색", "원작", "스토리", "촬영", "편집", "음악", "미술/프로덕션 디자인", "미술",
             "프로듀서", "제작"]

    @staticmethod
    def ranked(row):
        def number(name):
            return int(row[name]) if row.get(name, "").strip() else None

        def decimal(name):
            return float(row[name]) if row.get(name, "").strip() else None

        def each(name):
            audience, count = number("audiCnt"), number(name)
            return int(audience / count * 10 + 0.5) / 10 if audience is not None and count else None

        return known({
            "rank": number("rank"), "rankChange": number("rankInten"), "isNew": row.get("rankOldAndNew") == "NEW",
            "audience": known({"count": number("audiCnt"), "change": number("audiInten"),
                               "changePercent": decimal("audiChange"), "total": number("audiAcc")}),
            "sales": known({"amount": number("salesAmt"), "share": decimal("salesShare"), "currency": "KRW",
                            "change": number("salesInten"), "changePercent": decimal("salesChange"),
                            "total": number("salesAcc")}),
            "screens": number("scrnCnt"), "showings": number("showCnt"),
            "audiencePerScreen": each("scrnCnt"), "audiencePerShowing": each("showCnt"),
        }) | {"movie": film(ids={"kofic": row["movieCd"]}, title=row["movieNm"].strip(),
                            year=Kofic.years.get(row["movieCd"]), releaseDate=day(row.get("openDt")))}

    @classmethod
    def daily(cls, root):
        return [cls.ranked(row) for row in root["boxOfficeResult"]["dailyBoxOfficeList"]]

    @classmethod
    def weekly(cls, root):
        return [cls.ranked(row) for row in root["boxOfficeResult"]["weeklyBoxOfficeList"]]

    @staticmethod
    def year(row):
        year = int(row["prdtYear"]) if row["prdtYear"] else None
        Kofic.years[row["movieCd"]] = year
        return year

    @staticmethod
    def list(root):
        return [
            film(ids={"kofic": row["movieCd"]}, title=row["movieNm"].strip(), titles=[row["movieNmEn"].strip()],
                 year=Kofic.year(row), releaseDate=day(row["openDt"]),
                 genres=[genre(name) for name in pieces(row["genreAlt"])],
                 countries=[country(name) for name in pieces(row["nationAlt"])],
                 adult=True if "성인물" in row["genreAlt"] else None,
                 directors=people(row["directors"], "peopleNm"),
                 status=status(row.get("prdtStatNm")), companies=[company["companyNm"] for company in row["companys"]])
            for row in root["movieListResult"]["movieList"]
        ]

    @staticmethod
    def companies(row, parts):
        return [one["companyNm"] for part in parts for one in row.get("companys", []) if one["companyPartNm"] == part]

    @staticmethod
    def info(root):
        row = root["movieInfoResult"]["movieInfo"]
        if not row.get("movieCd"):
            return []
        english = lambda person: person.get("peopleNmEn")
        return [film(
            ids={"kofic": row["movieCd"]}, title=row["movieNm"].strip(), titles=[row["movieNmEn"].strip()],
            originalTitle=row["movieNmOg"], year=Kofic.year(row),
            releaseDate=day(row["openDt"]), runtimeMinutes=minutes(row["showTm"]),
            genres=[genre(one["genreNm"]) for one in row.get("genres", [])],
            countries=[country(one["nationNm"]) for one in row.get("nations", [])],
            directors=people(row.get("directors"), "peopleNm", nameEn=english),
            cast=people(row.get("actors"), "peopleNm", nameEn=english,
                        character=lambda actor: actor.get("cast") or actor.get("castEn")),
            crew=people(row.get("staffs"), "peopleNm", nameEn=english, job=lambda one: one.get("staffRoleNm")),
            certifications=[{"region": "KR", "label": one["watchGradeNm"]} for one in row.get("audits", [])],
            status=status(row.get("prdtStatNm")),
            companies=Kofic.companies(row, ("제작사", "공동제작")),
            distributors=Kofic.companies(row, ("배급사", "공동배급", "수입사")),
            screenTypes=[{"필름": "Film", "DOLBYCINEMA": "Dolby Cinema"}.get(one["showTypeGroupNm"], one["showTypeGroupNm"])
                         for one in row.get("showTypes", [])],
        )]


class Tmdb:
    first = ["Director", "Screenplay", "Writer", "Director of Photography", "Editor", "Original Music Composer",
             "Production Design", "Producer"]
    image = "https://image.tmdb.org/t/p"
    # Of https://developer.themoviedb.org/reference/configuration-details.
    widths = {"poster": [92, 154, 185, 342, 500, 780], "backdrop": [300, 780, 1280],
              "logo": [45, 92, 154, 185, 300, 500]}

    @classmethod
    def common(cls, row):
        return dict(
            ids={"tmdb": str(row["id"])}, title=row["title"], originalTitle=row.get("original_title"),
            originalLanguage=row.get("original_language"), releaseDate=day(row.get("release_date")),
            overview=text_in(row.get("overview"), "en"), popularity=float(row.get("popularity") or 0) or None,
            adult=row.get("adult"), pages=page_at("https://www.themoviedb.org/movie/", row["id"]),
            ratings=rating(row.get("vote_average"), 10, row.get("vote_count")),
        )

    @classmethod
    def picture(cls, kind, path, language=None):
        size = {"backdrop": "w1280"}.get(kind, "w500")
        if not path:
            return None
        sizes = [{"url": f"{cls.image}/w{width}{path}", "width": width} for width in cls.widths[kind]]
        return known({"kind": kind, "url": f"{cls.image}/{size}{path}", "language": language,
                      "sizes": sizes + [{"url": f"{cls.image}/original{path}"}]})

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
        found = root["movie_results"]
        page = "https://www.themoviedb.org/movie/"
        return [film(ids={"tmdb": str(row["id"]), "imdb": "tt0137523"}, title="A film", pages=page_at(page, row["id"]))
                for row in found]

    @classmethod
    def clips(cls, root):
        return [
            known({"key": one["key"], "site": one["site"].lower(), "kind": one["type"].lower(), "name": one.get("name"),
                   "language": one.get("iso_639_1"), "official": one.get("official"),
                   "published": day((one.get("published_at") or "")[:10])})
            for one in root.get("results", [])
        ]

    @classmethod
    def collection(cls, whole):
        if not whole:
            return None
        pictures = [cls.picture(kind, whole.get(f"{kind}_path")) for kind in ("poster", "backdrop")]
        return known({"id": f"tmdb:{whole['id']}", "name": whole["name"], "images": [one for one in pictures if one]})

    @classmethod
    def makers(cls, root):
        def ids(one):
            return {"tmdb": str(one["id"])} if one.get("id") else None

        def portraits(one):
            path = one.get("profile_path")
            return [{"kind": "portrait", "url": f"{cls.image}/w185{path}", "width": 185}] if path else None

        both = dict(ids=ids, images=portraits)
        return dict(
            directors=people([one for one in root.get("crew", []) if one["job"] == "Director"], "name", **both),
            cast=people(root.get("cast"), "name", character=lambda one: one["character"].strip(), **both),
            crew=people(root.get("crew"), "name", job=lambda one: one["job"], **both),
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
            tagline=text_in(root.get("tagline"), "en"), homepage=root.get("homepage"),
            runtimeMinutes=root.get("runtime"),
            titles=[one["title"] for one in root.get("alternative_titles", {}).get("titles", [])],
            countries=[one["iso_3166_1"] for one in root.get("production_countries", [])],
            languages=[one["iso_639_1"] for one in root.get("spoken_languages", [])],
            companies=[one["name"] for one in root.get("production_companies", [])], status=status(root.get("status")),
            keywords=[one["name"] for one in root.get("keywords", {}).get("keywords", [])],
            certifications=[dict(pair) for pair in once(tuple(grade.items()) for grade in grades)],
            images=cls.pictures(root, root.get("images", {})), videos=cls.clips(root.get("videos", {})),
            collection=cls.collection(root.get("belongs_to_collection")),
            budget=money(root.get("budget")), revenue=money(root.get("revenue")), **cls.makers(root.get("credits", {})),
        )]

    # A part comes with the film whose parts it is.
    @classmethod
    def part(cls, root, **fields):
        page = page_at("https://www.themoviedb.org/movie/", root["id"])
        return [film(ids={"tmdb": str(root["id"])}, title="A film", pages=page, **fields)]

    @classmethod
    def credits(cls, root):
        return cls.part(root, **cls.makers(root))

    @classmethod
    def images(cls, root):
        return cls.part(root, images=cls.pictures({}, root))

    @classmethod
    def videos(cls, root):
        return cls.part(root, videos=cls.clips(root))


class Omdb:
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
        ratings = rating(rated, 10, votes)
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
            homepage=cls.value(root, "Website"), companies=names("Production"), awards=text_in(cls.value(root, "Awards"), "en"),
            revenue={"amount": int(grossed), "currency": "USD", "region": "US"} if grossed else None,
            pages=page_at("https://www.imdb.com/title/", root["imdbID"]),
        )]


class Yts:
    @staticmethod
    def one(row):
        plain = lambda text: html.unescape(text or "").strip()
        overview = next((row[name] for name in ("summary", "description_full", "synopsis", "description_intro")
                         if row.get(name)), None)
        covers = [{"url": row[f"{size}_cover_image"], "width": width}
                  for size, width in (("large", 500), ("medium", 230), ("small", 45)) if row.get(f"{size}_cover_image")]
        backdrop = row.get("background_image_original") or row.get("background_image")
        return film(
            ids=known({"yts": str(row["id"]), "imdb": row.get("imdb_code")}),
            title=plain(row.get("title_english") or row["title"]), titles=[plain(row["title"])],
            year=row["year"] or None, runtimeMinutes=row["runtime"] or None,
            genres=[genre(name) for name in row.get("genres", [])],
            languages=[language(row.get("language") or "")], overview=text_in(plain(overview), "en"),
            ratings=rating(row.get("rating"), 10),
            certifications=[{"region": "US", "label": row["mpa_rating"]}] if row.get("mpa_rating") else [],
            images=[{"kind": "poster", "url": cover["url"], "sizes": covers} for cover in covers[:1]]
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
    @staticmethod
    def one(row):
        outside, network = row.get("externals") or {}, row.get("network") or {}
        web = row.get("webChannel") or {}
        images = row.get("image") or {}
        place = (network.get("country") or web.get("country") or {}).get("code")
        return film(
            ids=known({"tvmaze": str(row["id"]), "imdb": outside.get("imdb"),
                       "tvdb-tv": str(outside["thetvdb"]) if outside.get("thetvdb") else None}),
            title=row["name"], series=True, releaseDate=day(row.get("premiered")),
            runtimeMinutes=row.get("runtime") or row.get("averageRuntime"),
            ratings=rating((row.get("rating") or {}).get("average"), 10),
            genres=[genre(name) for name in row.get("genres", [])],
            languages=[language(row.get("language") or "")], countries=[place],
            status=status(row.get("status")), distributors=[network.get("name"), web.get("name")], homepage=row.get("officialSite"),
            overview=text_in(html.unescape(re.sub("<[^>]*>", "", row.get("summary") or "")), "en"),
            popularity=row.get("weight"), pages=page_at("", row.get("url")),
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
    @staticmethod
    def one(row):
        ids = row["ids"]
        trailer = re.search("[?&]v=([A-Za-z0-9_-]+)", row.get("trailer") or "")
        return film(
            ids=known({"trakt": str(ids["trakt"]), "trakt_slug": ids.get("slug"), "imdb": ids.get("imdb"),
                       "tmdb": str(ids["tmdb"]) if ids.get("tmdb") else None}),
            title=row["title"], year=row.get("year"), tagline=text_in(row.get("tagline"), "en"),
            overview=text_in(row.get("overview"), "en"), releaseDate=day(row.get("released")),
            status=status(row.get("status")),
            runtimeMinutes=row.get("runtime"), genres=[genre(name) for name in row.get("genres", [])],
            countries=[(row.get("country") or "").upper()], originalLanguage=row.get("language"),
            homepage=row.get("homepage"), pages=page_at("https://trakt.tv/movies/", ids.get("slug")),
            certifications=[{"region": "US", "label": row["certification"]}] if row.get("certification") else [],
            ratings=rating(row.get("rating"), 10, row.get("votes")),
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
        everyone = row.get("staffs", {}).get("staff", [])
        actors = [one for one in everyone if one["staffRoleGroup"] == "출연"]
        staff = [one for one in everyone if one["staffRoleGroup"] not in ("출연", "감독")]
        ids = lambda name: lambda one: {"kmdb": one[name]} if one.get(name) else None
        return film(
            ids={"kmdb": row["DOCID"]}, title=plain(row["title"]), originalTitle=plain(row.get("titleOrg")),
            titles=[plain(row.get("titleEng"))] + [plain(one) for one in row.get("titleEtc", "").split("^")],
            year=int(row["prodYear"]) if row.get("prodYear") else None, releaseDate=day(row.get("repRlsDate")),
            runtimeMinutes=minutes(row.get("runtime")), genres=[genre(one) for one in pieces(row.get("genre"))],
            countries=[country(one) for one in pieces(row.get("nation"))],
            directors=people(row.get("directors", {}).get("director"), "directorNm",
                             nameEn=lambda one: one.get("directorEnNm"), ids=ids("directorId")),
            cast=people(actors, "staffNm", nameEn=lambda one: one.get("staffEnNm"),
                        character=lambda one: plain(one.get("staffRole")), ids=ids("staffId")),
            crew=people(staff, "staffNm", nameEn=lambda one: one.get("staffEnNm"),
                        job=lambda one: one.get("staffRole") or one.get("staffRoleGroup"), ids=ids("staffId")),
            keywords=pieces(row.get("keywords")), awards=text_in(row.get("Awards1"), "ko"),
            videos=[
                known({"kind": "teaser" if "티저" in one["vodClass"] else "trailer" if "예고" in one["vodClass"] else "clip",
                       "site": "kmdb", "key": re.search("[A-Za-z0-9_-]+$", one["vodUrl"]).group(0),
                       "url": one["vodUrl"], "name": plain(one["vodClass"]), "language": "ko"})
                for one in row.get("vods", {}).get("vod", []) if one["vodUrl"]
            ],
            overview=text_in(plots[0], "ko") if plots else None, companies=pieces(row.get("company")),
            certifications=[{"region": "KR", "label": row["rating"]}] if row.get("rating") else [],
            pages=page_at("", row.get("kmdbUrl")),
            images=[{"kind": "poster", "url": secure(url)} for url in pieces(row.get("posters"), r"\|")]
            + [{"kind": "backdrop", "url": secure(url)} for url in pieces(row.get("stlls"), r"\|")],
        )

    @classmethod
    def search(cls, root):
        return [cls.one(row) for data in root["Data"] for row in data.get("Result", [])]


class Itunes:
    @staticmethod
    def search(root):
        return [
            film(ids={"itunes": str(row["trackId"])}, title=row["trackName"].strip(),
                 releaseDate=day(row["releaseDate"][:10]), genres=[genre(row["primaryGenreName"])],
                 runtimeMinutes=round(row["trackTimeMillis"] / 60000) or None,
                 directors=[{"name": name} for name in pieces(row.get("artistName"), ",|&")],
                 overview=text_in(row.get("longDescription"), "en"), pages=page_at("", row.get("trackViewUrl")),
                 certifications=[{"region": "US", "label": row["contentAdvisoryRating"]}],
                 images=[{"kind": "poster", "url": secure(row["artworkUrl100"]).replace("100x100bb", "600x600bb")}])
            for row in root["results"] if row.get("kind") == "feature-movie"
        ]


class Ghibli:
    @staticmethod
    def list(root):
        return [
            film(ids={"ghibli": row["id"]}, title=row["title"], originalTitle=row.get("original_title"),
                 titles=[row.get("original_title"), row.get("original_title_romanised")],
                 year=int(row["release_date"]), runtimeMinutes=int(row["running_time"]), countries=["JP"],
                 directors=[{"name": name} for name in pieces(row["director"], ",|&")],
                 crew=[{"name": name, "job": "Producer"} for name in pieces(row["producer"], ",|&")],
                 overview=text_in(row["description"], "en"), ratings=rating(row["rt_score"], 100),
                 images=[{"kind": "poster", "url": row["image"]}, {"kind": "backdrop", "url": row["movie_banner"]}])
            for row in root
        ]


class Swapi:
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
    @staticmethod
    def search(root):
        value = lambda row, name: row.get(name, {}).get("value")
        return [
            film(ids=known({"wikidata": re.search("Q[0-9]+$", value(row, "film")).group(), "tmdb": value(row, "tmdb"),
                            "imdb": "tt99000001"}),
                 title=value(row, "ko") or value(row, "en"), titles=[value(row, "en")],
                 releaseDate=day((value(row, "day") or "")[:10]), runtimeMinutes=minutes(value(row, "minutes")),
                 pages=page_at("https://www.wikidata.org/wiki/", re.search("Q[0-9]+$", value(row, "film")).group()))
            for row in root["results"]["bindings"]
        ]
