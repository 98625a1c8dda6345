import DefinitionTools
import JSON
import Platform
import ProviderLanguage
import Testing

@testable import LanguageServer

/// A definition whose lines the tests replace; `|` is the cursor.
enum Shelf {
    static let text = """
        version: 1
        providers:
          - id: shelf
            base_url: https://films.example/api
            auth: { kind: bearer, value: "${env.SHELF_TOKEN}" }
            operations:
              search:
                get: /search
                query: { q: "${input.query}" }
                rows: results
                paging:
                  kind: page
                  param: p
                item:
                  ids: { shelf: id }
                  title: name
                  year: released.year
                  cast:
                    rows: people
                    item: { name: name }
            tests:
              - name: a film
                operation: search
                input: { query: paper }
                body:
                  pages: 1
                  results: [{ id: 1, name: Paper, released: { year: 2019, day: 3 }, people: [{ name: A, part: B }] }]
                expect: { count: 1, first: { title: Paper } }
        """

    static let check = DefinitionCheck(environment: .current, kinds: [])

    static func document(_ text: String) -> DefinitionDocument {
        DefinitionDocument(address: "file:///home/ann/providers.yaml", text: text)
    }

    /// Returns what is suggested at the cursor, as the text that would be written.
    static func suggestions(_ marked: String, cursor: String = "|") throws -> [String] {
        let (text, position) = try parted(marked, at: cursor)
        let completion = Completion(document(text), at: position, samples)
        return completion.json.items.compactMap { $0["textEdit"]?["newText"]?.text }
    }

    /// Returns a text without its cursor, and where that was.
    static func parted(_ marked: String, at cursor: String = "|") throws -> (String, DocumentText.Position) {
        let parts = marked.split(separator: cursor, omittingEmptySubsequences: false)
        try #require(parts.count == 2, "one cursor")
        let before = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
        let column = before.last?.unicodeScalars.count ?? 0
        return (parts.joined(), DocumentText.Position(line: before.count - 1, column: column))
    }

    /// The samples of the definition as it was before its lines are replaced.
    static var samples: RecordedSamples {
        RecordedSamples(providers: document(text).problems(check).providers, tests: check.tests)
    }

    static func explanation(_ document: DefinitionDocument, at position: DocumentText.Position) -> String? {
        let providers = document.problems(check).providers
        let samples = RecordedSamples(providers: providers, tests: check.tests)
        return Explanation(document, at: position, samples).json?["contents"]?["value"]?.text
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    /// The line and the column of a position of LSP.
    var place: String { "\(self["line"]?.description ?? "?"):\(self["character"]?.description ?? "?")" }
}

@Suite("Completion in a definition that is being written")
struct CompletionTests {
    /// A line of the definition, what stands in its place, and the suggestions; `nil` for any.
    private static let cases: [(String, String, [String]?)] = [
        // Keys, without those that are written or excluded by them.
        ("version: 1", "|", ["version: ", "settings:", "include: "]),
        (
            "get: /search", "get: /search\n        |",
            ["inputs:", "headers:", "body: ", "form:", "cache:", "format: ", "embedded_json: "]
        ),
        (
            "get: /search", "g|",
            ["get: ", "post: ", "inputs:", "headers:", "body: ", "form:", "cache:", "format: ", "embedded_json: "]
        ),
        (
            "kind: page", "kind: page\n          |",
            [
                "in: ", "first: ", "last: ", "size_param: ", "size: ", "total: ", "total_pages: ", "has_more: ",
                "max_pages: ",
            ]
        ),
        (
            "title: name", "title: { path: name, |",
            ["look_up:", "then: ", "map:", "else: ", "language: ", "prefix: ", "required: "]
        ),
        ("title: name", "ti|: name", nil),
        // Filters of a placeholder, and words that the language does not list.
        ("title: name", "budget: { path: id, unit: |}", ["USD", "EUR", "KRW", "JPY", "CNY", "GBP", "INR"]),
        ("title: name", "tagline: { path: id, map: { a: b }, else: |}", ["keep", "drop"]),
        ("auth: {", "auth: { |", []),
        // Words.
        ("kind: page", "kind: |", ["none", "page", "offset", "cursor", "next_url"]),
        ("kind: page", "kind: of|", ["none", "page", "offset", "cursor", "next_url"]),
        ("operation: search", "operation: |", nil),
        ("base_url: https://films.example/api", "enabled: |", ["true", "false"]),
        // Places in templates.
        ("get: /search", "get: /search/${env.|", nil),
        ("get: /search", "get: /search/${input.q|}", nil),
        // Names of the recorded answer: in a row, behind a path, in a list in a row, and in the whole answer.
        ("year: released.year", "year: |", ["id", "name", "released", "people"]),
        ("year: released.year", "year: released.|", ["year", "day"]),
        ("year: released.year", "year: { path: released.|", ["year", "day"]),
        ("year: released.year", "year: { first_of: [name, |", ["id", "name", "released", "people"]),
        ("item: { name: name }", "item: { name: |", ["name", "part"]),
        ("rows: results", "rows: |", ["pages", "results"]),
        // Behind a list, and in its filters: names, and then recorded values.
        ("year: released.year", "directors: people[*].|", ["name", "part"]),
        ("year: released.year", "directors: people[0].n|", ["name", "part"]),
        ("year: released.year", "directors: \"people[?@.|", ["name", "part"]),
        ("year: released.year", "directors: people[?@.part=='|", ["B']"]),
        ("year: released.year", "directors: people[?@.part=='|']", ["B"]),
        ("year: released.year", "directors: people[?@.part=='B'].|", ["name", "part"]),
        ("year: released.year", "directors: people[|", ["*]", "0]", "?@."]),
        ("rows: results", "rows: { path: results, where: { path: | } }", ["id", "name", "released", "people"]),
        ("rows: results", "rows: { path: results, where: { path: name, is: | } }", ["Paper"]),
        ("item: { name: name }", "where: { path: |, is: B }, item: { name: name }", nil),
        ("rows: people", "rows: people\n            where: { path: part, in: [|] }", ["B"]),
        ("title: name", "title: { path: name, map: { |", ["Paper: "]),
        // Names of the file: operations, namespaces, variables.
        ("get: /search", "get: /s\n        item: { extends: | }\n      lookup:\n        get: /l", ["lookup"]),
        ("ids: { shelf: id }", "ids: { shelf: id, | }", ["imdb: ", "tmdb: ", "tvdb: ", "wikidata: "]),
        (
            "search:\n        get: /search", "lookup:\n        by: [|]\n        get: /search",
            ["shelf", "imdb", "tmdb", "tvdb", "wikidata"]
        ),
        (
            "search:\n        get: /search", "lookup:\n        by: |\n        get: /search",
            ["[shelf]", "[imdb]", "[tmdb]", "[tvdb]", "[wikidata]"]
        ),
        ("get: /search", "get: /f/${input.ids.|}", nil),
        ("${env.SHELF_TOKEN}", "${env.|}", ["env.SHELF_KEY"]),
        ("title: name", "title: { path: name, language: |", nil),
        // The inputs of a test are those of its operation, and the fields those of its items.
        (
            "input: { query: paper }", "input: { query: paper, | }",
            ["year: ", "page: ", "limit: ", "offset: ", "cursor: ", "languages: "]
        ),
        ("first: { title: Paper }", "first: { | }", nil),
        ("year: released.year", #"overview: { template: "${row.released.|"#, ["year}", "day}"]),
        // An item of a list.
        ("- name: a film", "- name: a film\n      - o|", nil),
        // Nothing: a comment, a text of several lines, an address.
        ("get: /search", "get: /search # |", []),
        ("get: /search", "get: /se|", []),
    ]

    @Test(
        "Behind the bar of a placeholder come filters",
        arguments: [
            ("${input.query |§", ["lower", "upper", "trim", "json", "quote", "sql", "number"].map { " " + $0 + "}" }),
            ("${input.query | lo§}", ["lower", "upper", "trim", "json", "quote", "sql", "number"]),
            ("${input.query | trim | §}", ["lower", "upper", "trim", "json", "quote", "sql", "number"]),
        ]
    )
    func filters(_ place: String, _ expected: [String]) throws {
        let marked = Shelf.text.replacing("${input.query}", with: place)
        #expect(try Shelf.suggestions(marked, cursor: "§") == expected)
    }

    @Test(
        "At the cursor, what can stand there is suggested, and nothing else",
        arguments: cases
    )
    func suggestions(_ line: String, _ replacement: String, _ expected: [String]?) throws {
        let found = try Shelf.suggestions(Shelf.text.replacing(line, with: replacement, maxReplacements: 1))
        if let expected { #expect(found == expected) } else { #expect(!found.isEmpty) }
    }

    @Test("Inputs are those of the operation, and variables those of the file")
    func places() throws {
        let found = try Shelf.suggestions(Shelf.text.replacing("get: /search", with: "get: /search/${|"))
        #expect(found.prefix(2) == ["input.query}", "input.year}"])
        #expect(!found.contains { $0.hasPrefix("input.date") || $0.hasPrefix("row.") })
        #expect(found.last == "env.SHELF_TOKEN}")
    }

    @Test("A text of several lines has no keys, whatever it looks like", arguments: ["- >", "overview: |2"])
    func severalLines(_ start: String) throws {
        let indent = String(repeating: " ", count: 10)
        let lines = [start, indent + "    tagline: here", indent + "t§"].joined(separator: "\n")
        let text = Shelf.text.replacing("title: name", with: lines)
        #expect(try Shelf.suggestions(text, cursor: "§").contains("tagline: "))
    }

    /// How far the cuts of a test are apart; of each byte in a long run.
    private static let step = SystemEnvironment.current.variable("MARQUEE_LONG") == "1" ? 3 : 20

    @Test("Any cut of a file is read without an end of the program, and gets an answer", arguments: [0, 1, 2])
    func cuts(_ shift: Int) throws {
        for end in stride(from: shift, to: Shelf.text.count, by: Self.step) {
            _ = try Shelf.suggestions(Shelf.text.prefix(end) + "|")
            _ = try Shelf.suggestions("|" + Shelf.text.dropFirst(end))
            let cut = Shelf.document(String(Shelf.text.prefix(end)))
            let last = DocumentText.Position(line: cut.text.lines.count - 1, column: cut.text.lines.last?.count ?? 0)
            _ = Explanation(cut, at: last, Shelf.samples).json
            _ = DefinitionNames(cut).occurrence(at: last)
            _ = (DocumentStructure(cut).symbols, DocumentStructure(cut).folds, cut.problems(Shelf.check))
        }
        for text in [
            "{|", "[{[|", "- - -|", "- |", "a: {b: [|", "a: \"|", "a: {\n|\nb: c", "a: |", "}|", "a: }|", "\"|", "---|",
        ] {
            _ = try Shelf.suggestions(text)
        }
    }
}
