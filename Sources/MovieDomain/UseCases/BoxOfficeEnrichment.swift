/// Adds what all sources know to each film of a box office.
struct BoxOfficeEnrichment: Sendable {
    struct Entry: Sendable {
        var shown: BoxOfficeEntry
        var record: MovieRecord
    }

    let catalogue: Catalogue
    let deadline: Deadline
    let languages: [String]
    let merging: Merging
    /// Films that are followed at the same time: ten entries at five sources would else be fifty calls at once.
    let concurrency = 4

    /// The entries in the same order, each as complete as a sure match and the time allow, and what the sources came to.
    func run(_ entries: [Entry]) async -> (entries: [BoxOfficeEntry], reports: [SourceReport]) {
        var shown = entries.map(\.shown)
        var reports: [SourceReport] = []
        await withTaskGroup(of: (Int, Resolution).self) { group in
            var waiting = entries.indices.makeIterator()
            func startNext() {
                guard let index = waiting.next() else { return }
                let record = entries[index].record
                group.addTask { (index, await resolve(record)) }
            }
            for _ in 0..<concurrency { startNext() }
            for await (index, resolution) in group {
                reports += resolution.reports
                if let movie = merging.movie(of: resolution.records, match: resolution.explanation) {
                    shown[index].movie = movie
                }
                startNext()
            }
        }
        return (shown, reports)
    }

    /// Looks the film up at its own source, then finds it at the others.
    private func resolve(_ record: MovieRecord) async -> Resolution {
        let resolver = FilmResolver(
            catalogue: catalogue,
            deadline: deadline,
            languages: languages,
            isThorough: false,
            purpose: .enrichment
        )
        return await resolver.resolve(ids: record.facts.ids, seeds: [record])
    }
}
