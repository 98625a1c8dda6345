import JSON
import MarqueeTestKit
import Testing

/// Expects that every mistake in a definition or an answer is reported.
@Suite("Mistakes, as the commands report them")
struct MistakeCommandTests {
    /// Returns a definition whose sample has a rating outside its scale, a list of objects, and a path that no row has.
    private static func definition(_ origin: String, sample: String, item more: String = "") -> String {
        """
        version: 1
        providers:
          - id: lantern
            base_url: \(origin)
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                rows: results
                item:
                  ids: { lantern: id }
                  title: { path: name, required: true }
                  runtime: lenght
                  rating: score
                  genres: tags
        \(more)
            tests:
              - { name: a film, operation: search, input: { query: x }, \(sample), expect: { count: 1 } }
        """
    }

    private static let row = #"{ id: 1, name: Well, length: 3, score: 87, tags: [{ id: 2, name: Drama }] }"#
    private static let answer =
        #"{"results":[{"id":1,"name":"Well","length":3,"score":87,"tags":[{"id":2,"name":"Drama"}]}]}"#

    private static let unread = [
        "13:20: warning: 'runtime': no row of the sample has 'lenght'; did you mean 'length'?",
        "14:19: warning: 'rating' at 'score': expected a rating from 0 to 10, found 87; did you mean scale: 100?",
        "15:19: warning: 'genres' at 'tags': expected a list of texts, found "
            + #"{"id":2,"name":"Drama"}; did you mean 'tags[*].name'?"#,
    ]

    @Test(
        "A command that does not exist, or gets a title for an id, names the one that is meant",
        arguments: [
            (["help", "serch"], "did you mean: marquee help search"),
            (["help", "bookmarks", "ad"], "did you mean: marquee help bookmarks add"),
            (["bookmarks", "ad", "yts:1"], "did you mean: marquee bookmarks add yts:1"),
            (["lists", "Best"], "did you mean: marquee lists show Best\n"),
            (["lists", "Best", "of", "--limit", "5"], "did you mean: marquee lists show 'Best of' --limit 5\n"),
            (["lists", "shwo", "Best"], "did you mean: marquee lists show Best\n"),
            (["import", "x.csv", "--list", "Best", "--as", "watched"], "expected --as or --list, not both"),
            (["version"], "did you mean: marquee --version"),
            (["similar", "yts:1"], "did you mean: marquee movie yts:1 --include similar"),
            (["export", "--list", "Best", "all.json"], "--list writes a table: expected a FILE that ends in .csv"),
            (
                ["list", "trending", "--rating", "7", "--demo"],
                "error: --rating cannot be used here: the other arguments call movies/trending"
            ),
            (
                ["people", "tmdb:21684", "--page", "2", "--demo"],
                "error: --page cannot be used here: the other arguments call people/get"
            ),
            (["cards", "add", "yts:1", "--demo", "--clear", "x"], "--clear: expected stars, comment, watched"),
        ]
    )
    func commands(_ arguments: [String], _ message: String) async throws {
        try await expectMistake(arguments, message)
    }

    @Test(
        "A value that a method refuses is named by its option or argument",
        arguments: [
            (["list", "--demo", "--rating", "99"], "error: --rating: expected a number from 0 to 10"),
            (["list", "--demo", "--direction", "asc"], "did you mean: marquee list --demo --direction ascending"),
            (["cards", "put", "yts:1", "--demo", "--watched", "x"], "error: --watched: expected a date"),
            (["movie", "yts:1", "--demo", "--include", "x"], "error: --include: expected one of"),
            (
                ["bookmarks", "--demo", "--year", "x"],
                "error: --year: expected an integer from 1850 to 2200, got \"x\""
            ),
            (
                ["bookmarks", "--demo", "--seed", "-1"],
                "error: --seed: expected an integer from 0 to 999999999, got -1"
            ),
            (["bookmarks", "--demo", "--stars", "x"], "error: --stars: expected a number"),
            (["matches", "split", "yts:1", "http://x", "--demo"], "error: OTHER: expected a film's id"),
            (["boxoffice", "yesterdy", "--demo"], "error: DATE: expected a date"),
            (["boxoffice", "yesterdy", "--demo"], "did you mean: marquee boxoffice yesterday --demo"),
            (["call", "movies/list", "minimumRating=99", "--demo"], "error: Invalid params: minimumRating: expected"),
        ]
    )
    func options(_ arguments: [String], _ message: String) async throws {
        try await expectMistake(arguments, message, hasAnswer: true)
    }

    /// Slips in values, and the one line that answers them.
    private static let slips: [(slip: [String], line: String)] = [
        (["log", "Moonrise", "--stars", "6"], "log Moonrise --stars 3"),
        (["log", "Slow", "Lamp", "--stars", "9"], "log Slow Lamp --stars 4.5"),
        (["log", "Moonrise", "--stars", "4,5"], "log Moonrise --stars 4.5"),
        (["log", "Moonrise", "--stars", "90%"], "log Moonrise --stars 4.5"),
        (["log", "Moonrise", "--stars", "five"], "help log"),
        (["log", "Moonrise", "--on", "31.11.2026"], "help log"),
        (["log", "Moonrise", "--on", "11/12/2026"], "log Moonrise --on 2026-11-12"),
        (["log", "Moonrise", "--on", "yesteday"], "log Moonrise --on yesterday"),
        (["movie", "Moonrise", "--include", "watchs"], "movie Moonrise --include watch"),
        (["movie", "Moonrise", "--include", "credits,trailer"], "movie Moonrise --include credits,videos"),
        (["call", "movies/search", "querry=Moonrise"], "call movies/search query=Moonrise"),
        (["call", "movies/search", "query=Up", "providers=tmbd"], "call movies/search query=Up providers=tmdb"),
        (["call", "movies/list", "sort=ratng"], "call movies/list sort=rating"),
        (["where", "Moonrise", "--region", "XX"], "help where"),
        (["credits", "Moonrise", "--kind", "casts"], "credits Moonrise --kind cast"),
        (["trend", "Moonrise", "--days", "0"], "help trend"),
        (["bookmarks", "add", "Moonrise", "--timeout", "soon"], "help bookmarks add"),
        (["boxoffice", "yesteday"], "boxoffice yesterday"),
        (["boxoffice", "--span=weekends"], "boxoffice --span=weekend"),
        (["boxoffice", "--limit", "ten"], "help boxoffice"), (["boxoffice", "2026-13-01"], "help boxoffice"),
        (["list", "--genre", "actoin"], "list --genre action"), (["list", "--sort", "ratings"], "list --sort rating"),
        (["movie", "tmbd:496243"], "movie tmdb:496243"), (["login", "tmbd"], "login tmdb"),
        (["config", "set", "languages", "korean"], "config set languages ko"),
        (["config", "set", "languages", "klingon"], "config set languages ko,en"),
        (["config", "set", "region", "Narnia"], "config set region KR"),
        (["config", "set", "timezone", "KST"], "config set time_zone Asia/Seoul"),
        (["config", "set", "providers", "kofci"], "config set providers kofic"),
        (["call", "search", "query=Moonrise"], "call movies/search query=Moonrise"),
        (["call", "movies/search"], "call movies/search query=parasite year=2019 limit=1"),
        (["call", "boxOffice/daily", "date=yesteday"], "call boxOffice/daily date=yesterday"),
    ]

    @Test("A slip in a value gets one line with a command that runs, before any source is asked", arguments: slips)
    func answered(_ slip: [String], _ line: String) async throws {
        try await Program.withHome { _, environment in
            let asksSources = !["login", "config"].contains(slip[0])
            let format = asksSources ? ["--format", "table"] : []
            let outcome = try await Program.run(slip + format, environment: environment)
            #expect([.exited(64), .exited(66)].contains(outcome.status), "\(outcome.errors)")
            let lines = outcome.errors.split(separator: "\n")
            #expect(lines.count == 1, "\(outcome.errors)")
            let shown = outcome.errors.replacing("'", with: "").replacing(" --format table", with: "")
            #expect(shown.hasSuffix(": marquee \(line)\n"), "\(outcome.errors)")
        }
    }

    private func expectMistake(_ arguments: [String], _ message: String, hasAnswer: Bool = false) async throws {
        let outcome = try await Program.run(arguments)
        #expect(outcome.status == .exited(64))
        #expect(outcome.errors.contains(message) && outcome.outputText.isEmpty != hasAnswer, "\(outcome.errors)")
    }

    @Test("`check` and `test` warn about values of the sample that the definition does not read")
    func sample() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/lantern.yaml"
            let text = Self.definition("https://lantern.example", sample: "body: { results: [\(Self.row)] }")
            try ProjectFiles.write(text, to: file)
            let expected = Self.unread.map { "\(file):\($0)\n" }.joined()
            let check = try await Program.run(["check", file])
            #expect(check.status == .exited(0))
            #expect(check.outputText == expected)
            let test = try await Program.run(["test", file])
            #expect(test.status == .exited(0))
            #expect(test.errors == expected + "1 test, 0 failed\n")
        }
    }

    @Test(
        "`check` and `test` look at the paths of votes, conditions, and paging, too",
        arguments: [
            (
                "rows: results", "rating: { path: score, votes: vote }",
                ["10:82: warning: 'votes': no row of the sample has 'vote'; did you mean 'votes'?"]
            ),
            (
                "rows: { path: results, where: { path: kidn, is: film } }", "year: score",
                ["9:39: warning: 'where': no row of the sample has 'kidn'; did you mean 'kind'?"]
            ),
            ("rows: { path: results, where: { path: gone, exists: false } }", "rating: score", []),
            (
                "paging: { kind: next_url, path: page.nxt }\n        rows: results", "rating: score",
                ["9:17: warning: 'path': the sample does not have 'page.nxt'; did you mean 'next'?"]
            ),
            ("paging: { kind: next_url, path: links.next }\n        rows: results", "rating: score", []),
            (
                "paging: { kind: next_url, path: page.next }\n        rows: results", "rating: score",
                ["9:17: warning: 'path': expected an address at 'page.next', found an object with href"]
            ),
            (
                "paging: { kind: page, param: p, total: totl }\n        rows: results", "rating: score",
                ["9:17: warning: 'total': the sample does not have 'totl'; did you mean 'total'?"]
            ),
            (
                "paging: { kind: page, param: p, total: total }\n        rows: results", "rating: score",
                ["9:17: warning: 'total': expected a whole number at 'total', found \"many\""]
            ),
            (
                "paging: { kind: page, param: p, total: results }\n        rows: results", "rating: score",
                ["9:17: warning: 'total': expected a whole number at 'results', found a list"]
            ),
            (
                "paging: { kind: page, param: p, has_more: more }\n        rows: results", "rating: score",
                ["9:17: warning: 'has_more': expected true or false at 'more', found 1"]
            ),
        ] as [(String, String, [String])]
    )
    func otherPaths(_ operation: String, _ field: String, _ expected: [String]) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/lantern.yaml"
            let text = """
                version: 1
                providers:
                  - id: lantern
                    base_url: https://lantern.example
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}" }
                        \(operation)
                        item: { ids: { lantern: id }, title: name, \(field) }
                    tests:
                      - { name: a film, operation: search, input: { query: x }, response: a.json, expect: { dropped: 0 } }
                """
            try ProjectFiles.write(text, to: file)
            let row = #"{"id":1,"name":"Well","votes":3,"score":7,"kind":"film"}"#
            let answer = #"{"results":[\#(row)],"total":"many","more":1,"page":{"next":{"href":"/p2"}}}"#
            try ProjectFiles.write(answer, to: folder + "/a.json")
            let check = try await Program.run(["check", file])
            #expect(check.outputText == expected.map { "\(file):\($0)\n" }.joined())
            let errors = try await Program.run(["test", file]).errors
            #expect(errors.hasPrefix(check.outputText), "\(errors)")
        }
    }

    @Test("An image on another host is told with the key that lists the hosts")
    func imageHosts() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/lantern.yaml"
            let text = Self.definition(
                "https://lantern.example",
                sample: "body: { results: [{ id: 1, name: Well, art: \"https://other.example/a.jpg\" }] }"
            )
            .replacing("    operations:", with: "    image_hosts: [img.example]\n    operations:")
            .replacing(
                "runtime: lenght\n          rating: score\n          genres: tags",
                with: "images: { path: art, kind: poster }"
            )
            try ProjectFiles.write(text, to: file)
            let expected =
                "'images' at 'art': expected an address on a host of 'image_hosts', which does not name other.example, "
                + "found \"https://other.example/a.jpg\"\n"
            let check = try await Program.run(["check", file]).outputText
            #expect(check.hasSuffix(expected), "\(check)")
        }
    }

    @Test("A field missing from a recorded answer gives a warning; one missing from a written sample does not")
    func recorded() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/lantern.yaml"
            let item = "          homepage: site"
            let row = #"{"results":[{"id":1,"name":"Well","lenght":3,"score":7,"tags":[]}]}"#
            for (sample, isShown) in [("response: a.json", true), ("body: \(row)", false)] {
                let text = Self.definition("https://lantern.example", sample: sample, item: item)
                try ProjectFiles.write(text, to: file)
                try ProjectFiles.write(row, to: folder + "/a.json")
                let warning =
                    "\(file):16:21: warning: 'homepage': no row of the sample has 'site'; "
                    + "known: id, lenght, name, score, tags\n"
                #expect(try await Program.run(["check", file]).outputText == (isShown ? warning : ""))
                let errors = try await Program.run(["test", file]).errors
                #expect(errors.hasPrefix(isShown ? warning : "lantern: no sample has site\n"), "\(errors)")
            }
        }
    }

    @Test("`call` and `record` report unreadable values of a live answer without secrets")
    func live() async throws {
        try await ScriptedServer.withFolder { server, folder in
            let answer = Self.answer.replacing(#""score":87"#, with: #""score":"s3cr3t-key-of-mine""#)
            server.on("/search", .json(answer))
            let file = folder + "/lantern.yaml"
            let text = Self.definition(server.origin, sample: "response: a.json").replacing(
                "    operations:",
                with: "    auth: { kind: bearer, value: \"${env.LANTERN_KEY}\" }\n    operations:"
            )
            try ProjectFiles.write(text, to: file)
            let key = ["LANTERN_KEY": "s3cr3t-key-of-mine"]
            let call = try await Program.run(
                ["call", "--trust", "--no-cache", "--config", file, "movies/search", "query=x"],
                environment: key
            )
            #expect(call.status == .exited(0), "\(call.errors)")
            #expect(call.outputText.contains(#""title":"Well""#) || call.outputText.contains("Well"))
            #expect(
                call.errors.contains(
                    "warning: lantern: search: 'rating' at 'score': expected a rating from 0 to 10, found \"***\""
                ),
                "\(call.errors)"
            )
            #expect(call.errors.contains("warning: lantern: search: 'genres' at 'tags': expected a list of texts"))
            let record = try await Program.run(["record", "--trust", file], environment: key)
            #expect(record.status == .exited(0), "\(record.errors)")
            #expect(
                record.errors.contains(":15:19: warning: 'rating' at 'score': expected a rating"),
                "\(record.errors)"
            )
            #expect(record.errors.contains(":16:19: warning: 'genres' at 'tags': expected a list of texts"))
            #expect(!(call.errors + record.errors + record.outputText).contains("s3cr3t"))
        }
    }

    @Test("`call` and `record` say how many rows were left out, and why")
    func leftOut() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/search", .json(#"{"results":[{"id":1,"name":"Well"},{"id":2,"score":7}]}"#))
            let file = folder + "/lantern.yaml"
            try ProjectFiles.write(Self.definition(server.origin, sample: "response: a.json"), to: file)
            let call = try await Program.run(["call", "--no-cache", "--config", file, "movies/search", "query=x"])
            #expect(call.status == .exited(0), "\(call.errors)")
            let warning = "1 of 2 rows left out: no 'title'"
            #expect(call.errors.contains("warning: lantern: search: \(warning)\n"), "\(call.errors)")
            let record = try await Program.run(["record", file])
            #expect(record.errors.contains("warning: \(warning)\n"), "\(record.errors)")
        }
    }

    @Test("`check` reports an unknown time zone with its position")
    func timeZone() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let file = folder + "/lantern.yaml"
            let text = """
                version: 1
                providers:
                  - id: lantern
                    base_url: https://lantern.example
                    time_zone: Asia/Soul
                    limits: { quota: 3/day, quota_time_zone: Asia/Seoul }
                    operations:
                      search: { get: /, query: { q: "${input.query}" }, rows: ., item: { ids: { lantern: id }, title: t } }
                """
            try ProjectFiles.write(text, to: file)
            let outcome = try await Program.run(["check", file])
            #expect(outcome.outputText.hasPrefix("\(file):5:16: "), "\(outcome.outputText)")
            #expect(outcome.outputText.contains("'time_zone': the time zone 'Asia/Soul' is not known here"))
            #expect(outcome.outputText.split(separator: "\n").count == 1)
        }
    }

    @Test("A server whose address is in a variable is asked only if trusted, and its images keep their address")
    func ownServer() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/api/search", .json(#"{"results":[{"id":1,"name":"Well","poster":"\#(server.origin)/p.jpg"}]}"#))
            let file = folder + "/lantern.yaml"
            let text = """
                version: 1
                providers:
                  - id: lantern
                    base_url: "${env.LANTERN_URL}/api"
                    operations:
                      search:
                        get: /search
                        query: { q: "${input.query}" }
                        rows: results
                        item: { ids: { lantern: id }, title: name, images: poster }
                """
            try ProjectFiles.write(text, to: file)
            let check = try await Program.run(["check", file])
            #expect(check.outputText == "")
            #expect(check.errors.contains("  lantern: host given by ${env.LANTERN_URL}/api; variable LANTERN_URL\n"))
            let search = ["call", "--no-cache", "--format", "json", "--config", file, "movies/search", "query=x"]
            let address = ["LANTERN_URL": server.origin + "/"]
            let untrusted = try await Program.run(search, environment: address)
            #expect(untrusted.status != .exited(0))
            #expect(server.log.requests.isEmpty)
            let trusted = try await Program.run(search + ["--trust"], environment: address)
            #expect(trusted.status == .exited(0), "\(trusted.errors)")
            // The address is no secret, so URLs of the server's images are not masked.
            #expect(trusted.outputText.contains("\(server.origin)/p.jpg"), "\(trusted.outputText)")
            let unset = try await Program.run(search + ["--trust"])
            #expect(unset.errors.contains("LANTERN_URL is not set"), "\(unset.errors)")
        }
    }

    @Test(
        "Built-in definitions pass `check` without warnings",
        arguments: ["kofic", "yts", "tmdb", "omdb", "tvmaze", "providers"]
    )
    func builtIn(_ id: String) async throws {
        let outcome = try await Program.run(["check", "\(ProjectFiles.root)/Sources/BundledFiles/Files/\(id).yaml"])
        #expect(outcome.outputText == "")
        #expect(outcome.status == .exited(0))
    }
}

@Suite("marquee new with other kinds of answers")
struct NewShapeTests {
    /// Returns the proposed definition, and what the command says about it.
    private func propose(_ arguments: [String], in folder: String) async throws -> (text: String, errors: String) {
        let (outcome, text) = try await NewCommandTests.propose(arguments[0], Array(arguments.dropFirst()), in: folder)
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        return (text, outcome.errors)
    }

    @Test("Posted data becomes the request body with the search term as an input and without the key")
    func data() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/graphql", .json(#"{"data":{"films":[{"id":1,"title":"Well"}]}}"#))
            let data =
                #"{"query":"query($q: String) { films(q: $q) { id title } }","variables":{"search":"paper light","n":5},"api_key":"s3cr3t-of-mine"}"#
            let (text, errors) = try await propose(
                [server.origin + "/graphql", "--data", data, "--header", "X-Client: me", "--id", "shelf"],
                in: folder
            )
            let request = try #require(server.log.requests.first)
            #expect(request.method == "POST")
            #expect(request.header("Content-Type") == "application/json")
            #expect(request.header("X-Client") == "me")
            #expect(String(decoding: request.body, as: UTF8.self) == data)
            #expect(text.contains("      search:\n        post: /graphql\n        body: {"), "\(text)")
            #expect(text.contains("search: \"${input.query}\", \"n\": 5"), "\(text)")
            #expect(text.contains("api_key: \"${env.SHELF_API_KEY}\""), "\(text)")
            #expect(text.contains("    headers:\n      X-Client: me\n"), "\(text)")
            #expect(!text.contains("s3cr3t") && !errors.contains("s3cr3t"))
        }
    }

    @Test("Posted data that is not JSON is refused")
    func otherData() async throws {
        let outcome = try await Program.run(["new", "http://127.0.0.1:9/", "--data", "a=b"])
        #expect(outcome.status == .exited(65))
        #expect(outcome.errors.hasPrefix("error: expected JSON in the posted data, found something else: "))
    }

    @Test("Every value of a repeated parameter is kept")
    func repeated() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/films", .json(#"{"films":[{"id":1,"title":"Well"}]}"#))
            let text = try await propose([server.origin + "/films?tag=a&q=well&tag=b"], in: folder).text
            #expect(text.contains("query:\n          tag: [a, b]\n          q: \"${input.query}\"\n"), "\(text)")
        }
    }

    @Test(
        "Titles get their languages from their keys or their script",
        arguments: [
            (
                #"[{"id":1,"title":{"ko":"우물","en":"Well"}},{"id":2,"title":{"ko":"등대","en":"Lighthouse"}}]"#,
                "title: { path: title.en, language: en, required: true }\n          titles: [{ path: title.ko, language: ko }]\n"
            ),
            (
                #"[{"id":1,"title":{"ko":"우물","en":"Well"}},{"id":2,"title":{"ko":"등대"}}]"#,
                "title: { first_of: [title.en, title.ko], required: true }\n          titles: [{ path: title.en, language: en }, { path: title.ko, language: ko }]\n"
            ),
            (#"[{"id":1,"title":"우물 Well"}]"#, "language: ko"), (#"[{"id":1,"title":"千と千尋の神隠し"}]"#, "language: ja"),
            (#"[{"id":1,"title":"霸王别姬"}]"#, "language: zh"), (#"[{"id":1,"title":"Сталкер"}]"#, "language: ru"),
            (#"[{"id":1,"title":"π and the well"}]"#, "language: en"),
            (#"[{"id":1,"title":"ฉลาดเกมส์โกง"}]"#, "language: th"),
        ]
    )
    func titles(_ sample: String, _ line: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(sample, to: folder + "/a.json")
            let text = try await propose([folder + "/a.json"], in: folder).text
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test("A field whose values cannot be read is left out")
    func unreadable() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let sample = #"[{"id":1,"title":"Well","rating":7},{"id":2,"title":"Lamp","rating":{"value":3}}]"#
            try ProjectFiles.write(sample, to: folder + "/a.json")
            let (_, errors) = try await propose([folder + "/a.json"], in: folder)
            #expect(errors.contains("left out: 'rating' at 'rating': expected a rating from 0 to 10"), "\(errors)")
        }
    }
}
