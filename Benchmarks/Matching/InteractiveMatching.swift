import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieMatching

/// The time that a call spends on matching and merging 50 films from each of 5 sources.
enum InteractiveMatching {
    private static let rounds = 200

    static func print() {
        let records = (0..<250).map { index in record(film: index / 5, source: index % 5) }
        let merging = MovieMerger(policy: MergePolicy())
        var durations: [Duration] = []
        var films = 0
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            let clusters = Matcher().clusters(of: records)
            let movies = clusters.compactMap { cluster in
                merging.movie(of: records, at: cluster.members, match: cluster.explanation)
            }
            durations.append(ContinuousClock.now - start)
            films = movies.count
        }
        let median = Median.of(durations)
        Swift.print("5 sources of 50 films, matched and merged (goal: well under 1 ms)")
        Swift.print(
            "  \(median.milliseconds), \(films) films; the quickest of \(rounds): \(durations.min()?.milliseconds ?? "")\n"
        )
    }

    private static func record(film: Int, source: Int) -> MovieRecord {
        let provider = ProviderID("source\(source)")
        var facts = MovieFacts()
        facts.ids = [provider.rawValue: "\(film)"]
        facts.title = LocalizedText("The film number \(film * 7_919 % 1_000)", language: "en")
        facts.titles = [LocalizedText("The film number \(film * 7_919 % 1_000)", language: "en")]
        facts.year = 1990 + film % 30
        facts.runtimeMinutes = 90 + film
        if source != 2 { facts.directors = [Person(name: "Director \(film)")] }
        facts.genres = ["drama"]
        facts.ratings = [Rating(provider: provider, value: 7, scale: 10)]
        return MovieRecord(provider: provider, facts: facts)
    }
}
