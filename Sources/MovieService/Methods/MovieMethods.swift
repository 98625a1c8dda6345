import JSON
import MovieAggregation
import MovieDomain

/// Parameters that several methods share.
enum MovieParameters {
    static let page = Parameter<Int>.defaulted("page", .integer(1...10_000), to: 1, "The page, from 1.")
    static let limit = Parameter<Int>.defaulted("limit", .integer(1...100), to: 20, "The number of films per page.")
    static let providers = Parameter<[ProviderID]>.defaulted(
        "providers",
        .list(of: .provider).showing(["kofic", "yts"]),
        to: [],
        "The sources to ask, by their names in `providers.yaml`; all that can answer where it is empty."
    )

    static let languages = Parameter<[String]>.defaulted(
        "languages",
        .list(of: .language).showing(["ko", "en"]),
        to: [],
        "Wanted languages of titles and texts, best first; the configured order where it is empty."
    )

    static let imageWidth = Parameter<Int?>.optional(
        "imageWidth",
        .integer(1...10_000),
        "Give each image the `url` of the nearest of its sizes that is at least so wide, in pixels."
    )

    static let id = Parameter<MovieID>.required(
        "id",
        .movieID,
        "Any id of the film, `namespace:value`; a bare IMDb id is understood too."
    )
}

extension MethodDeclaration {
    static let moviesSearch = MethodDeclaration(
        "movies/search",
        MethodDocumentation(
            summary: "Searches all sources for films by words of their titles.",
            description: "A film that several sources have is one film in the answer; doubtful matches stay apart.",
            example: MethodExample(
                "a title in English",
                ["query": "parasite", "year": 2019, "limit": 1],
                result: ExampleFilms.page
            )
        ),
        parameters: Parameter.required(
            "query",
            .words.showing("기생충", "parasite"),
            "Words of the title, in any language."
        ),
        Parameter<Int?>.optional("year", .integer(1850...2200), "The year of the film."),
        MovieParameters.page,
        MovieParameters.limit,
        MovieParameters.providers,
        MovieParameters.languages,
        MovieParameters.imageWidth,
        asking: { context, text, year, page, limit, providers, languages, imageWidth async throws(ServiceError) in
            var request = SearchMovies.Request(text: text, year: year, page: PageRequest(page: page, limit: limit))
            request.providers = providers
            request.languages = languages
            return try await context.run(asking: providers, imageWidth: imageWidth) {
                catalogue,
                observer async throws(CallError) in
                let result = try await SearchMovies(catalogue: catalogue).run(request, onAnswer: observer)
                if page == 1, catalogue.remembersSearches, !result.movies.isEmpty { catalogue.library.remember(text) }
                return result
            }
        }
    )

    static let moviesList = MethodDeclaration(
        "movies/list",
        MethodDocumentation(
            summary: "Lists films in some order, without words to search for.",
            description:
                "A source that cannot keep to a wish is `unsupported`; it never gives films without the filter.",
            example: MethodExample(
                "the best science fiction",
                ["sort": "rating", "order": "descending", "genre": "science-fiction", "limit": 1],
                result: ExampleFilms.shortPage
            )
        ),
        parameters: Parameter<ListQuery.Kind?>.optional(
            "kind",
            .choice,
            "A list that sources keep, in its own order; not with `sort` and `order`."
        ),
        Parameter<ListQuery.Sort?>.optional(
            "sort",
            .choice,
            "What the order goes by; the source's own order where it is absent."
        ),
        Parameter<ListQuery.Order?>.optional(
            "order",
            .choice,
            "Where it is absent, titles ascend and everything else descends."
        ),
        Parameter<String?>.optional(
            "genre",
            .genre.showing("drama", "science-fiction"),
            "A genre's slug, or its name in Korean or English."
        ),
        Parameter<Double?>.optional("minimumRating", .number(0...10), "The least rating, of ten."),
        Parameter<Int?>.optional("year", .integer(1850...2200), "The year of the release."),
        Parameter<String?>.optional(
            "country",
            .region.showing("KR"),
            "The country where the film was made, by its code or its name in Korean or English."
        ),
        Parameter<MovieID?>.optional(
            "person",
            .movieID("a person's id").showing("tmdb:21684"),
            "A person who had a part in the film, by an id of the source that is to list them."
        ),
        MovieParameters.page,
        MovieParameters.limit,
        MovieParameters.providers,
        MovieParameters.imageWidth,
        asking: {
            context,
            kind,
            sort,
            order,
            genre,
            minimumRating,
            year,
            country,
            person,
            page,
            limit,
            providers,
            imageWidth async throws(ServiceError) in
            var request = ListMovies.Request(page: PageRequest(page: page, limit: limit))
            request.kind = kind
            request.year = year
            request.country = country
            request.person = person
            request.sort = sort
            request.order = order
            request.genre = genre
            request.minimumRating = minimumRating
            request.providers = providers
            return try await context.list(request, imageWidth: imageWidth)
        }
    )

    static let moviesTrending = MethodDeclaration(
        "movies/trending",
        MethodDocumentation(
            summary: "Lists trending films.",
            example: MethodExample("today's first", ["window": "day", "limit": 1], result: ExampleFilms.shortPage)
        ),
        parameters: Parameter<ListQuery.Trend>.defaulted("window", .choice, to: .day, "The period of the trend."),
        MovieParameters.page,
        MovieParameters.limit,
        MovieParameters.providers,
        MovieParameters.imageWidth,
        asking: { context, trend, page, limit, providers, imageWidth async throws(ServiceError) in
            var request = ListMovies.Request(page: PageRequest(page: page, limit: limit))
            request.trending = trend
            request.providers = providers
            return try await context.list(request, imageWidth: imageWidth)
        }
    )

    static let moviesGet = MethodDeclaration(
        "movies/get",
        MethodDocumentation(
            summary: "Gives everything that the sources know about one film.",
            description: "Sources that do not know the id are queried with the ids that other sources give.",
            failures: [.notFound],
            example: MethodExample(
                "a film by its KOFIC code",
                ["id": "kofic:20183782", "include": ["credits", "images"]],
                result: MovieResult(movie: ExampleFilms.parasite, sources: ExampleFilms.reports)
            )
        ),
        parameters: MovieParameters.id,
        Parameter<[LookupQuery.Part]>.defaulted(
            "include",
            .list(of: .choice).showing(["credits", "images"]),
            to: [],
            "Parts to fetch that need additional requests, side by side at every source that has the film."
        ),
        Parameter<String?>.optional(
            "region",
            .region.showing("KR"),
            "The country whose certifications, releases and offers to watch are wanted, by its code or its name; those "
                + "of all where it is absent."
        ),
        MovieParameters.languages,
        MovieParameters.imageWidth,
        asking: { context, id, include, region, languages, imageWidth async throws(ServiceError) in
            var request = GetMovie.Request(id: id)
            request.include = Set(include)
            request.region = region
            request.languages = languages
            return try await context.run(imageWidth: imageWidth) { catalogue, observer async throws(CallError) in
                try await GetMovie(catalogue: catalogue).run(request, onAnswer: observer)
            }
        }
    )

    static let moviesRelated = MethodDeclaration(
        "movies/related",
        MethodDocumentation(
            summary: "Lists films related to one film.",
            failures: [.notFound],
            example: MethodExample(
                "films like one film",
                ["id": "imdb:tt6751668", "kind": "similar", "limit": 1],
                result: ExampleFilms.shortPage
            )
        ),
        parameters: MovieParameters.id,
        Parameter<RelatedQuery.Kind>.defaulted(
            "kind",
            .choice,
            to: .similar,
            "Similar films, or films recommended to people who liked it."
        ),
        MovieParameters.page,
        MovieParameters.limit,
        MovieParameters.imageWidth,
        asking: { context, id, kind, page, limit, imageWidth async throws(ServiceError) in
            let request = RelatedMovies.Request(id: id, kind: kind, page: PageRequest(page: page, limit: limit))
            return try await context.run(imageWidth: imageWidth) { catalogue, observer async throws(CallError) in
                try await RelatedMovies(catalogue: catalogue).run(request, onAnswer: observer)
            }
        }
    )
}

extension LookupQuery.Part: WireChoice {}
extension ListQuery.Kind: WireChoice {}
extension ListQuery.Trend: WireChoice {}
extension RelatedQuery.Kind: WireChoice {}

extension MethodContext {
    fileprivate func list(_ request: ListMovies.Request, imageWidth: Int?) async throws(ServiceError) -> SearchResult {
        try await run(asking: request.providers, imageWidth: imageWidth) {
            catalogue,
            observer async throws(CallError) in
            try await ListMovies(catalogue: catalogue).run(request, onAnswer: observer)
        }
    }
}
