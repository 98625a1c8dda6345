import JSON
import JSONRPC
import MovieService
import Platform

/// Replaces titles in the arguments of a call by the ids of the films, and asks the user which film is meant.
struct FilmArguments {
    enum Outcome {
        case arguments(JSONElement?)
        /// What the user has to be asked before the client sends the call again.
        case questions(MCPResult)
    }

    let service: ServiceHandler
    let request: MCPRequest

    /// Returns the arguments with ids in place of titles.
    func named(_ arguments: JSONElement?, of method: String) async throws(RPCError) -> Outcome {
        let films = FilmParameter.all(of: method)
        guard let arguments, !films.isEmpty else { return .arguments(arguments) }
        var questions: [JSONValue.Member] = []
        let named = try await FilmParameter.naming(films, in: arguments) { text, film, place throws(RPCError) in
            let answer = try await id(text, film, "\(film.name)\(place)")
            if let question = answer.question { questions.append(question) }
            return answer.id
        }
        guard questions.isEmpty else {
            var result = MCPResult(["inputRequests": .object(questions)])
            result.needsInput = true
            return .questions(result)
        }
        return .arguments(try JSONElement(parsing: named.jsonBytes))
    }

    /// Returns the id of the film that a text means, or the question, by its key, that the client has to ask first.
    private func id(
        _ element: JSONElement,
        _ parameter: FilmParameter,
        _ key: String
    ) async throws(RPCError) -> (id: JSONValue, question: JSONValue.Member?) {
        guard let text = element.string, case .title(let titles) = FilmReference(text), !text.isEmpty else {
            return (JSONValue(element), nil)
        }
        if let answer = request.params?["inputResponses"]?[key] { return (try Self.choice(answer), nil) }
        let search = FindFilm(titles, isStored: parameter.isStored)
        let outcome = try await service.find(search)
        if case .found(let film) = outcome { return (.string(film.id), nil) }
        let problem = search.problem(outcome, hint: "movies/search finds films by single words of their titles.")
        guard let problem else { return (JSONValue(element), nil) }
        guard request.showsForms, case .several(let films, _) = outcome else { throw problem }
        let form = form(problem.message, films)
        guard request.revision.hasHandshake else {
            return (.null, .init(key, ["method": .string(Self.method), "params": form]))
        }
        guard let answer = await request.call.ask(Self.method, params: form.jsonBytes) else { throw problem }
        return (try Self.choice(answer), nil)
    }

    private static let method = "elicitation/create"
    private static let field = "film"

    /// The parameters of the question which film is meant.
    private func form(_ message: String, _ films: [FoundFilm]) -> JSONValue {
        var schema: [JSONValue.Member] = [.init("type", "string"), .init("title", "Film")]
        if request.revision.hasTitledChoices {
            schema.append(
                .init("oneOf", .array(films.map { ["const": .string($0.id), "title": .string($0.choice)] }))
            )
        } else {
            schema.append(.init("enum", .array(films.map { .string($0.id) })))
            schema.append(.init("enumNames", .array(films.map { .string($0.choice) })))
        }
        return [
            "message": .string(message.prefix(1).uppercased() + message.dropFirst() + ". Which one do you mean?"),
            "requestedSchema": [
                "type": "object", "properties": [Self.field: .object(schema)], "required": [.string(Self.field)],
            ],
        ]
    }

    private static func choice(_ answer: JSONElement) throws(RPCError) -> JSONValue {
        guard answer["action"]?.string == "accept", let id = answer["content"]?[field]?.string else {
            throw .invalidParams("the user chose no film")
        }
        return .string(id)
    }
}
