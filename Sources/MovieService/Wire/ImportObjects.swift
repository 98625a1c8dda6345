import JSON
package import MovieDomain

package struct LibraryImportResult: WireObject {
    package var history = 0
    package var bookmarks = 0
    package var cards = 0
    package var lists = 0
    package var matches = 0
    package var fields = 0
    package var joined = JoinedCards()
    package var unchanged = 0
    /// Corrections that contradict those of this library.
    package var refused: [String] = []
    /// The parameter that tells what a CSV file does not.
    package var asks: String?
    /// The lines of a CSV file that were read.
    package var lines: Int?
    package var problems: [LineProblem] = []
    package var remarks: [LineProblem] = []
    package var superseded: [LineProblem] = []
    /// The columns of a CSV file with values that are not taken over.
    package var unread: [String] = []
    /// What became of each file of an account.
    package var files: [ReadFile] = []
    /// The films of a CSV file whose id at a source is not known.
    package var byTitle = 0
    /// What would be written, had the import not been a trial.
    package var preview: LibraryDocument?

    mutating func count(_ added: LibraryAdditions) {
        (history, bookmarks, cards, lists) = (added.history, added.bookmarks, added.cards, added.lists)
        (joined, unchanged) = (added.joined, added.unchanged)
    }

    package static let wire = WireDescription<LibraryImportResult>(
        "LibraryImportResult",
        "The number of entries of each kind that were added or changed.",
        [
            .always("history", \.history, as: .count), .always("bookmarks", \.bookmarks, as: .count),
            .always("cards", \.cards, as: .count), .always("lists", \.lists, as: .count),
            .always("matches", \.matches, as: .count), .always("fields", \.fields, as: .count),
            .known(
                "joined",
                { $0.joined.cards > 0 ? $0.joined : nil },
                "What was added to cards that you had. Absent if nothing was."
            ),
            .known(
                "unchanged",
                { $0.unchanged > 0 ? $0.unchanged : nil },
                as: .count,
                "The entries of all kinds that were there already. Absent if there are none."
            ),
            .nonEmpty("refused", \.refused, "Corrections that contradict those of this library, with the reasons."),
            .known(
                "asks",
                \.asks,
                "The parameter that a CSV file leaves open: `as` or `scale`. Nothing was imported; `problems` "
                    + "has the question."
            ),
            .known("lines", \.lines, as: .count, "The number of lines of a CSV file that were read."),
            .nonEmpty("problems", \.problems, "Lines of a CSV file that were skipped."),
            .nonEmpty(
                "remarks",
                \.remarks,
                "Lines of a CSV file that were imported without one of their cells, or may be about another film."
            ),
            .nonEmpty(
                "superseded",
                \.superseded,
                "Lines of a CSV file whose day was imported, but not their stars or review: a later day or your card has "
                    + "others."
            ),
            .nonEmpty("unread", \.unread, "Columns of a CSV file with values that are not imported."),
            .nonEmpty("files", \.files, "What became of each file of an account."),
            .known(
                "byTitle",
                { $0.byTitle > 0 ? $0.byTitle : nil },
                as: .count,
                "The number of films in a CSV file that have only a title and a year. They are not linked to "
                    + "films from the sources, so answers do not show that you have them. Absent if there are none."
            ),
            .known("preview", \.preview, "What would be written, with `dryRun`; nothing was."),
        ]
    )
}

extension JoinedCards: WireObject {
    package static let wire = WireDescription<JoinedCards>(
        "JoinedCards",
        "What an import added to cards that you had.",
        [
            .always("cards", \.cards, as: .count, "The number of these cards, which `cards` counts too."),
            .always("days", \.days, as: .count, "The number of days that they got."),
            .always("comments", \.comments, as: .count, "The number of cards that got a comment."),
            .always("stars", \.stars, as: .count, "The number of cards that got other stars."),
        ]
    )
}
