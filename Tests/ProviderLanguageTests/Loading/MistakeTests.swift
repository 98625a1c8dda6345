import Foundation
import JSON
import MovieDomain
import ProviderLanguage
import Testing

@Suite("Plausible mistakes in definitions")
struct MistakeTests {
    private static let right = """
        version: 1
        providers:
          - id: lantern
            base_url: https://lantern.example/api
            auth: { kind: api_key, in: header, name: X-Api-Key, value: "${env.LANTERN_KEY}" }
            operations:
              search:
                get: /search
                query:
                  q: "${input.query}"
                rows: results
                item:
                  ids: { lantern: id, imdb: imdb }
                  title: name
                  certification: { path: rated, region: US }
                  images: { path: poster, kind: poster }
                  videos: { path: trailer, kind: trailer }
              lookup:
                by: [lantern]
                get: /films/${input.ids.lantern}
                rows: .
                item: { extends: search }
        """

    /// Returns the problems of the file and of its review after replacing one text with a mistake.
    private func problems(_ text: String, _ mistake: String) -> [String] {
        #expect(Self.right.contains(text))
        let outcome = load(Self.right.replacing(text, with: mistake, maxReplacements: 1))
        let review = outcome.configuration.map { DefinitionReview($0, bundled: []).warnings } ?? []
        return (outcome.diagnostics + review).sorted(startingWith: "test.yaml")
            .map { String($0.description.dropFirst("test.yaml:".count)) }
    }

    @Test(
        "An error rule that leaves nothing to others is reported",
        arguments: [
            (
                "{ status: 2xx }", "{ path: e, exists: true }",
                "7:9: warning: 'errors': this rule makes every answer with status 200 a failure; add another condition"
            ),
            (
                "{ path: e, exists: true }", "{ path: e, is: x, status: 500 }",
                "8:9: warning: 'errors': this rule never applies, because rule 1 matches all that it does"
            ),
            (
                "{ path: e, in: [a, b] }", "{ path: e, is: a }",
                "8:9: warning: 'errors': this rule never applies, because rule 1 matches all that it does"
            ),
            (
                "{ status: 4xx }", "{ status: [404, 410], path: e, matches: x }",
                "8:9: warning: 'errors': this rule never applies, because rule 1 matches all that it does"
            ),
            (
                "{ status: 500 }", "{ status: 404 }",
                "8:9: warning: 'errors': a list or a search at a wrong address would look empty; without this rule, "
                    + "404 is 'not_found' only where an id is asked for, as with by_id: true"
            ),
            ("{ path: e, is: a }", "{ path: e, in: [a, b] }", nil), ("{ status: 500 }", "{ status: 5xx }", nil),
            ("{ by_id: true, status: 404 }", "{ status: 404, path: e, exists: true }", nil),
            ("{ path: e, is: a, status: 400 }", "{ path: e, is: a }", nil),
            ("{ path: e, matches: a }", "{ path: e, matches: a }", nil),
        ] as [(String, String, String?)]
    )
    func rules(first: String, second: String, warning: String?) {
        let rules = """
                errors:
                  - { when: \(first), kind: upstream }
                  - { when: \(second), kind: not_found }
                operations:
            """
        #expect(problems("    operations:", rules) == [warning].compactMap(\.self))
    }

    @Test("The file without a mistake has no problems")
    func right() {
        #expect(problems("id: lantern", "id: lantern") == [])
    }

    @Test(
        "Each mistake is reported at its position with a remedy",
        arguments: [
            (
                #""${input.query}""#, "input.query",
                [
                    "8:9: warning: 'search' never uses ${input.query}: every search sends the same request; write query: { q: \"${input.query}\" }",
                    "10:14: warning: 'q': 'input.query' is sent literally; write a placeholder as ${input.query}",
                ]
            ),
            (
                "/films/${input.ids.lantern}", "/films/input.ids.lantern",
                [
                    "19:9: warning: 'lookup' never uses an id: every lookup sends the same request; write ${input.ids.lantern}",
                    "20:21: warning: 'get': 'input.ids.lantern' is sent literally; write a placeholder as ${input.ids.lantern}",
                ]
            ),
            (
                #"q: "${input.query}""#, "q: “${input.query}”",
                ["10:14: warning: the quotes “ and ” are part of the text; did you mean straight quotes (\")?"]
            ),
            (
                "query:\n          q: \"${input.query}\"", "query: { q: “${input.query}” }",
                [
                    "9:23: error: expected , or } but found \"{\"; a text that contains , [ ] { } needs quotes here (the { begins at 9:16); the quotes in this line are curly ones; did you mean straight quotes (\")?"
                ]
            ),
            (
                "          ids: { lantern: id, imdb: imdb }\n", "",
                [
                    "13:11: warning: the films of 'search' have no 'ids', so none can be looked up; write ids: { lantern: id }"
                ]
            ),
            (
                "lantern: id, imdb: imdb", "lantren: id",
                ["13:27: warning: 'ids': no lookup takes ids of 'lantren'; did you mean 'lantern'?"]
            ),
            (
                "lantern: id, imdb: imdb", "imdb: imdb",
                [
                    "13:24: warning: 'ids': the provider's own lookup takes none of these (imdb), only lantern; add one to its 'by'"
                ]
            ),
            (
                "title: name", "title: { each: [name, title] }",
                [
                    "14:18: warning: 'title': 'each' returns several values, but only the first is used; did you mean 'first_of', or then: [{ join: \", \" }]?"
                ]
            ),
            ("title: name", #"title: { each: [name, title], then: [{ join: " " }] }"#, []),
            (
                "kind: poster", "kind: posters",
                [
                    "16:41: error: 'kind': expected one of poster, backdrop, logo, still or banner, found 'posters'; did you mean 'poster'?"
                ]
            ),
            (
                "kind: trailer", "kind: trailers",
                [
                    "17:42: error: 'kind': expected one of trailer, teaser, clip, featurette or interview, found 'trailers'; did you mean 'trailer'?"
                ]
            ),
            (
                "region: US", "region: USA",
                [
                    "15:49: error: 'region': expected a region of two capital letters such as KR, found 'USA'; did you mean 'US'?"
                ]
            ),
            (
                "kind: api_key, in: header, name: X-Api-Key, value: \"${env.LANTERN_KEY}\"",
                "kind: bearer, value: \"Bearer ${env.LANTERN_KEY}\"",
                ["5:34: warning: 'value': the header would say Bearer twice; write the token alone"]
            ),
            (
                "get: /search", "get: /search\n        headers: { Host: lantern.example, Accept: text/json }",
                ["9:26: error: 'headers': 'Host' is set by Marquee, not by a definition"]
            ),
            (
                "get: /search", "get: /search\n        headers: { X-Api: \"a\\nb\" }",
                ["9:27: error: 'headers': 'X-Api' is one line of text, without control characters"]
            ),
            (
                "get: /search", "get: /search/${input.year}",
                [
                    "8:9: warning: 'search' needs ${input.year} in its path, which not every call has, and a call without it fails; write query: { year: \"${input.year}\" }, or inputs: { year: { default: all } }, or needs: [year]"
                ]
            ),
            (
                "title: name", "title: name\n          budget: cost",
                ["15:19: warning: 'budget': an amount without its currency is left out; write unit: USD"]
            ),
            (
                "title: name", "title: name\n          cast: { rows: crew, item: { job: j } }",
                ["15:17: warning: 'cast': a person without 'name' is left out"]
            ),
            (
                "images: { path: poster, kind: poster }", "images: { rows: stills, item: { kind: k } }",
                ["16:19: warning: 'images': an image without 'url' is left out"]
            ),
            (
                "search:\n        get: /search", "search:\n        get: /search\n        post: /search",
                ["8:9: error: the operation 'search': use only one of 'get' and 'post'"]
            ),
            (
                "      lookup:\n        by: [lantern]\n        get: /films/${input.ids.lantern}\n        rows: .\n        item: { extends: search }",
                "      lookup:\n        - { by: [lantern], get: \"/a/${input.ids.lantern}\", rows: ., item: { extends: search } }\n        - { by: [lantern], get: \"/b/${input.ids.lantern}\", rows: ., item: { extends: search } }",
                ["20:11: warning: 'lookup': an earlier one already accepts ids of lantern"]
            ),
            (
                "title: name", "title: name\n          homepage: { template: \"https://lantern.example/{id}\" }",
                [
                    "15:58: warning: 'template': '{id}' is sent literally; write a placeholder as ${row.id}"
                ]
            ),
            (
                "title: name", #"title: { path: name, then: [{ replace: { regex: "(a)", with: "[\\1]" } }] }"#,
                [#"14:72: warning: 'with': '\1' is inserted literally; did you mean '$1'?"#]
            ),
            (
                "title: name", #"title: { path: name, then: [{ replace: { regex: "(a)", with: "$1$2" } }] }"#,
                ["14:72: error: 'with': the regular expression has no group $2"]
            ),
            (
                "lantern: id", "lantern: { each_key: true }",
                [
                    "13:27: warning: 'ids': 'each_key' is the key of a row in a map of rows; write each_value: true beside the path of the rows"
                ]
            ),
            (
                "rows: results", "rows: results/films",
                [
                    "11:22: error: 'rows': expected '.' or '[', found '/'; did you mean 'results.films'?"
                ]
            ),
            (
                "title: name", "title: $name",
                ["14:19: error: 'title': expected '.' or '[', found 'n'; did you mean 'name'?"]
            ),
            (
                "    operations:", "    cache: { ttl: 6h }\n    operations:",
                ["6:5: error: unknown key 'cache' in a provider; it belongs in an operation"]
            ),
            (
                "    operations:",
                "    errors: [{ when: { status: 429 }, kind: quota, retry_after: 30 }]\n    operations:",
                [
                    "6:65: error: 'retry_after': expected a duration such as 30s, or a path, found '30'; did you mean '30s'?"
                ]
            ),
            (
                "get: /search", "post: /search\n        body: '{\"q\": \"${input.query}\"}'",
                [
                    "9:15: warning: 'body' is a text here, and is sent as a JSON string; write it as YAML, without the quotes around it"
                ]
            ),
            (
                "get: /search", "post: /search\n        body: 'q=${input.query}'",
                [
                    "9:15: warning: 'body' is a text here, and is sent as a JSON string; the fields of a form belong under 'form'"
                ]
            ),
            (
                "  - id: lantern", "  -id: lantern",
                [
                    "4:13: error: expected no key here, because the line above is not finished: either its \": \" is missing, or it has a value already and this line is indented too far; a space is missing in '-id: lantern'; did you mean '- id: lantern'?"
                ]
            ),
            (
                "kind: api_key, in: header", "kind: header",
                [
                    "5:19: error: 'kind': expected one of none, api_key, bearer, basic, token or oauth2, found 'header'; did you mean 'api_key' with 'in: header'?"
                ]
            ),
        ] as [(String, String, [String])]
    )
    func mistakes(_ text: String, _ mistake: String, _ expected: [String]) {
        #expect(problems(text, mistake) == expected)
    }

    @Test("A provider that is only the name of a built-in definition is told to extend it")
    func nameAlone() throws {
        let kofic = BundledDefinition(id: "kofic", file: "kofic.yaml", bytes: [])
        let outcome = ConfigurationLoader.load(
            bytes: Array("version: 1\nproviders:\n  - id: kofic\n".utf8),
            file: "test.yaml",
            bundled: [kofic]
        )
        #expect(
            outcome.diagnostics.map(\.description) == [
                "test.yaml:3:5: error: 'kofic' is built in; write extends: kofic"
            ]
        )
    }

    @Test("A provider without an operation, and a box office whose amounts have no currency, are reported")
    func lacking() throws {
        func warnings(_ operations: String) throws -> [String] {
            let text =
                "version: 1\nproviders: [{ id: shelf, base_url: https://shelf.example, operations: \(operations) }]"
            let configuration = try #require(load(text).configuration)
            return DefinitionReview(configuration, bundled: []).warnings.map(\.finding.description)
        }
        #expect(try warnings("{}") == ["'operations' is empty, so there is nothing to ask 'shelf' for"])
        let movie = "movie: { ids: { shelf: i }, title: t }"
        func boxOffice(_ item: String) -> String {
            "{ daily_box_office: { get: /, period: live, rows: ., item: { rank: r, \(item), \(movie) } } }"
        }
        #expect(
            try warnings(boxOffice("sales: s, sales_total: a")) == [
                "'sales': the amounts have no currency; write unit: KRW"
            ]
        )
        #expect(try warnings(boxOffice("sales: { path: s, unit: KRW }, sales_total: a")) == [])
    }

    @Test("A base URL may start with a variable that holds the address of the user's own server")
    func ownServer() throws {
        let address = #"base_url: "${env.LANTERN_URL}/api""#
        #expect(problems("base_url: https://lantern.example/api", address) == [])
        let text = Self.right.replacing("base_url: https://lantern.example/api", with: address)
        let configuration = try #require(load(text).configuration)
        let reach = try #require(configuration.providers.first).reach
        #expect(reach.hosts == ["${env.LANTERN_URL}/api"])
        #expect(reach.variables == ["LANTERN_KEY", "LANTERN_URL"])
        func http(_ value: String?) -> HTTPDefinition? { configuration.located { _ in value }.providers.first?.http }
        #expect(http("https://nas.example/")?.baseURLs.map { "\($0)" } == ["https://nas.example/api"])
        #expect(http("http://127.0.0.1:80/x")?.baseURLs.map { "\($0)" } == ["http://127.0.0.1/x/api"])
        #expect(http(nil)?.addressProblem == "LANTERN_URL is not set")
        #expect(
            http("http://nas.example")?.addressProblem
                == "LANTERN_URL begins with http:, which needs allow_http: true in the definition"
        )
        #expect(http("nas")?.addressProblem?.hasPrefix("LANTERN_URL is not an address such as ") == true)
        #expect(http("nas")?.baseURLs.isEmpty == true)
    }

    @Test(
        "An invalid use of a variable in a base URL is rejected",
        arguments: [
            (
                #""https://${env.LANTERN_HOST}/api""#,
                "an address begins with https:// or with the variable that holds it: ${env.NAME}/path"
            ),
            (
                #""${file.lantern}""#,
                "an address begins with https:// or with the variable that holds it: ${env.NAME}/path"
            ),
            (
                #""${env.LANTERN_URL}.example""#,
                "expected only a path after the variable of an address: ${env.NAME}/path"
            ),
            (
                #""${env.LANTERN_URL}?a=b""#,
                "expected only a path after the variable of an address: ${env.NAME}/path"
            ),
        ]
    )
    func addresses(_ address: String, _ expected: String) {
        let found = problems("base_url: https://lantern.example/api", "base_url: \(address)")
        #expect(found.count == 1 && found[0].hasSuffix("error: 'base_url': \(expected)"), "\(found)")
    }
}
