import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import MovieService
import Platform

/// Completes the arguments of prompts and the variables of resource templates.
struct ArgumentCompletion {
    /// The most values that MCP allows in a completion.
    private static let maximumValues = 100
    /// The number of days that are offered as dates, from today in UTC, which is over sooner at a source in the east.
    private static let offeredDays = 60

    let service: ServiceHandler

    func complete(_ request: MCPRequest) async throws(RPCError) -> MCPResult {
        guard let argument = request.params?["argument"], let name = argument["name"]?.string,
            let typed = argument["value"]?.string
        else { throw .invalidParams("argument: expected an object with \"name\" and \"value\", both texts") }
        try check(request.params?["ref"], has: name)
        let values = try await values(of: name, beginningWith: typed)
        let shown = values.prefix(Self.maximumValues)
        let completion: JSONValue = [
            "values": .array(shown.map(JSONValue.string)), "total": .number(JSONNumber(values.count)),
            "hasMore": .bool(values.count > shown.count),
        ]
        return MCPResult(["completion": completion])
    }

    /// Throws if the reference is neither a known prompt nor a known resource template, or does not have the argument.
    private func check(_ reference: JSONElement?, has argument: String) throws(RPCError) {
        switch reference?["type"]?.string {
        case "ref/prompt":
            try PromptTable.check(reference?["name"]?.string ?? "", has: argument)
        case "ref/resource":
            let uri = reference?["uri"]?.string
            let kind = ResourceURI.Kind.allCases.first { ResourceURI.template($0) == uri }
            guard let kind, kind.parameter == argument else {
                throw .invalidParams("ref: expected a template of resources/templates/list, and one of its variables")
            }
        default:
            throw .invalidParams("ref: expected an object whose type is \"ref/prompt\" or \"ref/resource\"")
        }
    }

    private func values(of argument: String, beginningWith typed: String) async throws(RPCError) -> [String] {
        switch argument {
        case "date": days.filter { $0.hasPrefix(scalars: typed) }
        case "provider": try await providers.filter { $0.hasPrefix(scalars: typed) }
        case "genre": genres(typed)
        case "id": try await ids(typed)
        case "title": try await titles(typed)
        default: []
        }
    }

    private var days: [String] {
        guard let today = service.today else { return ["yesterday"] }
        return ["yesterday"] + (0..<Self.offeredDays).map { today.adding(days: -$0).description }
    }

    private var providers: [String] {
        get async throws(RPCError) {
            try await service.answer("providers/list", as: ProvidersResult.self).providers.map(\.id.rawValue)
        }
    }

    private func genres(_ typed: String) -> [String] {
        Genre.allCases.flatMap { [$0.rawValue, $0.name(in: ["ko"]), $0.name(in: ["en"])] }
            .filter { $0.begins(with: typed) }
    }

    /// Ids that begin with the typed text, from the library and from the films that `movies/suggest` finds.
    private func ids(_ typed: String) async throws(RPCError) -> [String] {
        let limit: JSONValue = ["limit": 100]
        let bookmarks = try await service.answer("bookmarks/list", limit, as: BookmarksResult.self).films
        let cards = try await service.answer("cards/list", limit, as: CardsResult.self).films
        let kept = (bookmarks + cards).map(\.id).filter { $0.begins(with: typed) }
        return (kept + (try await suggestions(typed)).compactMap { $0.id?.description }).withoutRepetitions
    }

    /// Titles that `movies/suggest` finds, or past queries if nothing is typed yet.
    private func titles(_ typed: String) async throws(RPCError) -> [String] {
        guard !typed.isEmpty else {
            return try await service.answer("history/list", ["limit": 50], as: HistoryResult.self).entries.map(\.query)
        }
        return try await suggestions(typed).map { $0.matchedTitle ?? $0.title }.withoutRepetitions
    }

    private func suggestions(_ typed: String) async throws(RPCError) -> [Suggestion] {
        let params: JSONValue = ["prefix": .string(typed), "limit": 50]
        return try await service.answer("movies/suggest", params, as: SuggestionsResult.self).suggestions
    }
}

extension [String] {
    fileprivate var withoutRepetitions: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}

extension String {
    /// Whether this text begins with the typed text, ignoring case.
    fileprivate func begins(with typed: String) -> Bool { lowercased().hasPrefix(scalars: typed.lowercased()) }
}
