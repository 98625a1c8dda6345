import JSON
import MovieAggregation
import MovieDomain

/// The form of an exported library.
enum LibraryFormat: String, CaseIterable, WireChoice {
    case json, letterboxd, watchlist, markdown
}

extension MethodDeclaration {
    static let libraryExport = MethodDeclaration(
        "library/export",
        MethodDocumentation(
            summary:
                "Returns the whole library as one document: history, bookmarks, cards, and your corrections of "
                + "matches.",
            description: """
                `library/import` takes the document, also in another version of the program. The other formats are for other \
                programs: `letterboxd` is the CSV of cards that Letterboxd imports, `watchlist` that of bookmarks, and \
                `markdown` a note with front matter for each film.
                """,
            failures: [.library],
            example: MethodExample("all", [:], result: LibraryExportResult(library: ExampleLibrary.document))
        ),
        parameters: Parameter<LibraryFormat>.defaulted("format", .choice, to: .json, "The format of the export."),
        suspending: { context, format async throws(ServiceError) in
            let document = try await context.libraryDocument()
            return switch format {
            case .json: LibraryExportResult(library: document)
            case .letterboxd: LibraryExportResult(text: Letterboxd.diary(document.library.cards))
            case .watchlist: LibraryExportResult(text: Letterboxd.watchlist(document.library.bookmarks))
            case .markdown: LibraryExportResult(notes: FilmNote.notes(of: document.library))
            }
        }
    )

    static let libraryImport = MethodDeclaration(
        "library/import",
        MethodDocumentation(
            summary: "Adds an exported library to this one.",
            description: """
                Nothing is removed, and where both have a card of a film the newer one stays. Importing a document again \
                changes nothing. `csv` is a table with the columns of Letterboxd: with ratings, days or reviews its lines \
                become cards, else bookmarks. What a line does not say stays as it is on your card. Lines that cannot be \
                read are listed in `problems`.
                """,
            failures: [.library],
            example: MethodExample(
                "an export",
                ["library": JSONValue(of: ExampleLibrary.document)],
                result: LibraryImportResult(history: 1, bookmarks: 1, cards: 1, matches: 1)
            )
        ),
        parameters: Parameter<LibraryDocument?>.optional("library", .library, "A document from `library/export`."),
        Parameter<String?>.optional("csv", .text(atMost: 8 << 20), "A CSV file of Letterboxd; instead of `library`."),
        suspending: { context, document, csv async throws(ServiceError) in
            switch (document, csv) {
            case (let document?, nil): return try await context.add(document)
            case (nil, let csv?): return try await context.add(csv: csv)
            default:
                var problem = InvalidParameters("expected one of library and csv", field: "library")
                problem.expected = "either library or csv"
                throw .parameters(problem)
            }
        }
    )

    static let libraryWatch = MethodDeclaration(
        "library/watch",
        MethodDocumentation(
            summary: "Sets whether the client is notified when another process changes the library.",
            description: """
                The server sends the notification `library/changed`, without parameters, within a second of a change that \
                another process made. It does so from the start, until this request with `enabled` false.
                """,
            example: MethodExample("from now on", [:], result: WatchResult(isEnabled: true))
        ),
        parameters: Parameter<Bool>.defaulted("enabled", .flag, to: true, "Whether to send the notification."),
        immediate: { context, enabled throws(ServiceError) in
            context.services.notifications.setEnabled(enabled, for: .library)
            return WatchResult(isEnabled: enabled)
        }
    )
}

extension MethodContext {
    fileprivate func libraryDocument() async throws(ServiceError) -> LibraryDocument {
        let catalogue = try catalogue
        let corrections = await catalogue.book.corrections()
        let count = corrections.pinned.count + corrections.split.count
        let notes = try await library { _ async throws(LibraryError) in
            MatchNotes(
                // The user's notes come first, so the first `count` include all of them.
                matches: try await catalogue.book.notes(about: nil, limit: count).filter { $0.author == .user },
                choices: try await catalogue.book.choices(for: nil)
            )
        }
        return try await library { store async throws(LibraryError) in
            var library = Library()
            library.history = try await store.history(prefix: "", limit: Library.longestHistory)
            library.bookmarks = try await store.bookmarks()
            library.cards = try await store.cards()
            return LibraryDocument(library: library, corrections: notes)
        }
    }

    /// Adds a document to the library, and counts its elements.
    fileprivate func add(_ document: LibraryDocument) async throws(ServiceError) -> LibraryImportResult {
        let book = try catalogue.book
        var result = LibraryImportResult(
            history: document.library.history.count,
            bookmarks: document.library.bookmarks.count,
            cards: document.library.cards.count
        )
        try await library { library async throws(LibraryError) in try await library.add(document.library) }
        for note in document.corrections.matches {
            do throws(LibraryError) {
                try await book.correct(note)
                result.matches += 1
            } catch {
                // The user's decision in this library takes precedence over the exported one.
                guard case .conflict(let conflict) = error else { throw .useCase(CallError(error)) }
                result.refused.append(conflict.message)
            }
        }
        for choice in document.corrections.choices {
            try await library { _ async throws(LibraryError) in try await book.choose(choice) }
            result.fields += 1
        }
        return result
    }

    /// Adds the lines of a table; the cards of this library keep the values that a line lacks.
    fileprivate func add(csv: String) async throws(ServiceError) -> LibraryImportResult {
        var table = LetterboxdImport(csv, now: try catalogue.library.now, today: try today)
        let known = try await library { library async throws(LibraryError) in try await library.cards() }
        table.complete(with: known)
        let added = table.library
        try await library { library async throws(LibraryError) in try await library.add(added) }
        return LibraryImportResult(bookmarks: added.bookmarks.count, cards: added.cards.count, problems: table.problems)
    }
}
