/// Two ids of films, whichever came first.
package struct IDPair: Hashable, Sendable {
    /// The smaller of the two.
    package let first: MovieID
    /// The larger.
    package let second: MovieID

    package init(_ one: MovieID, _ other: MovieID) {
        first = min(one, other)
        second = max(one, other)
    }

    /// Whether `id` is one of the two.
    package func holds(_ id: MovieID) -> Bool { first == id || second == id }

    /// The other one; `nil` where `id` is none of them.
    package func partner(of id: MovieID) -> MovieID? {
        if id == first { return second }
        return id == second ? first : nil
    }
}
