import JSON
import MarqueeTestKit
import MovieDomain
import MovieService
import Testing

@Suite("What people write for a film")
struct FilmReferenceTests {
    @Test(
        "Ids and addresses are left to the methods",
        arguments: [
            "imdb:tt0094435", "tt0094435", "TMDB:17", "kofic:20090001", "my-shelf:a", "title:Amber (1999)",
            "https://www.imdb.com/title/tt0094435/", "www.themoviedb.org/movie/17-some-name", "https://films.example/1",
        ]
    )
    func ids(_ text: String) { #expect(FilmReference(" " + text) == .id(text)) }

    @Test(
        "Rows of the last table begin with @",
        arguments: [("@1", 1), ("@12", 12)]
    )
    func rows(_ text: String, _ row: Int) { #expect(FilmReference(text) == .row(row)) }

    @Test(
        "Everything else is a title, and a year is apart from it",
        arguments: [
            ("겨울 강", [("겨울 강", nil)]), ("겨울 강 (2014)", [("겨울 강", 2014)]), ("겨울 강(2014)", [("겨울 강", 2014)]),
            ("Winter River [2014]", [("Winter River", 2014)]),
            ("Winter River 2014", [("Winter River 2014", nil), ("Winter River", 2014)]),
            ("1944", [("1944", nil)]), ("1944 (2015)", [("1944", 2015)]), ("River2014", [("River2014", nil)]),
            ("Night: A Story", [("Night: A Story", nil)]), ("Night:Story", [("Night:Story", nil)]), ("@", [("@", nil)]),
            ("496240", [("496240", nil)]),
            ("https://letterboxd.com/film/winter-river/", [("winter river", nil)]),
            ("letterboxd.com/ann/film/winter-river-2014", [("winter river 2014", nil), ("winter river", 2014)]),
        ] as [(String, [(String, Int?)])]
    )
    func titles(_ text: String, _ expected: [(String, Int?)]) {
        let readings = expected.map { FilmTitle(text: $0.0, year: $0.1) }
        #expect(FilmReference(text) == .title(readings))
    }

    @Test(
        "A title is a film's if only case, marks, and blanks differ, and the year is the same",
        arguments: [
            ("winterriver", nil, true), ("WINTER RIVER!", nil, true), ("겨울강", 2014, true), ("Wínter Ríver", 2014, true),
            ("Winter", nil, false), ("Winter Rivers", nil, false), ("Winter River", 2015, false), ("", nil, false),
        ] as [(String, Int?, Bool)]
    )
    func equality(_ text: String, _ year: Int?, _ isEqual: Bool) {
        #expect(FilmTitle(text: text, year: year).equals(["겨울 강", "Winter River"], 2014) == isEqual)
    }
}

@Suite("Films by their titles, through the program")
struct FilmTitleCommandTests {
    private static let films = [
        ("tt7100001", "잿빛 부두", "Grey Pier", 2011), ("tt7100002", "잿빛 부두", "The Ash Quay", 1979),
        ("tt7100003", "느린 등불", "The Slow Lamp", 2018), ("tt7100004", "1944", "1944", 2015),
        ("tt7100005", "Café Nord", "Café Nord", 2003),
    ]

    private static func json(_ film: (String, String, String, Int)) -> String {
        """
        {"imdb":"\(film.0)","title":"\(film.1)","en":"\(film.2)","year":\(film.3),"directors":["Ann Lee"]}
        """
    }

    private static func definition(at origin: String) -> String {
        let item = """
            { ids: { pier: imdb, imdb: imdb }, title: { path: title, language: ko },
              titles: [{ path: en, language: en }], year: year, directors: directors }
            """
        return """
            version: 1
            settings: { languages: [ko, en] }
            providers:
              - id: pier
                base_url: "\(origin)"
                allow_http: true
                retry: { attempts: 1 }
                operations:
                  search: { get: /search, query: { q: "${input.query}" }, rows: ., item: \(item) }
                  lookup: { by: [imdb], get: "/film/${input.ids.imdb}", rows: ., item: \(item) }
            """
    }

    /// Runs `body` with a source that has the films, and with a folder for the library.
    private func withSource(
        _ body: (_ run: ([String]) async throws -> ProcessOutcome, _ server: ScriptedServer) async throws -> Void
    ) async throws {
        try await FaultScene.withServer { scene, server in
            for film in Self.films { server.on(ScriptedRoute("/film/\(film.0)"), .json(Self.json(film))) }
            server.on("/search") { request, _ in
                let words = request.query.first { $0.name == "q" }?.value ?? ""
                let found = Self.films.filter { film in "\(film.1) \(film.2)".lowercased().contains(words.lowercased())
                }
                return .json("[" + found.map(Self.json).joined(separator: ",") + "]")
            }
            try ProjectFiles.write(Self.definition(at: server.origin), to: scene.configuration)
            try await Program.withHome { _, environment in
                func run(_ arguments: [String]) async throws -> ProcessOutcome {
                    try await Program.run(arguments + scene.arguments, environment: environment)
                }
                try await body(run, server)
            }
        }
    }

    @Test("A title that one film has is that film, which a line on standard error names")
    func one() async throws {
        try await withSource { run, _ in
            for words in [["느린", "등불"], ["the slow lamp"], ["The Slow Lamp (2018)"], ["1944"], ["CAFÉ NORD"]] {
                let outcome = try await run(["movie"] + words)
                #expect(outcome.status == .exited(0), "\(words): \(outcome.errors)")
                #expect(outcome.errors.contains(":tt710000"), "\(outcome.errors)")
            }
        }
    }

    @Test("A title that several films have is refused with all of them, and so is a part of a title")
    func several() async throws {
        try await withSource { run, _ in
            for (words, message) in [
                ("잿빛 부두", "several films are called \"잿빛 부두\""), ("Quay", "no film is called exactly \"Quay\""),
            ] {
                let outcome = try await run(["bookmarks", "add", words])
                #expect(outcome.status == .exited(65), "\(outcome.errors)")
                #expect(outcome.errors.hasPrefix("error: " + message), "\(outcome.errors)")
                #expect(
                    outcome.errors.contains("  잿빛 부두 (1979)  The Ash Quay  Ann Lee  imdb:tt7100002\n"),
                    "\(outcome.errors)"
                )
                let error = try JSONDocument(outcome.output).root["error"]
                #expect(error?["data"]?["kind"]?.string == "ambiguous")
                #expect(error?["data"]?["films"]?.elements.contains { $0["id"]?.string == "imdb:tt7100002" } == true)
            }
            let dated = try await run(["bookmarks", "add", "잿빛 부두 1979"])
            #expect(dated.status == .exited(0), "\(dated.errors)")
        }
    }

    @Test("What no film is called is not found, and a number is explained")
    func none() async throws {
        try await withSource { run, _ in
            for (words, hint) in [("496240", "did you mean tmdb:496240?"), ("Nothing", "marquee search")] {
                let outcome = try await run(["movie", words])
                #expect(outcome.status == .exited(66), "\(outcome.errors)")
                #expect(outcome.errors.contains(hint), "\(outcome.errors)")
            }
            let removed = try await run(["bookmarks", "remove", "The Slow Lamp"])
            #expect(removed.status == .exited(66) && removed.errors.contains("your library has no film"))
        }
    }

    @Test("A film that is known needs no network")
    func offline() async throws {
        try await withSource { run, server in
            _ = try await run(["bookmarks", "add", "The Slow Lamp"])
            server.stop()
            let outcome = try await run(["cards", "put", "느린 등불", "--stars", "4"])
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.outputText.contains("tt7100003"))
        }
    }

    @Test("@2 is the film in the second row of the last table")
    func rows() async throws {
        try await withSource { run, _ in
            let early = try await run(["movie", "@1"])
            #expect(early.status == .exited(66) && early.errors.contains("there was no table"), "\(early.errors)")
            _ = try await run(["search", "잿빛", "--format", "table"])
            let outcome = try await run(["movie", "@2"])
            #expect(outcome.status == .exited(0) && outcome.errors.contains("잿빛 부두 (1979)"), "\(outcome.errors)")
            let late = try await run(["movie", "@3"])
            #expect(late.status == .exited(66) && late.errors.contains("had 2 rows"), "\(late.errors)")
        }
    }

    @Test("Several films are added one by one, and a title without quotation marks is one film")
    func each() async throws {
        try await withSource { run, _ in
            let several = try await run(["lists", "add", "Best", "1944", "Nothing", "imdb:tt7100001"])
            #expect(several.status == .exited(75), "\(several.errors)")
            let words = try await run(["lists", "add", "Best", "The", "Slow", "Lamp"])
            #expect(words.status == .exited(0), "\(words.errors)")
            let list = try await run(["lists", "show", "Best", "--format", "table"])
            for title in ["1944", "잿빛 부두", "느린 등불"] { #expect(list.outputText.contains(title), "\(list.outputText)") }
            #expect(
                list.outputText.hasPrefix("#  Title") && list.outputText.contains("\n1  1944"),
                "\(list.outputText)"
            )
            let sorted = try await run(["lists", "show", "Best", "--sort", "year", "--format", "table"])
            #expect(sorted.outputText.hasPrefix("Title"), "\(sorted.outputText)")
        }
    }
}
