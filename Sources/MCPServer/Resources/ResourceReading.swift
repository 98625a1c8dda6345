import JSON
import JSONRPC
import MovieAggregation
import MovieService

/// Lists the resources and reads them.
struct ResourceReading: Sendable {
    /// The number of entries on a page of a list.
    private static let pageSize = 50
    private static let mediaType = "application/json"

    let service: ServiceHandler

    // MARK: Lists

    /// Lists the fixed resources, followed by the bookmarked films.
    func list(_ request: MCPRequest) async throws(RPCError) -> MCPResult {
        let fixed = [
            resource(ResourceURI.boxOffice("yesterday"), "box-office", "The box office of the last complete day"),
            resource(ResourceURI.alone(.bookmarks), "bookmarks", "Your bookmarked films, the first 100"),
            resource(ResourceURI.alone(.cards), "cards", "Your ratings and comments, the first 100"),
        ]
        let cursor = try Cursor(request, list: "resources")
        let page = cursor.place / Self.pageSize + 1
        let params: JSONValue = ["page": .number(JSONNumber(page)), "limit": .number(JSONNumber(Self.pageSize))]
        let answer = try await service.answer("bookmarks/list", params, as: BookmarksResult.self)
        let films = answer.films.map(film)
        var result = MCPResult(["resources": .array((page == 1 ? fixed : []) + films)], cache: .never)
        if answer.page.hasMore == true {
            let next = Cursor(list: "resources", place: page * Self.pageSize)
            result.members.append(.init("nextCursor", .string(next.text)))
        }
        return result
    }

    static func templates(_ request: MCPRequest) throws(RPCError) -> MCPResult {
        _ = try Cursor(request, list: "templates")
        let described: [(ResourceURI.Kind, String)] = [
            (.boxOffice, "The box office of a day: 2026-11-19, or yesterday"),
            (.movie, "Everything that the sources know about a film, by any of its ids: imdb:tt6751668"),
            (.provider, "The state of a source: quota left, failures, latency"),
            (.bookmarks, "Your bookmarked films, 100 a page; hasMore says whether there is a next page"),
            (.cards, "Your ratings and comments, 100 a page; hasMore says whether there is a next page"),
        ]
        let templates = described.map { kind, summary -> JSONValue in
            [
                "uriTemplate": .string(ResourceURI.template(kind)), "name": .string(kind.rawValue),
                "description": .string(summary), "mimeType": .string(mediaType),
            ]
        }
        return MCPResult(["resourceTemplates": .array(templates)], cache: .fixed)
    }

    private func resource(_ uri: String, _ name: String, _ summary: String) -> JSONValue {
        [
            "uri": .string(uri), "name": .string(name), "description": .string(summary),
            "mimeType": .string(Self.mediaType),
        ]
    }

    private func film(_ film: FoundFilm) -> JSONValue {
        resource(ResourceURI.movie(film.id), film.id, film.titleAndYear)
    }

    // MARK: Reading

    func read(_ request: MCPRequest) async throws(RPCError) -> MCPResult {
        let uri = try address(request)
        let (method, params) = uri.call
        let answer: JSONElement
        do throws(RPCError) {
            answer = try await service.answer(method, params, reportingTo: request.progress)
        } catch {
            throw Self.isNotFound(error) ? notFound(request, error.message) : error
        }
        request.log(answer["sources"])
        let contents: JSONValue = [
            "uri": .string(uri.text), "mimeType": .string(Self.mediaType), "text": .string(answer.textString),
        ]
        return MCPResult(["contents": [contents]], cache: uri.lifetime(of: answer))
    }

    func address(_ request: MCPRequest) throws(RPCError) -> ResourceURI {
        guard let uri = ResourceURI(try request.text("uri")) else {
            throw notFound(request, "there is no such address")
        }
        return uri
    }

    /// Whether the error means that there is no such resource: a wrong URI or an unknown film, but not a failed source.
    private static func isNotFound(_ error: RPCError) -> Bool {
        error.code == .invalidParams || error.data?["kind"] == "not_found"
    }

    private func notFound(_ request: MCPRequest, _ reason: String) -> RPCError {
        let uri = String(request.params["uri"].words.prefix(256))
        let addresses = ResourceURI.Kind.allCases.map(ResourceURI.template).joined(separator: ", ")
        return RPCError(
            code: RPCErrorCode(rawValue: request.revision.resourceNotFoundCode),
            message: "Resource not found: \(reason)",
            data: ["kind": "not_found", "uri": .string(uri), "hint": .string("Resources: \(addresses).")]
        )
    }
}

extension ResourceURI {
    /// In seconds; short because "yesterday" is another day tomorrow.
    private static let longestOfYesterday = 600

    /// How long a client may cache the answer: as long as it is fresh here; not at all if a source failed or was stale.
    fileprivate func lifetime(of answer: JSONElement) -> CacheHint {
        guard dependsOnSources, let sources = answer["sources"] else { return .never }
        var shortest: Int?
        for source in sources.elements {
            switch source["status"]?.string {
            case "disabled", "unsupported": continue
            case "ok", "empty": shortest = min(shortest ?? .max, source["freshForSeconds"]?.int ?? 0)
            default: return .never
            }
        }
        let seconds = min(shortest ?? 0, value == "yesterday" ? Self.longestOfYesterday : 86_400)
        return CacheHint(seconds: seconds, isPublic: false)
    }
}
