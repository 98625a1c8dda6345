package import MovieDomain

/// The user's word on matches (`matches/pin`, `matches/split`, `matches/forget`), and what is noted of them
/// (`matches/list`).
package struct CorrectMatches: Sendable {
    package enum Correction: Hashable, Sendable {
        /// The two ids are of one film, or of two.
        case pair(MovieID, MatchNote.Verdict, MovieID)
        /// A field of the film comes from this source.
        case field(MovieID, MovieField, from: ProviderID)
    }

    package let catalogue: Catalogue

    package init(catalogue: Catalogue) {
        self.catalogue = catalogue
    }

    /// Notes a correction, which holds from the next call on; gives everything that is noted of the film then.
    package func note(_ correction: Correction) async throws(CallError) -> MatchNotes {
        let result = await Result { () async throws(LibraryError) in
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
        return try result.mapError(CallError.init).get()
    }

    /// Takes back what is noted of a film: its note with another id, the choice for a field, or all of it.
    package func forget(_ id: MovieID, with other: MovieID?, field: MovieField?) async throws(CallError) -> Int {
        let result = await Result { () async throws(LibraryError) in
            try await catalogue.book.forget(id, with: other, field: field)
        }
        return try result.mapError(CallError.init).get()
    }

    /// What is noted of a film, or of all, the user's word first.
    package func list(of id: MovieID?, limit: Int) async throws(CallError) -> MatchNotes {
        let result = await Result { () async throws(LibraryError) in try await notes(of: id, limit: limit) }
        return try result.mapError(CallError.init).get()
    }

    private static let wholeFilm = 100

    /// Where they cannot be read, the change stands all the same, and must not be called refused.
    private func notesAfterChange(of id: MovieID) async throws(LibraryError) -> MatchNotes {
        let result = await Result { () async throws(LibraryError) in try await notes(of: id, limit: Self.wholeFilm) }
        return try result.mapError { _ in LibraryError.unconfirmed }.get()
    }

    private func notes(of id: MovieID?, limit: Int) async throws(LibraryError) -> MatchNotes {
        MatchNotes(
            matches: try await catalogue.book.notes(about: id, limit: limit),
            choices: try await catalogue.book.choices(for: id)
        )
    }
}

extension CallError {
    package init(_ failure: LibraryError) {
        self =
            switch failure {
            case .conflict(let conflict): .invalidParameter(name: "with", message: conflict.message)
            case .unavailable: .libraryUnavailable
            case .unconfirmed: .changeUnconfirmed
            }
    }
}
