import JSON
import MarqueeTestKit
import Testing

/// A feed and an older API that answer in XML, through the built program.
@Suite("Answers in XML")
struct XMLSourceTests {
    private static let definition = """
        version: 1
        providers:
          - id: feed
            base_url: "ORIGIN"
            format: xml
            retry: { attempts: 1 }
            errors: [{ when: { path: error.@code, is: "22" }, kind: quota, message: error }]
            operations:
              search:
                get: /rss
                query: { q: "${input.query}" }
                rows: { path: rss.channel.item, if_missing: empty }
                item:
                  ids: { feed: guid }
                  title: { path: title, required: true }
                  release_date: film:released
                  runtime: { path: film:length, unit: min }
                  genres: category
                  companies: film:companies.company[*].name
                  directors: { rows: film:crew.person, item: { name: . } }
                  images: { path: media:thumbnail.@url, kind: poster }
              list:
                get: /list
                format: json
                rows: films
                item: { ids: { feed: id }, title: title }
            tests:
              - name: one film
                operation: search
                input: { query: x }
                text: "<rss><channel><item><guid>1</guid><title>One</title></item></channel></rss>"
                expect: { count: 1, first: { title: One } }

        """

    private static let feed = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:film="urn:film">
          <channel>
            <title>Films</title>
            <item>
              <guid isPermaLink="false">f1</guid>
              <title><![CDATA[ The <Long> Pier ]]></title>
              <film:released>2019-05-03</film:released>
              <film:length>104</film:length>
              <category>Drama</category>
              <category domain="x">Crime</category>
              <film:companies><company><name>Pier &amp; Sons</name></company></film:companies>
              <film:crew><person role="director">Ann Pike</person></film:crew>
              <media:thumbnail url="https://img.example/1.jpg"/>
            </item>
            <!-- the next has little -->
            <item>
              <guid>f2</guid><title>기생충</title><category/>
              <film:companies><company><name>A</name></company><company><name>B</name></company></film:companies>
            </item>
          </channel>
        </rss>
        """

    private func with(_ body: (ScriptedServer, [String], String) async throws -> Void) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let file = folder + "/providers.yaml"
            try ProjectFiles.write(Self.definition.replacing("ORIGIN", with: server.origin), to: file)
            try await body(server, ["--config", file, "--trust", "--cache-dir", folder + "/cache"], file)
        }
    }

    private func xml(_ text: String, type: String = "application/rss+xml") -> ScriptedAnswer {
        .reply(headers: [("Content-Type", type)], body: Array(text.utf8))
    }

    @Test("A feed becomes films with attributes, CDATA, and namespaces, from one item or several")
    func films() async throws {
        try await with { server, arguments, file in
            server.on(ScriptedRoute("/rss", query: ["q": "all"]), xml(Self.feed))
            server.on(
                ScriptedRoute("/rss", query: ["q": "none"]),
                xml("<rss><channel><title>x</title></channel></rss>")
            )
            server.on("/list", .json(#"{"films":[{"id":"j","title":"JSON"}]}"#))
            let found = try await Program.result(arguments, "movies/search", #"{"query":"all"}"#)
            let films = Array(try #require(found["movies"]).elements)
            #expect(films.map { $0["title"]?.string } == ["The <Long> Pier", "기생충"])
            let film = try #require(films.first)
            #expect(film["ids"]?["feed"]?.string == "f1")
            #expect(film["year"]?.int == 2019)
            #expect(film["runtimeMinutes"]?.int == 104)
            #expect(film["genres"]?.elements.compactMap(\.string) == ["drama", "crime"])
            #expect(film["companies"]?.elements.compactMap(\.string) == ["Pier & Sons"])
            #expect(film["directors"]?.elements.compactMap { $0["name"]?.string } == ["Ann Pike"])
            #expect(film["images"]?[0]?["url"]?.string == "https://img.example/1.jpg")
            #expect(films[1]["companies"]?.elements.compactMap(\.string) == ["A", "B"])
            let none = try await Program.result(arguments, "movies/search", #"{"query":"none"}"#)
            #expect(none["sources"]?[0]?["status"]?.string == "empty")
            // The `list` operation sets another format.
            let list = try await Program.result(arguments, "movies/list")
            #expect(list["movies"]?[0]?["title"]?.string == "JSON")
            let test = try await Program.run(["test", file])
            #expect(test.status == .exited(0), "\(test.outputText)")
        }
    }

    @Test(
        "The charset of the header decides, unless the text begins with a byte order mark",
        arguments: [
            ("text/xml; charset=UTF-8", "<?xml version='1.0' encoding='ISO-8859-1'?>", Array("Amélie".utf8)),
            ("text/xml; charset=\"ISO-8859-1\"", "", [0x41, 0x6D, 0xE9, 0x6C, 0x69, 0x65]),
            ("text/xml; charset=iso-8859-1", "\u{FEFF}", Array("Amélie".utf8)),
            ("text/xml", "<?xml version='1.0' encoding='ISO-8859-1'?>", [0x41, 0x6D, 0xE9, 0x6C, 0x69, 0x65]),
        ] as [(String, String, [UInt8])]
    )
    func charsets(_ type: String, _ start: String, _ title: [UInt8]) async throws {
        try await with { server, arguments, _ in
            let text = [start, "<rss><channel><item><guid>1</guid><title>", "</title></item></channel></rss>"]
            let bytes = Array((text[0] + text[1]).utf8) + title + Array(text[2].utf8)
            server.on("*", .reply(headers: [("Content-Type", type)], body: bytes))
            let found = try await Program.result(arguments, "movies/search", #"{"query":"x"}"#)
            #expect(found["movies"]?[0]?["title"]?.string == "Amélie")
        }
    }

    @Test("A charset of the header that cannot be read is named")
    func foreignCharset() async throws {
        try await with { server, arguments, _ in
            server.on("*", xml("<rss><channel/></rss>", type: "text/xml; charset=x-mac-korean"))
            let error = try await Program.error(arguments, "movies/search", #"{"query":"x"}"#)
            #expect(error["message"]?.string?.contains("found x-mac-korean") == true, "\(error)")
        }
    }

    @Test(
        "Invalid or unsupported XML is a failure of the source with its reason",
        arguments: [
            (
                "<rss><channel>", "malformed",
                "not valid XML: the element 'channel' is never closed (line 1, column 15)"
            ),
            (#"{"films":[]}"#, "malformed", "not valid XML: not well-formed (invalid token) (line 1, column 1)"),
            ("<!DOCTYPE html><html><body>Sign in</body></html>", "unavailable", "a web page instead of XML"),
            (
                "<!DOCTYPE r [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><rss>&b;</rss>", "malformed",
                "a document type declaration (<!DOCTYPE …>) is not read (line 1, column 13)"
            ),
            (String(repeating: "<a>", count: 9_000), "malformed", "expected at most 64 elements inside each other"),
            ("<rss><channel>&nbsp;</channel></rss>", "malformed", "expected one of the entities"),
            ("<?xml version='1.0' encoding='x-mac-korean'?><rss/>", "malformed", "found x-mac-korean"),
            ("<error code='22'>too many</error>", "quota", "too many"),
        ]
    )
    func faults(_ text: String, _ kind: String, _ message: String) async throws {
        try await with { server, arguments, _ in
            server.on("*", xml(text))
            let error = try await Program.error(arguments, "movies/search", #"{"query":"x"}"#)
            #expect(error["data"]?["kind"]?.string == kind, "\(error)")
            #expect(error["message"]?.string?.contains(message) == true, "\(error)")
        }
    }
}
