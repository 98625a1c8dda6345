import MovieDomain

/// Whether a film is an answer to what was asked, where the source itself does not see to it.
extension MovieFacts {
    /// Whether an id tells that this is another film than the one of the ids asked for.
    ///
    /// Sources write an id in their own case of letters, and a number without the zeros before it.
    func isOther(than asked: [String: String]) -> Bool {
        asked.contains { namespace, id in
            guard let mine = ids[namespace], mine != id else { return false }
            return mine.lowercased() != id.lowercased() && (Int(mine) == nil || Int(mine) != Int(id))
        }
    }

    /// Whether the film can have been released in a year: production and release, and releases in two countries, lie up
    /// to a year apart, and of some films nobody says a year.
    func mayBeOf(year wanted: Int) -> Bool {
        let years = [year, releaseDate?.year].compactMap(\.self)
        return years.isEmpty || years.contains { abs($0 - wanted) <= 1 }
    }

    /// Whether no rating says less than so many of ten: some sources take whole numbers only.
    func mayBeRated(atLeast wanted: Double) -> Bool {
        ratings.allSatisfy { $0.scale <= 0 || $0.value / $0.scale * 10 >= wanted }
    }
}
