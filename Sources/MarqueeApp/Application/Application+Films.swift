import MovieAggregation
public import MovieDomain
import MovieService

/// Lists of films, what belongs to a film, and people. All functions throw ``ApplicationError`` if the definitions cannot be
/// used, or no provider answers.
extension Application {
    /// Lists films in an order, of a kind, or trending ones, with the filters of the query.
    ///
    /// The query's window is not used; a provider that cannot apply a filter is `unsupported` in the answer's `sources`.
    /// Pages are counted from 1; `limit` is the number of films on a page, at least 1.
    ///
    /// - Throws: ``ApplicationError`` if no provider can list films in this way, or none answers.
    public func films(
        _ query: ListQuery,
        page: Int = 1,
        limit: Int = 20
    ) async throws(ApplicationError) -> SearchAnswer {
        var list = ListMovies(page: PageRequest(page: page, limit: limit))
        list.query = query
        return SearchAnswer(
            try await answer { [list] catalogue throws(CallError) in try await list.run(in: catalogue) }
        )
    }

    /// Lists films that are similar to one, or recommended to people who liked it.
    ///
    /// - Throws: ``ApplicationError`` if no provider takes an id of the film, or none answers.
    public func films(
        _ kind: RelatedQuery.Kind,
        to id: MovieID,
        page: Int = 1,
        limit: Int = 20
    ) async throws(ApplicationError) -> SearchAnswer {
        let films = RelatedMovies(id: id, kind: kind, page: PageRequest(page: page, limit: limit))
        return SearchAnswer(try await answer { catalogue throws(CallError) in try await films.run(in: catalogue) })
    }

    /// Completes a title from the library, the history, and earlier answers, without asking a provider.
    ///
    /// - Returns: films, and queries that found something, the most likely first.
    public func suggestions(for prefix: String, limit: Int = 10) async throws(ApplicationError) -> [TitleSuggestion] {
        let found = try await answer { catalogue throws(CallError) in
            await SuggestFilms(catalogue: catalogue)
                .run(prefix: prefix, limit: try PageRequest(limit: limit).checked().limit)
        }
        return found.map { TitleSuggestion(title: $0.title, id: $0.id, year: $0.year, matchedTitle: $0.matchedTitle) }
    }

    /// Finds out which films names of files and messy titles are about; one element for each name, in their order.
    ///
    /// - Throws: ``ApplicationError`` if no provider can search. If the providers do not answer for a name, its element has no
    ///   film, and its `sources` say why.
    public func identify(_ names: [String]) async throws(ApplicationError) -> [NamedFilm] {
        let names = IdentifyNames(names: names)
        let found = try await answer { catalogue throws(CallError) in try await names.run(in: catalogue) }
        return found.names.map { name in
            NamedFilm(name: name.name, movie: name.movie, candidates: name.candidates, sources: name.sources)
        }
    }

    /// Fetches an image of a film: a complete JPEG, PNG, GIF, or WebP, in the smallest size that is at least `width` pixels
    /// wide.
    ///
    /// - Throws: ``ApplicationError`` if no provider has the film, or none has an image of this kind that can be fetched.
    public func image(
        _ kind: ImageKind = .poster,
        of id: MovieID,
        width: Int? = nil
    ) async throws(ApplicationError) -> ImageAnswer {
        var image = GetImage(.film(id))
        (image.kind, image.width, image.needsFile) = (kind, width, false)
        let result = try await answer { [image] catalogue throws(CallError) in try await image.run(in: catalogue) }
        return ImageAnswer(
            bytes: result.image.bytes,
            mimeType: result.image.mimeType,
            url: result.image.url,
            provider: result.image.provider
        )
    }

    /// Searches all providers for people by words of their names.
    ///
    /// - Throws: ``ApplicationError`` if no provider has people, or none answers.
    public func people(_ name: String, page: Int = 1, limit: Int = 20) async throws(ApplicationError) -> PeopleAnswer {
        let search = SearchPeople(text: name, page: PageRequest(page: page, limit: limit))
        let result = try await answer { catalogue throws(CallError) in try await search.run(in: catalogue) }
        return PeopleAnswer(people: result.people, hasMore: result.page.hasMore, sources: result.sources)
    }

    /// Gets everything that the providers know about one person, with all films.
    ///
    /// - Throws: ``ApplicationError`` if no provider has the person, or none answers.
    public func person(_ id: MovieID) async throws(ApplicationError) -> PersonAnswer {
        let person = GetPerson(id: id)
        let result = try await answer { catalogue throws(CallError) in try await person.run(in: catalogue) }
        return PersonAnswer(person: result.person, sources: result.sources)
    }

    /// Gets a film and its sequels, in the order of release, by a film in the collection.
    ///
    /// - Throws: ``ApplicationError`` if no provider has a collection with the film, or none answers.
    public func collection(with film: MovieID) async throws(ApplicationError) -> CollectionAnswer {
        let collection = GetCollection(.film(film))
        let result = try await answer { catalogue throws(CallError) in try await collection.run(in: catalogue) }
        return CollectionAnswer(id: result.id, facts: result.collection, movies: result.movies, sources: result.sources)
    }

    /// Lists the whole cast or crew of a film.
    ///
    /// - Throws: ``ApplicationError`` if no provider has the film, or none answers.
    public func credits(
        of id: MovieID,
        crew: Bool = false,
        page: Int = 1,
        limit: Int = 20
    ) async throws(ApplicationError) -> CreditsAnswer {
        let credits = ListCredits(id: id, kind: crew ? .crew : .cast, page: PageRequest(page: page, limit: limit))
        let result = try await answer { catalogue throws(CallError) in try await credits.run(in: catalogue) }
        return CreditsAnswer(people: result.people, hasMore: result.page.hasMore, sources: result.sources)
    }

    /// The configured providers, in the order of the configuration, including those that are disabled.
    public func providers() async throws(ApplicationError) -> [ProviderProfile] {
        try await answer { catalogue throws(CallError) in catalogue.configured.map(\.profile) }
    }

    /// The health of each provider since the application started.
    public func health() async throws(ApplicationError) -> [ProviderHealth] {
        try await answer { catalogue throws(CallError) in await catalogue.monitor.health() }
    }
}

/// A completion of what was typed: a film, or a query without an id.
public struct TitleSuggestion: Hashable, Sendable {
    /// The title of the film, or the query.
    public let title: String
    /// `nil` for a query.
    public let id: MovieID?
    public let year: Int?
    /// The film's title that begins with the typed text, if it is another one.
    public let matchedTitle: String?
}

/// What a name is about.
public struct NamedFilm: Hashable, Sendable {
    /// The name as it was given.
    public let name: String
    /// The film; `nil` if none is certain.
    public let movie: Movie?
    /// Films that it may be.
    public let candidates: [Movie]
    /// One report for each provider that was asked.
    public let sources: [ProviderReport]
}

/// The file of an image.
public struct ImageAnswer: Hashable, Sendable {
    /// The whole file.
    public let bytes: [UInt8]
    /// `image/jpeg`, `image/png`, `image/gif`, or `image/webp`.
    public let mimeType: String
    /// The address from which it was fetched.
    public let url: String
    /// The provider that names the image.
    public let provider: ProviderID
}

/// The people that a search found.
public struct PeopleAnswer: Hashable, Sendable {
    public let people: [PersonProfile]
    /// Whether there are more pages; `nil` if no provider says, or a failure leaves it open.
    public let hasMore: Bool?
    /// One report for each provider.
    public let sources: [ProviderReport]
}

/// A film and its sequels.
public struct CollectionAnswer: Hashable, Sendable {
    /// The id of the collection: `tmdb:2344`.
    public let id: MovieID
    /// The name, the text, and the images; the films are in ``movies``.
    public let facts: CollectionFacts
    /// In the order of release.
    public let movies: [Movie]
    /// One report for each provider.
    public let sources: [ProviderReport]
}

/// A part of the cast or the crew of a film.
public struct CreditsAnswer: Hashable, Sendable {
    public let people: [Person]
    /// Whether there are more pages; never `nil`, because the whole list is known.
    public let hasMore: Bool?
    /// One report for each provider.
    public let sources: [ProviderReport]
}

/// One person, merged from the records of all providers.
public struct PersonAnswer: Hashable, Sendable {
    public let person: PersonProfile
    /// One report for each provider.
    public let sources: [ProviderReport]
}
