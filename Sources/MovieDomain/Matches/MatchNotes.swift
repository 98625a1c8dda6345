/// What is noted of a film, or of all.
package struct MatchNotes: Hashable, Sendable {
    /// The user's first, then the newest first.
    package var matches: [NotedMatch]
    /// Fields that come from a source of the user's choice.
    package var choices: [FieldChoice]

    package init(matches: [NotedMatch], choices: [FieldChoice]) {
        self.matches = matches
        self.choices = choices
    }
}
