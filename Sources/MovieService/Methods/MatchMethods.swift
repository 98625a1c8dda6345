import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    private static let otherID = "An id of the film at another source."
    private static let other = Parameter<MovieID>.required("with", .movieID, otherID)
    private static let anyOther = Parameter<MovieID?>.optional("with", .movieID, otherID)
    private static let field = Parameter<MovieField?>.optional(
        "field",
        .choice,
        "A field of the film, by its name in results."
    )

    static let matchesList = MethodDeclaration(
        "matches/list",
        MethodDocumentation(
            summary: "Lists which ids belong to the same film and why, and the user's corrections.",
            description:
                "Sends no requests. Remembered matches are used to look up a film at other sources directly.",
            failures: [.library],
            example: MethodExample("of one film", ["id": "kofic:20183782"], result: ExampleMatches.found)
        ),
        parameters: Parameter<MovieID?>.optional("id", .movieID, "The film; by default, all films."),
        Parameter<Int>.defaulted("limit", .integer(1...10_000), to: 100, "The maximum number of matches."),
        suspending: { context, id, limit async throws(ServiceError) in
            try await context.matches { matches async throws(LibraryError) in
                try await matches.list(of: id, limit: limit)
            }
        }
    )

    static let matchesPin = MethodDeclaration(
        "matches/pin",
        MethodDocumentation(
            summary: "Records that two ids belong to the same film, or that a field of a film comes from one source.",
            description: "It takes precedence over the matcher and the merge rules from the next call on, until "
                + "`matches/split` or `matches/forget`. Give either `with`, or `field` and `provider`.",
            failures: [.library],
            example: MethodExample(
                "two sources' ids",
                ["id": "kofic:20183782", "with": "tmdb:496243"],
                result: ExampleMatches.pinned
            )
        ),
        parameters: MovieParameters.film,
        anyOther,
        field,
        Parameter<ProviderID?>.optional("provider", .provider, "The source of the field."),
        suspending: { context, id, other, field, provider async throws(ServiceError) in
            let correction = try context.correction(id, with: other, field, from: provider)
            return try await context.matches { matches async throws(LibraryError) in
                try await matches.note(correction)
            }
        }
    )

    static let matchesSplit = MethodDeclaration(
        "matches/split",
        MethodDocumentation(
            summary: "Records that two ids belong to different films, whatever the matcher decides.",
            description: "It applies from the next call on, until `matches/pin` or `matches/forget`.",
            failures: [.library],
            example: MethodExample(
                "a wrong match",
                ["id": "kofic:20183782", "with": "tmdb:4967"],
                result: ExampleMatches.split
            )
        ),
        parameters: MovieParameters.film,
        other,
        suspending: { context, id, other async throws(ServiceError) in
            try await context.matches { matches async throws(LibraryError) in
                try await matches.note(.pair(id, .different, other))
            }
        }
    )

    static let matchesForget = MethodDeclaration(
        "matches/forget",
        MethodDocumentation(
            summary: "Removes what is recorded about a film: a decision, the choice for a field, or everything.",
            description: "The matcher then decides again.",
            failures: [.library],
            example: MethodExample(
                "one decision",
                ["id": "kofic:20183782", "with": "tmdb:4967"],
                result: MatchesForgetResult(removed: 1)
            )
        ),
        parameters: MovieParameters.film,
        anyOther,
        field,
        suspending: { context, id, other, field async throws(ServiceError) in
            let removed = try await context.matches { matches async throws(LibraryError) in
                try await matches.forget(id, with: other, field: field)
            }
            return MatchesForgetResult(removed: removed)
        }
    )
}

extension MethodContext {
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
        default: throw Self.badPin("with stands beside field", "with")
        }
    }

    private static func badPin(_ message: String, _ field: String) -> ServiceError {
        let hint = "give with, another id of the film; or field and provider"
        return .parameters(InvalidParameters(message, field: field, hint: hint))
    }
}
