import DefinitionTools
import Foundation
import JSON
import MarqueeTestKit
import ProviderLanguage
import Testing

@Suite("JSON Schema of the language")
struct LanguageSchemaTests {
    private static let document = LanguageSchema.document
    private let schema = document

    /// Returns every `$ref` value nested in a value.
    private func references(in value: JSONValue) -> [String] {
        switch value {
        case .array(let values): values.flatMap(references)
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let text) = member.value { return [text] }
                return references(in: member.value)
            }
        default: []
        }
    }

    @Test("Every reference resolves to a definition, and every definition is referenced")
    func references() throws {
        guard case .object(let members)? = schema["$defs"] else {
            Issue.record("no definitions")
            return
        }
        let names = members.map { "#/$defs/\($0.name)" }
        #expect(Set(names).count == names.count)
        #expect(Set(references(in: schema)) == Set(names))
    }

    @Test("The top level requires a version and providers, and rejects unknown keys")
    func file() {
        #expect(schema["required"] == ["version"])
        #expect(schema["additionalProperties"] == false)
        #expect(
            schema["properties"]?["version"]
                == ["description": "The version of the language: 1.", "type": "integer", "minimum": 1, "maximum": 1]
        )
    }

    @Test("A key has a description, a pattern, and a default")
    func key() {
        let provider = schema["$defs"]?["a-provider"]?["properties"]
        #expect(
            provider?["timeout"] == [
                "description": "The time limit of one attempt.", "type": "string",
                "pattern": #"^(?![0.]+[a-z])[0-9]+(\.[0-9]{1,3})?(ms|s|m|h|d)$"#,
                "patternErrorMessage": "expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero",
                "default": "3s",
            ]
        )
        #expect(provider?["operations"]?["$ref"] == "#/$defs/the-operations")
    }

    @Test("Each operation accepts only its own keys")
    func operations() {
        let definitions = schema["$defs"]
        #expect(definitions?["the-operation-lookup"]?["properties"]?["by"] != nil)
        #expect(definitions?["the-operation-lookup"]?["properties"]?["paging"] == nil)
        #expect(definitions?["the-operation-search"]?["properties"]?["paging"] != nil)
    }
}

@Suite(
    "Agreement of the JSON Schema with the loader",
    .enabled(if: SchemaScript.isInstalled, "needs python3 with jsonschema and PyYAML")
)
struct SchemaAgreementTests {
    @Test("The schema is valid and accepts every definition of the project")
    func accepts() throws {
        let files = try SchemaScript.definitions()
        #expect(files.count >= 4)
        let (status, output) = try SchemaScript.check([ProjectFiles.root + "/providers.yaml"] + files)
        #expect(output == "")
        #expect(status == 0)
    }

    @Test("The schema rejects what the loader rejects, as far as structure can tell")
    func refuses() throws {
        let broken = BrokenKeys.whole.filter { $0.problem.contains(" error: ") }
        try withTemporaryFile(broken.map(\.text).joined(separator: "\n---\n")) { file in
            let (status, output) = try SchemaScript.check([file])
            #expect(status == 1)
            let refused = Set(
                output.split(separator: "\n").compactMap { line in
                    line.dropFirst(file.count + 1).split(separator: ":").first.flatMap { Int($0) }
                }
            )
            let accepted = broken.indices.filter { !refused.contains($0) }.map { broken[$0].problem }
            #expect(accepted.sorted() == Self.beyondStructure.sorted(), "\(output)")
        }
    }

    @Test(
        "The schema wants `each` beside `widths`, as the loader does",
        arguments: [("each: [a, b]", 0), ("path: a", 1), ("first_of: [a, b]", 1)]
    )
    func widths(_ source: String, _ expected: Int) throws {
        let item = "item: { title: t, images: { \(source), widths: [2, 1] } }"
        let text = BrokenKeys.file(operation: "search", "{ get: /, rows: ., \(item) }")
        let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "test.yaml", bundled: [])
        #expect(outcome.diagnostics.isEmpty == (expected == 0))
        try withTemporaryFile(text) { file in
            let (status, output) = try SchemaScript.check([file])
            #expect(status == expected, "\(output)")
        }
    }

    private func withTemporaryFile(_ text: String, _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "broken-\(UUID().uuidString).yaml")
        try Data(text.utf8).write(to: file)
        defer {
            do {
                try FileManager.default.removeItem(at: file)
            } catch {
                Issue.record("\(file.path) stays behind: \(error)")
            }
        }
        try body(file.path)
    }

    /// Problems that a schema can't detect: values of other keys, the grammar of templates and regular expressions,
    /// and that `010` is not a number here.
    static let beyondStructure = [
        "5:15: error: 'max_body': expected a size of at most 64MiB, such as 500kB or 4MiB, found '65MiB'",
        "5:18: error: 'images_base': expected https, found http://i.example/w500; http is only for this machine, or with allow_http: true",
        "5:19: error: 'image_hosts': each port of this machine is another server; name it in images_base instead",
        "5:22: error: 'X': 'input.query' has no value outside of an operation",
        "5:23: error: 'backoff': expected two durations such as 100ms..2s, the smaller first, found '2s..1s'",
        "5:24: error: 'c': a constant cannot contain placeholders such as ${vars.a}; write out its text",
        "5:27: error: 'concurrent': expected a whole number from 1 to 1000, found '010'",
        "5:46: error: 'name': expected the name of a header such as X-Api-Key, found 'X Key'",
        "6:35: error: 'post': a path must not have '.' or '..' in it",
        "6:46: error: 'p': this parameter already comes from 'paging'",
        "6:46: error: 'q': this parameter already comes from 'paging'",
        "6:47: error: 'get': 'b' is not among the ids that this operation takes (by: a)",
        "6:52: error: 'l': '${locale}' needs 'locales' in the provider",
        "6:47: error: 'search' has no input 'genre' to convert; known: query, year",
        "6:62: error: 'from': 'search' has no input 'sort'; it has cursor, languages, limit, offset, page, query, year",
        "6:55: error: settled_after is for operations with a date",
        "6:76: error: 'template': a field of an item must not contain a secret",
        "6:82: error: 'language': '${locale}' needs 'locales' in the provider",
        "6:87: error: 'date': a date format needs one year, one month and one day, such as yyyy-MM-dd, or a week and its year, such as YYYY'W'ww",
        "6:91: error: 'extract': not a regular expression: missing closing parenthesis (byte 2)",
    ]
}
