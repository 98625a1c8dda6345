import MarqueeTestKit
import Testing

@Suite("marquee new")
struct NewCommandTests {
    static let films = """
        {"page":1,"total":40,"films":[
          {"id":7,"name":" The Paper Lighthouse","released":"2024-03-10","runtime":118,"imdb":"tt99000001","genres":["Drama","Romance"],
           "poster":"https://i.example/large/paper.jpg","score":{"average":7.4},"plot":"<p>A <b>keeper</b>.</p>","contact":"kim@films.example","rating":7.4},
          {"id":8,"name":"Hourglass Detective","released":"","runtime":null,"imdb":"","genres":[],"poster":"N/A","plot":"","rating":0}]}
        """

    /// Runs `marquee new`, and then `check` and `test` on the file that it wrote.
    static func propose(
        _ sample: String,
        _ options: [String] = [],
        in folder: String
    ) async throws -> (outcome: ProcessOutcome, text: String) {
        let file = folder + "/draft.yaml"
        let outcome = try await Program.run(["new", sample, "-o", file] + options)
        guard outcome.status == .exited(0) else { return (outcome, "") }
        for command in ["check", "test"] {
            let next = try await Program.run([command, file])
            #expect(next.status == .exited(0), "\(command): \(next.outputText)")
        }
        return (outcome, try ProjectFiles.text(file))
    }

    @Test("From a file with an answer, `new` finds the rows and the field of each value")
    func file() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(Self.films, to: folder + "/films.json")
            let (outcome, text) = try await Self.propose(folder + "/films.json", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("rows: films (a list of 2)\n"))
            #expect(
                text.contains(
                    """
                        missing_values: ["", N/A]
                        operations:
                          search:
                            get: /search
                            query:
                              q: "${input.query}"
                            # paging: { kind: page, param: page, size: 2, total: total, max_pages: 3 } # if this is the name of the parameter
                            rows: films
                            item:
                              ids: { films: id, imdb: imdb }
                              title: { path: name, then: [trim], language: en, required: true }
                              overview: { path: plot, then: [strip_html], language: en }
                              release_date: released
                              runtime: { path: runtime, unit: min }
                              rating: { path: rating, scale: 10, map: { "0": ~, "0.0": ~ }, else: keep }
                              genres: genres
                              images: [{ path: poster, kind: poster }]

                    """
                ),
                "\(text)"
            )
            #expect(text.contains(#"first: { ids: { films: "7", imdb: tt99000001 }, title: "The Paper Lighthouse""#))
            #expect(text.contains("# Not mapped:\n          #   score.average: 7.4\n          #   contact: \"***\"\n"))
            let answer = try ProjectFiles.text(folder + "/tests/draft.json")
            #expect(answer.contains("\"average\":7.4") && !answer.contains("kim@"))
            #expect(!text.contains("kim@"))
        }
    }

    @Test("From a URL, `new` turns the search term into an input and keeps the key out of the file")
    func search() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/v1/search", .json(Self.films))
            let url = "\(server.origin)/v1/search?q=paper%20light&page=1&limit=20&lang=en&api_key=s3cr3t-of-films"
            let (outcome, text) = try await Self.propose(url, ["--id", "shelf"], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(server.log.requests.first?.query.last?.value == "s3cr3t-of-films")
            for line in [
                "  - id: shelf\n", "    base_url: \(server.origin)\n",
                #"    auth: { kind: api_key, in: query, name: api_key, value: "${env.SHELF_API_KEY}" }"# + "\n",
                "        get: /v1/search\n        query:\n          q: \"${input.query}\"\n          lang: en\n",
                "        paging: { kind: page, param: page, first: 1, size_param: limit, size: 20, total: total, max_pages: 3 }\n",
                #"        input: { query: "paper light" }"# + "\n",
            ] {
                #expect(text.contains(line), "\(line) not in\n\(text)")
            }
            #expect(
                !text.contains("s3cr3t") && !outcome.errors.contains("s3cr3t") && !outcome.outputText.contains("s3cr3t")
            )
        }
    }

    @Test("From a URL that ends in an id, `new` writes a lookup, with a header's key left out")
    func lookup() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/films/7.json", .json(#"{"film":{"id":7,"title":"Well","year":"2024"}}"#))
            let (outcome, text) = try await Self.propose(
                server.origin + "/films/7.json",
                [
                    "--id", "shelf", "--header", "Authorization: Bearer t0p-s3cr3t", "--header",
                    "Accept: application/json",
                ],
                in: folder
            )
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(server.log.requests.first?.header("Authorization") == "Bearer t0p-s3cr3t")
            #expect(
                text.contains(
                    "        by: [shelf]\n        get: \"/films/${input.ids.shelf}.json\"\n        rows: film\n"
                )
            )
            #expect(
                text.contains(
                    "auth: { kind: bearer, value: \"${env.SHELF_API_KEY}\" }\n    headers:\n      Accept: application/json\n"
                )
            )
            #expect(!text.contains("s3cr3t"))
        }
    }

    @Test(
        "Rows are found at any depth",
        arguments: [
            (#"[{"id":1,"title":"Well"}]"#, "rows: .\n"), (#"{"a":{"b":[{"id":1,"title":"Well"}]}}"#, "rows: a.b\n"),
            (#"[{"score":1,"film":{"id":1,"title":"Well"}}]"#, "rows: \"[*].film\"\n"),
            (#"{"Data":[{"Result":[{"id":1,"title":"Well"}]}]}"#, "rows: \"Data[*].Result\"\n"),
            (#"{"@odd key":[{"id":1,"title":"Well","my year":2024}]}"#, "rows: \"['@odd key']\"\n"),
            (#"{"people":[{"id":1,"name":"Han"}],"films":[{"name":"Well","year":2024}]}"#, "rows: films\n"),
            (#"{"films":[{"id":1,"title":"Well"}],"others":[{"id":2,"title":"Pier"}]}"#, "rows: films\n"),
            (#"{"a":{"films":[{"id":1,"title":"Well"}]},"b":{"films":[{"id":2,"title":"Pier"}]}}"#, "rows: a.films\n"),
            (#"{"data":[{"id":"7","type":"film","attributes":{"title":"Well"}}]}"#, "rows: data\n"),
            (#"{"hits":{"hits":[{"_id":"a7","_source":{"title":"Well"}}]}}"#, "rows: hits.hits\n"),
            (#"{"films":[{"id":1,"name":"Well"}]}"#, "rows: films\n"),
            (
                #"{"films":{"12":{"title":"Well","year":2024},"13":{"title":"Pier","year":2023}}}"#,
                "rows: { path: films, each_value: true }\n        item:\n          ids: { films: { each_key: true } }\n"
            ),
            (#"{"tt99000001":{"title":"Well","year":2024}}"#, "rows: { path: ., each_value: true }\n"),
            (#"{"films":{"long-well":{"name":"Well"}}}"#, "rows: { path: films, each_value: true }\n"),
        ]
    )
    func rows(_ sample: String, _ line: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(sample, to: folder + "/a.json")
            let (outcome, text) = try await Self.propose(folder + "/a.json", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(text.contains("        " + line), "\(text)")
        }
    }

    @Test(
        "Fields and units are inferred from names and values",
        arguments: [
            (#""ms":7080000,"duration":7080000"#, "runtime: { path: duration, unit: ms }"),
            (#""duration":"118 min""#, "runtime: { path: duration, unit: duration }"),
            (#""duration":"2 hr 4 min""#, "runtime: { path: duration, unit: duration }"),
            (#""duration":"PT2H5M""#, "runtime: { path: duration, unit: duration }"),
            (#""duration":"2:05:00""#, "runtime: { path: duration, unit: duration }"),
            (#""duration":7080"#, "runtime: { path: duration, unit: s }"),
            (#""released":"10 Mar 2024""#, "release_date: { path: released, then: [{ date: [d MMM yyyy] }] }"),
            (#""release_date":"1986""#, "year: release_date"),
            (#""released":"2024-03-10T07:00:00Z""#, #"release_date: { path: released, then: [{ extract: "#),
            (#""openDt":"20240310""#, "{ date: [yyyyMMdd] }"), (#""Year":"2004–2010""#, "year: { path: Year, then:"),
            (#""stars":4.5"#, "rating: { path: stars, scale: 5 }"), (#""rating":4.5"#, "scale: 10 }"),
            (#""rating":88"#, "rating: { path: rating, scale: 100 }"), (#""rtScore":"91%""#, "rating: rtScore"),
            (#""rating":"7.9/10","votes":"1,204""#, "rating: { path: rating, votes: { path: votes, then: "),
            (#""genre":"Drama, Romance""#, #"genres: { path: genre, then: [{ split: "," }] }"#),
            (#""genres":[{"id":1,"name":"Drama"}]"#, #"genres: "genres[*].name""#),
            (#""director":"Go""#, "directors: director"),
            (
                #""cast":[{"name":"Han","character":"Keeper"}]"#,
                "cast: { rows: cast, limit: 40, item: { name: name, character: character } }"
            ),
            (#""trailer":"https://youtu.be/abcdefghijk""#, "videos: { path: trailer, then: [{ extract: "),
            (
                #""image":{"medium":"https://i.example/m.png","original":"https://i.example/o.png"}"#,
                "images: [{ path: image.original, kind: poster }]"
            ),
        ]
    )
    func kinds(_ members: String, _ field: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(#"{"results":[{"id":1,"title":"Well",\#(members)}]}"#, to: folder + "/a.json")
            let (outcome, text) = try await Self.propose(folder + "/a.json", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(text.contains(field), "\(text)")
        }
    }

    @Test(
        "A title that some rows lack has a substitute",
        arguments: [
            (
                #"{"title":{"english":"Well","native":"우물"}},{"title":{"english":null,"native":"부두"}}"#,
                "title: { first_of: [title.english, title.native], required: true }"
            ),
            (
                #"{"title":"Well","original_title":"우물"},{"title":null,"original_title":"부두"}"#,
                "title: { first_of: [title, original_title], required: true }"
            ),
        ]
    )
    func substitutes(_ rows: String, _ field: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write("[\(rows)]", to: folder + "/a.json")
            let (outcome, text) = try await Self.propose(folder + "/a.json", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(text.contains(field) && text.contains("expect: { count: 2, "), "\(text)")
        }
    }

    @Test(
        "The page that a posted body names comes from `paging`",
        arguments: [
            (
                #"{"query":"query($p:Int){Page(page:$p){films{id}}}","variables":{"page":1,"perPage":20}}"#,
                "variables: {} }",
                "{ kind: page, in: body, param: variables.page, first: 1, size_param: variables.perPage, size: 20, "
            ),
            (
                #"{"query":"{Page(page: 1, perPage: 20){films{id}}}"}"#,
                #"body: { query: "{Page(page: ${input.page}, perPage: 20){films{id}}}" }"#, "{ kind: page, size: 20, "
            ),
            (
                #"{"query":"query($a:String){films{id}}","variables":{"after":null}}"#, "variables: {} }",
                "{ kind: cursor, path: data.films.pageInfo.endCursor, in: body, param: variables.after, "
            ),
            (
                #"{"from":0,"size":20,"query":{"match":{"title":"well"}}}"#,
                #"body: { query: { match: { title: "${input.query}" } } }"#,
                "{ kind: offset, in: body, param: from, size_param: size, size: 20, "
            ),
        ]
    )
    func postedPages(_ data: String, _ body: String, _ paging: String) async throws {
        try await ScriptedServer.withFolder { server, folder in
            let pages = #""pageInfo":{"endCursor":"def","hasNextPage":true}"#
            let films = #"{"data":{"films":{"nodes":[{"id":1,"title":"Well"}],\#(pages)}}}"#
            server.on("/graphql", .json(films))
            let (outcome, text) = try await Self.propose(server.origin + "/graphql", ["--data", data], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            let line = paging + "has_more: data.films.pageInfo.hasNextPage, max_pages: 3 }"
            #expect(text.contains(body) && text.contains("        paging: " + line), "\(text)")
        }
    }

    @Test("Several ratings of at most five are out of five")
    func ratings() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let films = [3.5, 0, 4.5, 2, 5, 4].enumerated().map { id, rating in
                #"{"id":\#(id),"title":"Film \#(id)","rating":\#(rating)}"#
            }
            try ProjectFiles.write("[\(films.joined(separator: ","))]", to: folder + "/a.json")
            let (outcome, text) = try await Self.propose(folder + "/a.json", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(text.contains("rating: { path: rating, scale: 5, map: "), "\(text)")
        }
    }

    @Test(
        "Paging is proposed from the parameters and from what the answer says about pages",
        arguments: [
            (
                "?p=2&per_page=10", #""meta":{"total_pages":9}"#,
                "paging: { kind: page, param: p, first: 1, size_param: per_page, size: 10, total_pages: meta.total_pages, max_pages: 3 }"
            ),
            (
                "?skip=0&limit=10", #""totalItems":40"#,
                "paging: { kind: offset, param: skip, size_param: limit, size: 10, total: totalItems, max_pages: 3 }"
            ),
            (
                "?limit=10", #""links":{"next":"/films?limit=10&page=2"}"#,
                "query:\n          limit: \"10\"\n        paging: { kind: next_url, path: links.next, max_pages: 3 }"
            ),
            (
                "?cursor=abc", #""next_cursor":"def","has_more":true"#,
                "paging: { kind: cursor, path: next_cursor, param: cursor, has_more: has_more, max_pages: 3 }"
            ),
            (
                "", #""next_cursor":"def""#,
                "# paging: { kind: cursor, path: next_cursor, param: cursor, max_pages: 3 } # if this is the name of"
            ),
            (
                "?limit=10", #""page":1,"pages":4"#,
                "# paging: { kind: page, param: page, size_param: limit, size: 10, total_pages: pages, max_pages: 3 } # if"
            ),
            (
                "?size=10&from=0", #""_shards":{"total":5},"hits":{"total":{"value":40,"relation":"eq"}}"#,
                "paging: { kind: offset, param: from, size_param: size, size: 10, total: hits.total.value, max_pages: 3 }"
            ),
            (
                "?size=10&from=0", #""_shards":{"total":5}"#,
                "paging: { kind: offset, param: from, size_param: size, size: 10, max_pages: 3 }"
            ),
            ("?limit=10", #""count":1"#, "query:\n          limit: \"10\"\n        rows: films"),
        ]
    )
    func paging(_ query: String, _ members: String, _ line: String) async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/films", .json(#"{"films":[{"id":1,"title":"Well","year":2024}],\#(members)}"#))
            let (outcome, text) = try await Self.propose(server.origin + "/films" + query, in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(text.contains("        " + line), "\(text)")
        }
    }

    @Test("From an answer in XML, `new` finds elements and attributes, and writes the test in XML")
    func xml() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            let films = [(7, "Paper &amp; Light", "Drama"), (8, "Hourglass Detective", "Crime")]
            let items = films.map { id, title, genre in
                """
                <item><guid isPermaLink="false">\(id)</guid><title>\(title)</title><genre>\(genre)</genre>
                <genre>Romance</genre><media:thumbnail url="https://i.example/\(id).jpg"/><year>2024</year></item>
                """
            }
            let sample = """
                <?xml version="1.0"?><rss xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Films</title>
                \(items.joined())</channel></rss>
                """
            try ProjectFiles.write(sample, to: folder + "/films.xml")
            let (outcome, text) = try await Self.propose(folder + "/films.xml", in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            for line in [
                "    format: xml\n", "        rows: rss.channel.item\n",
                #"          ids: { films: "guid.#text" }"# + "\n", "          genres: genre\n",
                #"          images: [{ path: "media:thumbnail.@url", kind: poster }]"# + "\n",
                "        response: tests/draft.xml\n", #"first: { ids: { films: "7" }, title: "Paper & Light""#,
            ] {
                #expect(text.contains(line), "\(line) not in\n\(text)")
            }
            #expect(try ProjectFiles.text(folder + "/tests/draft.xml").contains("<title>Paper &amp; Light</title>"))
        }
    }

    @Test("An answer that is only announced is none yet, and an operation must be one of the language")
    func notYet() async throws {
        try await ScriptedServer.withFolder { server, folder in
            server.on("/films", .json(#"{"status":"queued","id":"job7"}"#, status: 202))
            let (later, _) = try await Self.propose(server.origin + "/films", in: folder)
            #expect(later.status == .exited(69))
            #expect(later.errors.contains("the API answers later: HTTP status 202"), "\(later.errors)")
            let (mistyped, _) = try await Self.propose(server.origin + "/films", ["--operation", "serach"], in: folder)
            #expect(mistyped.status == .exited(64))
            #expect(mistyped.errors.contains("--operation: there is no 'serach'; did you mean search?"))
        }
    }

    @Test("The answer is kept beside the definition, and another one is not replaced without --force")
    func answerFile() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(Self.films, to: folder + "/films.json")
            _ = try await ProcessOutcome.of(ProcessPlan("/bin/mkdir", [folder + "/tests"]))
            try ProjectFiles.write("mine", to: folder + "/tests/draft.json")
            let (refused, _) = try await Self.propose(folder + "/films.json", in: folder)
            #expect(refused.errors.contains("tests/draft.json exists"), "\(refused.errors)")
            #expect(try ProjectFiles.text(folder + "/tests/draft.json") == "mine")
            #expect(!ProjectFiles.isReadable(folder + "/draft.yaml"))
            let (outcome, text) = try await Self.propose(folder + "/films.json", ["--force"], in: folder)
            #expect(outcome.status == .exited(0), "\(outcome.errors)")
            #expect(text.contains("        response: tests/draft.json\n"))
        }
    }

    @Test(
        "A sample without films is refused, and nothing is written",
        arguments: [
            ("{}", "no rows in the sample have a title; use an answer that has films"), ("", "the sample is empty"),
            ("[1,2]", "no rows in the sample have a title"),
            ("<html></html>", "a web page"), ("<?xml version=\"1.0\"?><rss/>", "no rows in the sample have a title"),
            ("<rss><channel>", "the sample is not XML: the element 'channel' is never closed"),
            (#"{"a":"#, "the sample is not JSON"),
            (#"{"genres":[{"id":1,"name":"Drama"}]}"#, "no rows in the sample have a title"),
        ]
    )
    func refused(_ sample: String, _ reason: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write(sample, to: folder + "/a.json")
            let (outcome, _) = try await Self.propose(folder + "/a.json", in: folder)
            #expect(outcome.status == .exited(65))
            #expect(outcome.errors.contains(reason))
            #expect(!ProjectFiles.isReadable(folder + "/draft.yaml"))
        }
    }

    @Test("`new` exits with a failure for a source that refuses, is down, or does not exist")
    func unavailable() async throws {
        let server = try ScriptedServer()
        server.on("/films", .json(#"{"error":"no film for abcdef0123456789"}"#, status: 401))
        let refused = try await Program.run(["new", server.origin + "/films?api_key=abcdef0123456789"])
        #expect(refused.status == .exited(69))
        #expect(refused.errors.contains("found HTTP status 401: no film for ***"), "\(refused.errors)")
        server.stop()
        #expect(try await Program.run(["new", server.origin + "/films"]).status == .exited(69))
        #expect(try await Program.run(["new", "/nonexistent.json"]).status == .exited(66))
        #expect(try await Program.run(["new", "http://user@films.example/"]).status == .exited(65))
    }

    @Test(
        "Recorded answers of the real APIs give a definition that passes, or are refused",
        .enabled(if: ProjectFiles.samples != nil, needsSamples)
    )
    func samples() async throws {
        let samples = try #require(ProjectFiles.samples)
        var proposed: [String] = []
        for source in ["kofic", "yts", "tmdb", "omdb", "tvmaze", "trakt"] {
            for name in try ProjectFiles.names(in: "\(samples)/\(source)") {
                try await ProjectFiles.withTemporaryFolder { folder in
                    let (outcome, _) = try await Self.propose("\(samples)/\(source)/\(name)", in: folder)
                    #expect([.exited(0), .exited(65)].contains(outcome.status), "\(name): \(outcome.errors)")
                    if outcome.status == .exited(0) { proposed.append(name) }
                }
            }
        }
        for name in [
            "daily-20220105.json", "weekly-20111230.json", "movielist-2023.json", "movieinfo-20124079.json",
            "list-2023.json", "details-22735.json", "search-the-matrix-2017.json", "detail-append-2014.json",
            "search-results.json", "id-existing.json", "singlesearch-the-flash.json", "search-the-matrix.json",
        ] {
            #expect(proposed.contains(name), "no definition for \(name)")
        }
        #expect(proposed.count >= 24)
    }
}
