import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let cardsPut = MethodDeclaration(
        "cards/put",
        summary: "Records what you think of a film: stars, a comment, and the day you watched it.",
        description: """
            Values that you leave out stay as they are. Give at least one parameter besides `id`. A card that becomes \
            empty is removed, and the answer has no `card`. To record only that you have watched a film, without a day, \
            set `watched`. With `ifRevision`, nothing is written if the card or the stored details of its film have \
            changed since that revision; the error 1031 then contains the current card. The film is stored as for \
            `bookmarks/add`.
            """,
        effect: .changes,
        undo: .ofRemovals("a changed card"),
        failures: [.notFound, .outdated],
        example: MethodExample(
            "a film",
            ["id": "imdb:tt6751668", "stars": 4.5, "watchedOn": "2026-11-20"],
            result: ExampleLibrary.card
        ),
        parameters: MovieParameters.film,
        Parameter<Edit<Double>>.edit("stars", .stars, "From 0 to 5, in steps of 0.5."),
        Parameter<Edit<String>>.edit("comment", .text(atMost: Card.longestComment), "In your own words."),
        Parameter<Edit<WatchedDays>>.edit(
            "watchedOn",
            .days,
            "A day, in place of the last; or all days."
        ),
        Parameter<Bool>.defaulted("rewatch", .flag, to: false, "You watched it again; the other days stay."),
        Parameter<NamedDay?>.optional("removeDay", .day, "A day to take off the card; the other days stay."),
        Parameter<Bool>.defaulted("watched", .flag, to: false, "You have watched it."),
        Parameter<Edit<[String]>>.edit("tags", .tags, "Your own words for it, in place of all tags."),
        Parameter<Edit<Bool>>.edit("liked", .flag, "You like it."),
        Parameter<Edit<Bool>>.edit(
            "seenBefore",
            .flag,
            "You had watched it before the first day on the card, too, on a day that is not known."
        ),
        Parameter<Bool>.defaulted("unbookmark", .flag, to: false, "Also remove the film's bookmark."),
        Parameter<Int?>.optional(
            "ifRevision",
            .integer(0...Int.max),
            "The `revision` up to which you know the card; see `library/changes`."
        ),
        MovieParameters.look,
        asking: {
            context,
            id,
            stars,
            comment,
            watched,
            isRewatch,
            removed,
            isWatched,
            tags,
            liked,
            seenBefore,
            unbookmarks,
            revision,
            look async throws(ServiceError) in
            let today = try context.catalogue.today
            var change = CardChange(stars: stars.value, comment: comment.value)
            switch watched {
            case .keep: break
            case .remove: change.cleared.insert(.watchedOn)
            case .set(.last(let day)): change.watchedOn = day.date(on: today)
            case .set(.all(let days)): change.watchedDays = days.map { $0.date(on: today) }
            }
            if stars.removes { change.cleared.insert(.stars) }
            if comment.removes { change.cleared.insert(.comment) }
            if tags.removes { change.cleared.insert(.tags) }
            change.tags = tags.value
            change.isLiked = liked.removes ? false : liked.value
            change.isSeenBefore = seenBefore.removes ? false : seenBefore.value
            (change.isRewatch, change.isWatched) = (isRewatch, isWatched)
            (change.removesBookmark, change.expectedRevision) = (unbookmarks, revision)
            change.removedDay = removed?.date(on: today)
            let (written, sources) = try await context.putCard(change, of: id)
            let shown = try await context.showing([written.card].compactMap(\.self), as: look)
            return CardResult(card: shown.first, revision: written.revision, sources: sources)
        }
    )

    static let cardsRemove = MethodDeclaration(
        "cards/remove",
        summary: "Removes the card of a film.",
        description: "The film's bookmark stays.",
        effect: .changes,
        undo: "removed cards",
        unchanged: "it has no card",
        example: MethodExample("a film", ["id": "imdb:tt6751668"], result: RemovedResult(removed: 1)),
        parameters: MovieParameters.keptFilm,
        suspending: { context, id async throws(ServiceError) in
            let id = try await context.storedID(of: id)
            return try await context.remove { library async throws(LibraryError) in
                try await library.removeCard(id) ? 1 : 0
            }
        }
    )

    static let cardsList = MethodDeclaration(
        "cards/list",
        summary: "Lists your cards.",
        description: "Sends no requests; the films are returned as they were stored." + LibraryParameters.filtering,
        effect: .reads,
        example: MethodExample("the best first", ["sort": "stars"], result: ExampleLibrary.cards),
        parameters: LibraryParameters.query(
            [.date, .stars, .title, .year, .runtime, .random],
            "`date` is when a film was last watched.",
            ofCards: true
        ),
        MovieParameters.paging(),
        MovieParameters.look,
        suspending: { context, query, page, look async throws(ServiceError) in
            let revision = try await context.library { library async throws(LibraryError) in
                // What changes in between is changed since the revision.
                try await library.changes(since: nil).revision
            }
            let found = try await context.find(query, page) { library, query, places async throws(LibraryError) in
                try await library.cards(query, at: places)
            }
            let cards = try await context.showing(found.entries, as: look)
            return CardsResult(
                cards: cards,
                revision: revision,
                lacking: found.lacking,
                seed: found.seed,
                page: found.page
            )
        }
    )
}

extension Card {
    static let starsInWords = "a number from 0 to 5 in steps of 0.5"
}

extension CardChange {
    /// Refuses what no card can have, and what contradicts itself; `today` is the latest day on which a film may have been
    /// watched.
    fileprivate func check(on today: CalendarDate) throws(ServiceError) {
        if let stars, !Card.isStars(stars) {
            var problem = InvalidParameters("stars: expected \(Card.starsInWords), got \(stars)", field: "stars")
            problem.expected = Card.starsInWords
            throw .parameters(problem)
        }
        if let count = comment?.count, count > Card.longestComment {
            let expected = "a text of at most \(Card.longestComment) characters"
            var problem = InvalidParameters("comment: expected \(expected), got \(count)", field: "comment")
            problem.expected = expected
            throw .parameters(problem)
        }
        if let day = ([watchedOn].compactMap(\.self) + (watchedDays ?? [])).first(where: { $0 > today }) {
            var problem = InvalidParameters("watchedOn: \(day) is in the future", field: "watchedOn")
            problem.expected = "a day up to \(today)"
            throw .parameters(problem)
        }
        if isRewatch, watchedOn == nil {
            let problem = watchedDays == nil ? "watchedOn is missing" : "watchedOn has all days"
            throw .parameters(InvalidParameters("rewatch: \(problem)", field: "watchedOn"))
        }
        guard asksForAnything else {
            let message = "nothing to write: expected a value of the card, such as stars, comment, or watchedOn"
            throw .parameters(InvalidParameters(message, field: "stars"))
        }
        try checkRemovedDay()
    }

    private func checkRemovedDay() throws(ServiceError) {
        guard let removedDay else { return }
        if removedDay == watchedOn {
            let message = "removeDay: \(removedDay) cannot be removed and set in one call"
            throw .parameters(InvalidParameters(message, field: "removeDay"))
        }
        if watchedDays != nil || cleared.contains(.watchedOn) {
            let message = "removeDay: watchedOn says which days stay; give only one of them"
            throw .parameters(InvalidParameters(message, field: "removeDay"))
        }
    }

    /// Whether the user asks for anything.
    private var asksForAnything: Bool {
        stars != nil || comment != nil || watchedOn != nil || watchedDays != nil || isWatched || tags != nil
            || isLiked != nil || isSeenBefore != nil || removes
    }

    /// Whether the user may ask for something to be removed.
    var removes: Bool {
        removesBookmark || removedDay != nil || watchedDays != nil || !cleared.isEmpty || comment?.isEmpty == true
            || tags != nil || isLiked == false
    }
}

extension MethodContext {
    fileprivate func showing(_ cards: [Card], as look: FilmLook = FilmLook()) async throws(ServiceError) -> [ShownCard]
    {
        zip(cards, try await showing(cards.map(\.film), as: look)).map { card, movie in
            var movie = movie
            movie.card = OwnCard(card)
            return ShownCard(card: card, movie: movie)
        }
    }

    /// Writes the card of a film as the sources or earlier answers describe it.
    func putCard(
        _ change: CardChange,
        of id: MovieID
    ) async throws(ServiceError) -> (written: WrittenCard, sources: [ProviderReport]) {
        try change.check(on: today)
        let (film, sources) = try await filmToStore(id)
        try await checkDay(change.removedDay, of: film)
        let put = { () async throws(ServiceError) in
            try await library { library async throws(LibraryError) in try await library.putCard(change, of: film) }
        }
        let written = change.removes ? try await recording("cards/put", put) : try await put()
        completeStored(id)
        return (written, sources)
    }

    /// Refuses a day to remove that the card of a film does not have.
    func checkDay(_ day: CalendarDate?, of film: LibraryFilm) async throws(ServiceError) {
        guard let day else { return }
        let entry = try await library { library async throws(LibraryError) in try await library.entry(of: film) }
        let days = entry.card?.watchedDays ?? []
        guard !days.contains(day) else { return }
        var problem = InvalidParameters("removeDay: \(day) is not on the card", field: "removeDay")
        problem.expected =
            days.isEmpty ? nil : "one of the days on the card: " + days.map(\.description).joined(separator: ", ")
        problem.hint = days.isEmpty ? "The film has no card with a day." : nil
        throw .parameters(problem)
    }
}
