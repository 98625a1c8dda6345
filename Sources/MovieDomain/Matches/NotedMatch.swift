/// What was decided about two ids: whether they are of one film, by whom, and why.
package struct NotedMatch: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The ids are of one film.
        case same
        /// They are of two.
        case different
    }

    package enum Author: String, Hashable, Sendable, CaseIterable {
        /// The user, whose word stands.
        case user
        /// The matcher, which decides again whenever it has both films before it.
        case matcher
    }

    package var pair: IDPair
    package var verdict: Verdict
    package var author: Author
    /// From 0 to 1; 1 is an equal id, or the user's word.
    package var confidence: Double
    /// In words, strongest first, as in ``MatchExplanation``.
    package var reasons: [String]
    package var decidedAt: Timestamp

    package init(
        _ pair: IDPair,
        _ verdict: Verdict,
        by author: Author,
        confidence: Double = 1,
        reasons: [String] = [],
        at decidedAt: Timestamp
    ) {
        self.pair = pair
        self.verdict = verdict
        self.author = author
        self.confidence = confidence
        self.reasons = reasons
        self.decidedAt = decidedAt
    }
}
