import JSON
import MarqueeTestKit
import Testing

@Suite("MCP: progress, cancellation, logs, and subscriptions")
struct ExchangeTests {
    // MARK: Progress

    @Test("Progress is sent only for a token, rises, and stops before the answer", arguments: ProtocolSchema.revisions)
    func progress(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let messages = try await talk.messages([
            talk.call(1, "movies_search", #"{"query":"John Wick"}"#, meta: #""progressToken":"a""#),
            talk.call(2, "movies_search", #"{"query":"Suzume"}"#),
        ])
        let reports = messages.filter { $0["method"]?.string == "notifications/progress" }
        #expect(!reports.isEmpty)
        #expect(reports.allSatisfy { $0["params"]?["progressToken"]?.string == "a" })
        let values = reports.compactMap { $0["params"]?["progress"]?.double }
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
        let answer = try #require(messages.firstIndex { $0["id"]?.int == 1 })
        let last = try #require(messages.lastIndex { $0["method"]?.string == "notifications/progress" })
        #expect(last < answer)
        #expect(!messages.contains { $0["method"]?.string == "$/progress" })
    }

    // MARK: Cancellation

    @Test(
        "`notifications/cancelled` suppresses the answer, and `$/cancelRequest` gives an error",
        arguments: ProtocolSchema.revisions
    )
    func cancellation(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        try await HangingSource.with { arguments in
            try await ProtocolSession.with(talk, arguments: arguments) { session in
                try await session.shakeHands()
                let token = #""progressToken":7"#
                session.send(talk.call(1, "movies_search", #"{"query":"a"}"#, meta: token))
                session.send(talk.call(2, "movies_search", #"{"query":"b"}"#, meta: token))
                session.send(
                    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}}"#
                )
                // Unknown ids and malformed cancellations are ignored.
                session.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#)
                session.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#)
                session.send(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}"#)
                session.send(talk.request(3, "tools/list"))
                let first = try await session.next()
                #expect(first["id"]?.int == 2)
                #expect(first["error"]?["code"]?.int == -32_800)
                let second = try await session.next()
                #expect(second["id"]?.int == 3)
                let rest = try await session.rest()
                #expect(rest.isEmpty, "something was said about a request that was taken back")
            }
        }
    }

    @Test("At the end of the input, the process answers the open call and ends")
    func endOfInput() async throws {
        let talk = try ProtocolTalk("2025-11-25")
        try await HangingSource.with { arguments in
            let lines = talk.handshake + [talk.call(1, "movies_search", #"{"query":"a"}"#)]
            let last = try #require(try await talk.messagesAtEnd(lines, arguments: arguments).last)
            #expect(last["id"]?.int == 1)
            #expect(last["error"]?["code"]?.int == -32_802)
        }
    }

    // MARK: Log

    @Test("Log messages are sent only on request, starting at the requested level")
    func log() async throws {
        let call = ("movies_search", #"{"query":"John Wick"}"#)
        let new = try ProtocolTalk("2026-07-28")
        let level = #""io.modelcontextprotocol/logLevel":"debug""#
        let asked = try await new.messages([new.call(1, call.0, call.1, meta: level), new.call(2, call.0, call.1)])
        let messages = asked.filter { $0["method"]?.string == "notifications/message" }
        #expect(messages.map { $0["params"]?["data"]?["provider"]?.string } == ["kofic", "yts", "demo"])
        #expect(try #require(asked.lastIndex { $0["method"] != nil }) < asked.count - 1)
        let wrong = #""io.modelcontextprotocol/logLevel":"loud""#
        let error = try await new.answers([new.call(1, call.0, call.1, meta: wrong)])[1]?["error"]
        #expect(error?["code"]?.int == -32_602)

        let old = try ProtocolTalk("2025-06-18")
        let silent = try await old.messages([old.call(1, call.0, call.1)])
        #expect(!silent.contains { $0["method"] != nil })
        let set = old.request(5, "logging/setLevel", #"{"level":"debug"}"#)
        let loud = try await old.messages([set, old.call(1, call.0, call.1)])
        #expect(loud.filter { $0["method"]?.string == "notifications/message" }.count == 3)
        let bad = try await old.error("logging/setLevel", #"{"level":"loud"}"#)
        #expect(bad["code"]?.int == -32_602)
    }

    // MARK: Subscriptions

    @Test(
        "A session is notified of the resources that it subscribed to, and of no others",
        arguments: ProtocolSchema.revisions.dropLast()
    )
    func subscription(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let bookmarks = #"{"uri":"marquee://bookmarks"}"#
        let messages = try await Self.conversation(
            talk,
            [
                talk.request(1, "resources/subscribe", bookmarks),
                talk.call(2, "bookmarks_add", #"{"id":"imdb:tt6751668"}"#),
                talk.request(3, "resources/unsubscribe", bookmarks),
                talk.call(4, "cards_put", #"{"id":"imdb:tt6751668","stars":4}"#),
                talk.request(5, "resources/subscribe", #"{"uri":"marquee://none"}"#),
            ]
        )
        let updates = messages.filter { $0["method"]?.string == "notifications/resources/updated" }
        #expect(updates.map { $0["params"]?["uri"]?.string } == ["marquee://bookmarks"])
        // The card is no change of the list, which has the bookmarked films.
        #expect(messages.filter { $0["method"]?.string == "notifications/resources/list_changed" }.count == 1)
        #expect(messages.last?["error"]?["code"]?.int == -32_002)
    }

    @Test("A stream is acknowledged first, carries the requested updates, and ends with a result")
    func listening() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        try await ProtocolSession.with(talk) { session in
            let wanted =
                #"{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["marquee://bookmarks","marquee://x"]}}"#
            session.send(talk.request(1, "subscriptions/listen", wanted))
            let acknowledged = try await session.next()
            #expect(acknowledged["method"]?.string == "notifications/subscriptions/acknowledged")
            let granted = acknowledged["params"]?["notifications"]
            #expect(granted?["resourceSubscriptions"]?.elements.compactMap(\.string) == ["marquee://bookmarks"])
            #expect(granted?.count == 1)
            session.send(talk.call(2, "bookmarks_add", #"{"id":"imdb:tt6751668"}"#))
            // The call's result and the update come in either order.
            let messages = [try await session.next(), try await session.next()]
            let update = messages.first { $0["method"]?.string == "notifications/resources/updated" }
            #expect(update?["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"]?.int == 1, "\(messages)")
            #expect(messages.contains { $0["id"]?.int == 2 }, "\(messages)")
            let rest = try await session.rest()
            #expect(rest.map { $0["id"]?.int } == [1])
            #expect(rest[0]["result"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"]?.int == 1)
        }
    }

    @Test("A cancelled stream ends silently, and too many at a time are refused")
    func streams() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        let wanted = #"{"notifications":{"resourcesListChanged":true}}"#
        try await ProtocolSession.with(talk) { session in
            for id in 1...17 { session.send(talk.request(id, "subscriptions/listen", wanted)) }
            var refused: [Int] = []
            for _ in 1...17 {
                let message = try await session.next()
                if message["error"]?["code"]?.int == -32_602 { refused.append(message["id"]?.int ?? 0) }
            }
            #expect(refused.count == 1)
            for id in 1...17 {
                session.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#)
            }
            session.send(talk.request(99, "tools/list"))
            let next = try await session.next()
            #expect(next["id"]?.int == 99)
        }
    }

    @Test("A change of the library by another process is sent as an MCP notification")
    func otherProcess() async throws {
        let talk = try ProtocolTalk("2025-11-25")
        try await Program.withHome { folder, home in
            try await ProtocolSession.with(talk, arguments: [], environment: home) { session in
                try await session.shakeHands()
                session.send(talk.request(1, "resources/subscribe", #"{"uri":"marquee://bookmarks"}"#))
                session.send(talk.call(2, "bookmarks_list"))
                for _ in 0..<2 { _ = try await session.next() }
                let query = #"{"query":"Film","searchedAt":"2026-01-01T00:00:00Z"}"#
                let film = #"{"movie":{"id":"imdb:tt7","title":"Film"},"addedAt":"2026-01-01T00:00:00Z"}"#
                // A query in the history changes no resource.
                for library in [#"{"history":[\#(query)]}"#, #"{"version":1,"bookmarks":[\#(film)]}"#] {
                    let line = Talk.request(1, "library/import", #"{"library":\#(library)}"#)
                    _ = try await Program.answers([], [line], environment: home)
                }
                let update = try await session.next()
                #expect(update["method"]?.string == "notifications/resources/updated")
                #expect(update["params"]?["uri"]?.string == "marquee://bookmarks")
                #expect(try await session.next()["method"]?.string == "notifications/resources/list_changed")
                session.send(talk.request(3, "tools/list"))
                #expect(try await session.next()["id"]?.int == 3)
            }
        }
    }

    /// What another process does, and the resources that show it.
    private static let changes: [(method: String, params: String, uris: Set<String>)] = [
        ("matches/pin", #"{"id":"imdb:tt0000007","with":"shop:7"}"#, ["movie/imdb:tt0000007", "box-office/yesterday"]),
        (
            "matches/pin", #"{"id":"imdb:tt0000007","field":"title","provider":"shop"}"#,
            ["movie/imdb:tt0000007", "box-office/yesterday"]
        ),
        (
            "bookmarks/add", #"{"id":"imdb:tt0000007"}"#,
            ["bookmarks", "cards", "movie/imdb:tt0000007", "box-office/yesterday"]
        ),
        (
            "cards/put", #"{"id":"imdb:tt0000007","stars":4}"#,
            ["bookmarks", "cards", "movie/imdb:tt0000007", "box-office/yesterday"]
        ),
        ("lists/add", #"{"list":"noir","id":"imdb:tt0000007"}"#, ["movie/imdb:tt0000007"]),
        ("lists/rename", #"{"list":"noir","name":"dark"}"#, ["movie/imdb:tt0000007"]),
        ("lists/delete", #"{"list":"dark"}"#, ["movie/imdb:tt0000007"]),
        (
            "cards/remove", #"{"id":"imdb:tt0000007"}"#,
            ["bookmarks", "cards", "movie/imdb:tt0000007", "box-office/yesterday"]
        ),
        (
            "bookmarks/remove", #"{"id":"imdb:tt0000007"}"#,
            ["bookmarks", "cards", "movie/imdb:tt0000007", "box-office/yesterday"]
        ),
    ]

    @Test("Whatever a resource shows of the library, its subscribers are told of a change of it, and of no other")
    func everyPart() async throws {
        let talk = try ProtocolTalk("2025-11-25")
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", .json(#"{"films":[{"id":"7","imdb":"tt0000007","title":"Film"}]}"#))
            let definitions = """
                version: 1
                providers:
                  - id: shop
                    base_url: "\(server.origin)"
                    allow_http: true
                    operations:
                      lookup: { by: [imdb], get: /, rows: films, item: { ids: { imdb: imdb }, title: title } }
                """
            try ProjectFiles.write(definitions, to: folder + "/providers.yaml")
            let arguments = [
                "--config", folder + "/providers.yaml", "--trust", "--data-dir", folder + "/data", "--cache-dir",
                folder + "/cache",
            ]
            try await ProtocolSession.with(talk, arguments: arguments) { session in
                try await session.shakeHands()
                let uris = ["bookmarks", "cards", "movie/imdb:tt0000007", "box-office/yesterday", "provider/shop"]
                for (id, uri) in uris.enumerated() {
                    session.send(talk.request(id, "resources/subscribe", #"{"uri":"marquee://\#(uri)"}"#))
                    _ = try await session.next()
                }
                var before: Set<String> = []
                for change in Self.changes {
                    let lines = [
                        Talk.request(1, change.method, change.params),
                        // Changes nothing, so that no one is told.
                        Talk.request(2, "library/import", #"{"library":{"version":1}}"#),
                    ]
                    let answers = try await Program.answers(arguments, lines)
                    #expect(answers[1]?["error"] == nil, "\(change.method): \(answers)")
                    // A change can be more than one commit, so it may be told twice, and late on a busy machine.
                    let shown = Set(change.uris.map { "marquee://" + $0 })
                    var told: Set<String> = []
                    while !told.isSuperset(of: shown) {
                        let uri = try await Self.updated(session)
                        #expect(shown.union(before).contains(uri), "\(change.method) \(change.params)")
                        told.insert(uri)
                    }
                    before.formUnion(shown)
                }
            }
        }
    }

    /// Reads up to the next notification about a resource.
    private static func updated(_ session: ProtocolSession) async throws -> String {
        while true {
            let message = try await session.next()
            guard message["method"]?.string == "notifications/resources/list_changed" else {
                return message["params"]?["uri"]?.string ?? "\(message)"
            }
        }
    }

    @Test("A session that has not listed the resources is not notified of changes of the list")
    func unlisted() async throws {
        let talk = try ProtocolTalk("2025-11-25")
        try await Program.withHome { _, home in
            try await ProtocolSession.with(talk, arguments: [], environment: home) { session in
                try await session.shakeHands()
                func bookmark(_ id: String) async throws {
                    let film = #"{"movie":{"id":"\#(id)","title":"Film"},"addedAt":"2026-01-01T00:00:00Z"}"#
                    let library = #"{"library":{"version":1,"bookmarks":[\#(film)]}}"#
                    _ = try await Program.answers([], [Talk.request(1, "library/import", library)], environment: home)
                }
                session.send(talk.call(1, "bookmarks_list"))
                #expect(try await session.next()["id"]?.int == 1)
                try await bookmark("imdb:tt7")
                session.send(talk.request(2, "resources/list"))
                #expect(try await session.next()["id"]?.int == 2)
                try await bookmark("imdb:tt8")
                #expect(try await session.next()["method"]?.string == "notifications/resources/list_changed")
            }
        }
    }

    /// Sends the requests one at a time, each after the response to the one before, and returns all messages.
    private static func conversation(_ talk: ProtocolTalk, _ lines: [String]) async throws -> [JSONElement] {
        try await ProtocolSession.with(talk) { session in
            var messages: [JSONElement] = []
            for line in talk.handshake + lines {
                session.send(line)
                guard let id = try JSONDocument(line).root["id"] else { continue }
                while messages.last?["id"] != id { messages.append(try await session.next()) }
            }
            return messages
        }
    }
}

/// A source that accepts requests and never answers them.
enum HangingSource {
    /// Runs `body` with the arguments of a program that has only this source.
    static func with(_ body: ([String]) async throws -> Void) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer(welcome: .ignore)
            defer { server.stop() }
            let definition = """
                version: 1
                providers:
                  - id: slow
                    base_url: "\(server.origin)"
                    allow_http: true
                    operations:
                      search: { get: /search, query: { q: "${input.query}" }, rows: films,
                        item: { ids: { slow: id }, title: title } }
                """
            try ProjectFiles.write(definition, to: folder + "/providers.yaml")
            try await body(["--config", folder + "/providers.yaml", "--no-cache", "--data-dir", folder + "/data"])
        }
    }
}
