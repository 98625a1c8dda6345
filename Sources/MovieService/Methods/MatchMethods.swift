import JSON
import MovieAggregation
package import MovieDomain

extension MethodDeclaration {
    private static let otherID = "An id of the film at another source."
    private static let other = Parameter<MovieID>.required("with", .movieID, otherID)
    private static let optionalOther = Parameter<MovieID?>.optional("with", .movieID, otherID)
    private static let anyOther = Parameter<MovieID?>.optional("with", .keptMovieID, otherID)
    private static let field = Parameter<MovieField?>.optional(
        "field",
        .choice,
        "A field of the film, by its name in results."
    )

    static let matchesList = MethodDeclaration(
        "matches/list",
        summary: "Lists which ids belong to the same film and why, and the user's corrections.",
        description:
            "Sends no requests; the other ids of the film come from cached answers. Remembered matches are used"
            + " to look up a film at other sources directly.",
        effect: .reads,
        example: MethodExample(
            "of one film",
            ["id": "kofic:20183782"],
            result: MatchListResult(notes: ExampleMatches.found, page: Page(page: 1, limit: 100, hasMore: false))
        ),
        parameters: Parameter<MovieID?>.optional("id", .movieID, "The film; by default, all films."),
        MovieParameters.paging(
            .defaulted("limit", .integer(1...10_000), to: 100, "The number of matches per page.")
        ),
        suspending: { context, id, request async throws(ServiceError) in
            let notes = try await context.matches { matches async throws(LibraryError) in
                try await matches.list(of: id, limit: request.end + 1)
            }
            var (matches, shown) = request.page(of: notes.matches, isWhole: false)
            matches = await CorrectMatches(catalogue: try context.catalogue).titled(matches)
            return MatchListResult(notes: MatchNotes(matches: matches, choices: notes.choices), page: shown)
        }
    )

    static let matchesPin = MethodDeclaration(
        "matches/pin",
        summary: "Records that two ids belong to the same film, or that a field of a film comes from one source.",
        description:
            "It takes precedence over the matcher and the merge rules from the next call on, until `matches/split` "
            + "or `matches/forget`. Pass either `with`, or `field` and `provider`. What the library has of both ids "
            + "becomes one: nothing of two cards is lost except the older stars.",
        effect: .changes,
        undo: "a joined match",
        example: MethodExample(
            "two sources' ids",
            ["id": "kofic:20183782", "with": "tmdb:496243"],
            result: ExampleMatches.pinned
        ),
        parameters: MovieParameters.film,
        optionalOther,
        field,
        Parameter<ProviderID?>.optional("provider", .provider, "The source of the field."),
        suspending: { context, id, other, field, provider async throws(ServiceError) in
            switch try context.correction(id, with: other, field, from: provider) {
            case .pair(let id, let verdict, let other): return try await context.decide(id, verdict, other)
            case let choice:
                return try await context.matches { matches async throws(LibraryError) in try await matches.note(choice)
                }
            }
        }
    )

    static let matchesSplit = MethodDeclaration(
        "matches/split",
        summary: "Records that two ids belong to different films, whatever the matcher decides.",
        description: """
            It applies from the next call on, until `matches/pin` or `matches/forget`. A card or bookmark of both \
            stays with the film whose id you used when you created it. Two ids that only a single record has cannot \
            be split.
            """,
        effect: .changes,
        undo: "a corrected match",
        example: MethodExample(
            "a wrong match",
            ["id": "kofic:20183782", "with": "tmdb:4967"],
            result: ExampleMatches.split
        ),
        parameters: MovieParameters.film,
        other,
        suspending: { context, id, other async throws(ServiceError) in
            try await context.decide(id, .different, other)
        }
    )

    static let matchesForget = MethodDeclaration(
        "matches/forget",
        summary: "Removes what is recorded about a film: a decision, the choice for a field, or everything.",
        description: """
            The matcher then decides again, also about what the library has. Any id of the film finds the choice for a \
            field; only the ids of a decision find the decision.
            """,
        effect: .changes,
        undo: "a forgotten match",
        unchanged: "nothing was recorded about it",
        example: MethodExample(
            "one decision",
            ["id": "kofic:20183782", "with": "tmdb:4967"],
            result: RemovedResult(removed: 1)
        ),
        parameters: MovieParameters.keptFilm,
        anyOther,
        field,
        suspending: { context, id, other, field async throws(ServiceError) in
            let (removed, pairs) = try await context.matches { matches async throws(LibraryError) in
                let pairs = field == nil ? try await matches.pairs(of: id, with: other) : []
                return (try await matches.forget(id, with: other, field: field), pairs)
            }
            for pair in pairs { try await context.settle(pair) }
            return RemovedResult(removed: removed)
        }
    )
}

extension MethodContext {
    /// Records whether two ids are of one film, and keeps what the library has of them accordingly; returns all notes about
    /// the film.
    func decide(
        _ id: MovieID,
        _ verdict: MatchNote.Verdict,
        _ other: MovieID
    ) async throws(ServiceError) -> MatchNotes {
        try checked { () throws(CallError) in
            try CallRange.check(id)
            try CallRange.check(other, "with")
        }
        let notes = try await matches { matches async throws(LibraryError) in
            try await matches.note(.pair(id, verdict, other))
        }
        switch verdict {
        case .same: try await unite(id, other)
        case .different: try await separate(id, other)
        }
        return notes
    }

    /// Leaves what the library has of two ids that were split to the film that it was made for.
    func separate(_ id: MovieID, _ other: MovieID) async throws(ServiceError) {
        let matches = CorrectMatches(catalogue: try catalogue)
        try await library { library async throws(LibraryError) in
            do throws(LibraryError) {
                guard let kept = try await library.film(id), kept.ids.contains(other) else { return }
                let (mine, theirs) = (await matches.known(id), await matches.known(other))
                let own = kept.ownID
                let isOthers = own == other || own != id && own.map { theirs?.ids.contains($0) == true } == true
                let film =
                    isOthers
                    ? kept.separated(as: other, theirs, from: id, mine)
                    : kept.separated(as: id, mine, from: other, theirs)
                try await library.replaceFilm(id, with: film)
            } catch {
                // The split itself was made.
                throw .unconfirmed
            }
        }
    }

    /// Takes what the library has of each of two ids away from the film of the other one's source that it was matched
    /// with, and the user did not pin it with.
    func separateRivals(_ id: MovieID, _ other: MovieID) async throws(ServiceError) {
        for (one, another) in [(id, other), (other, id)] {
            let kept = try await library { library async throws(LibraryError) in try await library.film(one) }
            guard let kept, !kept.ids.contains(another) else { continue }
            for rival in kept.ids where rival.namespace == another.namespace { try await separate(one, rival) }
        }
    }

    /// Makes one film of what the library has of two ids that the user pinned, or that are one film again.
    func unite(_ id: MovieID, _ other: MovieID) async throws(ServiceError) {
        try await separateRivals(id, other)
        let matches = CorrectMatches(catalogue: try catalogue)
        try await library { library async throws(LibraryError) in
            do throws(LibraryError) {
                let films = [try await library.film(id), try await library.film(other)].compactMap(\.self)
                guard let kept = films.first, !films.allSatisfy({ $0.ids.contains(id) && $0.ids.contains(other) })
                else { return }
                var film = LibraryFilm(ids: [id, other], title: kept.title, titles: kept.titles, year: kept.year)
                if let movie = await matches.known(id), movie.ids.contains(other) {
                    let sources = DetailProviders(onlyAdds: true, replacesImports: true)
                    film = LibraryFilm(movie).completed(with: kept, sources)
                } else if films.count == 1, kept.isKnownByTitle {
                    // library/identify has yet to find it.
                    return
                }
                try await library.unite(IDPair(id, other), as: film)
            } catch {
                // The pin itself was made.
                throw .unconfirmed
            }
        }
    }

    /// Makes one film or two of what the library has of two ids, as earlier answers tell without the user's decision, or
    /// else the titles and years.
    fileprivate func settle(_ pair: IDPair) async throws(ServiceError) {
        let matches = CorrectMatches(catalogue: try catalogue)
        let (one, other) = (await matches.known(pair.first), await matches.known(pair.second))
        let isKnown = one != nil && other != nil
        var isOne = one?.ids.contains(pair.second) == true || other?.ids.contains(pair.first) == true
        if !isKnown, !isOne {
            isOne = try await library { library async throws(LibraryError) in
                guard let one = try await library.film(pair.first), let other = try await library.film(pair.second)
                else { return false }
                return one.agrees(with: other)
            }
        }
        if isOne {
            try await unite(pair.first, pair.second)
        } else if isKnown {
            try await separate(pair.first, pair.second)
        }
    }

    fileprivate func matches<Result>(
        _ work: (CorrectMatches) async throws(LibraryError) -> Result
    ) async throws(ServiceError) -> Result {
        let matches = CorrectMatches(catalogue: try catalogue)
        return try await library { _ async throws(LibraryError) in try await work(matches) }
    }

    /// Returns the correction that `matches/pin` asks for: two ids of one film, or a source for a field.
    fileprivate func correction(
        _ id: MovieID,
        with other: MovieID?,
        _ field: MovieField?,
        from provider: ProviderID?
    ) throws(ServiceError) -> CorrectMatches.Correction {
        switch (other, field, provider) {
        case (let other?, nil, nil): return .pair(id, .same, other)
        case (nil, let field?, let provider?):
            _ = try monitor(knowing: provider)
            return .field(id, field, from: provider)
        case (nil, nil, nil): throw Self.badPin("with is missing", "with")
        case (nil, _, nil): throw Self.badPin("provider is missing", "provider")
        case (nil, nil, _): throw Self.badPin("field is missing", "field")
        default: throw Self.badPin("with cannot be combined with field", "with")
        }
    }

    private static func badPin(_ message: String, _ field: String) -> ServiceError {
        let hint = "name another id of the film; or a field, and the provider that it comes from"
        return .parameters(InvalidParameters(message, field: field, hint: hint))
    }
}

extension MatchNote.Verdict: WireChoice {}
extension MatchNote.Author: WireChoice {}

struct MatchListResult: WireObject {
    var notes: MatchNotes
    var page: Page

    static let wire = WireDescription<MatchListResult>(
        "MatchListResult",
        "One page of the recorded decisions about which ids belong to one film.",
        [
            .always("matches", \.notes.matches, "The user's decisions first, then the newest ones."),
            .always("fields", \.notes.choices, "All fields whose source the user has chosen."),
            .always("page", \.page),
        ]
    )
}

extension MatchNotes: WireObject {
    package static let wire = WireDescription<MatchNotes>(
        "MatchesResult",
        "The recorded decisions about which ids belong to one film.",
        [
            .always("matches", \.matches, "The user's decisions first, then the newest ones."),
            .always("fields", \.choices, "Fields whose source the user has chosen."),
        ]
    )
}

extension MatchNote: WireObject {
    package static let wire = WireDescription<MatchNote>(
        "NotedMatch",
        "Whether two ids belong to one film, who decided that, and why.",
        [
            .always("id", \.pair.first),
            .always("with", \.pair.second),
            .known(
                "title",
                { $0.titles[$0.pair.first] },
                "What the source of `id` calls its film, as far as it is known."
            ),
            .known("withTitle", { $0.titles[$0.pair.second] }, "The same for `with`."),
            .always("verdict", \.verdict),
            .always(
                "by",
                \.author,
                "`user` decisions are kept; `matcher` ones are made again whenever both films are compared."
            ),
            .always("confidence", \.confidence, as: .number(0...1), "1 for an equal id or a decision of the user."),
            .always("reasons", \.reasons, "The reasons in words, the strongest first."),
            .always("decidedAt", \.decidedAt, "In UTC, `2026-11-21T15:00:00Z`."),
        ]
    )
}

extension FieldChoice: WireObject {
    package static let wire = WireDescription<FieldChoice>(
        "FieldChoice",
        "The user's choice of the source of a field.",
        [
            .always("id", \.id), .always("field", \.field), .always("provider", \.provider),
            .known("decidedAt", \.decidedAt, "In UTC."),
        ]
    )
}
