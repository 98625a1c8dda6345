extension FilmTable {
    /// Positions of the films by year, those without one first, then by what is said of them: no arrival changes it.
    func canonicalOrder() -> [Int] {
        var keyed: [(year: Int32, digest: UInt64, film: Int)] = []
        keyed.reserveCapacity(films.count)
        for (index, film) in films.enumerated() { keyed.append((film.year, film.digest, index)) }
        keyed.sort { left, right in
            if left.year != right.year { return left.year < right.year }
            if left.digest != right.digest { return left.digest < right.digest }
            return left.film < right.film
        }
        return keyed.map(\.film)
    }
}

extension FilmTable {
    /// Films of one source that say exactly the same, as links.
    func twins(in order: [Int], _ areSame: (Int, Int) -> Bool) -> [MatchEdge] {
        var twins: [MatchEdge] = []
        for (place, film) in order.enumerated() {
            for other in order[(place + 1)...].prefix(64) {
                guard films[other].digest == films[film].digest, films[other].year == films[film].year else { break }
                guard films[other].source == films[film].source, areSame(film, other) else { continue }
                let (left, right) = (UInt32(truncatingIfNeeded: film), UInt32(truncatingIfNeeded: other))
                twins.append(MatchEdge(left: left, right: right, score: MatchEdge.sure))
                break
            }
        }
        return twins
    }
}
