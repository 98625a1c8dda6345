import JSON
import MarqueeTestKit
import Testing

@Suite("What is noted of matches, from one run of the program to the next")
struct MatchLibraryTests {
    private static let film = #"{"id":"1","ko":"등대","en":"The Lighthouse Keeper","year":2021,"by":"Han Sora"}"#
    private static let other = #"{"id":"7","ko":"등대","en":"The Lighthouse Keeper","year":2021,"by":"Han Sora"}"#

    /// Two sources of one film: an office that is asked by its id, and a shelf that can be searched.
    private static func definitions(_ origin: String) -> String {
        let item = """
            title: { path: en, language: en, required: true }
                      titles: [{ path: ko, language: ko }]
                      year: year
                      directors: by
            """
        return """
            version: 1
            providers:
              - id: office
                base_url: "\(origin)/office"
                operations:
                  lookup:
                    by: [office]
                    get: "/${input.ids.office}"
                    rows: .
                    item:
                      ids: { office: id }
                      \(item)
              - id: shelf
                base_url: "\(origin)/shelf"
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    rows: .
                    item:
                      ids: { shelf: id }
                      \(item)
                  lookup:
                    by: [shelf]
                    get: "/films/${input.ids.shelf}"
                    rows: .
                    item: { extends: search }
            """
    }

    /// Gives a way to call the program with its own library, and the paths that the sources were asked for.
    private static func with(
        _ body: (
            _ call: (String, String) async throws -> JSONElement, _ asked: () -> [String]
        ) async throws -> Void
    ) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            server.on("/office/1") { _, _ in .json(film) }
            server.on("/shelf/search") { _, _ in .json("[\(other)]") }
            server.on("/shelf/films/7") { _, _ in .json(other) }
            try ProjectFiles.write(definitions(server.origin), to: folder + "/providers.yaml")
            let arguments = ["--config", folder + "/providers.yaml", "--data-dir", folder + "/data"]
            try await body(
                { method, params in
                    // Each run asks anew: what is kept from one to the next is the library alone.
                    _ = try await ProcessOutcome.of(ProcessPlan("/bin/rm", ["-rf", folder + "/cache"]))
                    return try await Program.result(arguments + ["--cache-dir", folder + "/cache"], method, params)
                },
                { server.log.requests.map { String($0.path.prefix { $0 != "?" }) } }
            )
        }
    }

    @Test("A film that was found at another source by its title is asked for by its id there the next time")
    func remembered() async throws {
        try await Self.with { call, asked in
            let first = try await call("movies/get", #"{"id":"office:1"}"#)
            #expect(first["movie"]?["ids"]?.description == #"{"office":"1","shelf":"7"}"#)
            #expect(asked().contains("/shelf/search"))
            let notes = try await call("matches/list", #"{"id":"shelf:7"}"#)
            let note = try #require(notes["matches"]?[0])
            #expect(note["id"]?.string == "office:1")
            #expect(note["verdict"]?.string == "same")
            #expect(note["by"]?.string == "matcher")
            #expect(note["reasons"]?.count ?? 0 > 0)
            let before = asked().count
            let second = try await call("movies/get", #"{"id":"office:1"}"#)
            #expect(second["movie"]?["ids"]?["shelf"]?.string == "7")
            #expect(asked().dropFirst(before).sorted() == ["/office/1", "/shelf/films/7"])
        }
    }

    @Test("What the user split stays two films, until it is forgotten; a field comes from where the user wants it")
    func corrected() async throws {
        try await Self.with { call, _ in
            _ = try await call("matches/split", #"{"id":"office:1","with":"shelf:7"}"#)
            let apart = try await call("movies/get", #"{"id":"office:1"}"#)
            #expect(apart["movie"]?["ids"]?.description == #"{"office":"1"}"#)
            #expect(try await call("matches/forget", #"{"id":"office:1"}"#)["removed"]?.int == 1)
            _ = try await call("matches/pin", #"{"id":"office:1","field":"year","provider":"shelf"}"#)
            let together = try await call("movies/get", #"{"id":"office:1"}"#)
            #expect(together["movie"]?["ids"]?["shelf"]?.string == "7")
            #expect(together["movie"]?["provenance"]?["year"]?[0]?.string == "shelf")
        }
    }
}
