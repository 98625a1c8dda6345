/// What becomes of an entry that two libraries have, or two films that turn out to be one.
///
/// It is the same in either direction, whatever the order, and joining once more changes nothing.
extension Card {
    /// Returns one card for the cards of a film, with every day and comment and the newest stars; `nil` without cards.
    ///
    /// Older comments come first. A comment whose lines are in another one is not repeated.
    public static func joined(_ cards: [Card]) -> Card? {
        guard var card = cards.first, let changedAt = cards.map(\.changedAt).max() else { return nil }
        card.stars =
            cards.filter { $0.stars != nil }
            .max { ($0.changedAt, $0.stars ?? 0) < ($1.changedAt, $1.stars ?? 0) }?.stars
        card.comment = joinedComment(of: cards)
        card.marks = .joined(cards)
        card.setWatched(cards.flatMap(\.watchedDays))
        card.changedAt = changedAt
        return card
    }

    private static func joinedComment(of cards: [Card]) -> String? {
        let comments = cards.compactMap { card in
            card.comment.flatMap { $0.isEmpty ? nil : (bytes: Array($0.utf8), text: $0, moment: card.changedAt) }
        }.sorted { one, other in
            one.moment != other.moment
                ? one.moment < other.moment : one.bytes.lexicographicallyPrecedes(other.bytes)
        }
        let new = comments.indices.filter { place in
            !comments.indices.contains { other in
                guard other != place else { return false }
                let (mine, others) = (comments[place].bytes, comments[other].bytes)
                // Of equal ones, the first stays.
                return mine == others ? other < place : others.hasLines(of: mine)
            }
        }
        return new.isEmpty ? nil : new.map { comments[$0].text }.joined(separator: "\n")
    }
}

extension [UInt8] {
    /// Whether the lines of another text are among the lines of this one, one after another.
    fileprivate func hasLines(of other: [UInt8]) -> Bool {
        let end = UInt8(ascii: "\n")
        return count > other.count && ([end] + self + [end]).contains([end] + other + [end])
    }
}

/// The films of a list in the user's order, each once.
package struct FilmOrder<Film: Hashable & Sendable>: Hashable, Sendable {
    /// The name as the user wrote it.
    package var name: String
    package var films: [Film]
    package var changedAt: Timestamp

    package init(name: String, films: [Film], changedAt: Timestamp) {
        self.name = name
        self.films = films
        self.changedAt = changedAt
    }

    /// Returns the list with the films of both, in the order of the one that was changed last.
    ///
    /// A film that only the other one has follows the film that it follows there. `key` decides between two lists that
    /// were changed at the same time.
    package func joined(with other: FilmOrder, key: (Film) -> String) -> FilmOrder {
        let (base, added) = isBase(with: other, key) ? (self, other) : (other, self)
        var joined = base
        let known = Set(base.films)
        // The films to add, by the film that they follow.
        var following: [Film?: [Film]] = [:]
        var last: Film?
        for film in added.films {
            if known.contains(film) { last = film } else { following[last, default: []].append(film) }
        }
        joined.films = (following[nil] ?? []) + base.films.flatMap { [$0] + (following[$0] ?? []) }
        return joined
    }

    private func isBase(with other: FilmOrder, _ key: (Film) -> String) -> Bool {
        if changedAt != other.changedAt { return changedAt > other.changedAt }
        let (mine, theirs) = (Set(films), Set(other.films))
        // Otherwise, joining once more could change the order again.
        if mine.count != theirs.count, mine.isSuperset(of: theirs) || mine.isSubset(of: theirs) {
            return mine.count > theirs.count
        }
        let (keys, otherKeys) = ([name] + films.map(key), [other.name] + other.films.map(key))
        return !otherKeys.lexicographicallyPrecedes(keys)
    }
}

extension MatchNote {
    /// Whether this decision of the user takes the place of an earlier one about the same ids.
    public func replaces(_ other: MatchNote) -> Bool {
        if decidedAt != other.decidedAt { return decidedAt > other.decidedAt }
        // Two films that stay apart lose nothing.
        return verdict == .different && other.verdict == .same
    }
}

extension FieldChoice {
    /// Whether this choice takes the place of an earlier one for the same field.
    public func replaces(_ other: FieldChoice) -> Bool {
        guard let decidedAt else { return false }
        guard let earlier = other.decidedAt, decidedAt <= earlier else { return true }
        return decidedAt == earlier && provider.rawValue < other.provider.rawValue
    }
}
