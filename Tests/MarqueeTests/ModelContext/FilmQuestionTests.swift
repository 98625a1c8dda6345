import JSON
import MarqueeTestKit
import Testing

/// A tool that takes the id of a film takes its title, too; where several films may be meant, the user is asked.
@Suite("MCP: which film is meant")
struct FilmQuestionTests {
    private static let forms = #"{"elicitation":{}}"#
    private static let sessions = ["2025-06-18", "2025-11-25"]

    @Test("A title that one film has stands for its id, in every revision", arguments: ProtocolSchema.revisions)
    func titles(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let answers = try await talk.answers([
            talk.call(1, "movies_get", #"{"id":"존 윅 4"}"#), talk.call(2, "bookmarks_add", #"{"id":"Parasite (2019)"}"#),
            talk.call(
                3,
                "box_office_trend",
                #"{"ids":["John Wick: Chapter 4"],"start":"2023-04-23","end":"2023-04-23"}"#
            ),
        ])
        for (call, id) in [(1, "imdb:tt10366206"), (2, "imdb:tt6751668"), (3, "imdb:tt10366206")] {
            let text = answers[call]?["result"]?["content"]?[0]?["text"]?.string ?? ""
            #expect(text.contains(id), "\(text)")
        }
    }

    @Test("Without forms, the answer lists the films with their ids", arguments: ProtocolSchema.revisions)
    func choices(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let result = try await talk.result("tools/call", #"{"name":"movies_get","arguments":{"id":"parasit"}}"#)
        #expect(result["isError"]?.bool == true)
        let text = try #require(result["content"]?[0]?["text"]?.string)
        #expect(
            text.hasPrefix("no film is called exactly \"parasit\"\n") && text.contains("  imdb:tt6751668"),
            "\(text)"
        )
    }

    @Test("A title that no film has says how to find one")
    func unknown() async throws {
        let talk = try ProtocolTalk("2025-11-25", capabilities: Self.forms)
        for (title, advice) in [("8437921", "imdb:tt8437921"), ("기생중", "imdb:tt6751668")] {
            let lines = [
                talk.call(1, "movies_get", #"{"id":"기생충"}"#), talk.call(2, "movies_get", #"{"id":"\#(title)"}"#),
            ]
            let result = try await talk.answers(lines)[2]?["result"]
            #expect(result?["isError"]?.bool == true)
            let text = result?["content"]?[0]?["text"]?.string ?? ""
            #expect(text.contains(advice) || text.contains("the demo does not have that"), "\(text)")
        }
        let removal = try await talk.result("tools/call", #"{"name":"bookmarks_remove","arguments":{"id":"Nope"}}"#)
        #expect(removal["content"]?[0]?["text"]?.string == "your library has no film called \"Nope\"")
    }

    @Test("In a session, the program asks the user, and goes on with the film that is chosen", arguments: sessions)
    func handshake(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision, capabilities: Self.forms)
        try await ProtocolSession.with(talk) { session in
            try await session.shakeHands()
            session.send(talk.call(1, "bookmarks_add", #"{"id":"parasit"}"#))
            let question = try await session.next()
            #expect(question["method"]?.string == "elicitation/create")
            let form = question["params"]?["requestedSchema"]?["properties"]?["film"]
            let ids =
                form?["enum"]?.elements.compactMap(\.string)
                ?? form?["oneOf"]?.elements.compactMap { $0["const"]?.string }
            #expect(ids == ["imdb:tt6751668"], "\(question)")
            // Other calls are answered meanwhile, and a response to nothing changes nothing.
            session.send(talk.request(2, "ping"), #"{"jsonrpc":"2.0","id":"marquee-99","result":{}}"#)
            #expect(try await session.next()["id"]?.int == 2)
            let id = try #require(question["id"]).textString
            session.send(
                #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"film":"imdb:tt6751668"}}}"#
            )
            var answer = try await session.next()
            // The new bookmark is a new resource, which the program may tell first.
            while answer["method"] != nil { answer = try await session.next() }
            let text = answer["result"]?["content"]?[0]?["text"]?.string ?? ""
            #expect(text.contains("imdb:tt6751668"), "\(text)")
        }
    }

    @Test(
        "A user who declines, a client that fails, and one that ends get an answer",
        arguments: [#""result":{"action":"decline"}"#, #""error":{"code":-32603,"message":"no window"}"#, nil]
    )
    func declined(_ outcome: String?) async throws {
        let talk = try ProtocolTalk("2025-11-25", capabilities: Self.forms)
        try await ProtocolSession.with(talk) { session in
            try await session.shakeHands()
            session.send(talk.call(1, "movies_get", #"{"id":"parasit"}"#))
            let id = try #require(try await session.next()["id"]).textString
            if let outcome { session.send(#"{"jsonrpc":"2.0","id":\#(id),\#(outcome)}"#) }
            let last = outcome == nil ? try await session.rest().first : try await session.next()
            let answer = try #require(last)
            #expect(answer["result"]?["isError"]?.bool == true, "\(answer)")
        }
    }

    @Test("A cancelled call takes its question back")
    func cancelled() async throws {
        let talk = try ProtocolTalk("2025-11-25", capabilities: Self.forms)
        try await ProtocolSession.with(talk) { session in
            try await session.shakeHands()
            session.send(talk.call(1, "movies_get", #"{"id":"parasit"}"#))
            let id = try #require(try await session.next()["id"])
            session.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
            let withdrawal = try await session.next()
            #expect(withdrawal["method"]?.string == "notifications/cancelled")
            #expect(withdrawal["params"]?["requestId"]?.string == id.string)
            #expect(try await session.rest().isEmpty)
        }
    }

    @Test("Without a session, the question is the result, and the answer comes with the same call")
    func stateless() async throws {
        let talk = try ProtocolTalk("2026-07-28", capabilities: Self.forms)
        try await ProtocolSession.with(talk) { session in
            session.send(talk.call(1, "movies_get", #"{"id":"parasit"}"#))
            let result = try #require(try await session.next()["result"])
            #expect(result["resultType"]?.string == "input_required", "\(result)")
            let question = try #require(result["inputRequests"].map { Array($0.members) }?.first)
            #expect(question.value["params"]?["requestedSchema"]?["properties"]?["film"]?["oneOf"]?.count == 1)
            let answer = #"{"\#(question.name)":{"action":"accept","content":{"film":"imdb:tt6751668"}}}"#
            session.send(
                talk.request(
                    2,
                    "tools/call",
                    #"{"name":"movies_get","arguments":{"id":"parasit"},"inputResponses":\#(answer)}"#
                )
            )
            let text = try await session.next()["result"]?["content"]?[0]?["text"]?.string ?? ""
            #expect(text.contains("imdb:tt6751668"), "\(text)")
        }
    }
}
