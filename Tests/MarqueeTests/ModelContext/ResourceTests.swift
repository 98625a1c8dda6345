import JSON
import MarqueeTestKit
import Testing

@Suite("MCP: resources, prompts, and argument completion")
struct ResourceTests {
    @Test("The list has the fixed resources and then the library's films, page by page")
    func list() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        let films = (1...130).map {
            #"{"movie":{"id":"imdb:tt\#($0)","title":"Film \#($0)"},"addedAt":"2026-01-01T00:00:00Z"}"#
        }
        let library = Talk.request(
            1,
            "library/import",
            #"{"library":{"version":1,"bookmarks":[\#(films.joined(separator: ","))]}}"#
        )
        try await Program.withHome { _, home in
            _ = try await Program.answers([], [library], environment: home)
            func page(_ params: String = "{}") async throws -> JSONElement {
                try await talk.result("resources/list", params, arguments: [], environment: home)
            }
            let first = try await page()
            let listed = first["resources"]?.elements.compactMap { $0["uri"]?.string } ?? []
            #expect(listed.prefix(3) == ["marquee://box-office/yesterday", "marquee://bookmarks", "marquee://cards"])
            #expect(listed.count == 53)
            let cursor = try #require(first["nextCursor"]?.string)
            let second = try await page(#"{"cursor":"\#(cursor)"}"#)
            #expect(second["resources"]?.count == 50)
            let last = try #require(second["nextCursor"]?.string)
            let rest = try await page(#"{"cursor":"\#(last)"}"#)
            #expect(rest["resources"]?.count == 30)
            #expect(rest["nextCursor"] == nil)
            let uris = ["marquee://bookmarks", "marquee://bookmarks/2"]
            let pages = try await talk.answers(
                uris.enumerated().map { talk.request($0 + 1, "resources/read", #"{"uri":"\#($1)"}"#) },
                arguments: [],
                environment: home
            )
            let titles = try [1, 2].flatMap { page in
                let text = try #require(pages[page]?["result"]?["contents"]?[0]?["text"]?.string)
                return try JSONDocument(text).root["movies"]?.elements.compactMap { $0["title"]?.string } ?? []
            }
            #expect(Set(titles).count == 130)
        }
    }

    @Test("An unknown cursor is an error", arguments: ProtocolSchema.revisions)
    func badCursors(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let methods = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"]
        for cursor in [#""nonsense""#, #""tools.zzzzzzzzzz""#, "5", #""prompts.0 ""#] {
            let lines = methods.enumerated().map { talk.request($0 + 1, $1, #"{"cursor":\#(cursor)}"#) }
            let answers = try await talk.answers(lines)
            for place in methods.indices {
                #expect(answers[place + 1]?["error"]?["code"]?.int == -32_602, "\(methods[place]) \(cursor)")
            }
        }
    }

    @Test("Every kind of resource can be read as JSON", arguments: ProtocolSchema.revisions)
    func read(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let uris = [
            "marquee://box-office/2023-04-23", "marquee://box-office/yesterday", "marquee://movie/imdb:tt6751668",
            "marquee://movie/imdb%3Att6751668", "marquee://bookmarks", "marquee://cards", "marquee://provider/kofic",
        ]
        let lines = uris.enumerated().map { talk.request($0 + 1, "resources/read", #"{"uri":"\#($1)"}"#) }
        let answers = try await talk.answers(lines)
        for (place, uri) in uris.enumerated() {
            let contents = try #require(answers[place + 1]?["result"]?["contents"]?[0], "\(uri)")
            #expect(contents["uri"]?.string == uri)
            #expect(try JSONDocument(try #require(contents["text"]?.string)).root.kind == .object)
        }
    }

    @Test("A missing resource is an error with the revision's code", arguments: ProtocolSchema.revisions)
    func notFound(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let uris = [
            "marquee://movie/parasite", "marquee://none", "file:///etc/passwd", "marquee://box-office/2026-02-30",
            "marquee://movie/", "marquee://bookmarks/x", "marquee://movie/%zz",
        ]
        let lines = uris.enumerated().map { talk.request($0 + 1, "resources/read", #"{"uri":"\#($1)"}"#) }
        let answers = try await talk.answers(lines)
        for (place, uri) in uris.enumerated() {
            let error = try #require(answers[place + 1]?["error"], "\(uri)")
            #expect(error["code"]?.int == (revision == "2026-07-28" ? -32_602 : -32_002), "\(uri): \(error)")
            #expect(error["data"]?["uri"]?.string == uri)
            #expect(error["data"]?["kind"]?.string == "not_found")
            #expect(error["data"]?["hint"]?.string?.contains("marquee://box-office/") == true)
        }
    }

    @Test("A failed source is an error with our own code, not a missing resource")
    func failedSource() async throws {
        let error = try await ProtocolTalk("2026-07-28").error(
            "resources/read",
            #"{"uri":"marquee://box-office/2019-05-31"}"#
        )
        #expect(error["code"]?.int == 1_006)
    }

    @Test("Cacheable results have a lifetime and a scope")
    func lifetimes() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        let answers = try await talk.answers([
            talk.request(1, "tools/list"), talk.request(2, "resources/templates/list"), talk.request(3, "prompts/list"),
            talk.request(4, "resources/list"), talk.request(5, "resources/read", #"{"uri":"marquee://bookmarks"}"#),
            talk.request(6, "resources/read", #"{"uri":"marquee://movie/imdb:tt6751668"}"#),
        ])
        let scopes = (1...6).map { answers[$0]?["result"]?["cacheScope"]?.string }
        #expect(scopes == ["public", "public", "public", "private", "private", "private"])
        let times = (1...6).map { answers[$0]?["result"]?["ttlMs"]?.int ?? -1 }
        #expect(times.prefix(3).allSatisfy { $0 == 3_600_000 })
        #expect(times[3] == 0 && times[4] == 0)
    }

    @Test("A film's lifetime is at most its definition's, and a failed source gives an error")
    func lifetimeOfAnswers() async throws {
        let talk = try ProtocolTalk("2026-07-28")
        try await ScriptedServer.withFolder { server, folder in
            server.on("/film/1", .json(#"{"id":"1","title":"The Lamp","year":2001}"#))
            server.on("/film/2", .json("{}", status: 500))
            let definition = """
                version: 1
                providers:
                  - id: lamp
                    base_url: "\(server.origin)"
                    allow_http: true
                    retry: { attempts: 1 }
                    operations:
                      lookup: { by: [lamp], get: "/film/${input.ids.lamp}", rows: ., cache: { ttl: 5m },
                        item: { ids: { lamp: id }, title: title } }
                """
            try ProjectFiles.write(definition, to: folder + "/providers.yaml")
            let arguments = ["--config", folder + "/providers.yaml", "--no-cache", "--data-dir", folder + "/data"]
            let answers = try await talk.answers(
                [
                    talk.request(1, "resources/read", #"{"uri":"marquee://movie/lamp:1"}"#),
                    talk.request(2, "resources/read", #"{"uri":"marquee://movie/lamp:2"}"#),
                ],
                arguments: arguments
            )
            let result = try #require(answers[1]?["result"], "\(answers)")
            #expect((1...300_000).contains(result["ttlMs"]?.int ?? 0))
            #expect(result["cacheScope"]?.string == "private")
            #expect(answers[2]?["error"]?["code"]?.int ?? 0 > 0)
        }
    }

    @Test(
        "Resource templates are listed, and arguments of templates and prompts are completed",
        arguments: ProtocolSchema.revisions
    )
    func completion(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        func line(_ id: Int, _ reference: String, _ name: String, _ value: String) -> String {
            let argument = #"{"name":"\#(name)","value":"\#(value)"}"#
            return talk.request(id, "completion/complete", #"{"ref":\#(reference),"argument":\#(argument)}"#)
        }
        func template(_ uri: String) -> String { #"{"type":"ref/resource","uri":"\#(uri)"}"# }
        func prompt(_ name: String) -> String { #"{"type":"ref/prompt","name":"\#(name)"}"# }
        let answers = try await talk.answers([
            talk.request(1, "resources/templates/list"),
            line(2, template("marquee://box-office/{date}"), "date", "2023-04-2"),
            line(3, template("marquee://provider/{provider}"), "provider", "k"),
            line(4, prompt("what_to_watch"), "genre", "sci"),
            line(5, prompt("none"), "genre", ""), line(6, template("marquee://none/{x}"), "x", ""),
            line(7, prompt("film_note"), "none", ""), line(8, prompt("box_office_report"), "date", "yes"),
            line(9, prompt("film_note"), "title", "존"),
        ])
        #expect(answers[1]?["result"]?["resourceTemplates"]?.count == 5)
        func values(_ id: Int) -> [String]? {
            answers[id]?["result"]?["completion"]?["values"]?.elements.compactMap(\.string)
        }
        #expect(values(2) == ["2023-04-24", "2023-04-23", "2023-04-22", "2023-04-21", "2023-04-20"])
        #expect(values(3) == ["kofic"])
        #expect(values(4)?.contains("science-fiction") == true)
        for id in 5...7 { #expect(answers[id]?["error"]?["code"]?.int == -32_602) }
        #expect(values(8) == ["yesterday"])
        #expect(values(9) == ["존 윅 4"])
    }

    @Test("Titles and ids are completed from the library and the history")
    func completionFromLibrary() async throws {
        let talk = try ProtocolTalk("2025-11-25")
        try await Program.withHome { _, home in
            let films = #"{"movie":{"id":"imdb:tt0000007","title":"Lighthouse"},"addedAt":"2026-01-01T00:00:00Z"}"#
            let history = #"{"query":"lights out","searchedAt":"2026-01-01T00:00:00Z","count":1}"#
            let library = #"{"library":{"version":1,"bookmarks":[\#(films)],"history":[\#(history)]}}"#
            _ = try await Program.answers([], [Talk.request(1, "library/import", library)], environment: home)
            let note = #"{"ref":{"type":"ref/prompt","name":"film_note"},"argument":{"name":"title","value":"light"}}"#
            let film =
                #"{"ref":{"type":"ref/resource","uri":"marquee://movie/{id}"},"argument":{"name":"id","value":"Light"}}"#
            let answers = try await talk.answers(
                [talk.request(1, "completion/complete", note), talk.request(2, "completion/complete", film)],
                arguments: [],
                environment: home
            )
            let titles = answers[1]?["result"]?["completion"]?["values"]?.elements.compactMap(\.string)
            #expect(titles == ["lights out", "Lighthouse"])
            #expect(answers[2]?["result"]?["completion"]?["values"]?[0]?.string == "imdb:tt0000007")
        }
    }

    @Test("Prompts are listed and filled in, and invalid calls are errors", arguments: ProtocolSchema.revisions)
    func prompts(_ revision: String) async throws {
        let talk = try ProtocolTalk(revision)
        let answers = try await talk.answers([
            talk.request(1, "prompts/list"),
            talk.request(2, "prompts/get", #"{"name":"film_note","arguments":{"title":"기생충"}}"#),
            talk.request(3, "prompts/get", #"{"name":"film_note"}"#),
            talk.request(4, "prompts/get", #"{"name":"none"}"#), talk.request(5, "prompts/get", "{}"),
            talk.request(6, "prompts/get", #"{"name":"box_office_report"}"#),
        ])
        let names = answers[1]?["result"]?["prompts"]?.elements.compactMap { $0["name"]?.string }
        #expect(names == ["box_office_report", "what_to_watch", "film_note"])
        let text = answers[2]?["result"]?["messages"]?[0]?["content"]?["text"]?.string
        #expect(text?.contains("기생충") == true)
        for id in 3...5 { #expect(answers[id]?["error"]?["code"]?.int == -32_602) }
        #expect(answers[6]?["result"]?["messages"]?.count == 1)
    }
}
