import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import Platform

enum LibraryFormat: String, CaseIterable, WireChoice {
    case json, letterboxd, watchlist, list, markdown
}

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
            | `letterboxd` | a CSV of the cards that Letterboxd can import |
            | `watchlist` | the same of the bookmarks |
            | `list` | the same of one of your own lists |
            | `markdown` | a note with front matter for each film |

            A CSV leaves out a film of which only an id of another source is known, and `omitted` names it.
            """,
        effect: .reads,
        example: MethodExample("all", [:], result: LibraryExportResult(library: ExampleLibrary.document)),
        parameters: Parameter<LibraryFormat>.defaulted("format", .choice, to: .json, "The format of the export."),
        Parameter<String?>.optional("list", .words, "The name of the list, for the format `list`."),
        suspending: { context, format, list async throws(ServiceError) in
            if (format == .list) != (list != nil) {
                let problem = list == nil ? "list: the name of a list is missing" : "list is for the format list only"
                throw .parameters(InvalidParameters(problem, field: "list"))
            }
            if let list { return LibraryExportResult(listing: try await context.filmList(list).films) }
            let document = try await context.libraryDocument()
            return await MethodDeclaration.longWriting.run { _ in
                switch format {
                case .json, .list: LibraryExportResult(library: document)
                case .letterboxd: LibraryExportResult(diary: document.library.cards)
                case .watchlist: LibraryExportResult(listing: document.library.bookmarks.map(\.film))
                case .markdown: LibraryExportResult(notes: FilmNote.notes(of: document.library))
                }
            }
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
            the columns of Letterboxd's importer, or a list in JSON from Trakt. Lines with ratings, days, or reviews \
            become cards. The others become bookmarks, and so do the films in IMDb's lists. A list from Letterboxd becomes \
            a list with its name. If a file does not tell what it means, nothing is imported, and `asks` names the \
            parameter that tells it.

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
        example: MethodExample(
            "an export",
            ["library": JSONValue(of: ExampleLibrary.document)],
            result: LibraryImportResult(history: 1, bookmarks: 1, cards: 1, matches: 1)
        ),
        parameters: Parameter<LibraryDocument?>.optional("library", .library, "A document from `library/export`."),
        Parameter<String?>.optional(
            "csv",
            .text(atMost: CSVTable.longest),
            "A CSV file of another service, or a JSON file from Trakt; instead of `library`."
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
            .words,
            "The list that films in a `csv` are added to, instead of the bookmarks."
        ),
        Parameter<Bool>.defaulted(
            "dryRun",
            .flag,
            to: false,
            "Only tell what would be written, as `preview`, and change nothing."
        ),
        suspending: { context, document, csv, meaning, scale, list, isTrial async throws(ServiceError) in
            if document != nil, list != nil || meaning == .watched || scale != nil {
                let field = list != nil ? "list" : meaning == .watched ? "as" : "scale"
                let message = "\(field) is for csv only: a library has its own lists, cards, and bookmarks"
                throw .parameters(InvalidParameters(message, field: field))
            }
            if list != nil, meaning == .watched {
                let message = "as cannot be combined with list, which the films are put in"
                throw .parameters(InvalidParameters(message, field: "as"))
            }
            switch (document, csv) {
            case (let document?, nil): return try await context.add(document, isTrial: isTrial)
            case (nil, let csv?):
                return try await context.add(csv: csv, as: meaning, scale: scale, listName: list, isTrial: isTrial)
            default:
                var problem = InvalidParameters("expected one of library and csv", field: "library")
                problem.expected = "either library or csv"
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
            var films: [IdentifiedFilm] = []
            let deadline = try context.startDeadline()
            var context = context
            for (id, film) in named.prefix(limit) {
                context.timeLimit = deadline.remaining
                let identified = try await context.identify(film, id, providers)
                // The next call looks again for a film that had only the rest of the time.
                if deadline.hasPassed, identified.status == .unanswered, !films.isEmpty { break }
                films.append(identified)
                if deadline.hasPassed { break }
            }
            let last = named.count > films.count ? films.last?.id : nil
            let isIncomplete = films.contains { $0.status == .unanswered }
            return LibraryIdentifyResult(
                films: films,
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
            The server sends the notification `library/changed` within a second of a change by another process, with \
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
    fileprivate func libraryDocument() async throws(ServiceError) -> LibraryDocument {
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

    /// Looks for a film, and connects it if it is found.
    fileprivate func identify(
        _ film: LibraryFilm,
        _ id: MovieID,
        _ providers: [ProviderID]
    ) async throws(ServiceError) -> IdentifiedFilm {
        var identified = IdentifiedFilm(id: id, film: film)
        do throws(ServiceError) {
            let found = try await ask(providers) { catalogue, _ async throws(CallError) in
                try await IdentifyFilm(film: film, providers: providers).run(in: catalogue)
            }
            identified.sources = found.sources
            switch found.status {
            case .found:
                guard let movie = found.movie else { return identified }
                let catalogue = await (try catalogue).corrected()
                let stored = try await library { _ async throws(LibraryError) in try await catalogue.stored(movie) }
                var known = LibraryFilm(movie)
                known.ownID = id
                // A search tells less of a film than what the library may have from its page.
                if let stored, !stored.document.isEmpty, !stored.isKnownByTitle {
                    known = known.completed(with: stored, DetailProviders(onlyAdds: true))
                }
                known = known.including(film.ids)
                let isConnected = try await library { [known] library async throws(LibraryError) in
                    try await library.connect(known)
                }
                identified.status = isConnected ? .connected : .secondCard
                identified.movie = movie
            case .undecided:
                identified.status = .undecided
                identified.candidates = found.candidates
            case .unknown: identified.status = .unknown
            case .unanswered, .episode, .noTitle: identified.status = .unanswered
            }
        } catch {
            guard case .useCase(.allFailed(let reports)) = error else { throw error }
            identified.sources = reports
        }
        return identified
    }

    /// Fetches films with no details, or with details that are older than `days`, in the order of their ids.
    fileprivate func refreshLibrary(
        _ limit: Int,
        days: Int,
        from cursor: PageCursor?
    ) async throws(ServiceError) -> LibraryRefreshResult {
        let deadline = try startDeadline()
        let catalogue = try catalogue
        let outdated = try await library { library async throws(LibraryError) in
            let moment = Timestamp(secondsSinceEpoch: library.now.secondsSinceEpoch - days * 86_400)
            return try await library.outdated(at: moment, after: cursor?.after, limit: limit + 1)
        }
        let chosen = outdated.films.prefix(limit).map { (id: catalogue.idToFetch($0), film: $0) }
        progress.begin(title: "Fetching \(chosen.count) \(chosen.count == 1 ? "film" : "films")", percentage: 0)
        var films: [RefreshedFilm?] = Array(repeating: nil, count: chosen.count)
        var failure: ServiceError?
        await withTaskGroup(of: (Int, Result<RefreshedFilm, ServiceError>).self) { group in
            var (started, done) = (0, 0)
            while true {
                // A call makes some progress, however short its time is.
                while started < chosen.count, started - done < Self.mostFetches, failure == nil,
                    started == 0 || !deadline.hasPassed
                {
                    let (place, (id, film)) = (started, chosen[started])
                    started += 1
                    group.addTask { (place, await refreshed(film, id, until: deadline)) }
                }
                guard let (place, result) = await group.next() else { break }
                done += 1
                switch result {
                case .success(let film): films[place] = film
                case .failure(let error):
                    failure = error
                    group.cancelAll()
                }
                progress.report(message: "\(done) of \(chosen.count) films", percentage: done * 100 / chosen.count)
            }
        }
        if let failure { throw failure }
        var answered = films.compactMap(\.self)
        // The next call looks again for films that had only the rest of the time.
        if deadline.hasPassed {
            while answered.count > 1, answered.last?.status == .unanswered { answered.removeLast() }
        }
        let isMore = outdated.films.count > answered.count && !answered.isEmpty
        let isIncomplete = answered.contains { [.unanswered, .incomplete].contains($0.status) }
        return LibraryRefreshResult(
            films: answered,
            byTitle: outdated.byTitle,
            remaining: outdated.count - answered.count { $0.status == .refreshed },
            page: Page(
                limit: limit,
                cursor,
                goingOnAfter: isMore ? outdated.firstIDs[answered.count - 1] : nil,
                isIncomplete: isIncomplete
            )
        )
    }

    /// The number of films that are fetched at a time; the sources' own limits hold besides.
    private static let mostFetches = 4

    /// Fetches a film, and stores its details and ids.
    private func refreshed(
        _ film: LibraryFilm,
        _ id: MovieID,
        until deadline: Deadline
    ) async -> Result<RefreshedFilm, ServiceError> {
        var context = MethodContext(services: services, progress: .none)
        (context.timeLimit, context.providers) = (deadline.remaining, providers)
        var refreshed = RefreshedFilm(id: id, film: film)
        do throws(ServiceError) {
            var get = GetMovie(id: id)
            get.purpose = .enrichment
            let answer = try await context.run(get)
            let details = DetailProviders(answer)
            let catalogue = await (try catalogue).corrected()
            // The call waits for the change, unlike movies/get.
            let isStored = try await library { library async throws(LibraryError) in
                let stored = try await catalogue.stored(answer.movie)
                return try await library.connect(catalogue.detailed(answer.movie, details, completing: stored))
            }
            refreshed.film = LibraryFilm(outlineOf: answer.movie)
            refreshed.sources = answer.sources
            refreshed.status = !isStored ? .secondCard : details.isComplete ? .refreshed : .incomplete
        } catch {
            guard case .useCase(let failure) = error else { return .failure(error) }
            refreshed.sources = failure.reports
            switch failure {
            case .notFound: refreshed.status = .unknown
            case .noSource, .invalidParameter: refreshed.status = .unsupported
            case .allFailed, .undecided: refreshed.status = .unanswered
            default: return .failure(error)
            }
        }
        return .success(refreshed)
    }

    /// Adds the lines of a table; the cards of this library keep the values that a line lacks.
    fileprivate func add(
        csv: String,
        as meaning: CSVImport.Meaning?,
        scale: RatingScale?,
        listName: String?,
        isTrial: Bool
    ) async throws(ServiceError) -> LibraryImportResult {
        let (known, films) = try await library { library async throws(LibraryError) in
            (try await library.cards(), try await library.films())
        }
        let catalogue = try catalogue
        var table = CSVImport(
            csv,
            as: meaning,
            scale: scale,
            listName: listName,
            now: catalogue.library.now,
            today: try today,
            known: films,
            apartFrom: await catalogue.book.corrections(),
            languages: catalogue.policy.languages,
            localDay: catalogue.day
        )
        let byTitle = table.filmsKnownByTitle
        let cards = table.library.cards.count
        table.complete(with: known)
        let added = table.library
        var result = LibraryImportResult()
        if isTrial {
            result = try await preview(added)
        } else {
            result.count(
                try await library { library async throws(LibraryError) in
                    try await library.add(added, .replacing, completing: LibraryFilm.completion)
                }
            )
            result.unchanged += cards - added.cards.count
        }
        (result.lines, result.byTitle) = (table.lineCount, byTitle)
        (result.asks, result.problems, result.remarks) = (table.asked, table.problems, table.remarks)
        result.superseded = table.superseded
        result.unread = table.unreadColumns
        return result
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

extension Page {
    /// Creates a page of a list in the order of ids, which goes on after an id, or ends.
    fileprivate init(limit: Int, _ cursor: PageCursor?, goingOnAfter id: MovieID?, isIncomplete: Bool) {
        let number = cursor?.page ?? 1
        var next = PageCursor(page: number + 1, limit: limit)
        next.after = id
        self.init(page: number, limit: limit, next: next, hasMore: id != nil)
        self.isIncomplete = isIncomplete
    }
}

extension LibraryExportResult {
    fileprivate init(listing films: [LibraryFilm]) {
        self.init(text: Letterboxd.list(films), omitted: films.filter { !Letterboxd.canName($0) })
    }

    fileprivate init(diary cards: [Card]) {
        self.init(text: Letterboxd.diary(cards), omitted: cards.map(\.film).filter { !Letterboxd.canName($0) })
    }
}

extension Catalogue {
    /// Returns the id of a film that most sources take.
    fileprivate func idToFetch(_ film: LibraryFilm) -> MovieID {
        let known = Dictionary(film.ids.map { ($0.namespace, $0.value) }) { first, _ in first }
        func takers(_ id: MovieID) -> Int {
            repositories.count { source in
                source.profile.availability.reason == nil
                    && source.profile.namespaces[.lookup]?.contains(id.namespace) == true
            }
        }
        let preferred = MovieID.preferred(among: known) ?? film.ids[0]
        return film.ids.max { (takers($0), $0 == preferred ? 1 : 0) < (takers($1), $1 == preferred ? 1 : 0) }
            ?? preferred
    }
}
