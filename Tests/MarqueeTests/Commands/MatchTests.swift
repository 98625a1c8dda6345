import JSON
import MarqueeTestKit
import Testing

@Suite("marquee match")
struct MatchCommandTests {
    static let ours = #"""
        {"id":"a:1","title":"기생충","titles":[{"text":"PARASITE","language":"en"}],"year":2019,"runtimeMinutes":131}
        {"id":"a:2","title":"Casanova","year":2005}
        {"id":"a:3","title":"Iron Man 2","year":2010,"directors":[{"name":"Jon Favreau"}]}
        {"id":"a:4","title":"Giù la testa","year":1971,"ids":{"imdb":"tt0067140"}}

        """#
    static let theirs = #"""
        {"id":"b:1","title":"Iron Man Two","year":2010,"directors":[{"name":"FAVREAU Jon"}]}
        {"id":"b:2","title":"Parasite","year":2019,"runtimeMinutes":132,"ratings":[{"value":8.5,"scale":10}]}
        {"id":"b:3","title":"Casanova","year":2005}
        {"id":"b:4","title":"Casanova","year":2005}
        {"id":"b:5","title":"Duck, You Sucker","year":1976,"ids":{"imdb":"tt0067140"}}

        """#

    private func run(
        _ arguments: [String],
        ours: String = ours,
        theirs: String = theirs,
        gold: String = ""
    ) async throws -> (outcome: ProcessOutcome, folder: String) {
        try await ProjectFiles.withTemporaryFolder { folder in
            for (name, text) in [("ours", ours), ("theirs", theirs), ("gold", gold)] {
                let file = folder + "/\(name)" + (name == "gold" ? ".tsv" : ".ndjson")
                try ProjectFiles.write(text, to: file)
            }
            let files = [folder + "/ours.ndjson", folder + "/theirs.ndjson"]
            let extra = arguments.map { $0 == "GOLD" ? folder + "/gold.tsv" : $0 }
            return (try await Program.run(["match"] + files + extra), folder)
        }
    }

    @Test("Each pair has its confidence and reasons, and ambiguous pairs are left out")
    func pairs() async throws {
        let outcome = try await run([]).outcome
        #expect(outcome.status == .exited(0))
        let hint = "2 records are ambiguous because others of the file seem to be the same film; the first: b:3."
        #expect(outcome.errors.hasSuffix("theirs.ndjson: \(hint) If they are, try --many-to-one\n"))
        #expect(
            outcome.outputText == #"""
                {"a":"a:1","b":"b:2","confidence":0.99,"reasons":["same year","English title equal","running times 1 minute apart"]}
                {"a":"a:3","b":"b:1","confidence":0.99,"reasons":["same year","English title equal","director equal"]}
                {"a":"a:4","b":"b:5","confidence":1,"reasons":["imdb id equal","although years 5 apart, English titles unlike"]}

                """#
        )
    }

    @Test("The order of lines and files changes only which id is `a`")
    func order() async throws {
        let turned = Self.ours.split(separator: "\n").reversed().map { $0 + "\n" }.joined()
        let pairs = try await run([], ours: Self.theirs, theirs: turned).outcome.outputText.split(separator: "\n")
        let ids = try pairs.map { line in
            let pair = try JSONDocument(String(line)).root
            return [pair["a"]?.string, pair["b"]?.string]
        }
        #expect(Set(ids) == [["b:2", "a:1"], ["b:1", "a:3"], ["b:5", "a:4"]])
    }

    @Test("A merged film has every member of a line that an answer has written")
    func wholeFilms() async throws {
        let line = #"""
            {"id":"imdb:tt9900001","ids":{"imdb":"tt9900001"},"title":"Paper Boat","titles":[{"text":"Paper Boat","language":"en"}],"year":2010,"directors":[{"id":"tmdb:5","ids":{"tmdb":"5"},"name":"Ann Lee"}],"cast":[{"name":"Bo Zhang","character":"Ferryman"}],"castTotal":40,"crewTotal":120,"ratings":[{"provider":"omdb","name":"Critics","value":80,"scale":100,"votes":null}],"releases":[{"region":"KR","events":[{"kind":"theatrical","date":"2010-05-01","certification":"12"}]}],"watch":[{"region":"KR","provider":"tmdb","link":"https://one.example/w","stream":[{"name":"Stream"}]}],"images":[{"kind":"poster","url":"https://one.example/p","width":500,"sizes":[{"url":"https://one.example/s","width":92}],"provider":"tmdb"}],"imagesTotal":9,"videos":[{"kind":"trailer","site":"youtube","key":"k","url":"https://www.youtube.com/watch?v=k","name":"First","official":true,"published":"2010-01-03"}],"pages":[{"provider":"tmdb","url":"https://one.example/1"}],"budget":{"amount":100,"currency":"KRW"},"revenue":{"amount":200,"currency":"USD"},"awards":{"text":"All of them.","language":"en"},"collection":{"id":"tmdb:1","name":"Boats"}}
            """#
        let outcome = try await run(
            ["--clusters"],
            ours: line + "\n",
            theirs: #"{"id":"b:1","title":"Else","year":1950}"# + "\n"
        ).outcome
        let movie = try #require(
            try outcome.outputText.split(separator: "\n").map { try JSONDocument(String($0)).root }.first?["movie"]
        )
        for (name, value) in try JSONDocument(line).root.members {
            #expect(movie[String(name)]?.description == value.description, "\(name)")
        }
    }

    @Test("Clusters are merged films that list every id and every film once")
    func clusters() async throws {
        let outcome = try await run(["--clusters"]).outcome
        let films = try outcome.outputText.split(separator: "\n").map { try JSONDocument(String($0)).root }
        #expect(
            films.map { $0["ids"]?.elements.compactMap(\.string) } == [
                ["a:1", "b:2"], ["a:2"], ["a:3", "b:1"], ["a:4", "b:5"], ["b:3"], ["b:4"],
            ]
        )
        let parasite = try #require(films.first?["movie"])
        #expect(parasite["ids"]?.description == #"{"a":"1","b":"2"}"#)
        #expect(parasite["title"]?.string == "기생충")
        #expect(parasite["runtimeMinutes"]?.int == 131)
        #expect(parasite["ratings"]?[0]?["provider"]?.string == "theirs")
        #expect(parasite["provenance"]?["title"]?.description == #"["ours"]"#)
        #expect(parasite["match"]?["confidence"]?.double == 0.99)
        #expect(films[3]["movie"]?["id"]?.string == "imdb:tt0067140")
        #expect(films[1]["movie"]?["match"]?["reasons"]?.description == #"["ambiguous"]"#)
    }

    @Test("`--ambiguous` lists each ambiguous film with its candidates")
    func ambiguous() async throws {
        let outcome = try await run(["--ambiguous"]).outcome
        #expect(outcome.outputText == #"{"ids":["a:2"],"ambiguous":true,"candidates":["b:3","b:4"]}"# + "\n")
    }

    @Test("With `--many-to-one`, several records of a file can be one film")
    func manyToOne() async throws {
        let outcome = try await run(["--many-to-one"]).outcome
        let pairs = try outcome.outputText.split(separator: "\n").map { try JSONDocument(String($0)).root }
        #expect(pairs.filter { $0["a"]?.string == "a:2" }.compactMap { $0["b"]?.string } == ["b:3", "b:4"])
        #expect(
            outcome.errors.hasSuffix("theirs.ndjson: lists films twice, so several of its records may be one film\n")
        )
    }

    @Test("An explanation shows every comparison and its weight")
    func explain() async throws {
        let outcome = try await run(["--explain", "a:3", "b:1"]).outcome
        let lines = outcome.outputText.split(separator: "\n").map(String.init)
        #expect(lines[0] == "a:3 and b:1: same, confidence 0.99")
        #expect(lines[1] == "because: same year, English title equal, director equal")
        #expect(
            lines.dropFirst(3).map { $0.split(separator: " ").first } == ["prior", "year", "title", "directors", "sum"]
        )
        #expect(lines[4].split(separator: " ") == ["year", "same", "year", "+6.0"])
        let ambiguous = try await run(["--explain", "a:2", "b:3"]).outcome.outputText
        #expect(ambiguous.hasPrefix("a:2 and b:3: ambiguous, confidence 0.99\n"))
        #expect(ambiguous.contains("as good: b:4\n"))
        let unknown = try await run(["--explain", "a:2", "b:99"]).outcome
        #expect(unknown.status == .exited(65))
        #expect(unknown.errors == "error: no film has the id b:99\n")
    }

    @Test("`--gold` scores the result against known pairs")
    func gold() async throws {
        let gold = "a:1\tb:2\na:2\tb:3\na:3\tb:5\n# a remark\na:9\tb:9\n"
        let lines = try await run(["--gold", "GOLD"], gold: gold).outcome.outputText.split(separator: "\n")
        #expect(lines[0] == "precision 0.3333  recall 0.3333  F1 0.3333")
        #expect(lines.contains { $0.hasPrefix("  0.99 to 1  said ") && $0.hasSuffix("(1 of 3)") })
        #expect(lines[1] == "right 1  false 2  missed 2  unjudged 0")
        #expect(lines[2] == "1 known pairs have records that are in no file")
        #expect(lines.contains { $0.hasPrefix("  a:4 b:5  same 1.0000") })
        #expect(lines.contains { $0.hasPrefix("  a:2 b:3  ambiguous 0.9") })
    }

    @Test("Known pairs of which no id is in the lists are no measure")
    func foreignGold() async throws {
        let outcome = try await run(["--gold", "GOLD", "--partial-gold"], gold: "x:1\ty:2\n").outcome
        #expect(outcome.status == .exited(65))
        #expect(outcome.errors.hasSuffix("expected pairs of ids of the films, found none of them among 1 pairs\n"))
    }

    @Test("A found pair that is not known counts as false, or as unjudged with `--partial-gold`")
    func strictGold() async throws {
        let gold = "a:1\tb:2\n"
        let strict = try await run(["--gold", "GOLD"], gold: gold).outcome.outputText.split(separator: "\n")
        #expect(strict[1] == "right 1  false 2  missed 0  unjudged 0")
        let partial = try await run(["--gold", "GOLD", "--partial-gold"], gold: gold).outcome.outputText
        #expect(partial.contains("\nright 1  false 0  missed 0  unjudged 2\n"))
    }

    @Test("Invalid lines are reported with their numbers and skipped")
    func badLines() async throws {
        let bad = "{\"id\":\"a:0\"\n[1]\n{\"title\":\"x\"}\n\n{\"id\":true,\"title\":\"x\"}\n"
        let (outcome, folder) = try await run([], ours: bad + Self.ours)
        #expect(outcome.status == .exited(0))
        let file = folder + "/ours.ndjson"
        let problems = outcome.errors.split(separator: "\n").map(String.init).filter { $0.hasPrefix(file) }
        #expect(problems.count == 4)
        #expect(problems[0].hasPrefix("\(file):1: ") && problems[0].hasSuffix("; skipped"))
        #expect(
            problems.dropFirst() == [
                "\(file):2: expected an object, found an array; skipped",
                "\(file):3: expected an \"id\", found none; skipped",
                "\(file):5: \"id\": expected a string or a number, found a bool; skipped",
            ]
        )
        #expect(outcome.outputText.split(separator: "\n").count == 3)
    }

    @Test("With `--strict`, the first invalid line ends the run with 65")
    func strict() async throws {
        let (outcome, folder) = try await run(["--strict"], theirs: Self.theirs + "{}\n")
        #expect(outcome.status == .exited(65))
        #expect(outcome.outputText == "")
        #expect(outcome.errors == "error: \(folder)/theirs.ndjson:6: expected an \"id\", found none\n")
    }

    @Test("Standard input can be a file, and its last line needs no newline")
    func standardInput() async throws {
        let input = Array((Self.ours + Self.theirs.dropLast()).utf8)
        let outcome = try await Program.run(["match", "-", "--clusters"], input: input)
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.split(separator: "\n").count == 8)
    }

    @Test("A number of threads below 1 is refused with what was found", arguments: ["0", "-1", "two"])
    func threadCount(text: String) async throws {
        let outcome = try await Program.run(["match", "--threads", text, "x"])
        #expect(outcome.status == .exited(64))
        #expect(
            outcome.errors.contains("expected a number of at least 1, found \(text); see: marquee help match\n"),
            "\(outcome.errors)"
        )
    }

    @Test(
        "Options that have no effect together are refused",
        arguments: [
            (["--clusters", "--ambiguous"], "expected one of --clusters, --ambiguous, --gold, and --explain"),
            (["--clusters", "--gold", "x"], "found --clusters and --gold"),
            (["--gold", "x", "--explain", "a:1", "b:1"], "found --gold and --explain"),
            (["--survey", "--clusters"], "--clusters has no effect with --survey"),
            (["--survey", "--gold", "x"], "--gold has no effect with --survey"),
            (["--keys", "--surveyed", "x", "--one-to-one"], "--one-to-one has no effect with --keys"),
            (["--keys", "--surveyed", "x", "--list", "a"], "--list: expected standard input (-) among the files"),
            (["--block", "--surveyed", "x", "--many-to-one"], "--many-to-one has no effect with --block"),
            (["--block", "--surveyed", "x", "--strict"], "--strict has no effect with --block"),
            (["--block", "--surveyed", "x", "--threads", "2"], "--threads has no effect with --block"),
        ]
    )
    func idleOptions(arguments: [String], message: String) async throws {
        let outcome = try await Program.run(["match", "a.ndjson"] + arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test(
        "Wrong arguments exit with an error and no output",
        arguments: zip(
            [[], ["/nonexistent.ndjson"], ["--many-to-one", "--one-to-one", "x"]],
            [64, 74, 64] as [Int32]
        )
    )
    func wrongCalls(arguments: [String], status: Int32) async throws {
        let outcome = try await Program.run(["match"] + arguments)
        #expect(outcome.status == .exited(status))
        #expect(outcome.outputText == "")
        #expect(!outcome.errors.isEmpty)
    }
}

@Suite("Remembered matches from one run of the program to the next")
struct MatchLibraryTests {
    private static let film = #"{"id":"1","ko":"등대","en":"The Lighthouse Keeper","year":2021,"by":"Han Sora"}"#
    private static let other = #"{"id":"7","ko":"등대","en":"The Lighthouse Keeper","year":2021,"by":"Han Sora"}"#

    /// Defines two sources of one film: `office` supports only lookup by id, `shelf` also supports search.
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

    /// Calls `body` with a function that calls the program with its own library, and one that lists the requested
    /// paths.
    private static func with(
        _ body: (_ call: (String, String) async throws -> JSONElement, _ asked: () -> [String]) async throws -> Void
    ) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/office/1") { _, _ in .json(film) }
            server.on("/shelf/search") { _, _ in .json("[\(other)]") }
            server.on("/shelf/films/7") { _, _ in .json(other) }
            try ProjectFiles.write(definitions(server.origin), to: folder + "/providers.yaml")
            let arguments = ["--config", folder + "/providers.yaml", "--trust", "--data-dir", folder + "/data"]
            try await body(
                { method, params in
                    // Delete the cache, so that only the library carries over from one run to the next.
                    try ProjectFiles.remove(folder + "/cache")
                    return try await Program.result(arguments + ["--cache-dir", folder + "/cache"], method, params)
                },
                { server.log.requests.map { String($0.path.prefix { $0 != "?" }) } }
            )
        }
    }

    @Test("A film that a source's search found is looked up there by its id the next time")
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

    @Test("A film that the user split stays split until forgotten, and a pinned field comes from its source")
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
