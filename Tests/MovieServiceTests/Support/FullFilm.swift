import MovieDomain

/// A film of which everything is known.
enum FullFilm {
    static let movie: Movie = {
        Movie(
            id: MovieID(namespace: "imdb", value: "tt1"),
            facts: facts,
            provenance: FieldSources(MovieField.allCases.map { ($0, ["one", "two"]) }),
            match: MatchExplanation(confidence: 1, reasons: ["imdb id equal"]),
            bookmarked: true
        )
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
        facts.companies = ["Company"]
        return facts
    }()
}
