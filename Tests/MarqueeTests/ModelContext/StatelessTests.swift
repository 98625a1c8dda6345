import JSON
import MarqueeTestKit
import Testing

@Suite("MCP: sessions without a handshake")
struct StatelessTests {
    private static func line(_ method: String, meta: String) -> String {
        Talk.request(1, method, #"{"_meta":{\#(meta)}}"#)
    }

    private static let version = #""io.modelcontextprotocol/protocolVersion":"2026-07-28""#
    private static let capabilities = #""io.modelcontextprotocol/clientCapabilities":{}"#

    private static func error(_ line: String) async throws -> JSONElement {
        let talk = try ProtocolTalk("2026-07-28")
        return try #require(try await talk.answers([line])[1]?["error"])
    }

    @Test("`server/discover` lists the supported revisions, with a lifetime")
    func discover() async throws {
        let result = try await ProtocolTalk("2026-07-28").result("server/discover")
        #expect(result["supportedVersions"]?[0]?.string == "2026-07-28")
        #expect(result["supportedVersions"]?.count == ProtocolSchema.revisions.count)
        #expect(result["resultType"]?.string == "complete")
        #expect(result["ttlMs"]?.int == 3_600_000)
        #expect(result["cacheScope"]?.string == "public")
        #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"]?.string == "marquee")
    }

    @Test(
        "A request without the required metadata is an error",
        arguments: [
            line("tools/list", meta: capabilities), line("tools/list", meta: version),
            line("tools/list", meta: version + #","io.modelcontextprotocol/clientCapabilities":5"#),
            line("tools/list", meta: capabilities + #","io.modelcontextprotocol/protocolVersion":7"#),
            Talk.request(1, "server/discover"), Talk.request(1, "subscriptions/listen"),
        ]
    )
    func incompleteMeta(_ line: String) async throws {
        #expect(try await Self.error(line)["code"]?.int == -32_602)
    }

    @Test(
        "An unsupported revision is named in the error with the supported ones",
        arguments: ["1900-01-01", "2025-11-25"]
    )
    func unsupportedVersion(_ version: String) async throws {
        let meta = #""io.modelcontextprotocol/protocolVersion":"\#(version)","# + Self.capabilities
        let error = try await Self.error(Self.line("server/discover", meta: meta))
        #expect(error["code"]?.int == -32_022)
        #expect(error["data"]?["requested"]?.string == version)
        #expect(error["data"]?["supported"]?.elements.compactMap(\.string).contains("2026-07-28") == true)
    }

    @Test(
        "Methods that the revision removed are unknown",
        arguments: ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"]
    )
    func removed(_ method: String) async throws {
        let error = try await ProtocolTalk("2026-07-28").error(method)
        #expect(error["code"]?.int == -32_601)
    }

    @Test("A client that shows no forms is asked for nothing")
    func noServerRequests() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        let messages = try await talk.messages([
            talk.call(1, "movies_search", #"{"query":"John Wick"}"#, meta: #""progressToken":"p""#),
            talk.call(2, "movies_get", #"{"id":"imdb:none"}"#),
            talk.request(3, "resources/read", #"{"uri":"marquee://bookmarks"}"#),
        ])
        #expect(messages.allSatisfy { $0["method"] == nil || $0["id"] == nil })
        #expect(messages.compactMap { $0["result"]?["resultType"]?.string }.allSatisfy { $0 == "complete" })
    }

    /// The kinds of published example messages that a client sends.
    private static let goldenRequests = [
        "CallToolRequest", "CompleteRequest", "DiscoverRequest", "GetPromptRequest", "ListPromptsRequest",
        "ListResourceTemplatesRequest", "ListResourcesRequest", "ListToolsRequest", "ReadResourceRequest",
        "SubscriptionsListenRequest",
    ]

    @Test("The published examples of requests are answered", arguments: goldenRequests)
    func goldenMessages(_ kind: String) async throws {
        let folder = "\(ProjectFiles.root)/Tests/Fixtures/mcp/2026-07-28/examples/\(kind)"
        let talk = try ProtocolTalk("2026-07-28")
        for file in try ProjectFiles.names(in: folder) {
            let text = try ProjectFiles.text("\(folder)/\(file)")
            let line = String(text.map { $0.isNewline ? " " : $0 })
            #expect(try ProtocolSchema("2026-07-28").problems(of: try JSONDocument(line).root, as: kind).isEmpty)
            // A stream of notifications gets its response only at the end of the input.
            let isStream = kind == "SubscriptionsListenRequest"
            let messages = try await isStream ? talk.messagesOfStream([line]) : talk.messages([line])
            let answer = try #require(messages.last)
            #expect(answer["id"] == (try JSONDocument(line).root["id"]))
            // The examples name tools, prompts, and resources that we lack; all other requests get a result.
            let isAboutOurs = answer["result"] != nil
            let isAboutTheirs = answer["error"]?["code"]?.int == -32_602
            #expect(isAboutOurs || isAboutTheirs, "\(answer)")
            if kind.hasPrefix("List") && !text.contains("cursor") || kind == "DiscoverRequest" { #expect(isAboutOurs) }
        }
    }

    @Test("The tests' validator accepts the published examples and rejects one with a missing member")
    func validator() throws {
        let schema = try ProtocolSchema("2026-07-28")
        let root = "\(ProjectFiles.root)/Tests/Fixtures/mcp/2026-07-28/examples"
        var count = 0
        for kind in try ProjectFiles.names(in: root) where schema.has(kind) {
            for file in try ProjectFiles.names(in: "\(root)/\(kind)") {
                let value = try JSONDocument(try ProjectFiles.read("\(root)/\(kind)/\(file)")).root
                // The examples are older than the caching members, which all cacheable results need.
                let problems = schema.problems(of: value, as: kind).filter {
                    !$0.contains("ttlMs") && !$0.contains("cacheScope") && !$0.contains("none of")
                }
                #expect(problems.isEmpty, "\(kind)/\(file): \(problems)")
                count += 1
            }
        }
        #expect(count > 80)
        let broken = try JSONDocument(#"{"content":[{"type":"text"}],"resultType":"complete"}"#).root
        #expect(!schema.problems(of: broken, as: "CallToolResult").isEmpty)
    }
}
