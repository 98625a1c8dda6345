/// Finds out which sources hold films twice, from how often two of their films have the same title and year and nothing
/// that tells them apart.
///
/// One film in two hundred shares title and year with another one; a source with many more of them holds films twice.
struct DuplicateSurvey {
    let table: FilmTable
    let holders: KeyHolders

    /// Of a source's films, and at least so many.
    private static let share = 0.01
    private static let least = 5
    /// Most films that are looked at because of one title.
    private static let mostOfTitle = 128

    /// Several records a film for the sources that hold films twice, one for the others.
    func cardinality(_ duplicates: MatchDuplicates, _ comparer: inout PairComparer) -> MatchCardinality {
        guard duplicates != .forbidden else { return .oneToOne }
        let rates = rates(&comparer)
        let clear = rates.indices.filter {
            rates[$0].twins >= DuplicateSurvey.least && rates[$0].share >= DuplicateSurvey.share
        }
        if !clear.isEmpty { return .duplicates(in: Set(clear)) }
        guard duplicates == .expected else { return .oneToOne }
        let likeliest = rates.indices.max { (rates[$0].share, $0) < (rates[$1].share, $1) }
        return .duplicates(in: Set([likeliest].compactMap(\.self)))
    }

    /// For each source how many of its films are there twice.
    func rates(_ comparer: inout PairComparer) -> [(twins: Int, share: Double)] {
        var twins = [Int](repeating: 0, count: table.sourceCount)
        var sizes = twins
        for (place, film) in table.films.enumerated() {
            sizes[Int(film.source)] += 1
            if film.year != 0, hasTwin(place, &comparer) { twins[Int(film.source)] += 1 }
        }
        return twins.indices.map { (twins[$0], Double(twins[$0]) / Double(max(1, sizes[$0]))) }
    }

    /// Whether a later film of the same source is the same one.
    private func hasTwin(_ place: Int, _ comparer: inout PairComparer) -> Bool {
        let film = table.films[place]
        for title in film.keys.range where table.keys[title].isTitle {
            let range = holders.range(of: table.keys[title])
            let next = holders.place(of: title + 1, in: range)
            for index in (next..<max(next, range.upperBound)).prefix(DuplicateSurvey.mostOfTitle) {
                let other = holders.film(of: holders[index])
                guard table.films[other].year == film.year else { break }
                guard table.films[other].source == film.source, comparer.veto(place, other) == nil else { continue }
                if comparer.compare(place, other).score >= comparer.weights.threshold { return true }
            }
        }
        return false
    }
}

/// How many records of one source may be one film.
package enum MatchCardinality: Hashable, Sendable {
    /// One: no source holds a film twice.
    case oneToOne
    /// Several, of the sources with these numbers.
    case duplicates(in: Set<Int>)

    func allowsDuplicates(in source: UInt32) -> Bool {
        switch self {
        case .oneToOne: false
        case .duplicates(let sources): sources.contains(Int(source))
        }
    }
}

/// Whether sources may hold films twice.
package enum MatchDuplicates: Hashable, Sendable {
    /// Never: one record of each source is a film.
    case forbidden
    /// In the sources where it shows that they do.
    case detected
    /// In at least one source: where none shows it, in the one that looks most like it.
    case expected
}
