package import MovieDomain

extension MovieFacts {
    package static func film(
        _ title: String,
        _ year: Int? = nil,
        language: String? = nil,
        also: [String] = [],
        ids: [String: String] = [:],
        directors: [Person] = [],
        runtime: Int? = nil
    ) -> MovieFacts {
        var facts = MovieFacts()
        facts.title = LocalizedText(title, language: language)
        facts.titles = also.map { LocalizedText($0) }
        facts.year = year
        facts.ids = ids
        facts.directors = directors
        facts.runtimeMinutes = runtime
        return facts
    }

    package func with(_ change: (inout MovieFacts) -> Void) -> MovieFacts {
        var facts = self
        change(&facts)
        return facts
    }
}

extension MovieRecord {
    package init(_ provider: ProviderID, _ facts: MovieFacts) { self.init(provider: provider, facts: facts) }
}

/// One film as two sources describe it, with made-up values in the form of each source.
package enum Parasite {
    package static let kofic = MovieFacts.film(
        "기생충",
        2019,
        language: "ko",
        ids: ["kofic": "20183782"],
        directors: [Person(name: "봉준호", nameEn: "BONG Joon-ho")],
        runtime: 131
    ).with {
        $0.titles = [LocalizedText("기생충", language: "ko"), LocalizedText("PARASITE", language: "en")]
        $0.releaseDate = CalendarDate(year: 2019, month: 5, day: 30)
        $0.genres = ["drama"]
        $0.countries = ["KR"]
        $0.certifications = [Certification(region: "KR", label: "15세이상관람가")]
    }

    package static let yts = MovieFacts.film(
        "Parasite",
        2019,
        language: "en",
        ids: ["yts": "14561", "imdb": "tt6751668"],
        directors: [Person(name: "Bong Joon Ho")],
        runtime: 132
    ).with {
        $0.genres = ["drama", "thriller"]
        $0.overview = LocalizedText("Greed and a basement.", language: "en")
        $0.ratings = [Rating(provider: "yts", value: 8.5, scale: 10)]
    }
}
