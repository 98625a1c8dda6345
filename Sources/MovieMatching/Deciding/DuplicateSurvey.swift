/// A survey of which sources list films twice: how often two of their films have the same title and year and no other
/// difference.
///
/// Two films may also share a title by chance, more often in a large source. Their years are then as often a few years
/// apart as the same, so the number of films a few years apart is subtracted.
struct DuplicateSurvey {
    let table: FilmTable
    let holders: KeyHolders

    /// The least share of a source's films, and the least number, that must be listed twice.
    private static let share = 0.01
    private static let least = 5
    /// The most films that one film is compared with; a twin has all of its titles, so one of the first leads to it.
    private static let mostCompared = 8
    /// The distances in years at which films with an equal title are counted as different films.
    private static let distances: ClosedRange<Int32> = 3...5

    /// Allows several records for a film in the sources that list films twice, and one in the others.
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

    /// Returns how many films of each source are listed twice, without those expected by chance.
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
            // There are half as many pairs within one year as between two given years.
            let chance = Double(count.apart) / Double(2 * DuplicateSurvey.distances.count)
            let twins = max(0, Double(count.twins) - chance)
            return (twins, twins / Double(max(1, count.films)))
        }
    }

    /// Whether a later film of the same source has the same title, a year at this distance, and no other difference.
    private func hasTwin(_ place: Int, _ apart: ClosedRange<Int32>, _ comparer: inout PairComparer) -> Bool {
        let film = table.films[place]
        var left = DuplicateSurvey.mostCompared
        for title in film.keys.range where table.keys[title].isTitle {
            let range = holders.range(of: table.keys[title])
            let next = holders.place(of: place + 1, in: range)
            for index in (next..<max(next, range.upperBound)).prefix(CandidateSearch.most(of: range)) {
                let other = holders[index].film
                let difference = table.films[other].year - film.year
                if difference > apart.upperBound { break }
                guard difference >= apart.lowerBound, table.films[other].source == film.source else { continue }
                left -= 1
                if left < 0 { return false }
                if looksTheSame(place, other, &comparer) { return true }
            }
        }
        return false
    }

    /// Whether two films would match if their years were equal.
    private func looksTheSame(_ place: Int, _ other: Int, _ comparer: inout PairComparer) -> Bool {
        if let veto = comparer.veto(place, other), veto != .yearsApart { return false }
        let evidence = comparer.compare(place, other)
        return evidence.score - evidence.year + comparer.weights.years[0] >= comparer.weights.threshold
    }
}

/// How many records of one source may be the same film.
package enum MatchCardinality: Hashable, Sendable {
    /// One: no source lists a film twice.
    case oneToOne
    /// Several in the sources with these numbers.
    case duplicates(in: Set<Int>)

    func allowsDuplicates(in source: UInt32) -> Bool {
        switch self {
        case .oneToOne: false
        case .duplicates(let sources): sources.contains(Int(source))
        }
    }
}

/// Whether sources may list films twice.
package enum MatchDuplicates: Hashable, Sendable {
    /// Never: each record of a source is a film of its own.
    case forbidden
    /// In the sources in which enough films have a twin.
    case detected
    /// In at least one source: if none has enough twins, in the one with the largest share of them.
    case expected
}
