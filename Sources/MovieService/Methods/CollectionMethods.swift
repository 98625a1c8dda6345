import JSON
package import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let collectionsGet = MethodDeclaration(
        "collections/get",
        summary: "Returns a film and its sequels, in the order of release.",
        description: """
            A film says in `collection` which one it belongs to. Films without a day or a year come last. `counts` says how \
            many of the films you have seen, so an app can show how far you are.
            """,
        failures: [.notFound, .undecided],
        example: MethodExample("the collection of a film", ["film": "imdb:tt1160419"], result: ExampleFilms.collection),
        parameters: Parameter<MovieID?>.optional(
            "id",
            .collectionID.showing("tmdb:726871"),
            "The id of the collection, as `collection.id` of its films; instead of `film`."
        ),
        Parameter<MovieID?>.optional("film", .movieID, "Any id of a film in the collection."),
        MovieParameters.adult,
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, id, film, adult, providers, look async throws(ServiceError) in
            var collection = GetCollection(try subject(id, film))
            collection.languages = look.languages
            var context = context
            (context.providers, context.showsAdult) = (providers, adult)
            var result = try await context.run(collection, imageWidth: look.imageWidth)
            if let width = look.imageWidth { result.collection.images.changeEach { $0 = $0.atWidth(width) } }
            return result
        }
    )

    private static func subject(_ id: MovieID?, _ film: MovieID?) throws(ServiceError) -> GetCollection.Subject {
        switch (id, film) {
        case (let id?, nil): return .collection(id)
        case (nil, let film?): return .film(film)
        case (nil, nil):
            let hint = "Give the id of a collection, or a film of it."
            throw .parameters(InvalidParameters("id or film is missing", field: "id", hint: hint))
        case (_?, _?):
            throw .parameters(
                InvalidParameters("id and film were both given", field: "film", hint: "Give one of them.")
            )
        }
    }

    static let creditsList = MethodDeclaration(
        "credits/list",
        summary: "Lists the whole cast or crew of a film.",
        description: """
            `movies/get` has the most important people, and says in `castTotal` and `crewTotal` how many there are. Here are \
            all of them, in the same order.
            """,
        failures: [.notFound],
        example: MethodExample("the cast", ["id": "kofic:20183782", "limit": 1], result: ExampleFilms.credits),
        parameters: MovieParameters.id,
        Parameter<ListCredits.Kind>.defaulted("kind", .choice, to: .cast, "Those who play, or those who work on it."),
        MovieParameters.paging(.defaulted("limit", .integer(1...100), to: 20, "The number of people per page.")),
        MovieParameters.providers,
        MovieParameters.languages,
        asking: { context, id, kind, page, providers, languages async throws(ServiceError) in
            var credits = ListCredits(id: id, kind: kind, page: page)
            credits.languages = languages
            var context = context
            context.providers = providers
            return try await context.ask { [credits] catalogue, _ async throws(CallError) in
                try await credits.run(in: catalogue)
            }
        }
    )
}

extension ListCredits.Kind: WireChoice {}

extension CollectionResult: WireObject {
    package static let wire = WireDescription<CollectionResult>(
        "CollectionResult",
        "A film and its sequels, and the outcome of every source.",
        [
            .always("collection", { CollectionDetails(result: $0) }),
            .always("movies", \.movies, "In the order of release."),
            .always("counts", { CollectionCounts(movies: $0.movies) }),
        ] + WireField.outcome(\.sources)
    )
}

private struct CollectionDetails: WireObject {
    let result: CollectionResult

    static let wire = WireDescription<CollectionDetails>(
        "CollectionDetails",
        "What the sources say about a collection as a whole.",
        [
            .always("id", \.result.id),
            .always("name", \.result.collection.name),
            .known("overview", \.result.collection.overview),
            .nonEmpty("images", \.result.collection.images, "Posters and backdrops."),
        ]
    )
}

private struct CollectionCounts: WireObject {
    let movies: [Movie]

    static let wire = WireDescription<CollectionCounts>(
        "CollectionCounts",
        "How many films a collection has, and how many of them you know.",
        [
            .always("films", \.movies.count, as: .count),
            .known("seen", { $0.number { $0.card != nil } }, as: .count, "Those of which you have a card."),
            .known(
                "bookmarked",
                { $0.number { $0.bookmarked == true } },
                as: .count,
                "As for `seen`, absent if the library cannot be read."
            ),
        ]
    )

    /// Returns the number of films that the library has in some way; `nil` if it cannot be read.
    private func number(_ isCounted: (Movie) -> Bool) -> Int? {
        movies.contains { $0.bookmarked == nil } ? nil : movies.count(where: isCounted)
    }
}

extension CreditsResult: WireObject {
    package static let wire = WireDescription<CreditsResult>(
        "CreditsResult",
        "One page of the cast or the crew of a film, and the outcome of every source.",
        [.always("credits", \.people), .always("page", \.page)] + WireField.outcome(\.sources)
    )
}
