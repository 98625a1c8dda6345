import JSON
import MarqueeTestKit
import MovieDomain
import Platform
import ProviderLanguage
import Testing

@testable import DefinitionTools

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Advice about definitions")
struct DefinitionAdviceTests {
    private func file(_ operations: String, _ more: String = "") -> String {
        """
        version: 1
        providers:
          - id: shelf
            base_url: https://shelf.example/api
        \(more.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            operations:
        \(operations.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
        """
    }

    private func problems(_ text: String, runsTests: Bool = false) -> [String] {
        DefinitionCheck(environment: .current, kinds: [])
            .outcome(of: Array(text.utf8), file: "test.yaml", permissions: nil, runsTests: runsTests)
            .diagnostics.map { $0.finding.description }
    }

    /// Expects that a file has one problem, which contains `words`, and none after the change that it suggests.
    private func expectAdvice(
        _ text: String,
        _ words: String,
        _ old: String,
        _ new: String,
        _ written: String? = nil,
        sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let found = problems(text)
        #expect(found.count == 1 && found.allSatisfy { $0.contains(words) }, "\(found)", sourceLocation: sourceLocation)
        #expect(found.joined().contains(new), "\(found) does not suggest \(new)", sourceLocation: sourceLocation)
        #expect(text.contains(old), sourceLocation: sourceLocation)
        #expect(problems(text.replacing(old, with: written ?? new)) == [], sourceLocation: sourceLocation)
    }

    private let item = "item: { ids: { shelf: id }, title: t }"

    @Test(
        "A parameter that the first page loses is split into parts",
        arguments: [
            (
                #"variables: '{"q":"${input.query | json}","after":"${input.cursor}"}'"#,
                #"variables: { parts: ['{"q":"${input.query | json}"', ',"after":"${input.cursor}"', '}'], join: "" }"#
            ),
            (
                #"q: "title=${input.query};cursor=${input.cursor};x=1""#,
                #"q: { parts: ['title=${input.query}', ';cursor=${input.cursor}', ';x=1'], join: "" }"#
            ),
            (
                #"q: "title:${input.query} year:${input.year} kind:film""#,
                #"q: { parts: ['title:${input.query}', ' year:${input.year}', ' kind:film'], join: "" }"#
            ),
        ]
    )
    func parts(_ old: String, _ new: String) {
        let paging =
            old.contains("cursor") ? "paging: { kind: cursor, path: next, size: 20 }" : "paging: { kind: none }"
        let text = file("search: { get: /films, query: { \(old) }, \(paging), rows: films, \(item) }")
        let parameter = old.prefix { $0 != ":" }
        expectAdvice(text, "leaves out the parameter '\(parameter)'", old, new)
    }

    @Test(
        "What a caller writes is escaped inside quotes",
        arguments: [
            (#"variables: '{"q":"${input.query}"}'"#, "${input.query | json}"),
            (#"q: '[{"t":"${input.query}"}]'"#, "${input.query | json}"),
            (#"cql: 'dc.title="${input.query}"'"#, "${input.query | quote}"),
            (#"sparql: "SELECT ?f WHERE { ?f rdfs:label '${input.query}' }""#, "${input.query | quote}"),
            (#"$filter: "contains(Title,'${input.query}')""#, "${input.query | sql}"),
        ]
    )
    func escapes(_ parameter: String, _ new: String) {
        let text = file("search: { get: /films, query: { \(parameter) }, rows: films, \(item) }")
        expectAdvice(text, "between quotes", "${input.query}", new)
    }

    @Test("A condition is left out with the word that joins it to others")
    func joinedConditions() {
        let parameter = #"$filter: "contains(t,'${input.query | sql}') and y eq ${input.year}""#
        let found = problems(file("search: { get: /films, query: { \(parameter) }, rows: films, \(item) }"))
        let parts = "parts: ['contains(t,''${input.query | sql}'')', ' and y eq ${input.year}'], join: \"\""
        #expect(found.count == 1 && found.joined().contains(parts), "\(found)")
    }

    @Test("Another filter does not escape a quote")
    func lowered() {
        let parameter = #"$filter: "contains(tolower(Title),'${input.query | lower}')""#
        let text = file("search: { get: /films, query: { \(parameter) }, rows: films, \(item) }")
        expectAdvice(text, "between quotes", "${input.query | lower}", "${input.query | lower | sql}")
    }

    @Test("In a body, GraphQL is escaped as JSON is, and an id as a text is")
    func bodies() {
        let search = #"""
            search: { post: /graphql, body: { query: "{ films(q: \"${input.query}\") { id t } }" }, rows: films, \#(item) }
            """#
        expectAdvice(file(search), "between quotes", "${input.query}", "${input.query | json}")
        let lookup = #"""
            lookup: { by: [shelf], post: /graphql, body: { query: "{ film(id: \"${input.ids.shelf}\") { t } }" }, rows: f, \#(item) }
            """#
        expectAdvice(file(lookup), "between quotes", "${input.ids.shelf}", "${input.ids.shelf | json}")
        // A member of its own is escaped anyway.
        let plain = #"search: { post: /graphql, body: { variables: { q: "${input.query}" } }, rows: films, \#(item) }"#
        #expect(problems(file(plain)) == [])
    }

    @Test("A list at the root of the answer gives every row the values of all, so it is looked up")
    func joined() {
        let filter = "$.included[?@.type=='categories'].attributes.title"
        let text = file(
            """
            search: { get: /films, query: { q: "${input.query}" }, rows: data,
              item: { ids: { shelf: id }, title: t, genres: { path: "\(filter)" } } }
            """
        )
        let advice =
            "look_up: { in: $.included, where: { path: type, is: categories }, key: id, value: attributes.title }"
        let found = problems(text)
        #expect(
            found.count == 1 && found.allSatisfy { $0.contains("every row has the values of all rows") },
            "\(found)"
        )
        #expect(found.joined().contains(advice), "\(found)")
        let mended = text.replacing("path: \"\(filter)\"", with: "path: \"rel.data[*].id\", \(advice)")
        #expect(problems(mended) == [])
        let people = file(
            """
            list: { get: /films, rows: data, item: { ids: { shelf: id }, title: t, cast: { rows: "$.people[*]", item: { name: name } } } }
            """
        )
        #expect(problems(people).count == 1, "\(problems(people))")
        // One film has the whole answer.
        let lookup = file(
            """
            lookup: { by: [shelf], get: "/films/${input.ids.shelf}", rows: data, item: { title: t, genres: "\(filter)" } }
            """
        )
        #expect(problems(lookup) == [])
    }

    @Test(
        "A box office without a day says whose day it is",
        arguments: ["period: live", "period: last", "query: { date: \"${input.date | date yyyyMMdd}\" }"]
    )
    func boxOffice(_ new: String) {
        for operation in ["daily_box_office", "weekly_box_office"] {
            let text = file(
                """
                \(operation): { get: /board, rows: films, item: { rank: n, movie: { ids: { shelf: id }, title: t } } }
                """
            )
            let found = problems(text)
            #expect(found.count == 1 && found.allSatisfy { $0.contains("never uses ${input.date}") }, "\(found)")
            #expect(found.joined().contains(new), "\(found)")
            #expect(problems(text.replacing("get: /board", with: "get: /board, \(new)")) == [])
        }
        let read = file(
            """
            daily_box_office: { get: /board, period: { path: day, then: [{ date: [yyyyMMdd] }] }, rows: films,
              item: { rank: n, movie: { ids: { shelf: id }, title: t } } }
            """
        )
        #expect(problems(read) == [])
    }

    @Test("An id that the path does not use is an error, and for a part of a film a warning")
    func unusedID() {
        let lookup = file("lookup: { by: [shelf, imdb], get: \"/films/${input.ids.shelf}\", rows: ., \(item) }")
        #expect(problems(lookup).map { $0.prefix(40) } == ["'by': 'imdb' is not used in the path, so"])
        #expect(problems(lookup.replacing("[shelf, imdb]", with: "[shelf]")) == [])
        let alternatives = file(
            """
            lookup:
              - { by: [shelf], get: "/films/${input.ids.shelf}", rows: ., \(item) }
              - { by: [imdb], get: "/films/${input.ids.imdb}", rows: ., \(item) }
            """
        )
        #expect(problems(alternatives) == [])
        let query = file(
            """
            lookup: { by: [tmdb, imdb], get: /find, query: { i: "${input.ids.imdb}" }, rows: ., \(item) }
            """
        )
        #expect(problems(query).contains { $0.contains("'tmdb' is not used in the request") })
        let images = file(
            """
            images: { by: [imdb, tmdb], get: "/films/${input.ids.imdb}", rows: ., item: { images: p } }
            """
        )
        let outcome = ConfigurationLoader.load(bytes: Array(images.utf8), file: "test.yaml", bundled: [])
        #expect(outcome.diagnostics.map(\.severity) == [.warning])
        let operation = outcome.configuration?.providers.first?.http?.operations[.images]?.first
        #expect(operation?.namespaces == ["imdb"])
    }

    @Test("The placeholder for the size of an image is none of another language")
    func size() {
        let images = "images: { template: \"https://img.example/posters/${row.poster}_{size}.webp\", kind: poster }"
        let operations = """
            search: { get: /films, query: { q: "${input.query}" }, rows: films, item: { ids: { shelf: id }, title: t, \(images) } }
            """
        #expect(problems(file(operations, "image_sizes: { poster: { c: 170, m: 340, w: 600 } }")) == [])
        #expect(problems(file(operations)).count == 1)
    }

    @Test("One error leaves the warnings about wrong paths")
    func bothAtOnce() {
        let text = file(
            "search: { get: /films, query: { q: \"${input.query}\" }, rows: films, \(item) }",
            """
            titel: Shelf
            tests: [{ name: a, operation: search, input: { query: x }, body: { films: [{ id: 1, tt: A }] }, expect: { count: 1 } }]
            """
        )
        let found = problems(text, runsTests: true)
        #expect(found.contains { $0.contains("unknown key 'titel'") }, "\(found)")
        #expect(found.contains { $0.contains("no row of the sample has 't'") }, "\(found)")
        #expect(!found.contains { $0.contains("fails") }, "\(found)")
    }

    @Test(
        "A failing test says what became of the rows",
        arguments: [
            ("rows: films", "expected 2 items, found 1 (1 of 2 rows left out: no 'title')"),
            ("rows: { path: films, where: { path: kind, is: movie } }", "found 0 ('where' rejects 2 of 2)"),
            ("rows: others", "found 0 (the answer has no rows)"),
        ]
    )
    func failingTest(_ rows: String, _ words: String) {
        let text = file(
            """
            search: { get: /films, query: { q: "${input.query}" }, \(rows), item: { ids: { shelf: id }, title: { path: t, required: true } } }
            """,
            """
            tests:
              - name: a
                operation: search
                input: { query: x }
                body: { films: [{ id: 1, t: A, kind: film }, { id: 2, kind: film }], others: [] }
                expect: { count: 2 }
            """
        )
        let found = problems(text, runsTests: true)
        #expect(found.contains { $0.contains(words) }, "\(found)")
    }

    @Test("An unknown time zone is a warning, and a header without a name an error")
    func surroundings() {
        let search = "search: { get: /films, query: { q: \"${input.query}\" }, rows: films, \(item) }"
        let zone = DefinitionCheck(environment: .current, kinds: [])
            .outcome(of: Array(file(search, "time_zone: Asia/Seol").utf8), file: "test.yaml", permissions: nil)
        #expect(zone.diagnostics.map(\.severity) == [.warning])
        #expect(problems(file(search, "headers: { \"\": x }")).contains { $0.contains("the name of a header") })
    }

    @Test("An input that the operation needs may stand alone in its path, and 'needs' is offered for any other")
    func neededInPath() {
        let path = "list: { get: \"/y/${input.year}\", rows: films, \(item) }"
        expectAdvice(
            file(path),
            "a call without it fails",
            "rows: films,",
            "needs: [year]",
            "needs: [year], rows: films,"
        )
        let both = "list: { get: \"/y/${input.year}\", needs: [year, genre], rows: films, \(item) }"
        #expect(problems(file(both)).contains { $0.contains("a call without it fails") })
    }

    @Test("A value for which nothing is sent leaves a path without it")
    func omittedInPath() {
        let kinds = "inputs: { kind: { map: { popular: hot, top_rated: omit }, else: drop } }"
        let text = file("charts: { get: \"/c/${input.kind}\", \(kinds), rows: films, \(item) }")
        #expect(
            problems(text).contains { $0.contains("sends nothing for 'top_rated' of ${input.kind}") },
            "\(problems(text))"
        )
        let inQuery = file("charts: { get: /c, query: { k: \"${input.kind}\" }, \(kinds), rows: films, \(item) }")
        #expect(problems(inQuery) == [])
    }

    @Test(
        "A file of certificates that is not there, or has none, is a warning",
        arguments: [
            ("none.pem", "there is no file"), ("text.pem", "has no certificate in PEM"), ("good.pem", ""),
        ]
    )
    func certificates(_ name: String, _ words: String) async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try ProjectFiles.write("no certificate", to: folder + "/text.pem")
            try ProjectFiles.write("-----BEGIN CERTIFICATE-----\nAA==\n", to: folder + "/good.pem")
            let text = file("list: { get: /, rows: ., \(item) }", "ca_file: \(name)")
            let found = DefinitionCheck(environment: .current, kinds: [])
                .outcome(of: Array(text.utf8), file: folder + "/films.yaml", permissions: nil)
                .diagnostics.map(\.finding.description)
            #expect(found.count == (words.isEmpty ? 0 : 1) && found.allSatisfy { $0.contains(words) }, "\(found)")
        }
    }

    @Test("A recorded response that cannot be read is reported with the true reason")
    func responses() async throws {
        try await ProjectFiles.withTemporaryFolder { folder in
            try #require(mkdir(folder + "/def", 0o700) == 0)
            try ProjectFiles.write("[]", to: folder + "/out.json")
            #expect(symlink("../out.json", folder + "/def/lnk.json") == 0)
            #expect(mkfifo(folder + "/def/pipe.json", 0o600) == 0)
            let large = open(folder + "/def/large.json", O_CREAT | O_WRONLY, 0o600)
            #expect(ftruncate(large, 3 << 30) == 0)
            close(large)
            for (name, words) in [
                ("lnk.json", "leads out of the folder"), ("pipe.json", "is not a regular file"),
                ("large.json", "is larger than 16 MiB"), ("none.json", "there is no file"),
            ] {
                let tests = "tests: [{ name: a, operation: search, response: \(name), expect: { count: 0 } }]"
                let text = file("search: { get: /, query: { q: \"${input.query}\" }, rows: ., \(item) }", tests)
                let found = DefinitionCheck(environment: .current, kinds: [])
                    .outcome(of: Array(text.utf8), file: folder + "/def/films.yaml", permissions: nil)
                    .diagnostics.map(\.finding.description)
                #expect(
                    found.count == 1 && found.allSatisfy { $0.contains("'\(name)'") && $0.contains(words) },
                    "\(found)"
                )
            }
        }
    }
}
