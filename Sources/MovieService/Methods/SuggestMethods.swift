import JSON
import JSONRPC
package import MovieAggregation
import MovieDomain

extension MethodDeclaration {
    static let moviesSuggest = MethodDeclaration(
        "movies/suggest",
        summary: "Completes a title or a query as you type.",
        description: """
            Sends no requests. It searches the history, the bookmarks, cards, and lists, and the films in earlier \
            answers that have an id of a configured source, in this order. If the library cannot be read, it is skipped. Titles match in every language, from their \
            beginning or from any word on. Letters of Hangul count one by one, and initial consonants are enough \
            (`ㄱㅅㅊ` finds 기생충).
            """,
        example: MethodExample(
            "initial consonants",
            ["prefix": "ㄱㅅㅊ", "limit": 1],
            result: SuggestionsResult(
                suggestions: [
                    Suggestion(
                        title: "기생충",
                        id: MovieID(namespace: "imdb", value: "tt6751668"),
                        year: 2019,
                        origin: .bookmark
                    )
                ],
                page: Page(page: 1, limit: 1, hasMore: false)
            )
        ),
        parameters: Parameter<String>.required(
            "prefix",
            .text(atMost: 200).showing("par", "ㄱㅅㅊ"),
            "The text typed so far; an empty text has no suggestions."
        ),
        MovieParameters.paging(
            .defaulted("limit", .integer(1...50), to: 10, "The number of suggestions per page.")
        ),
        suspending: { context, prefix, request async throws(ServiceError) in
            try await context.learnRecordedFilms()
            let useCase = SuggestFilms(catalogue: try context.catalogue)
            let found = await useCase.run(prefix: prefix, limit: request.end + 1)
            let (suggestions, shown) = request.page(of: found, isWhole: false)
            return SuggestionsResult(suggestions: suggestions, page: shown)
        }
    )
}

extension MethodContext {
    /// Indexes the films of a recording, which has no earlier answers, before the first suggestion.
    func learnRecordedFilms() async throws(ServiceError) {
        guard try catalogue.isRecorded else { return }
        // The client asked for suggestions, not for the progress of these calls.
        let silent = MethodContext(services: services, progress: .none)
        await services.beforeSuggesting {
            do throws(ServiceError) {
                _ = try await silent.run(ListMovies(page: PageRequest(page: 1, limit: 100)))
                _ = try await silent.run(ShowBoxOffice(query: BoxOfficeQuery(span: .day)))
            } catch {
                // Films that were not recorded cannot be suggested.
            }
        }
    }
}

extension Suggestion.Origin: WireChoice {}

extension Suggestion: WireObject {
    package static let wire = WireDescription<Suggestion>(
        "Suggestion",
        "A completion: a film, or a query that found something.",
        [
            .always("title", \.title, "The title of the film, or the words of the query."),
            .known("id", \.id, "The id of the film; absent for a query."),
            .known("year", \.year),
            .known("matchedTitle", \.matchedTitle, "Another title of the film that begins with the prefix."),
            .always("from", \.origin, "Where the suggestion comes from."),
        ]
    )
}

package struct SuggestionsResult: WireObject {
    package var suggestions: [Suggestion]
    var page: Page

    package static let wire = WireDescription<SuggestionsResult>(
        "SuggestionsResult",
        "Suggestions, the most likely first.",
        [.always("suggestions", \.suggestions), .always("page", \.page)]
    )
}
