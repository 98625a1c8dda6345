import JSON
import JSONRPC
import MovieService

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
