import JSON
import MarqueeTestKit
import Testing

@Suite("MCP: tools")
struct ToolTests {
    private static let latest = "2026-07-28"

    @Test("The tool list is stable and has the members of its revision", arguments: ProtocolSchema.revisions)
    func list(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let answers = try await talk.answers([talk.request(1, "tools/list"), talk.request(2, "tools/list", "{}")])
        let tools = try #require(answers[1]?["result"]?["tools"])
        #expect(tools == answers[2]?["result"]?["tools"])
        for tool in tools.elements {
            let name = try #require(tool["name"]?.string)
            #expect(name.wholeMatch(of: /[A-Za-z0-9_.-]{1,128}/) != nil)
            #expect(tool["inputSchema"]?["type"]?.string == "object")
            // The actions of a tool have different results.
            let hasActions = tool["inputSchema"]?["properties"]?["action"] != nil
            #expect((tool["outputSchema"] != nil) == (revision >= "2025-06-18" && !hasActions))
            #expect((tool["annotations"] != nil) == (revision >= "2025-03-26"))
        }
    }

    @Test("The tool list stays below 16,600 bytes, or about 4,000 tokens")
    func size() async throws {
        let tools = try #require(try await ProtocolTalk(Self.latest).result("tools/list")["tools"])
        #expect(tools.textCount < 16_600, "\(tools.textCount) bytes")
    }

    @Test(
        "A call returns a text, structured content that fits the schema, and a link to the rest",
        arguments: ["2025-06-18", "2025-11-25", "2026-07-28"]
    )
    func structured(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let calls = [
            ("box_office_daily", #"{"limit":2}"#), ("movies_search", #"{"query":"John Wick"}"#),
            ("movies_get", #"{"id":"imdb:tt6751668"}"#), ("movies_list", #"{"sort":"rating","limit":3}"#),
            ("movies_get", #"{"id":"imdb:tt6751668","include":["similar"]}"#),
            ("bookmarks_add", #"{"id":"imdb:tt6751668"}"#),
            ("cards_put", #"{"id":"imdb:tt6751668","stars":4.5}"#), ("bookmarks_list", "{}"), ("cards_list", "{}"),
            ("movies_identify", #"{"names":["Parasite.2019.mkv"]}"#), ("providers_status", "{}"),
            ("bookmarks_remove", #"{"id":"imdb:tt6751668"}"#), ("cards_remove", #"{"id":"imdb:tt6751668"}"#),
        ]
        let lines = calls.enumerated().map { talk.call($0 + 1, $1.0, $1.1) }
        let answers = try await talk.answers([talk.request(99, "tools/list")] + lines)
        let tools = try #require(answers[99]?["result"]?["tools"])
        for (place, call) in calls.enumerated() {
            let result = try #require(answers[place + 1]?["result"], "\(call)")
            #expect(result["isError"]?.bool != true, "\(call): \(result)")
            #expect(result["content"]?[0]?["text"]?.string?.isEmpty == false)
            let tool = try #require(tools.elements.first { $0["name"]?.string == call.0 })
            let content = try #require(result["structuredContent"])
            guard let schema = tool["outputSchema"] else { continue }
            let problems = JSONSchemaCheck(schema).problems(of: content, schema)
            #expect(problems.isEmpty, "\(call.0): \(problems)")
        }
        let links = answers[3]?["result"]?["content"]?.elements.filter { $0["type"]?.string == "resource_link" } ?? []
        #expect(links.map { $0["uri"]?.string } == ["marquee://movie/imdb:tt6751668"])
    }

    @Test("Older revisions get only the text", arguments: ["2024-11-05", "2025-03-26"])
    func unstructured(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let result = try #require(
            try await talk.answers([talk.call(1, "box_office_daily", #"{"limit":1}"#)])[1]?["result"]
        )
        #expect(result["structuredContent"] == nil)
        #expect(result["content"]?.count == 1)
        #expect(result["content"]?[0]?["text"]?.string?.contains("존 윅 4") == true)
    }

    @Test("The text is in the requested language, or by default in that of the query")
    func language() async throws {
        let talk = try ProtocolTalk(Self.latest)
        let answers = try await talk.answers([
            talk.call(1, "movies_search", #"{"query":"John Wick"}"#),
            talk.call(2, "movies_search", #"{"query":"존 윅"}"#),
            talk.call(3, "movies_search", #"{"query":"John Wick","languages":["ko"]}"#),
            talk.call(4, "movies_search", #"{"query":"존 윅","languages":["en"]}"#),
        ])
        let texts = try (1...4).map { try #require(answers[$0]?["result"]?["content"]?[0]?["text"]?.string) }
        #expect(texts.map { $0.contains("제목") } == [false, true, true, false])
    }

    @Test("An answer omits images and provenance, which the linked resource has")
    func trimmed() async throws {
        let talk = try ProtocolTalk(Self.latest)
        let answers = try await talk.answers([
            talk.call(1, "movies_search", #"{"query":"John Wick"}"#),
            talk.request(2, "resources/read", #"{"uri":"marquee://movie/imdb:tt10366206"}"#),
        ])
        let film = try #require(answers[1]?["result"]?["structuredContent"]?["movies"]?[0])
        #expect(film["images"] == nil && film["provenance"] == nil)
        let text = try #require(answers[2]?["result"]?["contents"]?[0]?["text"]?.string)
        let whole = try #require(try JSONDocument(text).root["movie"])
        #expect(whole["images"]?.count ?? 0 > 0 && whole["provenance"] != nil)
    }

    // MARK: Errors

    @Test("An invalid call is a protocol error", arguments: ProtocolSchema.revisions)
    func wrongCalls(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let params = ["{}", #"{"name":5}"#, #"{"name":"movies_none"}"#, #"{"name":"movies_search","arguments":[1]}"#]
        let answers = try await talk.answers(params.enumerated().map { talk.request($0 + 1, "tools/call", $1) })
        for (place, text) in params.enumerated() {
            #expect(answers[place + 1]?["error"]?["code"]?.int == -32_602, "\(text)")
        }
        #expect(answers[3]?["error"]?["message"]?.string == "Unknown tool: movies_none")
    }

    @Test(
        "Invalid arguments and failing sources give results that are marked as errors",
        arguments: ProtocolSchema.revisions
    )
    func failures(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let calls = [
            ("movies_search", #"{"qery":"x"}"#, "query"), ("movies_search", "{}", "query is missing"),
            ("box_office_daily", #"{"date":"2026-02-30"}"#, "2026-02-30"),
            ("movies_list", #"{"genre":"western"}"#, "the demo does not have that"),
            ("movies_get", #"{"id":"parasit"}"#, "imdb:tt6751668"),
        ]
        let lines = calls.enumerated().map { talk.call($0 + 1, $1.0, $1.1) }
        let answers = try await talk.answers(lines)
        for (place, call) in calls.enumerated() {
            let result = try #require(answers[place + 1]?["result"], "\(call)")
            #expect(result["isError"]?.bool == true, "\(call)")
            let text = try #require(result["content"]?[0]?["text"]?.string)
            #expect(text.contains(call.2), "\(text)")
        }
    }

    @Test("A hint names the parameters of the tool, and none that it hides")
    func hiddenParameters() async throws {
        let talk = try ProtocolTalk(Self.latest)
        let answers = try await talk.answers([talk.call(1, "movies_list", #"{"color":true}"#)])
        let text = answers[1]?["result"]?["content"]?[0]?["text"]?.string
        #expect(
            text == """
                Invalid params: there is no parameter "color"
                Hint: The parameters are: kind, sort, direction, genre, minimumRating, year, country, person, \
                region, limit, cursor, film.
                """
        )
    }

    @Test("A source without a key is named in the text")
    func disabledSource() async throws {
        let talk = try ProtocolTalk(Self.latest)
        let answers = try await talk.answers(
            [talk.call(1, "box_office_daily")],
            arguments: [],
            environment: ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
        )
        let result = try #require(answers[1]?["result"])
        #expect(result["isError"]?.bool == true)
        #expect(result["content"]?[0]?["text"]?.string?.contains("KOFIC_API_KEY is not set") == true)
    }

    @Test("A source that fails is named in the text once, also if it is the only one")
    func failedSource() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("*", .json("{}", status: 429, headers: [("Retry-After", "120")]))
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(
                """
                version: 1
                providers:
                  - id: lantern
                    base_url: \(server.origin)
                    operations: { search: { get: /f, query: { q: "${input.query}" }, rows: films, item: { title: t } } }
                """,
                to: file
            )
            let talk = try ProtocolTalk(Self.latest)
            let lines = (1...2).map { talk.call($0, "movies_search", #"{"query":"x\#($0)"}"#) }
            let answers = try await talk.answers(lines, arguments: ["--no-cache", "--config", file])
            for number in 1...2 {
                let text = answers[number]?["result"]?["content"]?[0]?["text"]?.string ?? ""
                #expect(text.split(separator: "lantern", omittingEmptySubsequences: false).count == 2, "\(text)")
                #expect(text.contains("Try again in 1"), "\(text)")
            }
        }
    }

    // MARK: Requests in natural language

    @Test(
        "Every request of the test sets leads to a call that the tools accept",
        arguments: [("requests", 90), ("requests-kept-apart", 12)]
    )
    func requests(file: String, count: Int) async throws {
        let path = "\(ProjectFiles.root)/Tests/Fixtures/mcp/\(file).json"
        let requests = Array(try JSONDocument(try ProjectFiles.read(path)).root.elements)
        #expect(requests.count == count)
        let talk = try ProtocolTalk(Self.latest)
        let lines = requests.enumerated().map { place, request in
            talk.call(place + 1, request["tool"]?.string ?? "", request["arguments"]?.textString ?? "{}")
        }
        let answers = try await talk.answers(lines + [talk.request(999, "tools/list")])
        let tools = answers[999]?["result"]?["tools"]?.elements.map(\.self) ?? []
        let names = tools.compactMap { $0["name"]?.string }
        for (place, request) in requests.enumerated() {
            let answer = try #require(answers[place + 1])
            let tool = try #require(tools.first { $0["name"]?.string == request["tool"]?.string }, "\(request)")
            let known = tool["inputSchema"]?["properties"]?.members.map { String($0.name) } ?? []
            let given = request["arguments"]?.members.map { String($0.name) } ?? []
            #expect(Set(given).isSubset(of: known), "\(request): the tool takes \(known)")
            let text = answer["result"]?["content"]?[0]?["text"]?.string ?? ""
            // The user of the demo has no lists.
            let isRefused = text.contains("Invalid params") && !text.contains("you have no list")
            #expect(answer["result"] != nil && !isRefused, "\(request): \(text)")
        }
        let korean = requests.filter { $0["request"]?.string?.contains(/\p{Hangul}/) == true }
        #expect(korean.count >= count / 3)
        guard file == "requests" else { return }
        let used = Set(requests.compactMap { $0["tool"]?.string })
        #expect(Set(names).subtracting(used).isEmpty, "no request leads to \(Set(names).subtracting(used))")
    }
}
