import JSON
import MarqueeTestKit
import Testing

/// An MCP session with the built program that validates every message against the schema of its revision.
///
/// The one exception is the answer to a request with an id that MCP does not allow: JSON-RPC requires that id or
/// `"id":null`, which MCP's schemas do not have.
struct ProtocolTalk {
    /// The name of each method's result in the schema.
    private static let results = [
        "initialize": "InitializeResult", "ping": "EmptyResult", "tools/list": "ListToolsResult",
        "tools/call": "CallToolResult", "resources/list": "ListResourcesResult",
        "resources/templates/list": "ListResourceTemplatesResult", "resources/read": "ReadResourceResult",
        "resources/subscribe": "EmptyResult", "resources/unsubscribe": "EmptyResult",
        "prompts/list": "ListPromptsResult", "prompts/get": "GetPromptResult", "completion/complete": "CompleteResult",
        "logging/setLevel": "EmptyResult", "server/discover": "DiscoverResult",
        "subscriptions/listen": "SubscriptionsListenResult",
    ]

    let revision: String
    /// What the client says that it can do.
    private let capabilities: String
    private let schema: ProtocolSchema

    init(_ revision: String, capabilities: String = "{}") throws {
        (self.revision, self.capabilities) = (revision, capabilities)
        schema = try ProtocolSchema(revision)
    }

    private var isStateless: Bool { revision == "2026-07-28" }

    // MARK: Requests

    /// Returns a request as one line, with the `_meta` of a stateless revision if it is one.
    func request(_ id: Int, _ method: String, _ params: String = "{}", meta: String = "") -> String {
        guard isStateless else {
            let inner = meta.isEmpty ? params : Self.adding(#""_meta":{\#(meta)}"#, to: params)
            return Talk.request(id, method, inner)
        }
        let own =
            #""io.modelcontextprotocol/protocolVersion":"\#(revision)","#
            + #""io.modelcontextprotocol/clientCapabilities":\#(capabilities)"#
        return Talk.request(
            id,
            method,
            Self.adding(#""_meta":{\#([own, meta].filter { !$0.isEmpty }.joined(separator: ","))}"#, to: params)
        )
    }

    func call(_ id: Int, _ tool: String, _ arguments: String = "{}", meta: String = "") -> String {
        request(id, "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#, meta: meta)
    }

    /// The first lines of a session; empty for a stateless revision.
    var handshake: [String] {
        isStateless ? [] : [initialize(revision), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#]
    }

    func initialize(_ version: String) -> String {
        Talk.request(
            0,
            "initialize",
            #"{"protocolVersion":"\#(version)","capabilities":\#(capabilities),"clientInfo":{"name":"test","version":"1"}}"#
        )
    }

    private static func adding(_ member: String, to object: String) -> String {
        object == "{}" ? "{\(member)}" : "{\(member),\(object.dropFirst())"
    }

    // MARK: Sessions

    /// Returns all messages that the program sends after the handshake and these lines, validated.
    ///
    /// It closes the input after the last answer, as a client would.
    func messages(
        _ lines: [String],
        arguments: [String] = ["--demo"],
        environment: [String: String] = [:]
    ) async throws -> [JSONElement] {
        try await ProtocolSession.with(self, arguments: arguments, environment: environment) { session in
            session.send(handshake + lines)
            var unanswered = Set(Self.methods(of: handshake + lines).keys)
            var messages: [JSONElement] = []
            while !unanswered.isEmpty {
                let message = try await session.next()
                messages.append(message)
                for part in message.kind == .array ? Array(message.elements) : [message] where part["method"] == nil {
                    unanswered.remove(part["id"]?.textString ?? "")
                    // The answer to a request whose id cannot be read is the last one.
                    if part["id"]?.isNull == true { unanswered = [] }
                }
            }
            return messages + (try await session.rest())
        }
    }

    /// Returns all messages that the program sends if the input ends right after these lines; adds no handshake.
    func messagesAtEnd(_ lines: [String], arguments: [String] = ["--demo"]) async throws -> [JSONElement] {
        try await ProtocolSession.with(self, arguments: arguments) { session in
            session.send(lines)
            return try await session.rest()
        }
    }

    /// Returns all messages that the program sends if the input ends once a stream of notifications has begun.
    ///
    /// The session of an assistant ends soon after its input, and the sources of a stream may not have been read by then.
    func messagesOfStream(_ lines: [String]) async throws -> [JSONElement] {
        try await ProtocolSession.with(self, arguments: ["--demo"]) { session in
            session.send(lines + [call(7_001, "movies_search", #"{"query":"John Wick"}"#)])
            var messages: [JSONElement] = []
            while messages.count < 2 { messages.append(try await session.next()) }
            return messages.filter { $0["id"]?.int != 7_001 } + (try await session.rest())
        }
    }

    func answers(
        _ lines: [String],
        arguments: [String] = ["--demo"],
        environment: [String: String] = [:]
    ) async throws -> [Int: JSONElement] {
        var answers: [Int: JSONElement] = [:]
        for message in try await messages(lines, arguments: arguments, environment: environment) {
            if let id = message["id"]?.int { answers[id] = message }
        }
        return answers
    }

    func result(
        _ method: String,
        _ params: String = "{}",
        arguments: [String] = ["--demo"],
        environment: [String: String] = [:]
    ) async throws -> JSONElement {
        let lines = [request(1, method, params)]
        let answer = try #require(try await answers(lines, arguments: arguments, environment: environment)[1])
        return try #require(answer["result"], "\(answer)")
    }

    func error(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        let answer = try #require(try await answers([request(1, method, params)])[1])
        return try #require(answer["error"], "\(answer)")
    }

    static func methods(of lines: [String]) -> [String: String] {
        var methods: [String: String] = [:]
        for line in lines {
            do {
                let root = try JSONDocument(line).root
                for message in root.kind == .array ? Array(root.elements) : [root] {
                    if let id = message["id"], let method = message["method"]?.string {
                        methods[id.textString] = method
                    }
                }
            } catch {
                // Some tests send invalid JSON on purpose.
                continue
            }
        }
        return methods
    }

    /// Returns where a message deviates from the schema, if it answers this method.
    func problems(of message: JSONElement, answering method: String) -> [String] {
        if message["method"] != nil {
            return schema.problems(of: message, as: message["id"] == nil ? "ServerNotification" : "ElicitRequest")
        }
        if message["error"] != nil {
            guard let id = message["id"], id.string != nil || id.isWhole else { return [] }
            let definition = schema.has("JSONRPCError") ? "JSONRPCError" : "JSONRPCErrorResponse"
            return schema.problems(of: message, as: definition)
        }
        guard let result = message["result"] else { return ["neither result nor error"] }
        let response = schema.has("JSONRPCResultResponse") ? "JSONRPCResultResponse" : "JSONRPCResponse"
        let needsInput = isStateless && result["resultType"]?.string == "input_required"
        let definition = needsInput ? "InputRequiredResult" : Self.results[method]
        guard let definition else { return ["a result for \(method), which MCP does not have"] }
        return schema.problems(of: message, as: response) + schema.problems(of: result, as: definition)
    }
}

extension JSONElement {
    /// Whether this is a number without a fraction or exponent, however large.
    fileprivate var isWhole: Bool { kind == .number && !textString.contains { ".eE".contains($0) } }
}
