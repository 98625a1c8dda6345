import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieMatching
import Testing

@Suite("Properties of matching")
struct MatcherPropertyTests {
    private static let seeds: ClosedRange<UInt64> = 1...(ProjectFiles.environment("MARQUEE_LONG") == "1" ? 60 : 12)

    /// Returns records with few different titles, years, directors, and ids, so that they collide in every way.
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

    @Test("The order of the records does not change the films", arguments: seeds)
    func orderIndependent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let records = records(&random, count: 30)
        let films = films(records)
        for _ in 0..<5 {
            #expect(self.films(records.shuffled(using: &random)) == films)
        }
    }

    @Test("The names of the sources do not change the films", arguments: seeds)
    func nameIndependent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // An id of a provider itself would say which one it is.
        let records = records(&random, count: 40).map { record in
            var facts = record.facts
            facts.ids = facts.ids.filter { ["imdb", "tmdb"].contains($0.key) }
            return MovieRecord(record.provider, facts)
        }
        let films = clusters(records)
        for names in [["z", "y", "x", "w"], ["kofic", "tmdb", "omdb", "yts"], ["d", "a", "b", "c"]] {
            let renamed = records.map { record in
                let index = ["a", "b", "c", "d"].firstIndex(of: record.provider.rawValue) ?? 0
                return MovieRecord(ProviderID(names[index]), record.facts)
            }
            #expect(clusters(renamed) == films)
        }
    }

    private func clusters(_ records: [MovieRecord]) -> Set<[Int]> {
        Set(Matcher().clusters(of: records).map { $0.members.sorted() })
    }

    @Test(
        "No film has two ids in one namespace, and every record is in exactly one film",
        arguments: seeds
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

    @Test(
        "Matching merged films again joins only films that have ids or equal facts",
        arguments: seeds
    )
    func idempotent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let records = records(&random, count: 30)
        let merging = MovieMerger(policy: MergePolicy())
        let clusters = Matcher().clusters(of: records)
        let merged = clusters.compactMap { merging.movie(of: $0.members.map { records[$0] })?.facts }
            .map { MovieRecord("merged", $0) }
        let again = Matcher().clusters(of: merged)
        for cluster in again where cluster.members.count > 1 {
            // Only an equal id or identical facts can join films of one source.
            let films = cluster.members.map { merged[$0].facts }
            #expect(films.allSatisfy { film in !film.ids.isEmpty || film == films[0] })
        }
    }

    @Test(
        "Random titles in any script join at most two records, of films at most two years apart",
        arguments: seeds
    )
    func scripts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let scripts: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x400...0x4FF, 0x590...0x5FF, 0x600...0x6FF,
            0x900...0x97F, 0x1100...0x11FF, 0x2000...0x206F, 0x2150...0x218F, 0x3040...0x30FF, 0x4E00...0x4FFF,
            0xAC00...0xD7A3, 0xFF00...0xFFEF, 0x1F300...0x1F5FF,
        ]
        var records: [MovieRecord] = []
        for film in 0..<20 {
            var title = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let script = scripts.randomElement(using: &random) ?? 0x20...0x7E
                if let scalar = Unicode.Scalar(UInt32.random(in: script, using: &random)) {
                    title.unicodeScalars.append(scalar)
                }
            }
            for provider: ProviderID in ["a", "b"] {
                records.append(MovieRecord(provider, .film(title, 2000 + film, ids: [provider.rawValue: "\(film)"])))
            }
        }
        for cluster in Matcher().clusters(of: records) where cluster.members.count > 1 {
            #expect(cluster.members.count == 2)
            #expect(abs(cluster.members[0] / 2 - cluster.members[1] / 2) <= 2)
        }
    }
}
