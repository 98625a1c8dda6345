/// What a user has said about which records are one film: it goes before everything but ids that contradict.
package struct MatchConstraints: Hashable, Sendable {
    /// Two ids.
    package struct Pair: Hashable, Sendable {
        package let first: MovieID
        package let second: MovieID

        package init(_ first: MovieID, _ second: MovieID) {
            self.first = first
            self.second = second
        }
    }

    /// Ids that are of one film.
    package var pinned: [Pair]
    /// Ids that are of two films, however alike they look, even where another id is equal.
    package var split: [Pair]

    package init(pinned: [Pair] = [], split: [Pair] = []) {
        self.pinned = pinned
        self.split = split
    }

    package var isEmpty: Bool { pinned.isEmpty && split.isEmpty }
}
