/// What is noted of a film, or of all.
package struct MatchNotes: Hashable, Sendable {
    /// The user's first, then the newest first.
    package var decisions: [NotedMatch]
    /// Fields that come from a source of the user's choice.
    package var choices: [FieldChoice]

    package init(decisions: [NotedMatch], choices: [FieldChoice]) {
        self.decisions = decisions
        self.choices = choices
    }
}
