import JSON
import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let peopleSearch = MethodDeclaration(
        "people/search",
        MethodDocumentation(
            summary: "Searches all sources for people by words of their names.",
            description: "People with the same name stay separate; `people/get` decides which records are one person.",
            example: MethodExample("a name", ["query": "봉준호", "limit": 1], result: ExamplePeople.page)
        ),
        parameters: Parameter.required(
            "query",
            .words.showing("봉준호", "Bong Joon-ho"),
            "Words of the name, in any script."
        ),
        MovieParameters.page,
        Parameter<Int>.defaulted("limit", .integer(1...100), to: 20, "The number of people per page."),
        MovieParameters.providers,
        MovieParameters.languages,
        asking: { context, text, page, limit, providers, languages async throws(ServiceError) in
            var search = SearchPeople(text: text, page: PageRequest(page: page, limit: limit))
            search.providers = providers
            search.languages = languages
            return try await context.ask(providers) { [search] catalogue, _ async throws(CallError) in
                try await search.run(in: catalogue)
            }
        }
    )

    static let peopleGet = MethodDeclaration(
        "people/get",
        MethodDocumentation(
            summary: "Returns everything that the sources know about one person, with all films, merged.",
            description: """
                Sources that do not know the id are searched by name. A result is taken for the same person only if \
                the names in both scripts agree and one of the films is matched.
                """,
            failures: [.notFound],
            example: MethodExample(
                "a director by the id of one source",
                ["id": "tmdb:21684"],
                result: PersonResult(person: ExamplePeople.bong, sources: ExamplePeople.reports)
            )
        ),
        parameters: Parameter.required(
            "id",
            .movieID("a person's id").showing("tmdb:21684", "kofic:10086861"),
            "Any id of the person, as in films and in `people/search`, or a bare IMDb id."
        ),
        MovieParameters.languages,
        asking: { context, id, languages async throws(ServiceError) in
            var person = GetPerson(id: id)
            person.languages = languages
            return try await context.ask { [person] catalogue, _ async throws(CallError) in
                try await person.run(in: catalogue)
            }
        }
    )
}
