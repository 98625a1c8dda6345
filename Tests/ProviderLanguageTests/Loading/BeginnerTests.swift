import MovieDomain
import ProviderLanguage
import Testing

@Suite("Beginners' mistakes")
struct BeginnerTests {
    private static let right = """
        version: 1
        providers:
          - id: lantern
            base_url: https://lantern.example/api
            auth: { kind: api_key, in: header, name: X-Api-Key, value: "${env.LANTERN_KEY}" }
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                paging: { kind: page, param: page, size_param: limit, size: 50 }
                cache: { ttl: 6h }
                rows: results
                item:
                  ids: { lantern: id }
                  title: { path: name, language: en, required: true }
                  release_date: { path: released, then: [{ date: [yyyy-MM-dd] }] }
                  runtime: { path: length, unit: min }
                  genres: { path: tags, then: [{ split: "," }] }
                  images: { path: poster, kind: poster }
        """

    /// Returns the problems of the file after replacing one text with a mistake.
    private func problems(_ text: String, _ mistake: String) -> [String] {
        #expect(Self.right.contains(text))
        return ProviderLanguageTests.problems(Self.right.replacing(text, with: mistake, maxReplacements: 1))
            .map { String($0.dropFirst("test.yaml:".count)) }
    }

    @Test("The file without a mistake has no problems")
    func right() {
        #expect(ProviderLanguageTests.problems(Self.right) == [])
    }

    @Test(
        "Placeholders in the syntax of other tools are reported with the correct syntax",
        arguments: [
            (
                #""${input.query}""#, #""{{ query }}""#,
                "9:22: warning: 'q': '{{ query }}' is sent literally; write a placeholder as ${input.query}"
            ),
            (
                #""${input.query}""#, #""a {{input.query | e}}""#,
                "9:24: warning: 'q': '{{input.query | e}}' is sent literally; write a placeholder as ${input.query}"
            ),
            (
                #""${input.query}""#, #""$input.query""#,
                "9:22: warning: 'q': '$input.query' is sent literally; write a placeholder as ${input.query}"
            ),
            (
                "/search", "/search/{year}",
                "8:22: warning: 'get': '{year}' is sent literally; write a placeholder as ${input.year}"
            ),
            (
                "/search", "/film/{id}",
                "8:20: warning: 'get': '{id}' is sent literally; write a placeholder as ${input.ids.lantern}"
            ),
            (
                #""${input.query}""#, #""${query}""#,
                "9:24: error: 'q': '${query}' is not known; expected ${input.X}, ${env.X}, ${file.X}, ${locale}, ${language} and ${vars.X}; did you mean '${input.query}'?"
            ),
            (
                #""${env.LANTERN_KEY}""#, #""${LANTERN_KEY}""#,
                "5:67: error: 'value': '${LANTERN_KEY}' is not known; expected ${input.X}, ${env.X}, ${file.X}, ${locale}, ${language} and ${vars.X}; did you mean '${env.LANTERN_KEY}'?"
            ),
        ]
    )
    func places(_ text: String, _ mistake: String, _ expected: String) {
        #expect(problems(text, mistake) == [expected])
    }

    @Test("An environment variable without braces is reported with them, and not as a secret")
    func bareVariable() {
        #expect(
            problems(#""${env.LANTERN_KEY}""#, #""$LANTERN_KEY""#) == [
                "5:65: warning: 'value': '$LANTERN_KEY' is sent literally; write a placeholder as ${env.LANTERN_KEY}"
            ]
        )
    }

    @Test(
        "Braces, dollar signs, and amounts that are meant literally cause no warning",
        arguments: [
            #""$ 5 {a b}""#, #""{\"a\": 1}""#, #""$filter""#, #""{ ?film wdt:P31 wd:Q11424 }""#, #""$${input.query}""#,
            #""US$100 {}""#, #""$select=a_b""#, #""query($p: Int) { films(page: $p) {id} }""#,
            #""{films(name: \"Well\") {id}}""#,
        ]
    )
    func meantSigns(_ text: String) {
        #expect(problems(#""${input.query}""#, text) == [])
    }

    @Test(
        "Key names of other tools are reported with the name in this language",
        arguments: [
            (
                "get: /search", "url: /search",
                [
                    "8:9: error: unknown key 'url' in the operation 'search'; did you mean 'get'?",
                    "8:9: error: the operation 'search' needs 'get' or 'post': the path to ask",
                ]
            ),
            (
                "query: {", "params: {",
                ["9:9: error: unknown key 'params' in the operation 'search'; did you mean 'query'?"]
            ),
            (
                "item:", "fields:",
                [
                    "8:9: error: the operation 'search' needs 'item'",
                    "13:9: error: unknown key 'fields' in the operation 'search'; did you mean 'item'?",
                ]
            ),
            ("search:", "find:", ["7:7: error: unknown operation 'find'; did you mean 'search'?"]),
            ("search:", "movies/search:", ["7:7: error: unknown operation 'movies/search'; did you mean 'search'?"]),
            (
                "size: 50", "per_page: 50",
                ["10:63: error: unknown key 'per_page' in paging of kind page; did you mean 'size'?"]
            ),
            (
                "cache: { ttl: 6h }", "cache: { max_age: 6h }",
                [
                    "11:16: error: cache needs 'ttl', such as ttl: 6h",
                    "11:18: error: unknown key 'max_age' in cache; did you mean 'ttl'?",
                ]
            ),
            (
                "images: { path: poster, kind: poster }", "poster: poster",
                ["19:11: error: unknown key 'poster' in the item of a film; did you mean 'images'?"]
            ),
            (
                "runtime: {", "duration: {",
                ["17:11: error: unknown key 'duration' in the item of a film; did you mean 'runtime'?"]
            ),
            (
                #"then: [{ split: "," }]"#, #"split: ",""#,
                ["18:33: error: unknown key 'split' in a field; write then: [{ split: … }]"]
            ),
            (
                "name: X-Api-Key", "header: X-Api-Key",
                [
                    "5:11: error: auth of kind api_key needs 'name'",
                    "5:40: error: unknown key 'header' in auth of kind api_key; did you mean 'name'?",
                ]
            ),
        ] as [(String, String, [String])]
    )
    func foreignWords(_ text: String, _ mistake: String, _ expected: [String]) {
        #expect(problems(text, mistake).sorted() == expected.sorted())
    }

    @Test(
        "Values in the wrong form are reported with the expected form",
        arguments: [
            ("version: 1\n", "", ["1:1: error: the file needs 'version', such as version: 1"]),
            (
                "  - id: lantern", "  lantern:\n    id: lantern",
                ["3:3: error: 'providers': expected a list of providers, found a map; each of them begins with '- id:'"]
            ),
            (
                "get: /search", "get: https://lantern.example/api/search",
                [
                    "8:14: error: 'get': expected a path that begins with '/', found 'https://lantern.example/api/search'; the host belongs in 'base_url'"
                ]
            ),
            (
                "{ date: [yyyy-MM-dd] }", "{ date: [\"%Y-%m-%d\"] }",
                [
                    "16:60: error: 'date': '%Y-%m-%d' is a format of strftime; did you mean 'yyyy-MM-dd'?"
                ]
            ),
            (
                #"then: [{ split: "," }]"#, #"then: { split: "," }"#,
                [
                    "18:39: error: 'then': expected a list, each a transform such as trim or { split: \",\" }, found a map; put a single one in [ ], too"
                ]
            ),
            (
                "ids: { lantern: id }", "ids: id",
                [
                    "14:16: error: 'ids': expected a map from namespaces to places, such as { imdb: imdb_code }, found 'id'"
                ]
            ),
            (
                "runtime: { path: length,", "runtime: { value: length,",
                [
                    "17:22: error: 'runtime': 'value' is the same for every row, and 'length' is not a duration; write path: length"
                ]
            ),
            (
                "rows: results", "rows: results.0",
                [
                    "12:23: error: 'rows': expected a name (a position is written [0]), found '0'; did you mean 'results[0]'?"
                ]
            ),
            (
                "path: name,", "path: movie name,",
                [
                    "15:31: error: 'path': expected '.' or '[' (a name with spaces is written ['like this']), found ' '"
                ]
            ),
            (
                "    operations:", "    retry: 3\n    operations:",
                ["6:12: error: 'retry': expected a map (retry), found '3'; its keys are attempts, backoff"]
            ),
        ] as [(String, String, [String])]
    )
    func values(_ text: String, _ mistake: String, _ expected: [String]) {
        #expect(problems(text, mistake) == expected)
    }

    @Test(
        "A fixed value is checked against the type of its field",
        arguments: [
            ("year: { value: \"2019\" }", true), ("year: { value: y }", false), ("adult: { value: \"true\" }", true),
            ("adult: { value: x }", false), ("release_date: { value: \"2019-05-30\" }", true),
            ("release_date: { value: premiere }", false), ("popularity: { value: \"1.5\" }", true),
            ("popularity: { value: p }", false), ("genres: { value: drama }", true),
            ("year: { value: y, map: { y: \"2019\" }, else: drop }", true),
        ]
    )
    func fixedValues(_ field: String, _ isRight: Bool) {
        let file = """
            version: 1
            providers:
              - { id: a, base_url: https://a.example, operations: { search: { get: /, rows: ., item: { \(field) } } } }
            """
        #expect(ProviderLanguageTests.problems(file).isEmpty == isRight)
    }
}
