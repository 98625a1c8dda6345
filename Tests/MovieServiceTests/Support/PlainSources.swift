import MovieDomain

/// Two sources that know the same film in different ways, for whole results.
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
        kofic.onSearch = { _ throws(SourceFailure) in SourceAnswer(MovieList(movies: [parasiteAtKofic], hasMore: false))
        }
        kofic.onLookup = { _ throws(SourceFailure) in
            SourceAnswer(parasiteAtKofic, freshness: Freshness(fromCache: true, ageSeconds: 42))
        }
        kofic.onBoxOffice = { query throws(SourceFailure) in
            let period = query.span.period(holding: query.date ?? CalendarDate(daysSinceEpoch: 18_048))
            return SourceAnswer(BoxOffice(period: period, rows: [row]))
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
        shelf.onSearch = { _ throws(SourceFailure) in SourceAnswer(list) }
        shelf.onList = { _ throws(SourceFailure) in SourceAnswer(list) }
        shelf.onLookup = { _ throws(SourceFailure) in SourceAnswer(parasiteAtShelf) }
        shelf.onRelated = { _ throws(SourceFailure) in SourceAnswer(list) }
        return shelf
    }
}
