import MovieDomain
import Testing

@Suite("What holds of every match, whatever the records")
struct MatcherPropertyTests {
    /// Records of few titles, years, directors and ids, so that they collide in every way.
    private func records(_ random: inout SeededGenerator, count: Int) -> [MovieRecord] {
        let titles = ["Casanova", "카사노바", "Oldboy", "올드보이", "Iron Man", "Iron Man 2", "아이언맨", "...", "Ring", "링 2"]
        let directors = ["Park Chan-wook", "박찬욱", "Chan-wook Park", "Lasse Hallström"]
        return (0..<count).map { index in
            var facts = MovieFacts()
            facts.title = titles.randomElement(using: &random).map { LocalizedText($0) }
            if Bool.random(using: &random) {
                facts.titles = titles.randomElement(using: &random).map { [LocalizedText($0)] } ?? []
            }
            if Int.random(in: 0..<6, using: &random) > 0 { facts.year = Int.random(in: 2003...2006, using: &random) }
            if Int.random(in: 0..<3, using: &random) == 0 {
                facts.directors = directors.randomElement(using: &random).map { [Person(name: $0)] } ?? []
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                facts.runtimeMinutes = Int.random(in: 90...92, using: &random)
            }
            for namespace in ["imdb", "tmdb"] where Int.random(in: 0..<4, using: &random) == 0 {
                facts.ids[namespace] = String(Int.random(in: 1...4, using: &random))
            }
            let provider = ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
            if Bool.random(using: &random) { facts.ids[provider] = String(index) }
            return MovieRecord(ProviderID(provider), facts)
        }
    }

    private func films(_ records: [MovieRecord]) -> Set<Set<MovieRecord>> {
        Set(Matcher().clusters(of: records).map { Set($0.members.map { records[$0] }) })
    }

    @Test("the order of the records changes nothing", arguments: 1...60 as ClosedRange<UInt64>)
    func orderIndependent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let records = records(&random, count: 30)
        let films = films(records)
        for _ in 0..<5 {
            #expect(self.films(records.shuffled(using: &random)) == films)
        }
    }

    @Test(
        "no film has two ids of one name space, and every record is in one film",
        arguments: 1...60 as ClosedRange<UInt64>
    )
    func consistent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let records = records(&random, count: 40)
        let clusters = Matcher().clusters(of: records)
        #expect(clusters.flatMap(\.members).sorted() == Array(records.indices))
        for cluster in clusters {
            var ids: [String: Set<String>] = [:]
            for member in cluster.members {
                for (namespace, value) in records[member].facts.ids { ids[namespace, default: []].insert(value) }
            }
            #expect(ids.values.allSatisfy { $0.count == 1 })
        }
    }
}
