package import MovieDomain

/// Records the user's corrections of matches (`matches/pin`, `matches/split`, `matches/forget`), and lists the notes
/// about matches (`matches/list`).
package struct CorrectMatches: Sendable {
    package enum Correction: Hashable, Sendable {
        /// Whether two ids are of one film or of two.
        case pair(MovieID, MatchNote.Verdict, MovieID)
        /// The source that a field of the film comes from.
        case field(MovieID, MovieField, from: ProviderID)
    }

    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Records a correction, which applies from the next call on, and returns all notes about the film.
    package func note(_ correction: Correction) async throws(LibraryError) -> MatchNotes {
        switch correction {
        case .pair(let id, let verdict, let other):
            let note = MatchNote(IDPair(id, other), verdict, by: .user, at: catalogue.book.now)
            try await catalogue.book.correct(note)
            return try await notesAfterChange(of: id)
        case .field(let id, let field, let provider):
            try await catalogue.book.choose(FieldChoice(id: id, field: field, provider: provider))
            return try await notesAfterChange(of: id)
        }
    }

    /// Deletes the note about a film and another id, the choice for a field, or everything noted about the film;
    /// returns the number of deleted notes and choices.
    package func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(LibraryError) -> Int {
        try await catalogue.book.forget(id, with: other, field: field)
    }

    /// Returns the notes about a film, or about all films, the user's own first.
    package func list(of id: MovieID?, limit: Int) async throws(LibraryError) -> MatchNotes {
        MatchNotes(
            matches: try await catalogue.book.notes(about: id, limit: limit),
            choices: try await catalogue.book.choices(for: id)
        )
    }

    private static let wholeFilm = 100

    /// If reading fails here, the change still stands and must not be reported as refused.
    private func notesAfterChange(of id: MovieID) async throws(LibraryError) -> MatchNotes {
        do throws(LibraryError) { return try await list(of: id, limit: Self.wholeFilm) } catch { throw .unconfirmed }
    }
}

extension CallError {
    package init(_ failure: LibraryError) {
        self =
            switch failure {
            case .conflict(let conflict): .invalidParameter(name: "with", message: conflict.message)
            case .unavailable: .libraryUnavailable(isLasting: false)
            case .unusable: .libraryUnavailable(isLasting: true)
            case .unconfirmed: .changeUnconfirmed
            }
    }
}
