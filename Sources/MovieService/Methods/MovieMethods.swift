import JSON
import JSONRPC
import MovieAggregation
import MovieDomain

/// Parameters that several methods share.
enum MovieParameters {
    private static let page = Parameter<Int>.defaulted("page", .integer(1...10_000), to: 1, "The page, from 1.")
    private static let films = Parameter<Int>.defaulted(
        "limit",
        .integer(1...100),
        to: 20,
        "The number of films per page."
    )
    private static let cursor = Parameter<PageCursor?>.optional(
        "cursor",
        .cursor,
        "`page.next` of the last answer."
    )

    /// A page by its number, or what a cursor leads to.
    static func paging(_ limit: Parameter<Int> = films) -> Parameter<PageRequest> {
        Parameter<PageRequest>(page, limit, cursor) { page, limit, cursor in
            cursor.map { PageRequest($0) } ?? PageRequest(page: page, limit: limit)
        }
    }

    static let providers = Parameter<[ProviderID]>.defaulted(
        "providers",
        .list(of: .provider).showing(["kofic", "yts"]),
        to: [],
        "The ids of the sources to ask; by default, all that can answer."
    ).withSetting

    static let languages = Parameter<[String]>.defaulted(
        "languages",
        .list(of: .language).showing(["ko", "en"]),
        to: [],
        "The languages of titles and texts, best first; by default, as configured."
    )

    private static let imageWidth = Parameter<Int?>.optional(
        "imageWidth",
        .integer(1...10_000),
        "Give each image the `url` of its smallest size that is at least this wide, in pixels."
    )

    static let adult = Parameter<Bool>.defaulted(
        "adult",
        .flag,
        to: false,
        "Whether to show films for adults only, too; otherwise `sources` says how many were left out."
    )

    static let look = Parameter<FilmLook>(languages, imageWidth) { FilmLook(languages: $0, imageWidth: $1) }

    static let film = Parameter<MovieID>.required("id", .movieID, "Any id of the film.")

    /// For methods that take something away, or tell what is stored.
    static let keptFilm = Parameter<MovieID>.required("id", .keptMovieID, "Any id of the film.")

    static let id = Parameter<MovieID>.required(
        "id",
        .movieID,
        "Any id of the film, as `namespace:value`, or a bare IMDb id."
    )
}

extension MethodDeclaration {
    static let moviesSearch = MethodDeclaration(
        "movies/search",
        summary: "Searches all sources for films by words of their titles.",
        description: """
            A film from several sources is one film in the answer; uncertain matches stay separate. If a source \
            ignores the year, `sources` has a remark. A query that is an id of a film, or the address of its page at \
            IMDb, TMDB, or Letterboxd, finds that film. A query that finds nothing and ends with a year is made again \
            with the title and the year; `interpreted` says so. Films of earlier answers stand in for a source that \
            fails, which is then `stale`.
            """,
        example: MethodExample(
            "a title in English",
            ["query": "parasite", "year": 2019, "limit": 1],
            result: ExampleFilms.page
        ),
        parameters: Parameter.required(
            "query",
            .words.showing("기생충", "parasite"),
            "Words of the title, in any language."
        ),
        Parameter<Int?>.optional(
            "year",
            .integer(1850...2200),
            "The year of the film, or the one before or after."
        ),
        Parameter<Bool>.defaulted(
            "remember",
            .flag,
            to: true,
            "Whether `history/list` gets the query, if it finds a title; not for searches while a user types."
        ),
        MovieParameters.adult,
        MovieParameters.paging(),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, text, year, remembers, adult, page, providers, look async throws(ServiceError) in
            var context = context
            context.showsAdult = adult
            var search = SearchMovies(text: text, year: year, page: page)
            search.providers = providers
            search.languages = look.languages
            return try await context.run(
                search,
                asking: providers,
                imageWidth: look.imageWidth,
                remembering: { remembers && page.isFirst && $0.interpreted?.id == nil ? text : nil }
            )
        }
    )

    private static let mostNames = 100

    static let moviesIdentify = MethodDeclaration(
        "movies/identify",
        summary: "Tells which films names of files and messy titles are about.",
        description: """
            `interpreted` shows how each name was read. A name with an id is looked up by it; the others are searched \
            for by title, in the language of the name, and again in another way only if nothing matches. Names of the \
            same film are looked for once. A film is found if it matches by the rules for records of several sources, \
            with a confidence of at least \(IdentifyFilm.leastConfidence); otherwise those that may be it are \
            `candidates`. When the time is up, the names that are left are `unanswered`.
            """,
        example: MethodExample(
            "a file",
            ["names": ["Parasite.2019.1080p.BluRay.x264.mkv"]],
            result: ExampleFilms.identified
        ),
        parameters: Parameter<[String]>.required(
            "names",
            .list(of: .words).showing(["Parasite.2019.1080p.BluRay.x264.mkv", "기생충 (2019)"]),
            "Names of files or folders, with or without a path, or titles; at most \(mostNames)."
        ),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, names, providers, look async throws(ServiceError) in
            guard names.count <= mostNames else {
                var problem = InvalidParameters(
                    "names: expected at most \(mostNames), got \(names.count)",
                    field: "names"
                )
                problem.expected = "at most \(mostNames) names"
                throw .parameters(problem)
            }
            var useCase = IdentifyNames(names: names)
            (useCase.providers, useCase.languages) = (providers, look.languages)
            return try await context.run(useCase, imageWidth: look.imageWidth)
        }
    )

    static let moviesGet = MethodDeclaration(
        "movies/get",
        summary: "Returns everything that the sources know about one film.",
        description: """
            Sources that do not know the id are queried with the ids that other sources return. If a source does not \
            answer, what it said before stands in for it, and it is `stale`. Without a `partialResultToken`, sources \
            have 0.4 s to add to a film of an earlier answer that has all parts; the next call has the rest. If no \
            source can return a film of your library, because each of them failed, is disabled, or does not take the \
            id, the answer is the film as it was last stored, with `stored: true`: its `provenance` is of that time, \
            `sources` says why there is nothing newer, and `region`, `languages`, and `imageWidth` have no effect.
            """,
        failures: [.notFound],
        example: MethodExample(
            "a film by its KOFIC code",
            ["id": "kofic:20183782", "include": ["credits", "images"]],
            result: MovieResult(movie: ExampleFilms.parasite, sources: ExampleFilms.reports)
        ),
        parameters: MovieParameters.id,
        Parameter<[LookupQuery.Part]>.defaulted(
            "include",
            .list(of: .choice).showing(["credits", "images"]),
            to: [],
            "Parts that need further requests."
        ),
        Parameter<String?>.optional(
            "region",
            .region.showing("KR"),
            "The country of certifications, releases, and offers, by its code or name; by default, all."
        ).withSetting,
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, id, include, region, providers, look async throws(ServiceError) in
            var context = context
            context.providers = providers
            var film = GetMovie(id: id)
            film.include = Set(include)
            film.region = region
            film.languages = look.languages
            do throws(ServiceError) {
                return try await context.get(film, imageWidth: look.imageWidth)
            } catch {
                guard let stored = await context.storedMovie(film, after: error) else { throw error }
                return stored
            }
        }
    )

    static let moviesRelated = MethodDeclaration(
        "movies/related",
        summary: "Lists films related to one film.",
        failures: [.notFound],
        example: MethodExample(
            "films like one film",
            ["id": "imdb:tt6751668", "kind": "similar", "limit": 1],
            result: ExampleFilms.shortPage
        ),
        parameters: MovieParameters.id,
        Parameter<RelatedQuery.Kind>.defaulted(
            "kind",
            .choice,
            to: .similar,
            "Similar films, or films recommended to people who liked it."
        ),
        MovieParameters.adult,
        MovieParameters.paging(),
        MovieParameters.providers,
        MovieParameters.look,
        asking: { context, id, kind, adult, page, providers, look async throws(ServiceError) in
            var films = RelatedMovies(id: id, kind: kind, page: page)
            films.languages = look.languages
            var context = context
            (context.providers, context.showsAdult) = (providers, adult)
            return try await context.run(films, imageWidth: look.imageWidth)
        }
    )
}

extension MethodContext {
    /// Returns a film as the library has it, in place of an error that leaves open whether the sources have it; `nil` if
    /// it is not in the library, or only its id is.
    fileprivate func storedMovie(_ wanted: GetMovie, after error: ServiceError) async -> MovieResult? {
        guard case .useCase(let failure) = error else { return nil }
        switch failure {
        case .allFailed, .undecided, .noSource: break
        default: return nil
        }
        do throws(ServiceError) {
            let id = try await storedID(of: wanted.id)
            let (film, entry) = try await library { library async throws(LibraryError) in
                guard let film = try await library.film(id) else { return (LibraryFilm?.none, LibraryEntry()) }
                return (film, try await library.entry(of: film))
            }
            guard let film, !film.ids.contains(where: { $0.description == film.title }) else { return nil }
            let reason = failure.reports.lazy.compactMap(\.failure).first
            var result = MovieResult(movie: try await showing([film])[0].movie, sources: failure.reports)
            (result.stored, result.entry) = (film, entry)
            result.parts = LookupQuery.Part.allCases.filter(wanted.include.contains).map { part in
                let status = result.has(part) ? .ok : reason.map { ProviderReport.Status($0.kind) } ?? .unsupported
                return PartReport(part: part, status: status, failure: reason)
            }
            return result
        } catch {
            // The failure of the sources is what the caller has to know of.
            return nil
        }
    }
}

extension LookupQuery.Part: WireChoice {}
extension RelatedQuery.Kind: WireChoice {}

extension MethodDeclaration {
    static let peopleSearch = MethodDeclaration(
        "people/search",
        summary: "Searches all sources for people by words of their names.",
        description: "People with the same name stay separate; `people/get` decides which records are one person.",
        example: MethodExample("a name", ["query": "봉준호", "limit": 1], result: ExamplePeople.page),
        parameters: Parameter.required(
            "query",
            .words.showing("봉준호", "Bong Joon-ho"),
            "Words of the name, in any script."
        ),
        MovieParameters.paging(.defaulted("limit", .integer(1...100), to: 20, "The number of people per page.")),
        MovieParameters.providers,
        MovieParameters.languages,
        asking: { context, text, page, providers, languages async throws(ServiceError) in
            var search = SearchPeople(text: text, page: page)
            search.providers = providers
            search.languages = languages
            return try await context.ask(providers) { [search] catalogue, _ async throws(CallError) in
                try await search.run(in: catalogue)
            }
        }
    )

    static let peopleGet = MethodDeclaration(
        "people/get",
        summary: "Returns everything that the sources know about one person, with all films, merged.",
        description: """
            Sources that do not know the id are searched by name. A result counts as the same person only if the \
            names in both scripts agree and one of the films is matched.
            """,
        failures: [.notFound],
        example: MethodExample(
            "a director by the id of one source",
            ["id": "tmdb:21684"],
            result: PersonResult(person: ExamplePeople.bong, sources: ExamplePeople.reports)
        ),
        parameters: Parameter.required(
            "id",
            .personID.showing("tmdb:21684", "kofic:10086861"),
            "Any id of the person, as in films and in `people/search`, or a bare IMDb id."
        ),
        MovieParameters.providers,
        MovieParameters.languages,
        asking: { context, id, providers, languages async throws(ServiceError) in
            var person = GetPerson(id: id)
            person.languages = languages
            var context = context
            context.providers = providers
            return try await context.ask { [person] catalogue, _ async throws(CallError) in
                try await person.run(in: catalogue)
            }
        }
    )
}
