import MovieDomain

/// A source that answers as a test tells it to, and fails with `unsupported` otherwise.
struct FakeRepository: MovieRepository {
    var profile: ProviderProfile
    var onBoxOffice: @Sendable (BoxOfficeQuery) async throws(ProviderError) -> ProviderAnswer<BoxOffice>
    var onSearch: @Sendable (SearchQuery) async throws(ProviderError) -> ProviderAnswer<MovieList>
    var onList: @Sendable (ListQuery) async throws(ProviderError) -> ProviderAnswer<MovieList>
    var onLookup: @Sendable (LookupQuery) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    var onRelated: @Sendable (RelatedQuery) async throws(ProviderError) -> ProviderAnswer<MovieList>
    var onCollection: @Sendable (CollectionQuery) async throws(ProviderError) -> ProviderAnswer<CollectionFacts>
    var onContext: @Sendable (CallContext) -> Void = { _ in }

    init(_ id: ProviderID, capabilities: Set<Capability>, namespaces: [Capability: [String]] = [:]) {
        profile = ProviderProfile(id: id, title: id.rawValue, capabilities: capabilities, namespaces: namespaces)
        let unsupported = ProviderError(.unsupported, provider: id, message: "\(id) was not told what to answer")
        onBoxOffice = { _ throws(ProviderError) in throw unsupported }
        onSearch = { _ throws(ProviderError) in throw unsupported }
        onList = { _ throws(ProviderError) in throw unsupported }
        onLookup = { _ throws(ProviderError) in throw unsupported }
        onRelated = { _ throws(ProviderError) in throw unsupported }
        onCollection = { _ throws(ProviderError) in throw unsupported }
    }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        try await onBoxOffice(query)
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        onContext(context)
        return try await onSearch(query)
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await onList(query)
    }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        try await onLookup(query)
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await onRelated(query)
    }

    func collection(
        _ query: CollectionQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<CollectionFacts> {
        try await onCollection(query)
    }
}

/// Two sources with different records of the same film, for complete results.
enum PlainSources {
    static let parasiteAtKofic: MovieFacts = {
        var facts = MovieFacts()
        facts.ids = ["kofic": "20183782"]
        facts.title = LocalizedText("기생충", language: "ko")
        facts.titles = [LocalizedText("기생충", language: "ko"), LocalizedText("Parasite", language: "en")]
        facts.year = 2019
        facts.releaseDate = CalendarDate(year: 2019, month: 5, day: 30)
        facts.directors = [Person(name: "봉준호", nameEn: "BONG Joon-ho")]
        return facts
    }()

    static let parasiteAtShelf: MovieFacts = {
        var facts = MovieFacts()
        facts.ids = ["shelf": "7", "imdb": "tt6751668"]
        facts.title = LocalizedText("Parasite", language: "en")
        facts.titles = [LocalizedText("Parasite", language: "en")]
        facts.year = 2019
        facts.ratings = [Rating(provider: "shelf", value: 8.5, scale: 10)]
        facts.images = [MovieImage(kind: "poster", url: "https://shelf.example/7.jpg", width: 500, provider: "shelf")]
        return facts
    }()

    static func kofic() -> FakeRepository {
        var kofic = FakeRepository(
            "kofic",
            capabilities: [.dailyBoxOffice, .weeklyBoxOffice, .search, .lookup],
            namespaces: [.lookup: ["kofic"]]
        )
        kofic.onSearch = { _ throws(ProviderError) in
            ProviderAnswer(MovieList(movies: [parasiteAtKofic], hasMore: false))
        }
        kofic.onLookup = { _ throws(ProviderError) in
            ProviderAnswer(parasiteAtKofic, freshness: Freshness(fromCache: true, ageSeconds: 42))
        }
        kofic.onBoxOffice = { query throws(ProviderError) in
            let period = query.span.period(holding: query.date ?? CalendarDate(daysSinceEpoch: 18_048))
            return ProviderAnswer(BoxOffice(period: period, rows: [row]))
        }
        return kofic
    }

    private static let row: BoxOffice.Row = {
        var figures = BoxOfficeFigures(rank: 1)
        figures.rankChange = -2
        figures.isNew = false
        figures.audience.count = 368_582
        figures.audience.changePercent = -23.5
        figures.sales.amount = 3_125_870_460
        figures.sales.share = 62.1
        figures.sales.currency = "KRW"
        figures.screens = 1_783
        return BoxOffice.Row(figures: figures, movie: parasiteAtKofic)
    }()

    static func shelf() -> FakeRepository {
        var shelf = FakeRepository(
            "shelf",
            capabilities: [.search, .list, .trending, .lookup, .similar, .recommendations],
            namespaces: [.lookup: ["imdb", "shelf"], .similar: ["shelf"], .recommendations: ["shelf"]]
        )
        let list = MovieList(movies: [parasiteAtShelf], totalItems: 41, hasMore: true)
        shelf.onSearch = { _ throws(ProviderError) in ProviderAnswer(list) }
        shelf.onList = { _ throws(ProviderError) in ProviderAnswer(list) }
        shelf.onLookup = { _ throws(ProviderError) in ProviderAnswer(parasiteAtShelf) }
        shelf.onRelated = { _ throws(ProviderError) in ProviderAnswer(list) }
        return shelf
    }
}

/// A film with a value for every field.
enum FullFilm {
    static let movie: Movie = {
        var movie = Movie(
            id: MovieID(namespace: "imdb", value: "tt1"),
            facts: facts,
            provenance: Provenance(MovieField.allCases.map { ($0, ["one", "two"]) }),
            match: MatchExplanation(confidence: 1, reasons: ["imdb id equal"]),
            bookmarked: true
        )
        movie.stars = facts.ratings.stars
        return movie
    }()

    private static let facts: MovieFacts = {
        var facts = MovieFacts()
        facts.ids = ["imdb": "tt1", "one": "1"]
        facts.title = LocalizedText("A \"quoted\"\ntitle", language: "en")
        facts.originalTitle = "제목"
        facts.titles = [LocalizedText("제목", language: "ko"), LocalizedText("No language")]
        facts.year = 2026
        facts.releaseDate = CalendarDate(year: 2026, month: 1, day: 2)
        facts.runtimeMinutes = 90
        facts.genres = ["drama"]
        facts.countries = ["KR"]
        facts.languages = ["ko"]
        facts.originalLanguage = "ko"
        facts.overview = LocalizedText("What happens.", language: "en")
        facts.tagline = LocalizedText("Why to see it.", language: "en")
        facts.directors = [Person(name: "감독", nameEn: "Director")]
        facts.cast = [Person(name: "배우", nameEn: "Actor", character: "Hero")]
        facts.crew = [Person(name: "작가", job: "Screenplay")]
        facts.ratings = [
            Rating(provider: "one", value: 8.25, scale: 10, votes: 12), Rating(provider: "two", value: 4, scale: 5),
        ]
        facts.popularity = 12.5
        facts.certifications = [Certification(region: "KR", label: "전체관람가"), Certification(label: "PG")]
        facts.images = [
            MovieImage(kind: "poster", url: "https://one.example/p", width: 500, language: "ko", provider: "one")
        ]
        facts.videos = [MovieVideo(kind: "trailer", site: "youtube", key: "k", language: "en")]
        facts.homepage = "https://film.example"
        facts.adult = false
        facts.status = "released"
        facts.keywords = ["lighthouse"]
        facts.companies = ["Company"]
        facts.distributors = ["Distributor"]
        facts.screenTypes = ["IMAX"]
        facts.cast[0].ids = ["tmdb": "7", "kmdb": "8"]
        facts.videos[0].name = "First"
        facts.videos[0].isOfficial = true
        facts.videos[0].publishedOn = CalendarDate(year: 2026, month: 1, day: 3)
        facts.pages = [MoviePage(provider: "one", url: "https://one.example/1")]
        facts.budget = Money(amount: 100, currency: "KRW")
        facts.revenue = Money(amount: 200, currency: "USD", region: "US")
        facts.collection = CollectionReference(id: "tmdb:1", name: "All")
        facts.collection?.images = [MovieImage(kind: "poster", url: "https://one.example/c", provider: "one")]
        facts.cast[0].images = [MovieImage(kind: "portrait", url: "https://one.example/h", width: 185, provider: "one")]
        facts.awards = LocalizedText("All of them.", language: "en")
        let premiere = RegionalRelease.Event(
            kind: "premiere",
            date: CalendarDate(year: 2026, month: 1, day: 1),
            certification: "12",
            note: "Busan"
        )
        facts.releases = [RegionalRelease(region: "KR", events: [premiere])]
        facts.watch = [offers]
        return facts
    }()

    private static let offers: WatchOffers = {
        var offers = WatchOffers(region: "KR", provider: "one")
        offers.attribution = "JustWatch"
        offers.link = "https://one.example/watch"
        offers.stream = [.init(name: "S", logo: "https://one.example/s")]
        offers.rent = [.init(name: "R")]
        offers.buy = [.init(name: "B")]
        offers.free = [.init(name: "F")]
        offers.ads = [.init(name: "A")]
        return offers
    }()
}
