import MovieAggregation
import MovieDomain

/// Matches in the examples of the documentation.
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

/// People in the examples of the documentation.
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

/// Sources and the cache in the examples of the documentation.
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

/// Edited definitions in the examples of the documentation.
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
                message: "'omdb' is no provider of this file"
            )
        ]
        return change
    }()
}

/// The user's library in the examples of the documentation.
enum ExampleLibrary {
    private static let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)
    private static let parasite = LibraryFilm(ExampleFilms.parasite)
    private static let kept = Bookmark(film: parasite, addedAt: moment)
    private static let ownCard = Card(
        film: parasite,
        stars: 4.5,
        comment: "The stairs!",
        watchedOn: CalendarDate(year: 2026, month: 11, day: 20),
        changedAt: moment
    )

    static let history = HistoryResult(entries: [HistoryEntry(query: "parasite", searchedAt: moment, count: 2)])
    static let bookmark = BookmarkResult(bookmark: kept, sources: ExampleFilms.reports)
    static let bookmarks = BookmarksResult(
        movies: [KeptMovie(film: parasite, bookmarked: true)],
        page: Page(page: 1, limit: 20, totalItems: 1, hasMore: false)
    )
    static let card = CardResult(card: ShownCard(card: ownCard, bookmarked: true), sources: ExampleFilms.reports)
    static let cards = CardsResult(
        cards: [ShownCard(card: ownCard, bookmarked: true)],
        page: Page(page: 1, limit: 20, totalItems: 1, hasMore: false)
    )
    static let document: LibraryDocument = {
        var library = Library()
        library.history = history.entries
        library.bookmarks = [kept]
        library.cards = [ownCard]
        return LibraryDocument(library: library, corrections: ExampleMatches.pinned)
    }()
}
