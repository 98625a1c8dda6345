import JSON
import MovieDomain
import Testing

@testable import ProviderLanguage

@Suite("Lists of items inside a row")
struct NestedItemTests {
    private func item(_ definition: String, _ row: String) throws -> MovieFacts {
        let provider = try provider(item: definition, settings: "    missing_values: ['']")
        let operation = try #require(provider.operations[.search]?.first)
        return try #require(try films(in: try JSONDocument(row).root, by: operation).films.first)
    }

    @Test("People are names or nested items, and a person without a name is dropped")
    func people() throws {
        let item = try item(
            "{ title: t, directors: d, cast: { rows: c, limit: 2, item: { name: n, character: { first_of: [k, l] } } } }",
            #"{"t":"a","d":["x","y"],"c":[{"n":"p","k":"","l":"q"},{"n":""},{"n":"r"},{"n":"s"}]}"#
        )
        #expect(item.directors == [Person(name: "x"), Person(name: "y")])
        #expect(item.cast == [Person(name: "p", character: "q"), Person(name: "r")])
        #expect(item.title?.text == "a")
    }

    @Test("Images are URLs with tags, nested items, or both")
    func images() throws {
        let item = try item(
            "{ images: [{ path: small, kind: poster, width: 230, prefix: 'https://i.example' }, { rows: pics, item: { kind: k, url: u, width: w, language: l } }] }",
            #"{"small":"/s.jpg","pics":[{"k":"backdrop","u":"https://i.example/b.jpg","w":"1280","l":null},{"k":"logo"}]}"#
        )
        #expect(
            item.images == [
                MovieImage(kind: "poster", url: "https://i.example/s.jpg", width: 230, provider: "shelf"),
                MovieImage(kind: "backdrop", url: "https://i.example/b.jpg", width: 1280, provider: "shelf"),
            ]
        )
    }

    @Test("URLs with widths become sizes of one image, and a missing URL is omitted")
    func widths() throws {
        let definition = "{ images: { each: [large, medium, small], widths: [500, 230, 45], kind: poster } }"
        let host = "https://i.example"
        let whole = try item(definition, #"{"large":"\#(host)/l","medium":"\#(host)/m","small":"\#(host)/s"}"#)
        #expect(whole.images.map(\.url) == ["\(host)/l"])
        #expect(whole.images[0].width == 500)
        #expect(
            whole.images[0].sizes == [
                ImageSize(url: "\(host)/s", width: 45), ImageSize(url: "\(host)/m", width: 230),
                ImageSize(url: "\(host)/l", width: 500),
            ]
        )
        let partial = try item(definition, #"{"large":"","medium":"\#(host)/m"}"#)
        #expect(partial.images.map(\.width) == [230])
    }

    @Test("An object is one row or a map of rows, and a path may start at the root")
    func rows() throws {
        let row = #"{"img":{"url":"a"},"vids":{"x":{"key":"1"},"y":{"key":"2"}},"site":"vimeo"}"#
        let item = try item(
            "{ images: { rows: img, item: { url: url } }, videos: { rows: vids, each_value: true, item: { key: key, site: $.site } } }",
            row
        )
        #expect(item.images.map(\.url) == ["a"])
        #expect(item.videos.map(\.key) == ["1", "2"])
        #expect(item.videos.map(\.site) == ["vimeo", "vimeo"])
    }

    @Test("The names in a map of rows can be values, and lists can be nested")
    func keys() throws {
        let item = try item(
            """
            { title: t, watch: { rows: w, each_value: true, item: { region: { each_key: true }, link: l, attribution: { value: Lamp }, \
            stream: { rows: s, item: { name: n, logo: { path: p, prefix: 'https://i.example' } } }, rent: 'r[*].n' } }, \
            releases: { rows: o, item: { region: c, events: { rows: e, limit: 2, item: { kind: k, date: d, certification: g } } } } }
            """,
            #"{"t":"a","w":{"KR":{"l":"https://x.example","s":[{"n":"One","p":"/1.jpg"},{"p":"/2.jpg"}],"r":[{"n":"Two"}]},"FR":{"l":"https://y.example"},"Nowhere":{"s":[{"n":"One"}]}},"o":[{"c":"한국","e":[{"k":"theatrical","d":"2024-03-10","g":"15"},{"k":"digital"}]},{"c":"JP","e":[]}]}"#
        )
        var korea = WatchOffers(region: "KR", provider: "shelf")
        korea.link = "https://x.example"
        korea.attribution = "Lamp"
        korea.stream = [.init(name: "One", logo: "https://i.example/1.jpg")]
        korea.rent = [.init(name: "Two")]
        #expect(item.watch == [korea])
        let event = RegionalRelease.Event(
            kind: "theatrical",
            date: CalendarDate(parsing: "2024-03-10"),
            certification: "15"
        )
        #expect(item.releases == [RegionalRelease(region: "KR", events: [event])])
    }

    @Test(
        "A kind, a site, or a job that the table drops leaves its element out; without a word, the element stays",
        arguments: [
            (
                "images: { rows: l, item: { url: u, kind: { path: k, map: { a: backdrop }, else: drop } } }",
                ["1:backdrop", "3:poster"]
            ),
            (
                "images: { rows: l, item: { url: u, kind: { path: k, map: { a: logo, b: ~ }, else: drop } } }",
                ["1:logo", "3:poster"]
            ),
            (
                "videos: { rows: l, item: { key: u, kind: { path: k, map: { a: teaser }, else: drop } } }",
                ["1:teaser", "3:trailer"]
            ),
            (
                "videos: { rows: l, item: { key: u, site: { path: k, map: { a: vimeo }, else: drop } } }",
                ["1:trailer", "3:trailer"]
            ),
            (
                "crew: { rows: l, item: { name: u, job: { first_of: [j, k], map: { a: Editor }, else: drop } } }",
                ["1:Editor", "3:"]
            ),
            (
                "images: { rows: l, item: { url: u, kind: { path: k, map: { a: backdrop }, else: keep } } }",
                ["1:backdrop", "2:b", "3:poster"]
            ),
        ]
    )
    func droppedKinds(_ field: String, _ expected: [String]) throws {
        let film = try item("{ title: t, \(field) }", #"{"t":"A","l":[{"u":"1","k":"a"},{"u":"2","k":"b"},{"u":"3"}]}"#)
        let found =
            film.images.map { "\($0.url):\($0.kind)" } + film.videos.map { "\($0.key):\($0.kind)" }
            + film.crew.map { "\($0.name):\($0.job ?? "")" }
        #expect(found == expected)
    }

    @Test("Titles in a list each have their language, whatever its code has for letters")
    func titles() throws {
        let film = try item(
            "{ title: t, titles: [{ path: o, language: fr }, { rows: alt, item: { text: name, language: iso } }] }",
            #"{"t":"Low Tide","o":"Marée basse","alt":[{"name":"썰물","iso":"kor"},{"name":"Ebbe","iso":"de"},{"iso":"it"},{"name":"Maré","iso":"por-BR"},{"name":"Ebb"},{"name":"~","iso":"zxx"}]}"#
        )
        #expect(
            film.titles == [
                LocalizedText("Marée basse", language: "fr"), LocalizedText("썰물", language: "ko"),
                LocalizedText("Ebbe", language: "de"), LocalizedText("Maré", language: "pt-BR"), LocalizedText("Ebb"),
                LocalizedText("~"),
            ]
        )
    }

    @Test("Rows of one region are joined in their order, without repeated entries")
    func regions() throws {
        let offers = ["stream", "rent", "buy"].map {
            "\($0): { rows: ., where: { path: type, is: \($0) }, item: { name: name } }"
        }
        let item = try item(
            """
            { title: t, watch: { rows: w, item: { region: region, link: l, \(offers.joined(separator: ", ")) } }, \
            releases: { rows: r, item: { region: c, events: { rows: ., item: { kind: k, date: d, certification: g } } } } }
            """,
            #"""
            {"t":"a","w":[{"name":"One","type":"stream","region":"US"},{"name":"Shop","type":"buy","region":"US"},
             {"name":"Shop","type":"rent","region":"US","l":"https://x.example"},{"name":"Two","type":"stream","region":"GB"},
             {"name":"Three","type":"stream","region":"US","l":"https://y.example"},{"name":"One","type":"stream","region":"US"}],
             "r":[{"c":"us","k":"theatrical","d":"2010-07-16","g":"PG"},{"c":"us","k":"digital","d":"2010-12-07"},
             {"c":"gb","k":"theatrical","d":"2010-07-17"},{"c":"us","k":"digital","d":"2010-12-07"}]}
            """#
        ).normalized()
        #expect(item.watch.map(\.region) == ["US", "GB"])
        #expect(item.watch.map { $0.stream.map(\.name) } == [["One", "Three"], ["Two"]])
        #expect(item.watch.map { $0.buy.map(\.name) } == [["Shop"], []])
        #expect(item.watch.map { $0.rent.map(\.name) } == [["Shop"], []])
        #expect(item.watch.map(\.link) == ["https://x.example", nil])
        #expect(item.releases.map(\.region) == ["US", "GB"])
        #expect(item.releases.map { $0.events.map(\.kind) } == [["theatrical", "digital"], ["theatrical"]])
        #expect(item.certifications == [Certification(region: "US", label: "PG")])
    }

    @Test(
        "The address of a video at YouTube or Vimeo gives its site and key",
        arguments: [
            ("dQw4w9WgXcQ", "youtube", "dQw4w9WgXcQ"),
            ("https://www.youtube.com/watch?v=abc12345678&t=1", "youtube", "abc12345678"),
            ("http://m.youtube.com/watch?t=1&v=abc", "youtube", "abc"), ("https://youtu.be/abc?t=1", "youtube", "abc"),
            ("//www.youtube-nocookie.com/embed/abc", "youtube", "abc"),
            ("https://www.youtube.com/shorts/abc", "youtube", "abc"), ("https://vimeo.com/12345", "vimeo", "12345"),
            ("https://player.vimeo.com/video/12345?h=1", "vimeo", "12345"),
        ]
    )
    func videoAddresses(_ text: String, _ site: String, _ key: String) throws {
        for definition in ["{ videos: v }", "{ videos: { rows: ., item: { key: v } } }"] {
            let item = try item(definition, "{\"v\":\"\(text)\"}")
            #expect(item.videos == [MovieVideo(kind: "trailer", site: site, key: key)])
        }
    }

    @Test(
        "An address that is not a video's at a known site is counted, and the others are kept",
        arguments: [
            "https://videos.example/12345", "https://www.youtube.com/", "https://vimeo.com/channels/staffpicks",
        ]
    )
    func otherAddresses(_ text: String) throws {
        for (definition, rows) in [("{ videos: v }", ["v"]), ("{ videos: { rows: v, item: { key: k } } }", ["k"])] {
            let operation = try #require(try self.operation(definition))
            let (first, second) =
                rows == ["v"] ? ("\"\(text)\"", "\"abc\"") : ("{\"k\":\"\(text)\"}", "{\"k\":\"abc\"}")
            let (items, report) = try films(in: try JSONDocument("[{\"v\":[\(first),\(second)]}]").root, by: operation)
            #expect(items.map { $0.videos.map(\.key) } == [["abc"]])
            #expect(report.failures.map(\.count) == [1])
            #expect(report.failures.first?.detail.description.contains("address at YouTube or Vimeo, found") == true)
        }
    }

    @Test("A row is dropped if it lacks a required field or has no value at all")
    func droppedRows() throws {
        let provider = try provider(
            item: "{ titles: [{ path: a, required: true }, { path: b }], year: y, genres: [{ path: g }, { path: h }] }"
        )
        let operation = try #require(provider.operations[.search]?.first)
        let (items, report) = try films(
            in: try JSONDocument(#"[{"a":"1","y":1999},{"b":"2","y":2000},{"a":"3"}]"#).root,
            by: operation
        )
        #expect(items.map { $0.titles.map(\.text) } == [["1"], ["3"]])
        #expect((report.rows, report.dropped) == (3, 1))
        let plain = try #require(try self.operation("{ title: t, year: y }"))
        let empty = try films(in: try JSONDocument(#"[{"x":1},{"t":"a"},7,null]"#).root, by: plain)
        #expect(empty.films.map { $0.title?.text } == ["a"])
        #expect((empty.report.rows, empty.report.dropped) == (4, 3))
    }

    @Test("A row with a duplicate name is dropped, but a nested object may repeat the name")
    func ambiguousRows() throws {
        let operation = try #require(try self.operation("{ title: t }"))
        let rows = #"[{"t":"a","x":{"t":1}},{"t":"b","t":"c"},{"t":"d","\u0074":"e"},{"t":"f","y":1,"y":1}]"#
        let (items, report) = try films(in: try JSONDocument(rows).root, by: operation)
        #expect(items.map { $0.title?.text } == ["a"])
        #expect((report.rows, report.dropped) == (4, 3))
    }

    private func operation(_ item: String) throws -> OperationDefinition? {
        try provider(item: item).operations[.search]?.first
    }

    @Test(
        "The id of an earlier row is dropped and reported if the years differ, and the titles do or the years by far",
        arguments: [
            (#"[{"i":1,"t":"Alien","y":1979},{"i":1,"t":"Brazil","y":1985},{"i":1,"t":"Casablanca","y":1942}]"#, 2),
            (#"[{"i":1,"t":"Alien","y":1979},{"i":1,"t":"Alien","y":1980},{"i":1,"t":"Brazil","y":1979}]"#, 0),
            (#"[{"i":1,"t":"Emma","y":1996},{"i":1,"t":"Emma","y":2020}]"#, 1),
            (#"[{"i":1,"t":"Alien","y":1979},{"i":2,"t":"Brazil","y":1985},{"i":1,"t":"Casablanca"}]"#, 0),
            (#"[{"t":"Alien","y":1979},{"t":"Brazil","y":1985}]"#, 0),
        ]
    )
    func oneID(_ rows: String, _ expected: Int) throws {
        let operation = try #require(try self.operation("{ ids: { shelf: i }, title: t, year: y }"))
        let root = try JSONDocument(rows).root
        let (items, report) = try films(in: root, by: operation)
        #expect(items.count == root.count)
        #expect(items.count { $0.ids["shelf"] == nil } == root.elements.count { $0["i"] == nil } + expected)
        #expect(report.dropped == 0)
        #expect(report.failures.map(\.count) == (expected == 0 ? [] : [expected]))
        if let failure = report.failures.first {
            #expect(failure.field == .ids)
            #expect(failure.examplePath == "i")
            let other = expected == 1 ? "'Emma' (1996) and 'Emma' (2020)" : "'Alien' (1979) and 'Brazil' (1985)"
            #expect(failure.detail == "expected an id for each film, found shelf:1 for \(other)")
            #expect(failure.location != nil)
        }
    }

    @Test("An id that is the number 603.0 is 603")
    func wholeNumberIDs() throws {
        let operation = try #require(try self.operation("{ ids: { shelf: i }, title: t }"))
        let root = try JSONDocument(
            #"[{"i":603.0,"t":"a"},{"i":604,"t":"b"},{"i":1.5,"t":"c"},{"i":"605.0","t":"d"}]"#
        ).root
        let (items, _) = try films(in: root, by: operation)
        #expect(items.map { $0.ids["shelf"] } == ["603", "604", "1.5", "605.0"])
    }

    @Test("The report counts dropped rows and names the path and row of failures")
    func reports() throws {
        let provider = try provider(item: "{ title: { path: t, required: true }, year: a.y }")
        let operation = try #require(provider.operations[.search]?.first)
        let root = try JSONDocument(
            #"[{"t":"a","a":{"y":1999}},{"a":{"y":1}},{"t":"b","a":{"y":"x"}},{"t":"c","a":{"y":"z"}}]"#
        ).root
        let (items, report) = try films(in: root, by: operation)
        #expect(items.map { $0.title?.text } == ["a", "b", "c"])
        #expect(report.rows == 4)
        #expect(report.dropped == 1)
        #expect(
            report.failures.map(\.undescribed) == [.init(field: .year, count: 2, examplePath: "a.y")]
        )
    }
}
