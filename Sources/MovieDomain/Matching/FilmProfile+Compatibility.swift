extension FilmProfile {
    /// Whether an id contradicts: two values in one name space are two films, and nothing rescues that.
    func hasIDConflict(with other: FilmProfile) -> Bool {
        ids.contains { id in other.ids.contains { $0.contradicts(id) } }
    }

    /// The name space of an id that both have, the first by name.
    func sharedNamespace(with other: FilmProfile) -> String? {
        var shared: String?
        for id in ids where other.ids.contains(where: { $0.isEqual(to: id) }) {
            shared = min(shared ?? id.namespace, id.namespace)
        }
        return shared
    }

    func sharesProvider(with other: FilmProfile) -> Bool {
        providers.contains { other.providers.contains($0) }
    }

    /// The smallest difference of the years; `nil` where one side has none.
    func yearDifference(to other: FilmProfile) -> Int? {
        let theirs = other.comparableYears
        var least: Int?
        for year in comparableYears {
            for other in theirs { least = min(least ?? .max, abs(other - year)) }
        }
        return least
    }

    /// Whether every two years lie at most one apart, or no further than within one side, where an equal id joined them.
    func yearsAgree(with other: FilmProfile) -> Bool {
        let (mine, theirs) = (comparableYears, other.comparableYears)
        guard let low = mine.min(), let high = mine.max(), let otherLow = theirs.min(), let otherHigh = theirs.max()
        else { return true }
        return max(high, otherHigh) - min(low, otherLow) <= max(1, high - low, otherHigh - otherLow)
    }

    /// Whether both say that they are different parts of a series.
    ///
    /// Two different numbers contradict unless another title agrees on one; a number on one side only (`Iron Man`,
    /// `Iron Man 2`) contradicts where the rest of the title is the same, for then the other is the first part.
    func sequelConflicts(with other: FilmProfile) -> Bool {
        guard hasSequel || other.hasSequel else { return false }
        if hasSequel, other.hasSequel {
            return !titles.contains { $0.sequel != nil && other.says(sequel: $0.sequel) }
        }
        // One side is a first part, by what it says or by saying nothing.
        let (first, part) = hasSequel ? (other, self) : (self, other)
        guard !part.says(sequel: 1) else { return false }
        return part.titles.contains { title in
            guard title.sequel != nil, first.titles.contains(where: { $0.stem == title.stem }) else { return false }
            return !part.titles.contains { $0.script == title.script && first.says(key: $0.digest) }
        }
    }

    private func says(sequel: Int?) -> Bool {
        titles.contains { $0.sequel == sequel }
    }

    private func says(key: UInt64) -> Bool {
        titles.contains { $0.digest == key }
    }

    /// Whether both can be one film at all, however alike they look.
    func canJoin(_ other: FilmProfile) -> Bool {
        !(isFixed && other.isFixed) && !sharesProvider(with: other) && !hasIDConflict(with: other)
            && yearsAgree(with: other) && !sequelConflicts(with: other)
    }
}
