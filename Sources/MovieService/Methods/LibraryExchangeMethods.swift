import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import Platform

extension MethodDeclaration {
    static let libraryExport = MethodDeclaration(
        "library/export",
        summary:
            "Returns the whole library as one document: history, bookmarks, cards, lists, and your corrections "
            + "of matches.",
        description: """
            `library/import` reads the document, also in another version of the program. The member `keptAs` of a film \
            is the id by which you kept it, and `fetchedAt` the time at which all sources gave \
            its details. The other formats are for other programs:

            | `format` | what it is |
            | --- | --- |
            \(LibraryFormat.allCases.dropFirst().map { "| `\($0.name)` | \($0.summary) |" }.joined(separator: "\n"))

            A CSV leaves out a film of which only an id of another source is known, and `omitted` names it. A `template` \
            has front matter with the line `ids: {{ids}}`, and these values: \
            \(NoteValue.all.map { "`\($0.name)`" }.joined(separator: ", ")). `{{directors|link}}` makes links to notes. \
            A line of which no value is known is left out.
            """,
        effect: .reads,
        example: MethodExample("all", [:], result: LibraryExportResult(library: ExampleLibrary.document)),
        parameters: Parameter<LibraryFormat>.defaulted("format", .choice, to: .json, "The format of the export."),
        Parameter<String?>.optional(
            "list",
            .words.naming(.list),
            "The name of the list, for the format `list`."
        ),
        Parameter<String?>.optional(
            "template",
            .text(atMost: 100_000),
            "The form of the notes in the format `markdown`: a note in which `{{title}}` stands for the title."
        ),
        suspending: { context, format, list, template async throws(ServiceError) in
            if format.isOfList != (list != nil) {
                let problem = list == nil ? "list: the name of a list is missing" : "list is for the format list only"
                throw .parameters(InvalidParameters(problem, field: "list"))
            }
            let form: NoteTemplate
            do throws(InvalidParameters) {
                form = try template.map { text throws(InvalidParameters) in try NoteTemplate(text) } ?? .standard
            } catch {
                throw .parameters(error)
            }
            let document = try await context.libraryDocument(of: list)
            return await MethodDeclaration.longWriting.run { _ in format.write(document, form) }
        }
    )

    static let libraryImport = MethodDeclaration(
        "library/import",
        summary: "Adds an exported library to this one.",
        description: """
            Nothing is lost, and importing a document again changes nothing. A card that both libraries have gets the \
            days and comments of both, and the newest stars; a bookmark keeps the earlier time. A list that both have \
            is in the order of the one that was changed last. Of two contrary decisions the newest stays, and \
            `refused` names the other. `joined` counts what was added to cards that you had, and `library/undo` takes \
            the import back. `csv` is a table of Letterboxd, IMDb, Trakt, Simkl, or TMDB, or your own with \
            the columns of Letterboxd's importer, a list in JSON from Trakt, a backup of Simkl, or the feed of a member of \
            Letterboxd. Lines with ratings, days, or reviews \
            become cards, and so do those of films that a column such as `Status`, `Watched`, or `ViewCount` calls \
            watched. The others become bookmarks, and so do the films in IMDb's lists. A list from Letterboxd becomes \
            a list with its name. If a file does not tell what it means, nothing is imported, and `asks` names the \
            parameter that tells it.

            `files` are those of a whole account at Letterboxd or Trakt, as their exports have them, with their paths. \
            All of them are one import. A film that you like there gets `liked`, and counts as watched. What you deleted \
            there, whose film was removed there, or what tells nothing of films is left out, and `files` of the answer \
            says so. Lines about series are counted. A file that does not tell what it means has a problem, and the others \
            are imported.

            The values of a line replace those on your card, unless you watched the film on a later day, or changed \
            the card after the line's `Date` or `Date Rated`; other values stay. A card has every day of a diary, but \
            only the stars and the review of the last one; the lines with other ones are listed in `superseded`. Lines \
            that cannot be imported are listed in `problems`, those that are imported without one of their cells in \
            `remarks`, and columns with values that are not kept in `unread`. Moments become days where you are.

            What a line says about its film (titles, year, release date, running time, genres, directors) is stored \
            with the film, and has the source `import` in `provenance`; what the sources say takes its place when \
            `library/refresh`, `movies/get`, or a change fetches the film. A film is the one that has its ids, or else the \
            only one that has its title and year, in this table and in the library. Letterboxd's own exports contain no \
            IMDb or TMDB ids. To find their films in the sources, call `library/identify`.
            """,
        effect: .changes,
        undo: "an import",
        example: MethodExample(
            "an export",
            ["library": JSONValue(of: ExampleLibrary.document)],
            result: LibraryImportResult(history: 1, bookmarks: 1, cards: 1, matches: 1)
        ),
        parameters: Parameter<LibraryDocument?>.optional("library", .library, "A document from `library/export`."),
        Parameter<String?>.optional(
            "csv",
            .text(atMost: CSVTable.longest),
            "A CSV file of another service, a JSON file from Trakt or Simkl, or a feed of Letterboxd; instead of `library`."
        ),
        Parameter<[ImportedText]>.defaulted(
            "files",
            .list(of: .importedText),
            to: [],
            written: "none",
            "The files of an account, each with its path as `name`, and its `text`; instead of `library`."
        ),
        Parameter<CSVImport.Meaning?>.optional(
            "as",
            .choice,
            "What to make of films in a `csv` without ratings, days, or reviews: `watched` creates cards, which"
                + " is right for Letterboxd's watched.csv; `watchlist` creates bookmarks, as without this parameter if the"
                + " file does not have to ask."
        ),
        Parameter<RatingScale?>.optional(
            "scale",
            .choice,
            "The best value of the column `Rating` of a `csv` from an unknown service, if the values do not tell: 5 or 10."
        ),
        Parameter<String?>.optional(
            "list",
            .words.naming(.list),
            "The list that films in a `csv` are added to, instead of the bookmarks."
        ),
        Parameter<Bool>.defaulted(
            "dryRun",
            .flag,
            to: false,
            "Only tell what would be written, as `preview`, and change nothing."
        ),
        suspending: { context, document, csv, files, meaning, scale, list, isTrial async throws(ServiceError) in
            if document != nil || !files.isEmpty, list != nil || meaning == .watched || scale != nil {
                let field = list != nil ? "list" : meaning == .watched ? "as" : "scale"
                let message =
                    "\(field) is for csv only: \(document == nil ? "an account" : "a library") has its own "
                    + "lists, cards, and bookmarks"
                throw .parameters(InvalidParameters(message, field: field))
            }
            if list != nil, meaning == .watched {
                let message = "as cannot be combined with list, which the films are put in"
                throw .parameters(InvalidParameters(message, field: "as"))
            }
            switch (document, csv, files.isEmpty) {
            case (let document?, nil, true): return try await context.add(document, isTrial: isTrial)
            case (nil, let csv?, true):
                let role = CSVImport.Role(meaning: meaning, scale: scale, listName: list)
                return try await context.add([ImportedText(text: csv)], role, isTrial: isTrial)
            case (nil, nil, false): return try await context.add(files, isTrial: isTrial)
            default:
                var problem = InvalidParameters("expected one of library, csv, and files", field: "library")
                problem.expected = "one of library, csv, and files"
                throw .parameters(problem)
            }
        }
    )

    static let libraryIdentify = MethodDeclaration(
        "library/identify",
        summary: "Searches the sources for films in the library that have only a title and a year.",
        description: """
            Such films come from Letterboxd's own exports. Each one is searched for by its title, as \
            `movies/identify` does. If a film matches \
            with a confidence of at least \(IdentifyFilm.leastConfidence), the library stores its ids and details, so \
            that answers show your card or bookmark; `matches/split` undoes that. Otherwise the film is unchanged. \
            Use `matches/pin` to choose one of the `candidates`, and then call this method again. When the time is \
            up, the answer contains the films so far, and `page.next` leads to the others.
            """,
        effect: .changes,
        example: MethodExample("the first film", ["limit": 1], result: ExampleLibrary.identified),
        parameters: Parameter<Int>.defaulted("limit", .integer(1...100), to: 10, "The number of films to search for."),
        MovieParameters.following,
        MovieParameters.providers,
        asking: { context, limit, cursor, providers async throws(ServiceError) in
            try context.checkLearns()
            let stored = try await context.library { library async throws(LibraryError) in
                try await library.films().filter { $0.isKnownByTitle && !$0.titles.isEmpty }
            }
            let named = stored.compactMap { film in film.ids.min().map { (id: $0, film: film) } }
                .filter { named in cursor?.after.map { $0 < named.id } ?? true }
                .sorted { $0.id < $1.id }
            let films = try await context.identify(Array(named.prefix(limit)), providers)
            let last = named.count > films.count ? films.last?.id : nil
            let isIncomplete = films.contains { $0.status == .unanswered }
            return LibraryIdentifyResult(
                films: films,
                remaining: named.count - films.count,
                page: Page(limit: limit, cursor, goingOnAfter: last, isIncomplete: isIncomplete)
            )
        }
    )

    static let libraryRefresh = MethodDeclaration(
        "library/refresh",
        summary: "Fetches the details of films in the library that have none, or old ones, from the sources.",
        description: """
            Each film is fetched as by `movies/get`, several at a time, as far as the sources' rates and quotas allow. \
            Its title, images, people, and other details are stored, and so are the ids that the sources give it. \
            What no source tells stays. Films that have only a title and a year are not fetched: \
            `library/identify` looks for them. When the time is up, the answer contains the films so far. Call the \
            method again with `cursor` for the films that follow, or without it to try all again that still need it: \
            `remaining` counts them. Progress counts the films.
            """,
        effect: .changes,
        example: MethodExample("one film", ["limit": 1], result: ExampleLibrary.refreshed),
        parameters: Parameter<Int>.defaulted("limit", .integer(1...100), to: 20, "The number of films to fetch."),
        Parameter<Int>.defaulted(
            "olderThan",
            .integer(0...10_000),
            to: 90,
            "The number of days after which details are old."
        ),
        MovieParameters.following,
        MovieParameters.providers,
        asking: { context, limit, days, cursor, providers async throws(ServiceError) in
            try context.checkLearns()
            var context = context
            context.providers = providers
            return try await context.refreshLibrary(limit, days: days, from: cursor)
        }
    )

    static let libraryWatch = MethodDeclaration(
        "library/watch",
        summary: "Sets whether the client is notified when another process changes the library.",
        description: """
            The server sends the notification `library/changed` within a second of a change by another process, or by \
            details that came after the answer of a call, also one of yours, with \
            `{"changed": ["bookmarks", "cards"], "ids": ["imdb:tt6751668"], "revision": 17}`. `changed` names the parts \
            that differ: `bookmarks`, `cards`, `lists`, `matches`, `fields`; a film whose details differ is in those that \
            it belongs to. `ids` has every known id of each film that differs, so that a film on the screen is one of \
            them if any of its own ids is there; it is left out if there are more than \(LibraryChange.mostIDs), and then \
            any film may differ. `revision` grows with each change. Searches, the history, counts, and changes that \
            store what is there already are not reported. Notifications are on from the start, until this request with \
            `enabled` false.
            """,
        example: MethodExample("from now on", [:], result: WatchResult(isEnabled: true)),
        parameters: Parameter<Bool>.defaulted("enabled", .flag, to: true, "Whether to send the notification."),
        immediate: { context, enabled in context.watch(.library, enabled) }
    )
}

extension MethodContext {
    /// Returns everything, or one list alone.
    fileprivate func libraryDocument(of list: String?) async throws(ServiceError) -> LibraryDocument {
        if let list {
            var library = Library()
            library.lists = [try await filmList(list)]
            return LibraryDocument(library: library, corrections: MatchNotes(matches: [], choices: []))
        }
        let notes = try await corrections()
        return try await library { store async throws(LibraryError) in
            var library = Library()
            library.history = try await store.history(prefix: "", limit: Library.longestHistory)
            library.bookmarks = try await store.bookmarks()
            library.cards = try await store.cards()
            for summary in try await store.lists() {
                if let list = try await store.list(summary.name) { library.lists.append(list) }
            }
            return LibraryDocument(library: library, corrections: notes)
        }
    }
}

extension MovieParameters {
    /// For methods that work through the library, as far as the time goes.
    fileprivate static let following = Parameter<PageCursor?>.optional(
        "cursor",
        .cursor,
        "`page.next` of the last answer."
    )
}
