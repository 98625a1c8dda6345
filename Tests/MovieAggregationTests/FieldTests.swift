import MovieDomain
import Testing

@testable import MovieAggregation

@Suite("Stated fields")
struct FieldSetTests {
    private func names(_ facts: MovieFacts) -> [String] {
        MovieField.allCases.filter { facts.stated.contains($0) }.map(\.name)
    }

    @Test("A film that has only ids states no field")
    func nothing() {
        var facts = MovieFacts()
        facts.ids = ["imdb": "tt1"]
        #expect(names(facts) == [])
    }

    @Test("A title also states the titles, and titles also state the title")
    func titles() {
        var one = MovieFacts()
        one.title = LocalizedText("Parasite")
        var other = MovieFacts()
        other.titles = [LocalizedText("Parasite")]
        #expect(names(one) == ["title", "titles"])
        #expect(one.stated == other.stated)
    }

    @Test("Each value states its own field, even if it is zero, false, or empty")
    func each() {
        var facts = MovieFacts()
        facts.originalTitle = ""
        facts.year = 0
        facts.releaseDate = CalendarDate(daysSinceEpoch: 0)
        facts.runtimeMinutes = 0
        facts.originalLanguage = "ko"
        facts.overview = LocalizedText("a")
        facts.tagline = LocalizedText("b")
        facts.popularity = 0
        facts.homepage = "c"
        facts.adult = false
        facts.status = ""
        #expect(
            names(facts) == [
                "originalTitle", "year", "releaseDate", "status", "runtimeMinutes", "originalLanguage", "overview",
                "tagline",
                "popularity", "homepage", "adult",
            ]
        )
        facts = MovieFacts()
        facts.genres = ["drama"]
        facts.countries = ["KR"]
        facts.languages = ["ko"]
        facts.companies = ["d"]
        facts.distributors = ["m"]
        facts.keywords = ["n"]
        facts.screenTypes = ["o"]
        facts.directors = [Person(name: "e")]
        facts.cast = [Person(name: "f")]
        facts.crew = [Person(name: "g")]
        facts.ratings = [Rating(provider: "h", value: 1, scale: 10)]
        facts.certifications = [Certification(region: nil, label: "i")]
        facts.images = [MovieImage(kind: "poster", url: "j", provider: "h")]
        facts.videos = [MovieVideo(kind: "trailer", site: "k", key: "l")]
        #expect(
            names(facts) == [
                "genres", "keywords", "countries", "languages", "directors", "cast", "crew", "ratings",
                "certifications",
                "images", "videos", "companies", "distributors", "screenTypes",
            ]
        )
    }

    @Test("A set can have every field")
    func everyField() {
        for field in MovieField.allCases {
            var set = FieldSet()
            set.insert(field, where: true)
            #expect(MovieField.allCases.filter { set.contains($0) } == [field])
        }
    }

    @Test("A union has the fields of both sets")
    func union() {
        var set = FieldSet()
        set.insert(.year, where: true)
        set.insert(.cast, where: false)
        var other = FieldSet()
        other.insert(.companies, where: true)
        set.formUnion(other)
        #expect(MovieField.allCases.filter { set.contains($0) } == [.year, .companies])
    }
}

@Suite("Sources of fields")
struct FieldSourcesTests {
    @Test("Sources that are set for a field are returned for that field only")
    func fields() {
        for field in MovieField.allCases {
            var sources = Provenance()
            sources[field] = ["a", "b"]
            for other in MovieField.allCases { #expect(sources[other] == (other == field ? ["a", "b"] : nil)) }
            #expect(sources == Provenance([(field, ["a", "b"])]))
            sources[field] = nil
            #expect(sources == Provenance())
        }
        #expect(Provenance([(.year, [])])[.year] == nil)
        let written: Provenance = [.title: ["a"], .year: ["b"]]
        #expect(written == Provenance([(.year, ["b"]), (.title, ["a"])]))
    }

    @Test("A rule that is set later replaces the default")
    func rules() {
        var policy = MergePolicy()
        #expect(policy.rule(for: .genres).strategy == .union)
        #expect(policy.rule(for: .year).strategy == .first)
        policy.rules[.year] = MergeRule(.newest)
        #expect(policy.rule(for: .year).strategy == .newest)
        #expect(policy.rule(for: .ratings).strategy == .perSource)
    }
}
