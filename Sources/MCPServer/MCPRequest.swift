import JSON
import JSONRPC
import MovieService

/// One request in either era, as the features see it.
struct MCPRequest: Sendable {
    let call: RPCCall
    let revision: MCPRevision
    /// From which level on the client wants to hear of what happens; nil for nothing.
    let logLevel: LogLevel?

    var method: String { call.method }
    var params: JSONElement? { call.params }

    /// Tells how far the work is, if the request has a token for that.
    var progress: RPCProgress { call.modelContextProgress(params?["_meta"]?["progressToken"]) }

    /// A text in the parameters that must be there.
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

/// A result before its era has added what all results have.
struct MCPResult: Sendable {
    var members: [JSONValue.Member]
    /// For how long the client may keep it; nil for results that are not kept.
    var cache: CacheHint?

    init(_ members: KeyValuePairs<String, JSONValue>, cache: CacheHint? = nil) {
        self.members = members.map { JSONValue.Member($0.key, $0.value) }
        self.cache = cache
    }

    static let empty = MCPResult([:])
}

/// For how long a client may keep a result, and for whom.
struct CacheHint: Sendable, Equatable {
    let seconds: Int
    /// Whether the result is the same for everybody.
    let isPublic: Bool

    /// What cannot change while the program runs.
    static let fixed = CacheHint(seconds: 3_600, isPublic: true)
    /// What the user's next action may change.
    static let never = CacheHint(seconds: 0, isPublic: false)
}

/// How important a message of the log is, as RFC 5424 orders it.
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

    /// −32601 for a method that the protocol does not have; the method names itself.
    static func unknownMethod(_ name: String, hint: String? = nil) -> RPCError {
        var data: [JSONValue.Member] = [.init("method", .string(String(name.prefix(64))))]
        if let hint { data.append(.init("hint", .string(hint))) }
        return RPCError(code: .methodNotFound, message: "Method not found", data: .object(data))
    }
}
