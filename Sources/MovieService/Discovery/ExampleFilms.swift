import MovieAggregation
import MovieDomain

/// Films in the examples of the documentation.
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
