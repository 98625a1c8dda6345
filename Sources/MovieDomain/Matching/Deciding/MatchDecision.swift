/// Whether two films are one, how sure that is, and why.
package struct MatchDecision: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case same, different
        /// Another candidate is as good: nobody knows which of them is meant.
        case ambiguous
    }

    package var verdict: Verdict
    /// From 0 to 1, that both are one film; for `ambiguous` as if there were no other candidate.
    package var confidence: Double
    /// What speaks for it, in words; of films that are not one, what speaks against it.
    package var reasons: [String]
    /// Everything that was compared.
    package var comparisons: [MatchComparison]
    /// Positions of the other candidates where it is ambiguous.
    package var rivals: [Int] = []
}
