import MovieDomain

/// The year of a film among the years in its name.
struct FilmYear {
    let place: Int
    let year: Int
    /// Whether it stands alone in brackets, so that nothing before it belongs to the release.
    let isBracketed: Bool
    /// The places of the other years that may be the film's.
    private(set) var others: [Int] = []

    /// Finds the year: in brackets, or else the last one before the first word of releases, or the first after.
    ///
    /// A number that begins the name is a title, unless a dash follows. The year of a restoration is not the film's.
    init?(in words: [NameWord], before cut: Int?, latestYear: Int) {
        let places = words.indices.filter { words[$0].year(upTo: latestYear) != nil }
        let cut = cut ?? words.count
        let inBrackets = places.filter { words[$0].isBracketed }
        let own = inBrackets.filter { words[$0].content?.yearKind == .film }
        let bare = places.filter { place in
            !words[place].isBracketed && place > 0 && !Self.isOfCopy(place, in: words, places)
        }
        func find() -> Int? {
            if let year = own.first(where: { $0 > 0 && $0 < cut }) ?? own.first(where: { $0 > 0 }) ?? own.first {
                return year
            }
            if let year = bare.last(where: { $0 < cut }) ?? bare.first { return year }
            if let year = inBrackets.first(where: { words[$0].content?.yearKind == .possible }) { return year }
            guard places.first == 0, words.count > 1 else { return nil }
            // `2010년 종이배`
            if !words[0].text.isDigits { return 0 }
            // `2021. Paper Boat`, but not `2012.Paper.Boat`.
            let isListed = words[1].followsStop && words.dropFirst(2).contains { !$0.followsStop }
            return words[1].isDash && words.count > 2 || isListed ? 0 : nil
        }
        guard let place = find(), let year = words[place].year(upTo: latestYear) else { return nil }
        (self.place, self.year) = (place, year)
        isBracketed = own.contains(place)
        others = (isBracketed ? own : bare).filter { $0 != place && $0 > 0 }
    }

    /// Whether a year after the film's is that of a restoration or an edition: `1982.2007.Remaster`.
    private static func isOfCopy(_ place: Int, in words: [NameWord], _ years: [Int]) -> Bool {
        guard let first = years.first(where: { $0 > 0 && words[$0].content?.yearKind ?? .film == .film }), first < place
        else { return false }
        let following = words[(place + 1)...].prefix(2)
        if following.contains(where: { NameWords.copyWords.contains($0.plain) }) { return true }
        let between = words[(first + 1)..<place]
        guard let last = between.last else { return false }
        return NameWords.copyWords.contains(last.plain)
            || ReleaseTail.editionLength(before: place, in: words[...]) != nil
    }
}
