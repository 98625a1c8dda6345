import JSON
import MarqueeTestKit
import Testing

/// A session in MCP with the built program, in which every message of the program is held against the schema of its
/// revision.
///
/// One thing is left out: where a request has no id that could be repeated, JSON-RPC wants `"id":null`, which MCP's schemas
/// do not have.
struct ProtocolTalk {
    /// The definition of a method's result.
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
    private let schema: ProtocolSchema

    init(_ revision: String) throws {
        self.revision = revision
        schema = try ProtocolSchema(revision)
    }

    private var isStateless: Bool { revision == "2026-07-28" }

    // MARK: Requests

    /// A request as one line; with the `_meta` of a stateless revision, where it is one.
    func request(_ id: Int, _ method: String, _ params: String = "{}", meta: String = "") -> String {
        guard isStateless else {
            let inner = meta.isEmpty ? params : Self.adding(#""_meta":{\#(meta)}"#, to: params)
            return Talk.request(id, method, inner)
        }
        let own =
            #""io.modelcontextprotocol/protocolVersion":"\#(revision)","io.modelcontextprotocol/clientCapabilities":{}"#
        return Talk.request(
            id,
            method,
            Self.adding(#""_meta":{\#([own, meta].filter { !$0.isEmpty }.joined(separator: ","))}"#, to: params)
        )
    }

    func call(_ id: Int, _ tool: String, _ arguments: String = "{}", meta: String = "") -> String {
        request(id, "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#, meta: meta)
    }

    /// What a session begins with; nothing in a stateless revision.
    var handshake: [String] {
        isStateless ? [] : [initialize(revision), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#]
    }

    func initialize(_ version: String) -> String {
        Talk.request(
            0,
            "initialize",
            #"{"protocolVersion":"\#(version)","capabilities":{},"clientInfo":{"name":"test","version":"1"}}"#
        )
    }

    private static func adding(_ member: String, to object: String) -> String {
        object == "{}" ? "{\(member)}" : "{\(member),\(object.dropFirst())"
    }

    // MARK: Sessions

    /// Everything that the program says to these lines behind the handshake, checked.
    ///
    /// As a client would, it closes the input when everything is answered.
    func messages(
        _ lines: [String],
        arguments: [String] = ["--demo"],
        environment: [String: String] = [:]
    ) async throws -> [JSONElement] {
        try await ProjectFiles.withTemporaryFolder { folder in
            let home = environment.isEmpty ? ["HOME": folder, "PATH": "/usr/bin:/bin"] : environment
            let methods = Self.methods(of: handshake + lines)
            return try await RunningProcess.withProcess(try Program.plan(arguments, environment: home)) { process in
                process.write((handshake + lines).map { $0 + "\n" }.joined())
                var messages: [JSONElement] = []
                var unanswered = Set(methods.keys)
                while !unanswered.isEmpty {
                    let message = try JSONDocument(try await process.readLine(upTo: .seconds(120))).root
                    check(message, methods)
                    messages.append(message)
                    for part in message.kind == .array ? Array(message.elements) : [message] where part["method"] == nil
                    {
                        unanswered.remove(part["id"]?.textString ?? "")
                        // What it answers has no id that could be told.
                        if part["id"]?.isNull == true { unanswered = [] }
                    }
                }
                process.closeInput()
                let rest = try await process.readToEnd(upTo: .seconds(120))
                for line in rest.split(separator: UInt8(ascii: "\n")) {
                    messages.append(try JSONDocument(Array(line)).root)
                    if let last = messages.last { check(last, methods) }
                }
                try await process.expectExit(.exited(0))
                return messages
            }
        }
    }

    /// The answers by their ids.
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

    /// The result of one request.
    func result(_ method: String, _ params: String = "{}") async throws -> JSONElement {
        let answer = try #require(try await answers([request(1, method, params)])[1])
        return try #require(answer["result"], "\(answer)")
    }

    /// The error of one request.
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
                // A line that is no JSON on purpose.
                continue
            }
        }
        return methods
    }

    /// Holds one message against the schema.
    func check(_ message: JSONElement, _ methods: [String: String]) {
        if message.kind == .array {
            for part in message.elements { check(part, methods) }
            return
        }
        let problems = problems(of: message, methods)
        #expect(problems.isEmpty, "\(problems.prefix(3)) in \(message.textString.prefix(600))")
    }

    private func problems(of message: JSONElement, _ methods: [String: String]) -> [String] {
        if message["method"] != nil { return schema.problems(of: message, as: "ServerNotification") }
        if message["id"]?.isNull == true { return [] }
        if message["error"] != nil {
            let definition = schema.has("JSONRPCError") ? "JSONRPCError" : "JSONRPCErrorResponse"
            return schema.problems(of: message, as: definition)
        }
        guard let result = message["result"], let id = message["id"] else { return ["neither result nor error"] }
        let response = schema.has("JSONRPCResultResponse") ? "JSONRPCResultResponse" : "JSONRPCResponse"
        let method = methods[id.textString] ?? ""
        guard let definition = Self.results[method] else { return ["a result for \(method), which MCP does not have"] }
        return schema.problems(of: message, as: response) + schema.problems(of: result, as: definition)
    }
}
