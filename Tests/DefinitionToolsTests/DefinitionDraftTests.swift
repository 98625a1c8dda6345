import DefinitionTools
import HTTPModel
import MovieDomain
import Testing

@Suite("Definitions that are proposed for an answer")
struct DefinitionDraftTests {
    private static func draft(
        _ sample: String,
        _ path: String? = nil,
        headers: HTTPHeaders = HTTPHeaders(),
        choices: DraftChoices = DraftChoices()
    ) throws -> DefinitionDraft {
        let request = try path.map { try SampleRequest(url: "https://api.lamp.example" + $0) }
        return try DefinitionDraft(
            sample: Array(sample.utf8),
            headers: headers,
            request: request,
            id: "lamp",
            choices: choices
        )
    }

    /// What a request and its answer become: lines that the definition has, and words that it has not.
    private static let cases: [(path: String, sample: String, lines: [String], not: [String])] = [
        // One film is no box office, whatever its names are, and its id stands in the path.
        (
            "/lamp/films/31?extended=full",
            #"{"title":"Slow Lamps","rank":4,"revenue":880000,"ids":{"lamp":31,"slug":"slow-lamps","imdb":"tt99000031"}}"#,
            [
                "lookup:", "by: [lamp]", "get: \"/lamp/films/${input.ids.lamp}\"",
                "ids: { lamp: ids.lamp, imdb: ids.imdb }",
            ],
            ["box_office", "rank:  {"]
        ),
        // A list of films with ranks of another list is none either.
        (
            "/films", #"[{"id":1,"title":"A B","rank":9,"revenue":5},{"id":2,"title":"C D","rank":3,"revenue":7}]"#,
            ["list:", "#   rank: 9, 3"], ["box_office"]
        ),
        (
            "/week",
            #"[{"id":1,"title":"A B","rank":1,"weekendGross":5},{"id":2,"title":"C D","rank":2,"weekendGross":3}]"#,
            ["daily_box_office:", "rank: { path: rank, required: true }"], []
        ),
        // What the titles have in common was looked for.
        (
            "/find?input=lamps&type=movie&perPage=20",
            #"{"items":[{"id":1,"title":"Slow Lamps"},{"id":2,"title":"Lamps at Noon"}]}"#,
            ["search:", "input: \"${input.query}\"", "type: movie"], []
        ),
        (
            "/top/genre=Drama&search=slow%20lamps.json", #"{"metas":[{"id":1,"name":"Slow Lamps","year":2019}]}"#,
            ["search:", "get: \"/top/genre=Drama&search=${input.query}.json\""], []
        ),
        ("/top/lamps", #"{"metas":[{"id":1,"title":"Slow Lamps"}]}"#, ["get: \"/top/${input.query}\""], []),
        (
            "/top?genre=Drama", #"{"films":[{"id":1,"title":"Slow Lamps","genre":"Drama"}]}"#,
            ["list:", "genre: Drama"], ["${input.query}"]
        ),
        // Ids in lists, and those of a person are not the film's.
        (
            "/films",
            #"{"films":[{"title":"A B","links":[{"type":"imdb","id":"tt99000031"},{"type":"tmdb","id":"7"}]}]}"#,
            ["imdb: \"links[?@.type=='imdb'].id\", tmdb: \"links[?@.type=='tmdb'].id\""], []
        ),
        (
            "/films", #"{"films":[{"key":"9","title":"A B","guids":[{"id":"imdb://tt99000031"},{"id":"tvdb://7"}]}]}"#,
            ["imdb: { path: \"guids[*].id\", then: [{ extract: \"^imdb://(.+)$\" }] }"], []
        ),
        (
            "/films",
            #"{"films":[{"title":"A B","director":{"id":5,"name":"Mia Oda"}},{"title":"C D","director":{"id":6,"name":"Jon Hale"}}]}"#,
            ["title: { path: title,"], ["director.id }", "ids:"]
        ),
        (
            "/films",
            #"{"data":[{"id":"1","type":"film","attributes":{"slug":"a-b","canonicalTitle":"A B","startDate":"2019-04-05"}}]}"#,
            [
                "rows: data", "ids: { lamp: id }", "title: { path: attributes.canonicalTitle,",
                "release_date: attributes.startDate",
            ], []
        ),
        // Rows of several kinds.
        (
            "/find?q=b",
            #"{"items":[{"type":"film","film":{"id":1,"title":"A B"}},{"type":"person","person":{"name":"B"}}]}"#,
            ["rows: { path: items, where: { path: type, is: film } }"], []
        ),
        // What is in doubt is a comment with its values, and so is what has no field.
        (
            "/films",
            #"{"films":[{"title":"A B","popularity":3,"rating":2.5,"mood":"calm"},{"title":"C D","popularity":1,"rating":3}]}"#,
            [
                "# popularity: popularity # or is it a place in a list? 3, 1",
                "# rating: { path: rating, scale: 10 } # or is it one of 5? 2.5, 3", "#   mood: calm",
            ],
            ["\n          popularity:", "\n          rating:"]
        ),
        (
            "/films", #"{"films":[{"title":"A B","score":17.3},{"title":"C D","score":12}]}"#,
            ["# rating: { path: score, scale: 100 } # or is it how well the film fits? 17.3, 12"], []
        ),
        (
            "/films", #"{"films":[{"title":"A B","score":7.3,"scored_by":9}]}"#,
            ["\n          rating: { path: score, scale: 10, votes: scored_by }"], []
        ),
        // A day that is not of the film's year, ticks, and titles inside of an object.
        (
            "/posts", #"[{"id":4,"date":"2024-05-01T10:00:00","title":{"rendered":"A B"},"year":"2018"}]"#,
            ["title: { path: title.rendered,", "# release_date: {", "# or is it the day of the entry?", "year: year"],
            ["\n          release_date:"]
        ),
        (
            "/films", #"{"films":[{"title":"A B","RunTimeTicks":62400000000,"date":"2018-02-03","year":2018}]}"#,
            [
                "runtime: { path: RunTimeTicks, then: [{ number: { factor: 0.0001 } }], unit: ms }",
                "release_date: date",
            ], []
        ),
        // Titles whose names tell their languages.
        (
            "/films", #"{"films":[{"title":"A B","title_japanese":"ア","name_cn":"甲"}]}"#,
            ["titles: [{ path: title_japanese, language: ja }, { path: name_cn, language: zh }]"], []
        ),
        ("/films", #"{"films":[{"name":"甲乙","name_cn":"丙"}]}"#, ["title: { path: name, required: true }"], []),
        // Pictures, trailers, and people.
        (
            "/films/tt99000031",
            #"{"title":"A B","imdb_id":"tt99000031","movieposter":[{"url":"https://i.example/1.jpg","lang":"en"}]}"#,
            ["images: [{ rows: movieposter, item: { url: url, kind: { value: poster }, language: lang } }]"], []
        ),
        (
            "/films",
            #"{"films":[{"title":"A B","poster":"https://i.example/p/1/img","trailers":[{"source":"abcdefghijk"}],"writer":["Ann Bo"]}]}"#,
            [
                "images: [{ path: poster, kind: poster }]", "videos: { rows: trailers, item: { key: source } }",
                "crew: { path: writer, job: Writer }",
            ], []
        ),
        (
            "/films",
            #"<r><f key="1" title="A B"><Genre tag="Drama"/><Role tag="Ann Bo" role="Cook"/></f><f key="2" title="C D"><Genre tag="Crime"/></f></r>"#,
            ["genres: \"Genre[*].@tag\"", "cast: { rows: Role, item: { name: \"@tag\", character: \"@role\" } }"], []
        ),
        // Other languages than English.
        (
            "/suche/lampen",
            "<r><e><id>1</id><titel>Langsame Lampen</titel><jahr>2019</jahr></e><e><id>2</id><titel>Lampen</titel><jahr>2020</jahr></e></r>",
            ["get: \"/suche/${input.query}\"", "title: { path: titel,", "year: jahr"], []
        ),
        (
            "/land/31", #"{"titel":"Lampen","land":{"name":"Norwegen"},"regie":{"person":{"id":4,"name":"Ann Bo"}}}"#,
            [
                "by: [lamp]", "title: { path: titel,", "countries: land.name",
                "directors: { rows: regie.person, item: { name: name } }",
            ], ["\n          ids:"]
        ),
        // Rows with a name alone, where nothing else is a film.
        (
            "/films", #"[{"id":1,"name":"A B"},{"id":2,"name":"C D"}]"#, ["ids: { lamp: id }", "title: { path: name,"],
            []
        ),
        (
            "/live",
            #"{"now":{"title":"Live"},"list":[{"film":{"filmId":1,"filmName":"A B"}},{"film":{"filmId":2,"filmName":"C D"}}]}"#,
            ["filmName"], ["rows: now"]
        ),
    ]

    @Test("What is seen in an answer is proposed, and nothing that is a guess is written as a fact", arguments: cases)
    func proposals(_ path: String, _ sample: String, _ lines: [String], _ not: [String]) throws {
        let text = try Self.draft(sample, path).text
        for line in lines { #expect(text.contains(line), "\(line) not in\n\(text)") }
        for word in not { #expect(!text.contains(word), "\(word) in\n\(text)") }
    }

    @Test(
        "Headers that lead to the next page, or say how many there are, become paging",
        arguments: [
            (
                "Link", "<https://api.lamp.example/films?page=2>; rel=\"next\"",
                "{ kind: next_url, path: { header: Link }"
            ),
            ("X-Total-Count", "40", "total: { header: X-Total-Count }"),
            ("X-Pagination-Item-Count", "40", "total: { header: X-Pagination-Item-Count }"),
            ("X-WP-TotalPages", "4", "total_pages: { header: X-WP-TotalPages }"),
        ]
    )
    func headers(_ name: String, _ value: String, _ line: String) throws {
        let sample = #"[{"id":1,"title":"A B"},{"id":2,"title":"C D"}]"#
        let text = try Self.draft(sample, "/films?page=1&limit=2", headers: HTTPHeaders([(name, value)])).text
        #expect(text.contains(line) || name == "Link", "\(text)")
        let bare = try Self.draft(sample, "/films", headers: HTTPHeaders([(name, value)])).text
        #expect(bare.contains(line), "\(bare)")
    }

    /// Requests and answers that earlier drafts lost something of, and what the definition has.
    private static let losses: [(path: String, sample: String, lines: [String], not: [String])] = [
        // One value in a list, in some rows.
        (
            "/search?q=lamps",
            #"{"docs":[{"identifier":"a1","title":["Slow Lamps"],"year":"2019"},{"identifier":"b2","title":"Lamps at Noon","year":"1987"}]}"#,
            ["title: { path: \"title[*]\"", "q: \"${input.query}\"", "ids: { lamp: identifier }"], []
        ),
        // Two rows with one number: only that namespace is left out.
        (
            "/find?q=lamps",
            #"{"results":[{"id":11,"imdb_id":"tt99000031","tmdb_id":7,"title":"Slow Lamps","year":2019},{"id":12,"imdb_id":"tt99000032","tmdb_id":7,"title":"Lamps at Noon","year":1987}]}"#,
            ["ids: { lamp: id, imdb: imdb_id }"], ["tmdb: tmdb_id"]
        ),
        // A page that is not full shows no size.
        (
            "/films?page=1", #"{"page":1,"total":2,"films":[{"id":1,"title":"A B"},{"id":2,"title":"C D"}]}"#,
            ["paging: { kind: page, param: page, first: 1, total: total, max_pages: 3 } # add size: N"], ["size: 2"]
        ),
        (
            "/films?page=1",
            #"{"total":3,"films":[{"id":1,"type":"film","title":"A B"},{"id":2,"type":"film","title":"C D"},{"id":3,"type":"person","label":"E"}]}"#,
            ["where: { path: type, is: film }", "# add size: N"], ["size: 2"]
        ),
        // The id of the one row, wherever it stands.
        (
            "/title/3007/details/", #"{"id":3007,"title":"Slow Lamps","year":2019}"#,
            ["lookup:", "by: [lamp]", "get: \"/title/${input.ids.lamp}/details/\""], []
        ),
        (
            "/title/7/info", #"{"title":"Slow Lamps","year":2019,"overview":"A lamp."}"#,
            ["lookup:", "get: \"/title/${input.ids.lamp}/info\""], []
        ),
        (
            "/films/tt99000031/de/full", #"{"imdb":"tt99000031","title":"Slow Lamps","year":2019}"#,
            ["by: [imdb]", "get: \"/films/${input.ids.imdb}/de/full\""], []
        ),
        (
            "/film?id=7&plot=full", #"{"id":7,"title":"Slow Lamps","year":2019}"#,
            ["lookup:", "by: [lamp]", "id: \"${input.ids.lamp}\"", "plot: full"], []
        ),
        // A parameter with several values.
        (
            "/films?fl=id&fl=title&sort=year", #"{"films":[{"id":1,"title":"A B"},{"id":2,"title":"C D"}]}"#,
            ["fl: [id, title]", "sort: year"], []
        ),
        // The words of a search in an expression, in the text of a query, and a day in the path.
        (
            "/find?q=title%3A(lamps)%20AND%20kind%3Afilm",
            #"{"docs":[{"id":"a1","title":"Slow Lamps"},{"id":"b2","title":"Lamps at Noon"}]}"#,
            ["q: \"title:(${input.query}) AND kind:film\"", "input: { query: lamps }"], []
        ),
        (
            "/bo/20261120/",
            #"[{"id":1,"title":"A B","rank":1,"admissions":5},{"id":2,"title":"C D","rank":2,"admissions":3}]"#,
            ["get: \"/bo/${input.date | date yyyyMMdd}/\"", "date: \"2026-11-20\""], []
        ),
        (
            "/films?page=1",
            #"{"@odata.nextLink":"https://api.lamp.example/films?page=2","value":[{"id":1,"title":"Hämärä","isAdult":false,"lengthInMinutes":90},{"id":2,"title":"Yö","isAdult":false,"lengthInMinutes":95}]}"#,
            [
                "adult: isAdult", "runtime: { path: lengthInMinutes, unit: min }",
                "title: { path: title, required: true }",
            ], ["language: en"]
        ),
        // Titles that are named by their languages alone.
        (
            "/films",
            #"{"films":[{"filmId":1,"nameRu":"Лампы","nameEn":"Slow Lamps"},{"filmId":2,"nameRu":"Полдень","nameEn":null}]}"#,
            ["title: { first_of: [nameRu, nameEn], required: true }", "{ path: nameEn, language: en }"], []
        ),
    ]

    @Test("Nothing that the request or the answer has is lost", arguments: losses)
    func keeps(_ path: String, _ sample: String, _ lines: [String], _ not: [String]) throws {
        let draft = try Self.draft(sample, path)
        for line in lines { #expect(draft.text.contains(line), "\(line)\n\(draft.text)") }
        for line in not { #expect(!draft.text.contains(line), "\(line)\n\(draft.text)") }
    }

    @Test(
        "What has no films is refused with its reason",
        arguments: [
            (#"{"error":"invalid key"}"#, nil, "reports an error, 'error': invalid key"),
            (
                #"{"status_code":7,"status_message":"Invalid key"}"#, nil,
                "reports an error, 'status_message': Invalid key"
            ),
            (#"{"page":1,"total":0,"results":[]}"#, nil, "the list at results is empty"),
            (#"{"results":[{"id":1,"name":"A"}]}"#, .watch, "its item has the parts of one film"),
            (#"{"results":[{"id":1,"name":"A"}]}"#, .videos, "its item has the parts of one film"),
        ] as [(String, Capability?, String)]
    )
    func refused(_ sample: String, _ operation: Capability?, _ words: String) {
        #expect {
            try Self.draft(sample, choices: DraftChoices(operation: operation))
        } throws: {
            "\($0)".contains(words)
        }
    }

    @Test("People are proposed with their names, and a title that was named is never left out")
    func chosen() throws {
        let people = #"{"people":[{"id":1,"name":"Mia Oda"},{"id":2,"name":"Jon Hale"}]}"#
        let draft = try Self.draft(people, "/people?q=a", choices: DraftChoices(operation: .peopleSearch))
        #expect(draft.text.contains("people_search:") && draft.text.contains("name: { path: name, required: true }"))
        let films = #"{"films":[{"id":1,"head":["Slow Lamps"]},{"id":2,"head":"Lamps at Noon"}]}"#
        let titled = try Self.draft(films, "/films", choices: DraftChoices(title: "head"))
        #expect(titled.text.contains("title: { path: \"head[*]\""), "\(titled.text)")
    }

    @Test("A key in the path is said to be left out")
    func keyInPath() throws {
        let draft = try Self.draft(
            #"{"films":[{"id":1,"title":"Slow Lamps"},{"id":2,"title":"Lamps at Noon"}]}"#,
            "/key/a1b2c3d4e5f6/films"
        )
        #expect(draft.text.contains("/key/***/films"))
        #expect(draft.findings.contains { $0.contains("the path has a key") }, "\(draft.findings)")
    }

    @Test("Where no name is that of a title, the names are shown, and one of them can be named")
    func untitled() throws {
        let sample = "{\"id\":1,\"t\":\"A B\"}\n{\"id\":2,\"t\":\"C D\"}\n"
        let failure = #expect(throws: DraftFailure.self) { try Self.draft(sample) }
        #expect(failure?.description.contains("The rows (ndjson) have id, t. Name it with --title NAME") == true)
        let text = try Self.draft(sample, choices: DraftChoices(title: "t")).text
        #expect(text.contains("format: ndjson") && text.contains("title: { path: t,"))
    }

    /// Pages and answers of odd forms, each with lines that its definition has, and words that it has not.
    private static let pages: [(path: String?, sample: String, lines: [String], not: [String])] = [
        (
            nil,
            """
            <!DOCTYPE html><html><head><title>Lamps</title>
            <script type="application/ld+json">{"@type":"Organization","name":"Lamp"}</script>
            <script type="application/ld+json">{"@type":"Movie","name":"Slow Lamps","datePublished":"2019-05-03",
            "duration":"PT1H20M","actor":[{"@type":"Person","name":"Ana Reyes"}],"director":{"name":"Mina Okafor"},
            "aggregateRating":{"ratingValue":7.9,"ratingCount":120},"image":"https://i.example/1.jpg"}</script></head></html>
            """,
            [
                "format: html", #"rows: "json[?@['@type']=='Movie']""#, "release_date: datePublished",
                "cast: { rows: actor, limit: 40, item: { name: name } }",
                "directors: { rows: director, item: { name: name } }",
                "rating: { path: aggregateRating.ratingValue, scale: 10, votes: aggregateRating.ratingCount }",
                "count: 1",
            ], ["Organization"]
        ),
        (
            "/films",
            """
            <html><script type="application/ld+json">{"@type":"ItemList","itemListElement":[
            {"position":1,"item":{"@type":"Movie","name":"Slow Lamps","datePublished":"2019-05-03"}},
            {"position":2,"item":{"@type":"Movie","name":"Lamps at </Noon>","datePublished":"2020-05-03"}}]}</script></html>
            """,
            ["list:", #"rows: "json[?@['@type']=='ItemList'].itemListElement[*].item""#, "count: 2"], ["box_office"]
        ),
        (
            "/films",
            """
            <html><body><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"films":[
            {"id":1,"title":"Slow Lamps","year":2019},{"id":2,"title":"Lamps at Noon","year":2020}]}}}</script></html>
            """,
            ["rows: scripts.__NEXT_DATA__.props.pageProps.films", "ids: { lamp: id }", "count: 2"], []
        ),
        (
            "/films",
            """
            <html><script>window.__STATE__ = {"films":[{"id":1,"title":"Slow Lamps"},{"id":2,"title":"Noon"}]};</script></html>
            """,
            ["rows: scripts.__STATE__.films"], []
        ),
        (
            "/films",
            """
            <html><script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Lamp"},
            {"@type":"Movie","name":"Slow Lamps","datePublished":"2019-05-03"}]}</script></html>
            """,
            [#"where: { path: "@type", is: Movie } }"#, "count: 1"], []
        ),
        // Series and people beside films, which have titles, too.
        (
            "/all", #"[{"type":"movie","id":1,"title":"A"},{"type":"tv","id":2,"title":"B"}]"#,
            ["rows: { path: ., where: { path: type, is: movie } }", "count: 1"], []
        ),
        (
            "/all",
            #"{"r":[{"kind":"Movie","id":1,"title":"A"},{"kind":"Series","id":2,"title":"B"},{"kind":"Short","id":3,"title":"C"}]}"#,
            ["rows: { path: r, where: { path: kind, in: [Movie, Short] } }"], []
        ),
        (
            "/all", #"[{"type":"movie","id":1,"title":"A"},{"type":"short","id":2,"title":"B"}]"#, ["rows: .\n"],
            ["where"]
        ),
        // People in objects of their own.
        (
            "/all",
            #"[{"id":1,"title":"A","credits":{"cast":[{"person":{"name":"Ana"},"character":"Keeper"}],"directors":[{"person":{"name":"Mina"}}]}}]"#,
            [
                "cast: { rows: credits.cast, limit: 40, item: { name: person.name, character: character } }",
                "directors: { rows: credits.directors, limit: 40, item: { name: person.name } }",
            ], []
        ),
        (
            "/all", #"[{"id":1,"title":"A","people":{"cast":{"edges":[{"node":{"name":"Ana"},"role":"Keeper"}]}}}]"#,
            ["cast: { rows: people.cast.edges, limit: 40, item: { name: node.name, character: role } }"], []
        ),
        // Nothing in the place of a row, a person, or a value.
        (
            "/all",
            #"{"r":[null,{"id":1,"title":"A","year":null,"cast":[null,{"name":"Ana"}],"genres":["Drama",null]},{"id":2,"title":"B","year":2001,"cast":null}]}"#,
            ["rows: r", "year: year", "genres: genres", "cast: { rows: cast, limit: 40, item: { name: name } }"], []
        ),
        // Pages in the path.
        (
            "/films/page/1/size/2", #"{"page":1,"films":[{"id":1,"title":"A"},{"id":2,"title":"B"}],"total":9}"#,
            [
                "get: \"/films/page/${input.page}/size/2\"",
                "        paging: { kind: page, size: 2, total: total, max_pages: 3 }",
            ], []
        ),
        (
            "/films/0/skip=0.json", #"{"films":[{"id":1,"title":"A"},{"id":2,"title":"B"}],"hasMore":true}"#,
            [
                "get: \"/films/0/skip=${input.offset}.json\"",
                "        paging: { kind: offset, size: 2, has_more: hasMore, max_pages: 3 }",
            ], []
        ),
        (
            "/find/lamps/page-0",
            #"{"films":[{"id":1,"title":"Slow Lamps"},{"id":2,"title":"Lamps at Noon"}],"total":9}"#,
            [
                "get: \"/find/${input.query}/page-${input.page}\"",
                "paging: { kind: page, first: 0, size: 2, total: total, max_pages: 3 }",
            ], []
        ),
    ]

    @Test("Pages with data, mixed lists, people in objects, empty members, and pages in a path", arguments: pages)
    func oddAnswers(_ path: String?, _ sample: String, _ lines: [String], _ not: [String]) throws {
        let text = try Self.draft(sample, path).text
        for line in lines { #expect(text.contains(line), "\(line) is not in\n\(text)") }
        for word in not { #expect(!text.contains(word), "\(word) is in\n\(text)") }
    }

    @Test("A page without data is refused, and the whole of one with data is kept in its file")
    func wholePage() throws {
        #expect(throws: DraftFailure.self) { try Self.draft("<html><body>films</body></html>") }
        let page =
            #"<html><title>A &amp; B</title><script>var a = {"films":[{"id":1,"title":"A </b>","seen":1}]}</script></html>"#
        let draft = try DefinitionDraft(sample: Array(page.utf8), id: "lamp") { _, format in "tests/a.\(format)" }
        let answer = String(decoding: draft.answer, as: UTF8.self)
        #expect(draft.text.contains("response: tests/a.html"))
        #expect(answer.contains("<title>A &amp; B</title>") && answer.contains(#"A <\/b>","seen":1"#), "\(answer)")
    }

    @Test("Another encoding is named by the page, by whoever has the answer, or asked for")
    func encodings() throws {
        let json: [UInt8] = Array(#"[{"id":1,"title":"Caf"#.utf8) + [0xE9] + Array(#""}]"#.utf8)
        let draft = try DefinitionDraft(sample: json, statedCharset: "ISO-8859-1", id: "lamp")
        #expect(
            draft.text.contains("    charset: ISO-8859-1\n") && draft.text.contains("title: Café")
                || draft.text.contains(#"title: "Café""#)
        )
        let page =
            Array(#"<html><meta charset="latin1"><script type="application/json">"#.utf8) + json
            + Array("</script></html>".utf8)
        #expect(try DefinitionDraft(sample: page, id: "lamp").text.contains("    charset: ISO-8859-1\n"))
        // Headers that name it name it for the definition, too.
        #expect(try !DefinitionDraft(sample: json, charset: "latin1", id: "lamp").text.contains("charset:"))
        #expect {
            try DefinitionDraft(sample: json, id: "lamp")
        } throws: { error in
            "\(error)".contains("name it with --charset: EUC-KR, ISO-8859-1")
        }
    }

    @Test("The operation and the rows can be named; an operation that needs an id finds it in the address")
    func choices() throws {
        let sample =
            #"{"a":[{"id":1,"title":"A B"}],"b":{"c":[{"id":2,"title":"C D","n":5},{"id":3,"title":"E F","n":4}]}}"#
        let rows = DraftChoices(operation: .dailyBoxOffice, rows: "b.c")
        let text = try Self.draft(sample, "/day", choices: rows).text
        #expect(text.contains("daily_box_office:") && text.contains("rows: b.c\n"), "\(text)")
        #expect(text.contains("rank: { position: true }") && text.contains("movie:\n"), "\(text)")
        let similar = DraftChoices(operation: .similar)
        let found = try Self.draft(sample, "/films/31/similar", choices: similar).text
        #expect(found.contains("by: [lamp]\n        get: \"/films/${input.ids.lamp}/similar\""), "\(found)")
        let failure = #expect(throws: DraftFailure.self) { try Self.draft(sample, "/films", choices: similar) }
        #expect(failure?.description.contains("the address has no id for 'similar'") == true)
        let nowhere = #expect(throws: DraftFailure.self) { try Self.draft(sample, choices: DraftChoices(rows: "x")) }
        #expect(nowhere?.description == "the sample has no rows at 'x'; objects are at ., a, b, b.c")
    }
}
