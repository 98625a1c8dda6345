import JSON
import MarqueeTestKit
import Testing

/// Films and series of sources that number them apart, through the whole program.
@Suite("Films and series")
struct SeriesTests {
    private static func source(_ id: String, at origin: String) -> String {
        """
          - id: \(id)
            base_url: "\(origin)"
            allow_http: true
            operations:
              search:
                get: /\(id)/search
                query: { q: "${input.query}" }
                rows: films
                item: &\(id)
                  ids: { tmdb: tmdb, imdb: imdb }
                  title: { path: title, required: true, language: en }
                  year: year
                  series: series
                  overview: { path: about, language: en }
              lookup:
                by: [tmdb]
                get: /\(id)/film
                query: { number: "${input.ids.tmdb}" }
                rows: films
                item: *\(id)
        """
    }

    private func withFilms(
        _ reel: String,
        _ tube: String,
        _ body: (inout FaultTalk, ScriptedServer) async throws -> Void
    ) async throws {
        try await FaultScene.withServer { scene, server in
            for (source, rows) in [("reel", reel), ("tube", tube)] {
                for path in ["search", "film"] {
                    server.on(ScriptedRoute("/\(source)/\(path)"), .json(#"{"films":[\#(rows)]}"#))
                }
            }
            let sources = ["reel", "tube"].map { Self.source($0, at: server.origin) }.joined(separator: "\n")
            let text = "version: 1\nsettings: { languages: [en], deadline: 60s }\nproviders:\n\(sources)\n"
            try ProjectFiles.write(text, to: scene.configuration)
            try await FaultTalk.with(scene, ["--data-dir", scene.folder + "/data"]) { talk in
                try await body(&talk, server)
            }
        }
    }

    private static let film = #"{"tmdb":605,"title":"The Grid Revolt","year":2003,"about":"Machines."}"#

    @Test(
        "A film and a series of one number are two rows, and the film gets nothing from the series",
        arguments: ["Teen Sorceress", "The Grid Revolt"]
    )
    func sameNumber(title: String) async throws {
        let series = #"{"tmdb":605,"title":"\#(title)","year":2003,"series":true,"about":"Spells."}"#
        try await withFilms(Self.film, series) { talk, _ in
            let found = try await talk.result("movies/search", #"{"query":"grid"}"#)["movies"]
            #expect(
                found?.elements.map { $0["id"]?.string } == ["tmdb:605", "tmdb-tv:605"],
                "\(found?.description ?? "")"
            )
            #expect(found?.elements.map { $0["series"]?.bool } == [nil, true])
            for method in ["movies/get", "bookmarks/add", "movies/get"] {
                let answer = try await talk.result(method, #"{"id":"tmdb:605"}"#)
                #expect(answer["movie"]?["title"]?.string == "The Grid Revolt", "\(answer)")
                #expect(answer["movie"]?["overview"]?["text"]?.string == "Machines.", "\(answer)")
                #expect(answer["movie"]?["series"] == nil, "\(answer)")
            }
            let again = try await talk.result("movies/search", #"{"query":"grid"}"#)["movies"]
            #expect(again?.elements.map { $0["bookmarked"]?.bool } == [true, false])
        }
    }

    @Test("One number of IMDb is one film, whatever sources call it")
    func sameIMDb() async throws {
        let film = #"{"imdb":"tt8000077","title":"Lamp Street","year":2010}"#
        try await withFilms(film, film.dropLast() + #","series":true}"#) { talk, _ in
            let found = try await talk.result("movies/search", #"{"query":"lamp"}"#)["movies"]
            #expect(found?.elements.map { $0["id"]?.string } == ["imdb:tt8000077"])
        }
    }

    @Test("A film and a series of one number in one answer are two rows with an id each")
    func oneSource() async throws {
        let series = #"{"tmdb":605,"title":"Teen Sorceress","year":1996,"series":true}"#
        try await withFilms(Self.film + "," + series, "") { talk, _ in
            let found = try await talk.result("movies/search", #"{"query":"grid"}"#)["movies"]
            #expect(found?.elements.map { $0["id"]?.string } == ["tmdb:605", "tmdb-tv:605"])
        }
    }
}
