import JSON
import JSONRPC
import MovieService

/// A request of either era, as ``ServerFeatures`` sees it.
struct MCPRequest: Sendable {
    let call: RPCCall
    let revision: MCPRevision
    /// The lowest level of log messages that the client wants; `nil` for none.
    let logLevel: LogLevel?

    var method: String { call.method }
    var params: JSONElement? { call.params }

    /// Reports progress if the request has a progress token.
    var progress: RPCProgress { call.modelContextProgress(params?["_meta"]?["progressToken"]) }

    /// Returns a required text parameter.
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
                case "ok", "empty": .debug
                case "unsupported", "disabled": .info
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

/// A result without the members that its era adds to every result.
struct MCPResult: Sendable {
    var members: [JSONValue.Member]
    /// How long and for whom the client may cache the result; `nil` for results that have no cache hint.
    var cache: CacheHint?

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
    static func invalidParams(_ message: String, data: JSONValue? = nil) -> RPCError {
        RPCError(code: .invalidParams, message: message, data: data)
    }

    static func invalidRequest(_ message: String) -> RPCError {
        RPCError(code: .invalidRequest, message: message)
    }

    /// Returns error −32601 for an unknown method, with its name in the data.
    static func unknownMethod(_ name: String, hint: String? = nil) -> RPCError {
        var data: [JSONValue.Member] = [.init("method", .string(String(name.prefix(64))))]
        if let hint { data.append(.init("hint", .string(hint))) }
        return RPCError(code: .methodNotFound, message: "Method not found", data: .object(data))
    }
}
