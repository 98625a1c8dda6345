import JSON
import MovieAggregation
import MovieDomain

enum ExampleMatches {
    static let kofic = MovieID(namespace: "kofic", value: "20183782")
    static let tmdb = MovieID(namespace: "tmdb", value: "496243")
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)

    static let found = MatchNotes(
        matches: [
            MatchNote(
                IDPair(kofic, tmdb),
                .same,
                by: .matcher,
                confidence: 0.97,
                reasons: ["same year", "English title equal", "director equal"],
                at: moment
            )
        ],
        choices: []
    )

    static let pinned = MatchNotes(matches: [MatchNote(IDPair(kofic, tmdb), .same, by: .user, at: moment)], choices: [])

    static let split = MatchNotes(
        matches: [
            MatchNote(IDPair(kofic, MovieID(namespace: "tmdb", value: "4967")), .different, by: .user, at: moment)
        ],
        choices: []
    )
}

enum ExamplePeople {
    static let bong: PersonProfile = {
        var facts = PersonFacts(name: "봉준호", nameEn: "Bong Joon-ho", ids: ["kofic": "10086861", "tmdb": "21684"])
        facts.knownFor = "감독"
        facts.born = CalendarDate(year: 1969, month: 9, day: 14)
        return PersonProfile(
            id: MovieID(namespace: "tmdb", value: "21684"),
            facts: facts,
            films: [PersonFilm(movie: ExampleFilms.parasiteAtBoxOffice, jobs: ["Director", "Screenplay"])],
            sources: ["kofic", "tmdb"],
            match: MatchExplanation(confidence: 0.97, reasons: ["same name in both scripts", "film in common: 기생충"])
        )
    }()

    static let reports = [
        ProviderReport(provider: "kofic", status: .ok, items: 1, freshness: .live, durationMilliseconds: 110),
        ProviderReport(provider: "tmdb", status: .ok, items: 1, freshness: .live, durationMilliseconds: 140),
    ]

    static let page = PeopleResult(people: [bong], page: Page(page: 1, limit: 1, hasMore: true), sources: reports)
}

enum ExampleHealth {
    static let kofic: ProviderHealth = {
        var health = ProviderHealth(provider: "kofic", title: "KOFIC, Korean Film Council", status: .ok)
        health.requests = RequestCounts(sent: 41, failed: 1, retried: 1, inFlight: 0)
        health.latency = Latency(p50Milliseconds: 120, p99Milliseconds: 640)
        health.quota = QuotaHealth(used: 512, limit: 3_000, resetsAt: Timestamp(secondsSinceEpoch: 1_795_186_800))
        health.cache = CacheCounts(hits: 310, staleHits: 2, misses: 40, revalidations: 0)
        health.mapping = MappingCounts(
            rows: 400,
            droppedRows: 0,
            failures: [.init(operation: "search", field: "release_date", count: 3, examplePath: "openDt")]
        )
        health.week = ProviderCounts()
        health.week?.requests = RequestCounts(sent: 512, failed: 4, retried: 4)
        health.week?.cache = CacheCounts(hits: 2_140, staleHits: 9, misses: 480, revalidations: 12)
        health.week?.mapping = MappingCounts(
            rows: 5_120,
            failures: [.init(operation: "search", field: "release_date", count: 31, examplePath: "openDt")]
        )
        health.lastFailure = LastFailure(message: "kofic did not answer in full within 3 s", secondsAgo: 900)
        return health
    }()

    static let contents = CacheContents(
        file: "/home/me/.cache/marquee/cache.sqlite",
        shares: [.init(provider: "kofic", answers: 120, bytes: 1_048_576)]
    )
}

enum ExampleChanges {
    static let edited: ProvidersChange = {
        var change = ProvidersChange(isInForce: true, file: "/home/me/.config/marquee/providers.yaml")
        change.added = ["shelf"]
        change.changed = ["kofic"]
        change.problems = [
            .init(
                severity: "warning",
                file: "/home/me/.config/marquee/providers.yaml",
                line: 4,
                column: 20,
                message: "'omdb' is not a provider in this file"
            )
        ]
        return change
    }()
}

enum ExampleLibrary {
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)
    private static let parasite: LibraryFilm = {
        var film = LibraryFilm(outlineOf: ExampleFilms.parasite)
        film.document = ExampleFilms.parasite.jsonBytes
        return film
    }()
    private static let kept = Bookmark(film: parasite, addedAt: moment)
    private static let ownCard = Card(
        film: parasite,
        stars: 4.5,
        comment: "The stairs!",
        watchedOn: CalendarDate(year: 2026, month: 11, day: 20),
        changedAt: moment
    )

    static let history = HistoryResult(
        entries: [HistoryEntry(query: "parasite", searchedAt: moment, count: 2)],
        page: bookmarks.page
    )
    private static let movie = LibraryMovie(film: parasite, bookmarked: true, card: OwnCard(ownCard), addedAt: moment)
    static let bookmark = BookmarkResult(
        movie: LibraryMovie(film: parasite, bookmarked: true),
        addedAt: moment,
        sources: ExampleFilms.reports
    )
    static let bookmarks = BookmarksResult(
        movies: [movie],
        page: Page(page: 1, limit: 20, totalItems: 1, hasMore: false)
    )
    /// ``bookmarks``, with a film that a filter could not judge.
    static let short: BookmarksResult = {
        var result = bookmarks
        result.lacking.counts = [.runtime: 1]
        return result
    }()
    static let offered: BookmarkOffersResult = {
        var offers = WatchOffers(region: "KR", provider: "tmdb")
        offers.link = "https://www.themoviedb.org/movie/496243/watch?locale=KR"
        offers.attribution = "JustWatch"
        let offer = FilmOffer(service: WatchOffers.Service(name: "Netflix"), kind: .stream, region: offers)
        let film = OfferedFilm(movie: movie, offers: [offer], sources: ExampleFilms.reports)
        var result = BookmarkOffersResult(films: [film], page: bookmarks.page)
        (result.services, result.sources) = (["Netflix"], ExampleFilms.reports)
        return result
    }()
    static let upcoming: BookmarkReleasesResult = {
        let day = CalendarDate(daysSinceEpoch: 20_808)
        var part = PartOfFilm(film: parasite)
        var facts = MovieFacts()
        facts.releases = [RegionalRelease(region: "KR", events: [.init(kind: "theatrical", date: day)])]
        (part.facts, part.isKnown) = (facts, true)
        var calendar = ReleaseCalendar(region: "KR", days: day...day)
        calendar.add(part, movie)
        return BookmarkReleasesResult(calendar: calendar, page: bookmarks.page, sources: ExampleFilms.reports)
    }()
    private static let shownCard = ShownCard(card: ownCard, movie: movie)
    static let card = CardResult(card: shownCard, revision: 17, sources: ExampleFilms.reports)
    static let cards = CardsResult(
        cards: [shownCard],
        revision: 17,
        page: Page(page: 1, limit: 20, totalItems: 1, hasMore: false)
    )
    static let statistics = CardStatisticsResult(
        statistics: CardStatistics(
            of: [
                CardOutlook(
                    year: 2019,
                    facts: FilmFacts(
                        minutes: 131,
                        genres: ["drama", "thriller"],
                        countries: ["KR"],
                        directors: ["봉준호"]
                    ),
                    stars: ownCard.stars,
                    days: ownCard.watchedDays
                )
            ],
            in: 2026
        ),
        limit: 10,
        languages: ["ko"]
    )
    static let standings = LibraryStandings(
        films: [
            FilmStanding(
                id: ExampleMatches.kofic.description,
                standing: LibraryStanding(
                    bookmarkedAt: moment,
                    entry: LibraryEntry(card: ownCard, lists: ["Best of 2019"])
                )
            ),
            FilmStanding(id: "imdb:tt1160419"),
        ],
        revision: 17
    )
    static let changes = LibraryChanges(
        revision: 17,
        parts: [.cards],
        films: [
            FilmStanding(
                id: "imdb:tt6751668",
                movie: movie,
                standing: LibraryStanding(bookmarkedAt: moment, entry: LibraryEntry(card: ownCard))
            )
        ]
    )
    private static let bestOf = FilmListSummary(name: "Best of 2019", count: 1, changedAt: moment)
    static let lists = ListsResult(
        lists: [bestOf],
        page: Page(page: 1, limit: 100, totalItems: 1, hasMore: false)
    )
    static let list = ListFilmsResult(
        list: bestOf,
        movies: [movie],
        page: Page(page: 1, limit: 20, totalItems: 1, hasMore: false)
    )
    static let listed = ListedFilmResult(
        list: bestOf,
        movie: movie,
        sources: ExampleFilms.reports
    )
    static let renamed = ListsResult(lists: [FilmListSummary(name: "2019", count: 1, changedAt: moment)])
    static let identified: LibraryIdentifyResult = {
        let id = MovieID(namespace: "letterboxd", value: "hTha")
        var film = IdentifiedFilm(id: id, film: LibraryFilm(ids: [id], title: "Parasite", year: 2019))
        film.status = .connected
        film.movie = ExampleFilms.parasite
        film.movie?.match = MatchExplanation(confidence: 0.98, reasons: ["same year", "English title equal"])
        film.sources = ExampleFilms.reports
        return LibraryIdentifyResult(films: [film], page: next(after: id, limit: 1))
    }()
    static let refreshed: LibraryRefreshResult = {
        var film = RefreshedFilm(id: parasite.ids[0], film: parasite)
        (film.status, film.sources) = (.refreshed, ExampleFilms.reports)
        return LibraryRefreshResult(films: [film], remaining: 11, page: next(after: film.id, limit: 1))
    }()
    private static func next(after id: MovieID, limit: Int) -> Page {
        var next = PageCursor(page: 2, limit: limit)
        next.after = id
        return Page(page: 1, limit: limit, next: next, hasMore: true)
    }
    static let undone: UndoneAction = {
        var undone = UndoneAction(method: "library/import", madeAt: moment)
        (undone.bookmarks, undone.cards, undone.names, undone.remaining) = (1, 1, [parasite.title], 2)
        return undone
    }()
    static let document: LibraryDocument = {
        var library = Library()
        library.history = history.entries
        library.bookmarks = [kept]
        library.cards = [ownCard]
        library.lists = [FilmList(name: bestOf.name, films: [parasite], changedAt: moment)]
        return LibraryDocument(library: library, corrections: ExampleMatches.pinned)
    }()
}

enum ExampleFilms {
    static let parasite: Movie = {
        var facts = MovieFacts()
        facts.ids = ["imdb": "tt6751668", "kofic": "20183782", "tmdb": "496243"]
        facts.title = LocalizedText("기생충", language: "ko")
        facts.originalTitle = "기생충"
        facts.titles = [LocalizedText("기생충", language: "ko"), LocalizedText("Parasite", language: "en")]
        facts.year = 2019
        facts.releaseDate = CalendarDate(year: 2019, month: 5, day: 30)
        facts.runtimeMinutes = 131
        facts.genres = ["drama", "thriller"]
        facts.countries = ["KR"]
        facts.languages = ["ko"]
        facts.overview = LocalizedText("A poor family moves into the life of a rich one.", language: "en")
        facts.directors = [Person(name: "봉준호", nameEn: "BONG Joon-ho")]
        facts.cast = [Person(name: "송강호", nameEn: "SONG Kang-ho", character: "Ki-taek")]
        facts.ratings = [Rating(provider: "yts", value: 8.5, scale: 10)]
        facts.certifications = [Certification(region: "KR", label: "15세이상관람가")]
        facts.images = [
            MovieImage(kind: "poster", url: "https://image.example/parasite.jpg", width: 500, provider: "tmdb")
        ]
        var movie = Movie(
            id: MovieID(namespace: "imdb", value: "tt6751668"),
            facts: facts,
            provenance: [
                .title: ["kofic"], .originalTitle: ["kofic"], .titles: ["kofic", "yts"], .year: ["kofic", "yts"],
                .releaseDate: ["kofic"], .runtimeMinutes: ["kofic"], .genres: ["yts", "kofic"], .countries: ["kofic"],
                .languages: ["yts"], .overview: ["yts"], .directors: ["kofic"], .cast: ["kofic"], .ratings: ["yts"],
                .certifications: ["kofic"], .images: ["tmdb"],
            ],
            match: MatchExplanation(confidence: 0.97, reasons: ["same year", "English title equal", "director equal"])
        )
        movie.genreNames = ["드라마", "스릴러"]
        return movie
    }()

    /// A small poster of ``parasite``, as a file.
    static let poster: FetchedImage = {
        var image = FetchedImage(
            url: "https://image.example/w342/parasite.jpg",
            provider: "tmdb",
            mimeType: "image/jpeg",
            width: 342,
            height: 513,
            bytes: [UInt8](repeating: 0, count: 28_714)
        )
        image.path = "/home/me/.cache/marquee/images/9f2c….jpg"
        return image
    }()

    static let trend: TrendResult = {
        let day = CalendarDate(daysSinceEpoch: 18_047)
        var before = figures
        (before.audience.count, before.audience.change, before.audience.changePercent) = (478_906, nil, nil)
        (before.audience.total, before.sales) = (2_993_120, .init())
        return TrendResult(
            from: day,
            to: day.adding(days: 1),
            leadersDay: day.adding(days: 1),
            series: [
                TrendSeries(
                    movie: parasiteAtBoxOffice,
                    days: [.init(date: day, figures: before), .init(date: day.adding(days: 1), figures: figures)]
                )
            ],
            sources: [
                ProviderReport(provider: "kofic", status: .ok, items: 20, freshness: .live, durationMilliseconds: 95)
            ]
        )
    }()

    /// The film ``parasite`` as the box office describes it.
    static let parasiteAtBoxOffice: Movie = {
        var facts = MovieFacts()
        facts.ids = ["kofic": "20183782"]
        facts.title = LocalizedText("기생충", language: "ko")
        facts.titles = [LocalizedText("기생충", language: "ko")]
        facts.releaseDate = CalendarDate(year: 2019, month: 5, day: 30)
        return Movie(
            id: MovieID(namespace: "kofic", value: "20183782"),
            facts: facts,
            provenance: [.title: ["kofic"], .titles: ["kofic"], .releaseDate: ["kofic"]]
        )
    }()

    static let figures: BoxOfficeFigures = {
        var figures = BoxOfficeFigures(rank: 1)
        figures.rankChange = 0
        figures.isNew = false
        figures.audience.count = 368_582
        figures.audience.change = -110_324
        figures.audience.changePercent = -23
        figures.audience.total = 3_361_702
        figures.sales.amount = 3_125_870_460
        figures.sales.share = 62.1
        figures.sales.currency = "KRW"
        figures.screens = 1_783
        figures.showings = 9_012
        return figures
    }()

    static let dailyBoxOffice = boxOffice(.day)
    static let weekendBoxOffice = boxOffice(.weekend)

    private static func boxOffice(_ span: BoxOfficeSpan) -> BoxOfficeResult {
        BoxOfficeResult(
            period: span.period(holding: CalendarDate(daysSinceEpoch: 18_048)),
            entries: [BoxOfficeEntry(figures: figures, movie: parasiteAtBoxOffice)],
            sources: [
                ProviderReport(provider: "kofic", status: .ok, items: 1, freshness: .live, durationMilliseconds: 95)
            ]
        )
    }

    static let page = SearchResult(movies: [parasite], page: Page(page: 1, limit: 1, hasMore: true), sources: reports)

    static let identified: IdentifiedNames = {
        let reading = FilmName("Parasite.2019.1080p.BluRay.x264.mkv", latestYear: 2_030)
        var name = IdentifiedName(reading: reading)
        (name.name, name.status) = ("Parasite.2019.1080p.BluRay.x264.mkv", .found)
        name.movie = parasite
        name.movie?.match = MatchExplanation(confidence: 0.98, reasons: ["same year", "English title equal"])
        name.sources = reports
        return IdentifiedNames(names: [name])
    }()

    static let collection: CollectionResult = {
        var facts = CollectionFacts(name: "Dune Collection", ids: ["tmdb": "726871"])
        facts.images = [
            MovieImage(kind: "poster", url: "https://image.example/dune.jpg", width: 500, provider: "tmdb")
        ]
        return CollectionResult(
            id: MovieID(namespace: "tmdb", value: "726871"),
            collection: facts,
            movies: [dune],
            sources: [
                ProviderReport(provider: "tmdb", status: .ok, items: 1, freshness: .live, durationMilliseconds: 120)
            ]
        )
    }()

    static let credits = CreditsResult(
        people: [Person(name: "송강호", nameEn: "SONG Kang-ho", character: "Ki-taek")],
        page: Page(page: 1, limit: 1, totalItems: 65, hasMore: true),
        sources: reports
    )

    static let shortPage = SearchResult(
        movies: [dune],
        page: Page(page: 1, limit: 1, totalItems: 57, hasMore: true),
        sources: [ProviderReport(provider: "yts", status: .ok, items: 1, freshness: .live, durationMilliseconds: 180)]
    )

    private static let dune: Movie = {
        var facts = MovieFacts()
        facts.ids = ["imdb": "tt1160419", "yts": "36622"]
        facts.title = LocalizedText("Dune", language: "en")
        facts.year = 2021
        facts.ratings = [Rating(provider: "yts", value: 8, scale: 10)]
        return Movie(
            id: MovieID(namespace: "imdb", value: "tt1160419"),
            facts: facts,
            provenance: [.title: ["yts"], .year: ["yts"], .ratings: ["yts"]]
        )
    }()

    static let reports: [ProviderReport] = [
        ProviderReport(
            provider: "kofic",
            status: .ok,
            items: 1,
            freshness: Freshness(fromCache: true, ageSeconds: 42),
            durationMilliseconds: 0
        ),
        ProviderReport(provider: "yts", status: .ok, items: 1, freshness: .live, durationMilliseconds: 180),
        ProviderReport(
            provider: "omdb",
            status: .disabled,
            failure: ProviderError(.disabled, provider: "omdb", message: "OMDB_API_KEY is not set")
        ),
    ]

    static let providers: [ProviderProfile] = [
        ProviderProfile(
            id: "kofic",
            title: "KOFIC, Korean Film Council",
            homepage: "https://www.kobis.or.kr/kobisopenapi/",
            languages: ["ko", "en"],
            capabilities: [.dailyBoxOffice, .weeklyBoxOffice, .search, .lookup],
            namespaces: [.lookup: ["kofic"]]
        ),
        ProviderProfile(
            id: "omdb",
            title: "OMDb",
            languages: ["en"],
            availability: .disabled(reason: "OMDB_API_KEY is not set"),
            capabilities: [.search, .lookup],
            namespaces: [.lookup: ["imdb"]]
        ),
    ]
}
