import JSON
import JSONRPC
import MovieService
import Platform

/// A request of either era, as ``ServerFeatures`` sees it.
struct MCPRequest: Sendable {
    let call: RPCCall
    let revision: MCPRevision
    /// The lowest level of log messages that the client wants; `nil` for none.
    let logLevel: LogLevel?
    /// Whether the client can show a form to the user.
    var showsForms = false

    var method: String { call.method }
    var params: JSONElement? { call.params }

    /// Reports progress if the request has a progress token.
    var progress: RPCProgress { call.modelContextProgress(params?["_meta"]?["progressToken"]) }

    func text(_ name: String) throws(RPCError) -> String {
        guard let text = params?[name]?.string else {
            throw .invalidParams("\(method) needs \"\(name)\", a text")
        }
        return text
    }

    /// Tells a client that asked for it what became of each source, by `notifications/message`.
    func log(_ sources: JSONElement?) {
        guard let logLevel else { return }
        for source in sources.list {
            let level: LogLevel =
                switch source["status"].words {
                case "ok", "empty", "unsupported": .debug
                case "disabled": .info
                case "stale": .notice
                default: .warning
                }
            guard level >= logLevel else { continue }
            let data = JSONValue(source)
            let params: JSONValue = ["level": .string(level.rawValue), "logger": "marquee", "data": data]
            call.notify("notifications/message", params: params.jsonBytes)
        }
    }
}

extension JSONElement? {
    /// Whether the capabilities of a client say that it can show forms to the user.
    var haveForms: Bool {
        guard let elicitation = self?["elicitation"], elicitation.kind == .object else { return false }
        return elicitation["form"] != nil || elicitation["url"] == nil
    }
}

/// A result without the members that its era adds to every result.
struct MCPResult: Sendable {
    var members: [JSONValue.Member]
    /// How long and for whom the client may cache the result; `nil` for results that have no cache hint.
    var cache: CacheHint?
    /// Whether it only says what the user has to be asked before the request is sent again.
    var needsInput = false

    init(_ members: KeyValuePairs<String, JSONValue>, cache: CacheHint? = nil) {
        self.members = members.map { JSONValue.Member($0.key, $0.value) }
        self.cache = cache
    }

    static let empty = MCPResult([:])
}

/// How long a client may cache a result, and whether it may share it.
struct CacheHint: Sendable, Equatable {
    let seconds: Int
    /// Whether the result is the same for all users.
    let isPublic: Bool

    /// For results that do not change while the program runs.
    static let fixed = CacheHint(seconds: 3_600, isPublic: true)
    /// For results that the user's next action may change.
    static let never = CacheHint(seconds: 0, isPublic: false)
}

/// The severity of a log message, in the order of RFC 5424.
enum LogLevel: String, CaseIterable, Comparable, Sendable {
    case debug, info, notice, warning, error, critical, alert, emergency

    static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int { LogLevel.allCases.firstIndex(of: self) ?? 0 }
}

extension RPCError {
    static func invalidParams(_ message: String, hint: String? = nil) -> RPCError {
        var data: [JSONValue.Member] = [.init("kind", "invalid_params")]
        if let hint { data.append(.init("hint", .string(hint))) }
        return RPCError(code: .invalidParams, message: message, data: .object(data))
    }

    /// Returns error −32601 for an unknown method, with its name in the data.
    static func unknownMethod(_ name: String, hint: String? = nil) -> RPCError {
        var data: [JSONValue.Member] = [
            .init("kind", "method_not_found"), .init("method", .string(String(name.prefix(64)))),
        ]
        if let hint { data.append(.init("hint", .string(hint))) }
        return RPCError(code: .methodNotFound, message: "Method not found", data: .object(data))
    }
}

/// A supported revision of the Model Context Protocol, oldest first.
package enum MCPRevision: String, CaseIterable, Comparable, Sendable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// The first revision without a handshake: each request names its revision.
    case july2026 = "2026-07-28"

    /// The revision offered to a client that asks for an unknown one.
    static let latestWithHandshake = november2025

    /// Whether a session begins with `initialize`.
    var hasHandshake: Bool { self != .july2026 }

    /// Whether JSON-RPC batches are allowed; later revisions removed them.
    var acceptsBatches: Bool { self <= .march2025 }

    /// Whether tools have annotations such as `readOnlyHint`, and the server declares the `completions` capability.
    var hasToolAnnotations: Bool { self >= .march2025 }

    /// Whether there are titles, structured content with its schema, and links to resources.
    var hasStructuredContent: Bool { self >= .june2025 }

    /// Whether a server may ask the user through the client.
    var hasForms: Bool { self >= .june2025 }

    /// Whether the choices of a form are `oneOf`.
    var hasTitledChoices: Bool { self >= .november2025 }

    var resourceNotFoundCode: Int { hasHandshake ? -32_002 : -32_602 }

    package static func < (left: MCPRevision, right: MCPRevision) -> Bool { left.rawValue < right.rawValue }
}

/// The `_meta` keys that MCP reserves.
enum MetaKey {
    static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    static let clientInfo = "io.modelcontextprotocol/clientInfo"
    static let logLevel = "io.modelcontextprotocol/logLevel"
    static let serverInfo = "io.modelcontextprotocol/serverInfo"
    static let subscriptionID = "io.modelcontextprotocol/subscriptionId"
}

/// A position in a list: opaque to the client, and validated when it comes back.
struct Cursor: Equatable {
    let list: String
    /// The number of elements before the position.
    let place: Int

    var text: String { "\(list).\(String(place, radix: 36))" }
}

extension Cursor {
    /// The cursor in the parameters; the beginning where there is none.
    init(_ request: MCPRequest, list: String) throws(RPCError) {
        guard let cursor = request.params?["cursor"], !cursor.isNull, cursor.string != "" else {
            self.init(list: list, place: 0)
            return
        }
        guard let text = cursor.string, let known = Cursor(text), known.list == list else {
            throw .invalidParams("Invalid cursor")
        }
        self = known
    }

    /// Returns `nil` for a text that ``text`` does not produce.
    init?(_ text: String) {
        let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let place = Int(parts[1], radix: 36), (0...1_000_000).contains(place) else {
            return nil
        }
        self.init(list: String(parts[0]), place: place)
        guard self.text == text else { return nil }
    }
}

extension ServiceHandler {
    /// Calls a method that has answers of this type.
    func answer<Answer: WireObject>(
        _ method: String,
        _ params: JSONValue = .object([]),
        as type: Answer.Type
    ) async throws(RPCError) -> Answer {
        try await answer(RPCCall(method: method, params: JSONElement(parsing: params.jsonBytes)), as: type)
    }

    /// Calls a method with the given parameters.
    func answer(
        _ method: String,
        _ params: JSONValue = .object([]),
        reportingTo progress: RPCProgress = .none
    ) async throws(RPCError) -> JSONElement {
        try await answer(method, params: JSONElement(parsing: params.jsonBytes), reportingTo: progress)
    }

    /// Calls a method with the client's own parameters.
    func answer(
        _ method: String,
        params: JSONElement?,
        reportingTo progress: RPCProgress
    ) async throws(RPCError) -> JSONElement {
        try JSONElement(parsing: await Self.written(try await value(method, params: params, reportingTo: progress)))
    }

    /// Calls a method with the client's own parameters, and returns its value.
    func value(
        _ method: String,
        params: JSONElement?,
        reportingTo progress: RPCProgress
    ) async throws(RPCError) -> any WireObject {
        try await answer(RPCCall(method: method, params: params), reportingTo: progress)
    }
}

extension JSONElement {
    /// Parses JSON that this program has written, with room for very long answers.
    init(parsing bytes: [UInt8]) throws(RPCError) {
        do throws(JSONError) {
            self = try JSONDocument(bytes, limits: JSONLimits(maximumBytes: 1 << 28, maximumDepth: 128)).root
        } catch {
            throw .internalError(
                "the answer cannot be passed on: \(error.message)",
                hint: "Ask for less: a smaller limit, or fewer parts in include."
            )
        }
    }
}
