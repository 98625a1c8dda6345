import JSON
import MarqueeTestKit
import Testing

@Suite("MCP: handshakes and revisions")
struct HandshakeTests {
    private static let withHandshake = ProtocolSchema.revisions.dropLast()

    /// Returns the answers to these lines by their ids, without a handshake.
    private static func answers(_ lines: String...) async throws -> [Int: JSONElement] {
        let messages = try await ProtocolTalk("2025-11-25").messagesAtEnd(lines)
        return Dictionary(messages.compactMap { message in message["id"]?.int.map { ($0, message) } }) { $1 }
    }

    @Test("A handshake with a known revision is answered with the same one", arguments: withHandshake)
    func knownVersion(_ revision: String) async throws {
        let answers = try await ProtocolTalk(revision).answers([])
        let result = try #require(answers[0]?["result"])
        #expect(result["protocolVersion"]?.string == revision)
        #expect(result["serverInfo"]?["name"]?.string == "marquee")
        #expect((result["capabilities"]?["completions"] == nil) == (revision == "2024-11-05"))
    }

    @Test(
        "An unknown or stateless revision is answered with the latest one that has a handshake",
        arguments: ["2023-01-01", "2099-01-01", "2026-07-28", ""]
    )
    func unknownVersion(_ version: String) async throws {
        let talk = try ProtocolTalk("2025-11-25")
        let answers = try await Self.answers(talk.initialize(version))
        #expect(answers[0]?["result"]?["protocolVersion"]?.string == "2025-11-25")
    }

    @Test(
        "`initialize` without parameters is an error that names the parameters of both protocols",
        arguments: ["{}", #"{"clientInfo":{}}"#]
    )
    func initializeWithoutParameters(_ params: String) async throws {
        let error = try #require(try await Self.answers(Talk.request(0, "initialize", params))[0]?["error"])
        #expect(error["code"]?.int == -32_602)
        let message = try #require(error["message"]?.string)
        #expect(message.contains("protocolVersion") && message.contains("capabilities"))
        #expect(error["data"]?["kind"]?.string == "invalid_params")
    }

    @Test("A `protocolVersion` that is not a string is an error")
    func versionOfWrongKind() async throws {
        let answers = try await Self.answers(Talk.request(0, "initialize", #"{"protocolVersion":5}"#), Talk.ping)
        #expect(answers[0]?["error"]?["code"]?.int == -32_602)
        #expect(answers[1]?["result"] != nil)
    }

    @Test("`initialize` as a notification is ignored, and the session stays as it is")
    func initializeNotification() async throws {
        let line = #"{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        let answers = try await Self.answers(line, Talk.request(1, "tools/list"))
        #expect(answers.count == 1)
        #expect(answers[1]?["error"]?["code"]?.int == -32_600)
    }

    @Test("A request before the handshake is an error that names `initialize`, but ping works")
    func beforeHandshake() async throws {
        let answers = try await Self.answers(Talk.request(2, "tools/list"), Talk.ping)
        #expect(answers[2]?["error"]?["code"]?.int == -32_600)
        #expect(answers[2]?["error"]?["message"]?.string?.contains("initialize") == true)
        #expect(answers[1]?["result"]?.count == 0)
    }

    @Test("A second `initialize` is refused")
    func initializeTwice() async throws {
        let talk = try ProtocolTalk("2025-11-25")
        let second = Talk.request(5, "initialize", #"{"protocolVersion":"2025-03-26"}"#)
        let answers = try await talk.answers([second, talk.request(6, "ping")])
        #expect(answers[5]?["error"]?["code"]?.int == -32_600)
        #expect(answers[6]?["result"] != nil)
    }

    @Test("`notifications/initialized` with an id is not a valid request", arguments: ProtocolSchema.revisions)
    func initializedWithID(_ revision: String) async throws {
        let error = try await ProtocolTalk(revision).error("notifications/initialized")
        #expect(error["code"]?.int == -32_600)
    }

    @Test("An id must be a string or an integer", arguments: ProtocolSchema.revisions)
    func ids(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let lines = ["null", "1.5", "\"a\"", "12345678901234567890"].map {
            talk.request(1, "tools/list").replacing(#""id":1"#, with: #""id":\#($0)"#)
        }
        let messages = try await talk.messagesAtEnd(talk.handshake + lines).filter { $0["id"]?.int != 0 }
        let codes = messages.map { $0["error"]?["code"]?.int }
        #expect(codes == [-32_600, -32_600, nil, nil])
        #expect(messages.map { $0["id"]?.textString } == ["null", "1.5", "\"a\"", "12345678901234567890"])
    }

    @Test(
        "An MCP session has no other methods, and an unknown method is named in the error",
        arguments: ProtocolSchema.revisions
    )
    func unknownMethod(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let answers = try await talk.answers([
            talk.request(1, "movies/search", #"{"query":"x"}"#), talk.request(2, "tools/none"),
        ])
        #expect(answers[1]?["error"]?["code"]?.int == -32_601)
        #expect(answers[1]?["error"]?["data"]?["hint"]?.string?.contains("movies_search") == true)
        #expect(answers[2]?["error"]?["data"]?["method"]?.string == "tools/none")
    }

    @Test("After an LSP handshake, MCP methods are unknown and the program's capabilities are listed")
    func languageServer() async throws {
        let answers = try await Program.answers(["--demo"], [Talk.initialize(), Talk.request(2, "tools/list")])
        let capabilities = answers[0]?["result"]?["capabilities"]
        #expect(capabilities?["experimental"]?["marquee"]?["methods"]?.count ?? 0 > 10)
        #expect(capabilities?["experimental"]?["marquee"] == capabilities?["marquee"])
        #expect(answers[2]?["error"]?["code"]?.int == -32_601)
    }

    // MARK: Batches

    @Test("Only the first two revisions allow batches; later ones get one error", arguments: ProtocolSchema.revisions)
    func batches(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let batch = "[" + talk.request(1, "tools/list") + "," + talk.request(2, "prompts/list") + "]"
        let before = talk.request(9, "prompts/list")
        let messages = try await talk.messages([before, batch])
        let last = try #require(messages.last)
        if revision <= "2025-03-26" {
            #expect(last.elements.map { $0["id"]?.int } == [1, 2])
            #expect(last.elements.allSatisfy { $0["result"] != nil })
        } else {
            #expect(last["error"]?["code"]?.int == -32_600)
            #expect(last["id"]?.isNull == true)
        }
    }

    @Test("Neither `initialize` nor a request without a handshake is allowed in a batch")
    func batchedBeginning() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        let batch = "[" + talk.initialize("2025-03-26") + "," + talk.request(1, "tools/list") + "]"
        let answers = try #require(try await talk.messagesAtEnd([batch]).first)
        #expect(answers.elements.map { $0["error"]?["code"]?.int } == [-32_600, -32_600])
    }

    // MARK: With and without a handshake

    @Test("One process serves requests with and without a handshake, each in its own revision")
    func bothEras() async throws {
        let (old, new) = (try ProtocolTalk("2025-06-18"), try ProtocolTalk("2026-07-28"))
        try await ProtocolSession.with(old) { session in
            try await session.shakeHands()
            session.send(old.request(1, "tools/list"))
            session.send([new.request(2, "tools/list")], in: new)
            let results = try await [session.next()["result"], session.next()["result"]]
            #expect(results.map { $0?["tools"]?.count ?? 0 > 0 } == [true, true])
            #expect(results.map { $0?["resultType"]?.string } == [nil, "complete"])
        }
    }
}
