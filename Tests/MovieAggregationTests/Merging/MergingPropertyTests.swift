import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Testing

@Suite("What holds of every merge, whatever the records")
struct MergingPropertyTests {
    private func records(_ random: inout SeededGenerator) -> [MovieRecord] {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
            var facts = MovieFacts()
            let texts = ["기생충", "Parasite", "PARASITE", "Gisaengchung"]
            let languages = [nil, "ko", "en"]
            func text() -> LocalizedText {
                LocalizedText(
                    texts.randomElement(using: &random) ?? "",
                    language: languages.randomElement(using: &random) ?? nil
                )
            }
            if Bool.random(using: &random) { facts.title = text() }
            facts.titles = (0..<Int.random(in: 0...3, using: &random)).map { _ in text() }
            if Bool.random(using: &random) { facts.year = Int.random(in: 2018...2020, using: &random) }
            if Bool.random(using: &random) { facts.overview = text() }
            let people = [
                Person(name: "봉준호", nameEn: "BONG Joon-ho"), Person(name: "Bong Joon Ho"), Person(name: "박찬욱"),
                Person(name: "Park Chan-wook", character: "himself"),
            ]
            facts.directors = Array(people.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)))
            facts.genres = Array(["drama", "war", "crime"].shuffled(using: &random).prefix(2))
            facts.ids = ["imdb": "tt\(Int.random(in: 1...2, using: &random))"]
            facts.ratings = [Rating(provider: "imdb", value: Double(Int.random(in: 1...3, using: &random)), scale: 10)]
            let provider = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            let age = Int.random(in: 0...2, using: &random)
            return MovieRecord(
                provider: ProviderID(provider),
                facts: facts,
                freshness: Freshness(fromCache: age > 0, ageSeconds: age)
            )
        }
    }

    private func policy(_ random: inout SeededGenerator) -> MergePolicy {
        var rules: [MovieField: MergeRule] = [:]
        for field in MovieField.allCases where Bool.random(using: &random) {
            rules[field] = MergeRule(MergeStrategy.allCases.randomElement(using: &random) ?? .first, prefer: ["c"])
        }
        return MergePolicy(
            order: ["b"],
            rules: rules,
            languages: [["ko", "en"], ["en"], []].randomElement(using: &random) ?? []
        )
    }

    @Test(
        "neither the order of the records nor saying them twice changes the film",
        arguments: 1...150 as ClosedRange<UInt64>
    )
    func stable(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let records = records(&random)
        let merging = MovieMerger(policy: policy(&random))
        let movie = merging.movie(of: records)
        for _ in 0..<4 {
            #expect(merging.movie(of: records.shuffled(using: &random)) == movie)
        }
        #expect(merging.movie(of: records + records) == movie)
    }

    @Test(
        "every field with a value names a source that has one, and no field without does",
        arguments: 1...150 as ClosedRange<UInt64>
    )
    func provenance(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let records = records(&random)
        let movie = try #require(MovieMerger(policy: policy(&random)).movie(of: records))
        #expect((movie.facts.title != nil) == (movie.provenance[.title] != nil))
        #expect((movie.facts.year != nil) == (movie.provenance[.year] != nil))
        #expect(movie.facts.directors.isEmpty == (movie.provenance[.directors] == nil))
        if let year = movie.facts.year, let sources = movie.provenance[.year] {
            let saying = Set(records.filter { $0.facts.year == year }.map(\.provider))
            let others = movie.differences.filter { $0.field == .year }
            #expect(Set(sources.dropLast(others.count)).isSubset(of: saying))
            #expect(sources.suffix(others.count) == others.map(\.provider)[...])
            #expect(others.allSatisfy { $0.value != .number(year) && !saying.contains($0.provider) })
            #expect(Set(sources).count == sources.count)
        }
        if let title = movie.facts.title { #expect(movie.facts.titles.contains { $0.text == title.text }) }
    }
}
