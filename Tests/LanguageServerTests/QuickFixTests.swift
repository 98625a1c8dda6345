import JSON
import Testing

@testable import LanguageServer

@Suite("Quick fixes")
struct QuickFixTests {
    /// A line of the definition, and the mistake in its place; the fix makes it the third, if that is given.
    private static let mistakes: [(String, String, String?)] = [
        // Paths in the notation of other tools.
        ("rows: results", "rows: results[]", "rows: results[*]"),
        ("rows: results", "rows: .results[]", "rows: results[*]"),
        ("rows: results", "rows: $.results[]", nil),
        ("rows: results", "rows: \"results[]\"", "rows: \"results[*]\""),
        ("title: name", "title: $..name", "title: name"),
        ("title: name", "title: { path: $..name, required: true }", "title: { path: name, required: true }"),
        ("year: released.year", "year: //released/year", "year: released.year"),
        ("year: released.year", "year: released/year", "year: released.year"),
        ("year: released.year", "year: { first_of: [/released/year, name] }", nil),
        ("rows: people", "rows: people[]", "rows: people[*]"),
        // Placeholders.
        ("\"${input.query}\"", "\"${query}\"", "\"${input.query}\""),
        ("\"${input.query}\"", "\"all:${query}\"", "\"all:${input.query}\""),
        ("\"${input.query}\"", "\"${input.qeury}\"", "\"${input.query}\""),
        ("\"${input.query}\"", "\"${inptu.query}\"", "\"${input.query}\""),
        ("\"${input.query}\"", "\"{query}\"", "\"${input.query}\""),
        ("\"${input.query}\"", "\"{{ query }}\"", "\"${input.query}\""),
        ("\"${input.query}\"", "\"a $QUERY_KEY\"", nil),
        // A variable may need more than its place: the key 'secrets'.
        ("\"${env.SHELF_TOKEN}\"", "\"${SHELF_TOKEN}\"", nil),
        ("\"${env.SHELF_TOKEN}\"", "\"${OTHER_TOKEN}\"", nil),
        // Keys and words.
        ("title: name", "titel: name", "title: name"),
        ("title: name", "\"titel\": name", "\"title\": name"),
        ("kind: page", "kind: paeg", "kind: page"),
        ("kind: bearer", "kind: baerer", "kind: bearer"),
        ("paging:", "pagging:", "paging:"),
        ("operation: search", "operation: serach", nil),
        ("year: released.year", "year: released.yaer", "year: released.year"),
        ("year: released.year", "year: { path: released.yaer }", "year: { path: released.year }"),
        ("title: name", "title: nmae", nil),
        ("year: released.year", "year: { path: \"released.yaer\" }", "year: { path: \"released.year\" }"),
        ("year: released.year", "year: { path: relaesed.year }", "year: { path: released.year }"),
        ("year: released.year", "year: released", nil),
        ("title: name", "title: { path: name, then: [{ replace: { regex: '(a)', with: '\\1' } }] }", nil),
        // A key that is missing or has another value, in a map, in lines, or beside a path alone.
        ("year: released.year", "budget: id", "budget: { path: id, unit: USD }"),
        ("year: released.year", "budget: \"released.day\"", "budget: { path: \"released.day\", unit: USD }"),
        ("year: released.year", "budget: { path: id }", "budget: { path: id, unit: USD }"),
        (
            "year: released.year", "budget: # the cost\n            path: id # in dollars",
            "budget: # the cost\n            path: id # in dollars\n            unit: USD"
        ),
        ("year: released.year", "budget: { first_of: [id] }", "budget: { first_of: [id], unit: USD }"),
        (
            "year: released.year", "rating: { path: released.day, scale: 2 }",
            "rating: { path: released.day, scale: 10 }"
        ),
        ("year: released.year", "rating: released.year", nil),
        (
            "year: released.year", "rating:\n            path: released.day\n            scale: 2",
            "rating:\n            path: released.day\n            scale: 10"
        ),
        ("year: released.year", "rating: { path: id, unit: percent }", "rating: { path: id, scale: 100 }"),
        ("year: released.year", "runtime: { path: id, unit: mins }", "runtime: { path: id, unit: min }"),
        ("year: released.year", "tagline: { value: name }", "tagline: { path: name }"),
        (
            "title: name", "title: { path: [name, other], required: true }",
            "title: { first_of: [name, other], required: true }"
        ),
        (
            "year: released.year", "crew: { name: people.name }",
            "crew: { rows: people, item: { name: name } }"
        ),
        ("base_url: https://films.example/api\n", "languages: en\n    base_url: https://films.example/api\n", nil),
        ("get: /search", "get: search", "get: /search"),
        ("get: /search", "get: /search#top", "get: /search"),
        ("get: /search", "get: \"/search#top\"", "get: \"/search\""),
        // Variables of the provider's own, in quotes where they need them; others need 'secrets'.
        ("\"${env.SHELF_TOKEN}\"", "$SHELF_TOKEN", "\"${env.SHELF_TOKEN}\""),
        ("\"${env.SHELF_TOKEN}\"", "\"$SHELF_TOKEN\"", "\"${env.SHELF_TOKEN}\""),
        ("\"${env.SHELF_TOKEN}\"", "\"${env.OTHER_TOKEN}\"", nil),
        // Escapes.
        ("year: released.year", "tagline: { path: name, then: [{ extract: \"(\\w+)\\b\" }] }", nil),
        (
            "title: name", "title: { path: name, then: [{ extract: \"(\\w+)\" }] }",
            "title: { path: name, then: [{ extract: '(\\w+)' }] }"
        ),
        // Paths keep their quotes, and get them where they need them.
        ("year: released.year", "tagline: people.0.name", "tagline: people[0].name"),
        ("year: released.year", "tagline: { path: people.0.name }", "tagline: { path: \"people[0].name\" }"),
        ("year: released.year", "tagline: { path: \"people.0.name\" }", "tagline: { path: \"people[0].name\" }"),
        ("year: released.year", "tagline: people.*.name", "tagline: people[*].name"),
        ("year: released.year", "rating: { path: released.day, max: 10 }", "rating: { path: released.day, scale: 10 }"),
        // What a warning says to write.
        (
            "get: /search\n        query: { q: \"${input.query}\" }", "get: /search",
            "get: /search\n        query: { q: \"${input.query}\" }"
        ),
        ("ids: { shelf: id }\n          title: name", "title: name", "title: name\n          ids: { shelf: id }"),
        (
            "q: \"${input.query}\"", "q: 'title:\"${input.query}\"'", "q: 'title:\"${input.query | quote}\"'"
        ),
        // Words of other tools, where they are written otherwise.
        ("q: \"${input.query}\"", "q: { pieces: [\"${input.query}\"] }", "q: { parts: [\"${input.query}\"] }"),
        (
            "year: released.year", "tagline: { path: name, map: { Paper: A }, default: keep }",
            "tagline: { path: name, map: { Paper: A }, else: keep }"
        ),
        (
            "year: released.year", "tagline: { path: name, map: { Paper: A } }",
            "tagline: { path: name, else: keep, map: { Paper: A } }"
        ),
        (
            "year: released.year", "tagline: { path: name, strip_html: true }",
            "tagline: { path: name, then: [strip_html] }"
        ),
        (
            "year: released.year", "tagline: { path: name, split: \",\" }",
            "tagline: { path: name, then: [{ split: \",\" }] }"
        ),
        (
            "year: released.year", "tagline: { path: name, regex: \"^P(.+)$\" }",
            "tagline: { path: name, then: [{ extract: \"^P(.+)$\" }] }"
        ),
        ("q: \"${input.query}\" }", "q: { from: query } }", "q: { from: input.query } }"),
        ("q: \"${input.query}\" }", "q: { from: \"${input.query}\" } }", "q: { from: \"input.query\" } }"),
        ("base_url: ", "user_agent: x/1\n    base_url: ", "headers: { User-Agent: x/1 }\n    base_url: "),
        ("base_url: ", "user_agent: x/1 # me\n    base_url: ", "headers: { User-Agent: x/1 } # me\n    base_url: "),
        ("base_url: ", "accept: a/b, c/d\n    base_url: ", "headers: { Accept: \"a/b, c/d\" }\n    base_url: "),
        ("base_url: ", "description: my films\n    base_url: ", "# my films\n    base_url: "),
        ("base_url: ", "retries: 3\n    base_url: ", "retry: { attempts: 3 }\n    base_url: "),
        ("base_url: ", "encoding: EUC-KR\n    base_url: ", "charset: EUC-KR\n    base_url: "),
        ("\"${env.SHELF_TOKEN}\"", "\"${process.env.SHELF_TOKEN}\"", "\"${env.SHELF_TOKEN}\""),
        ("title: name", "title: { path: name, language: English }", "title: { path: name, language: en }"),
        ("title: name", "title: { path: name, required: yes }", "title: { path: name, required: true }"),
        ("get: /search", "get: /search/:query", "get: \"/search/${input.query}\""),
        // What has to be there.
        ("version: 1\n", "", "version: 1\n"),
        ("version: 1\n", "# my films\n", "# my films\nversion: 1\n"),
        (
            "base_url: https://films.example/api\n    auth", "auth",
            "base_url: https://api.example.org\n    auth"
        ),
        ("kind: bearer, value", "value", "kind: bearer, value"),
        ("kind: page\n          param: p", "param: p", "kind: page\n          param: p"),
        (
            "kind: page\n          param: p", "param: p\n          size: 2",
            "kind: page\n          param: p\n          size: 2"
        ),
        ("get: /search\n        query", "query", nil),
        // What a keyboard or a word processor writes otherwise.
        ("title: name", "title: “name”", "title: \"name\""),
        ("\"${input.query}\"", "“${input.query}”", "\"${input.query}\""),
        ("    base_url", "\tbase_url", "    base_url"),
        ("    auth:", "    \u{A0}auth:", "    auth:"),
        ("title: name", "title:name", "title: name"),
        ("title: name", "title：name", "title: name"),
        ("- name: a film\n", "-name: a film\n", "- name: a film\n"),
        ("- id: shelf\n", "-id: shelf\n", "- id: shelf\n"),
        // What belongs elsewhere is no word that is spelled like it.
        ("title: name", "title: name\n          paging: { kind: page, param: page }", nil),
        ("title: name", "title: name\n          limits: { rate: 1/s }", nil),
        ("base_url:", "tests: []\n            base_url:", nil),
        ("get: /search", "get: /search\n        stale_if_error: 1d", nil),
    ]

    private static func problems(_ text: String) -> [JSONValue] { Shelf.document(text).problems(Shelf.check).problems }

    private static func messages(_ text: String) -> [String] { problems(text).compactMap { $0["message"]?.text } }

    /// Returns the text with the correction of a problem; `nil` if the problem has none.
    private static func corrected(_ text: String, _ problem: JSONValue) throws -> String? {
        guard let replacement = problem["data"]?["replacement"]?.text else { return nil }
        let range = try JSONDocument(Array((problem["data"]?["range"] ?? .null).jsonText.utf8)).root
        let document = DocumentText(text)
        let start = try #require(document.position(range["start"]))
        let end = try #require(document.position(range["end"]))
        #expect(start.line == end.line)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.unicodeScalars) }
        lines[start.line].replaceSubrange(start.column..<end.column, with: replacement.unicodeScalars)
        return lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
    }

    @Test("A path that begins with a bracket gets quotes")
    func quotes() throws {
        let text = Shelf.text.replacing("title: name", with: "title: first-name")
        let problem = try #require(Self.problems(text).first)
        #expect(
            try Self.corrected(text, problem) == Shelf.text.replacing("title: name", with: "title: \"['first-name']\"")
        )
    }

    @Test("Each fix takes one problem away and brings no new one", arguments: mistakes)
    func takesOneAway(_ line: String, _ mistake: String, _ expected: String?) throws {
        let text = Shelf.text.replacing(line, with: mistake, maxReplacements: 1)
        let before = Self.messages(text)
        #expect(!before.isEmpty)
        var fixes = 0
        for problem in Self.problems(text) {
            guard let fixed = try Self.corrected(text, problem) else { continue }
            fixes += 1
            let after = Self.messages(fixed)
            #expect(after.count < before.count, "\(problem["message"]?.text ?? ""): \(after)")
            #expect(Set(after).isSubset(of: before), "\(after)")
            if let expected {
                #expect(fixed == Shelf.text.replacing(line, with: expected, maxReplacements: 1))
            }
        }
        #expect(expected == nil || fixes >= 1, "\(before)")
    }

    @Test("An id that is missing comes first in its provider")
    func missingID() throws {
        let text = Shelf.text.replacing("- id: shelf\n    base_url", with: "- base_url")
        let problem = try #require(Self.problems(text).first { $0["severity"] == 1 })
        #expect(problem["message"] == "a provider needs 'id', such as id: lantern")
        let fixed = Shelf.text.replacing("- id: shelf\n", with: "- id: lantern\n")
        #expect(try Self.corrected(text, problem) == fixed)
    }

    @Test(
        "A key that belongs in another map is not replaced",
        arguments: [
            ("title: name", "title: name\n          paging: { kind: page, param: page }", "an operation"),
            ("title: name", "title: name\n          limits: { rate: 1/s }", "a provider"),
            ("get: /search", "get: /search\n        stale_if_error: 1d", "'cache'"),
            ("version: 1", "version: 1\ntests: []", "a provider"),
            ("version: 1", "version: 1\nadult: true", "'settings'"),
            ("version: 1", "version: 1\ntitle: Shelf", "a provider"),
            ("title: name", "title: name\n          max_body: 1MB", "a provider"),
            ("title: name", "title: name\n          needs: [year]", "an operation"),
            ("get: /search", "get: /search\n        connect_timeout: 1s", "a provider"),
            ("get: /search", "get: /search\n        attribution: Shelf", "a provider"),
            ("get: /search", "get: /search\n        title: name", "the item of a film"),
        ]
    )
    func belongsElsewhere(_ line: String, _ mistake: String, _ place: String) throws {
        let problems = Self.problems(Shelf.text.replacing(line, with: mistake, maxReplacements: 1))
        let problem = try #require(problems.first { $0["message"]?.text?.hasPrefix("unknown key") == true })
        #expect(problem["message"]?.text?.hasSuffix("it belongs in \(place)") == true, "\(problem)")
        #expect(problem["data"] == nil)
    }
}
