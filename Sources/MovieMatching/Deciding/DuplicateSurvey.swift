/// Finds out which sources hold films twice, from how often two of their films have the same title and year and nothing
/// that tells them apart.
///
/// Two films share a title by chance, too, the oftener the more of them a source has. By chance their years are some years
/// apart as often as they are the same, so what is found at a distance of some years is taken off.
struct DuplicateSurvey {
    let table: FilmTable
    let holders: KeyHolders

    /// Of a source's films, and the least number of them.
    private static let share = 0.01
    private static let least = 5
    /// The years apart at which films with one title are counted that are not the same.
    private static let distances: ClosedRange<Int32> = 3...5

    /// Several records a film for the sources that hold films twice, one for the others.
    func cardinality(_ duplicates: MatchDuplicates, _ comparer: inout PairComparer) -> MatchCardinality {
        guard duplicates != .forbidden else { return .oneToOne }
        let rates = rates(&comparer)
        let clear = rates.indices.filter {
            rates[$0].twins >= Double(DuplicateSurvey.least) && rates[$0].share >= DuplicateSurvey.share
        }
        if !clear.isEmpty { return .duplicates(in: Set(clear)) }
        guard duplicates == .expected else { return .oneToOne }
        let likeliest = rates.indices.max { (rates[$0].share, $0) < (rates[$1].share, $1) }
        return .duplicates(in: Set([likeliest].compactMap(\.self)))
    }

    /// For each source how many of its films are there twice, beyond chance.
    func rates(_ comparer: inout PairComparer) -> [(twins: Double, share: Double)] {
        var counts = [(films: Int, twins: Int, apart: Int)](repeating: (0, 0, 0), count: table.sourceCount)
        for (place, film) in table.films.enumerated() {
            let source = Int(film.source)
            counts[source].films += 1
            guard film.year != 0 else { continue }
            if hasTwin(place, 0...0, &comparer) {
                counts[source].twins += 1
            } else if hasTwin(place, DuplicateSurvey.distances, &comparer) {
                counts[source].apart += 1
            }
        }
        return counts.map { count in
            // Of two films of one year, one comes first: there are half as many pairs as of two given years.
            let chance = Double(count.apart) / Double(2 * DuplicateSurvey.distances.count)
            let twins = max(0, Double(count.twins) - chance)
            return (twins, twins / Double(max(1, count.films)))
        }
    }

    /// Whether a later film of the same source, some years apart, has the same title and nothing that tells both apart.
    private func hasTwin(_ place: Int, _ apart: ClosedRange<Int32>, _ comparer: inout PairComparer) -> Bool {
        let film = table.films[place]
        for title in film.keys.range where table.keys[title].isTitle {
            let range = holders.range(of: table.keys[title])
            let next = holders.place(of: place + 1, in: range)
            for index in (next..<max(next, range.upperBound)).prefix(CandidateSearch.most(of: range)) {
                let other = holders[index].film
                let difference = table.films[other].year - film.year
                if difference > apart.upperBound { break }
                guard difference >= apart.lowerBound, table.films[other].source == film.source else { continue }
                if looksTheSame(place, other, &comparer) { return true }
            }
        }
        return false
    }

    /// Whether two films would be one if they were of one year.
    private func looksTheSame(_ place: Int, _ other: Int, _ comparer: inout PairComparer) -> Bool {
        if let veto = comparer.veto(place, other), veto != .yearsApart { return false }
        let evidence = comparer.compare(place, other)
        return evidence.score - evidence.year + comparer.weights.years[0] >= comparer.weights.threshold
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
