/// How sure it is that several records are one film, and why.
package struct MatchExplanation: Hashable, Sendable {
    /// From 0 to 1; 1 is an equal id.
    package var confidence: Double
    /// In words, strongest first: `imdb id equal`, `same year`, `English title equal`.
    package var reasons: [String]

    package init(confidence: Double, reasons: [String]) {
        self.confidence = confidence
        self.reasons = reasons
    }
}
