import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import MovieService
import Platform

/// Calls a method with an assistant's arguments, and converts its answer to a tool result.
struct ToolCalling {
    let tools: ToolTable
    let service: ServiceHandler
    let subscriptions: ResourceSubscriptions

    /// Calls the tool that the request names.
    ///
    /// A wrong call is a protocol error; a tool that fails says so in its result, where the assistant sees it.
    func call(_ request: MCPRequest) async throws(RPCError) -> MCPResult {
        let name = try request.text("name")
        guard let tool = tools[name] else {
            let known = tools.names.joined(separator: ", ")
            throw .invalidParams("Unknown tool: \(String(name.prefix(64)))", hint: "Tools: \(known).")
        }
        let given = request.params?["arguments"]
        guard given == nil || given?.isNull == true || given?.kind == .object else {
            throw .invalidParams("arguments: expected an object")
        }
        if tool.isChange { await subscriptions.begin(with: service) }
        let answer: any WireObject
        let method: MethodDeclaration
        do throws(RPCError) {
            method = try tool.method(for: given)
            try tool.checkNeeded(given)
            let arguments = try tool.arguments(given, of: method)
            try method.check(arguments, showing: tool.parameters.map(\.name))
            let films = FilmArguments(service: service, request: request)
            switch try await films.named(arguments, of: method.name) {
            case .arguments(let named):
                answer = try await service.value(method.name, params: named, reportingTo: request.progress)
            case .questions(let questions): return questions
            }
        } catch {
            if let sources = error.data?["sources"] {
                request.log(try JSONElement(parsing: sources.jsonBytes))
            }
            return try failure(error, of: tool)
        }
        let data = try JSONElement(parsing: await ServiceHandler.written(answer))
        request.log(data["sources"])
        if method.effect.isChange {
            let client = request.revision.hasHandshake ? request.call.client : nil
            if let news = await subscriptions.news(of: service) {
                subscriptions.publish(.library(news), toSessionOf: client)
            }
        }
        let words = Wording(for: given)
        return ToolAnswer(answer: answer, data: data, tool: tool, method: method, words: words, tools: tools)
            .result(in: request.revision)
    }

    /// Returns a result with the error's message, the sources that failed with it, its hint, and when to try again.
    private func failure(_ error: RPCError, of tool: Tool) throws(RPCError) -> MCPResult {
        var lines = [tools.words.text(tool.named(try error.messageNamingSources)).onOneLine]
        if case .string(let hint)? = error.data?["hint"], case let hint = tools.words.text(hint), !hint.isEmpty {
            lines.append("Hint: \(hint)".onOneLine)
        }
        if let films = error.data?["films"] {
            lines += try JSONElement(parsing: films.jsonBytes).elements.compactMap { FoundFilm($0)?.choice.onOneLine }
        }
        if case .number(let seconds)? = error.data?["retryAfterSeconds"] { lines.append("Try again in \(seconds) s.") }
        return MCPResult(["content": [.text(lines.joined(separator: "\n"))], "isError": true])
    }
}

extension RPCError {
    /// The message after the names of the sources that it is about, unless it names them itself.
    fileprivate var messageNamingSources: String {
        get throws(RPCError) {
            guard let data else { return message }
            let details = try JSONElement(parsing: data.jsonBytes)
            let failed = details["sources"].list.filter { $0["error"]?["message"]?.string == message }
            let sources = failed.isEmpty ? [details["provider"]] : failed.map { $0["provider"] }
            let words = message.split { $0.isWhitespace || ":;,".contains($0) }.map(String.init)
            let names = sources.compactMap { $0?.string }.filter { !words.contains($0) }
            return (names.isEmpty ? "" : names.joined(separator: ", ") + ": ") + message
        }
    }
}

/// The answer of a tool: a text, an image if there is one, links, and the same as structured data.
struct ToolAnswer {
    /// The maximum number of films in a list that get a link.
    private static let linkedFilms = 3

    let answer: any WireObject
    /// The same as JSON.
    let data: JSONElement
    let tool: Tool
    let method: MethodDeclaration
    let words: Wording
    let tools: ToolTable

    func result(in revision: MCPRevision) -> MCPResult {
        var content = [JSONValue.text(text)]
        if let image { content.append(image) }
        if revision.hasStructuredContent { content += links }
        var result = MCPResult(["content": .array(content)])
        if revision.hasStructuredContent {
            result.members.append(.init("structuredContent", structured))
        }
        result.members.append(.init("isError", false))
        return result
    }

    /// What the outline of the answer says, or else its data.
    private var text: String {
        guard let outlined = answer as? any Outlined else { return data.textString }
        var reader = Reader(.assistant, words: words)
        reader.showsDates = method.name == "movies/list"
        reader.emptyHint = tools.words.text(tool.choice.ifEmpty)
        reader.named = { [words = tools.words] in words.text($0) }
        return MarkdownPrinter.text(of: outlined.outline(for: reader))
    }

    private var structured: JSONValue { tool.choice.shown.value(of: data, as: method.resultSchema) }

    /// The image of an `images/get` answer as MCP image content.
    private var image: JSONValue? {
        guard let shown = answer as? ShownImage, shown.showsData else { return nil }
        let image = shown.result.image
        guard image.mimeType.hasPrefix(scalars: "image/") else { return nil }
        return ["type": "image", "data": .string(image.base64), "mimeType": .string(image.mimeType)]
    }

    /// Links to the whole answer: a film, a day's box office, or the first films of a list.
    private var links: [JSONValue] {
        if let movie = data["movie"] { return [link(to: movie)].compactMap(\.self) }
        if data["entries"] != nil, data["period"]["span"].words == "day", let day = data["period"]["from"]?.string {
            return [Self.link(ResourceURI.boxOffice(day), day)]
        }
        return data["movies"].list.prefix(Self.linkedFilms).compactMap(link)
    }

    private func link(to movie: JSONElement) -> JSONValue? {
        movie["id"]?.string.map { Self.link(ResourceURI.movie($0), movie["title"]?.string ?? $0) }
    }

    private static func link(_ uri: String, _ name: String) -> JSONValue {
        ["type": "resource_link", "uri": .string(uri), "name": .string(name), "mimeType": "application/json"]
    }
}

extension JSONValue {
    static func text(_ text: String) -> JSONValue { ["type": "text", "text": .string(text)] }
}
