import DefinitionTools
import Foundation
import JSON
import MarqueeTestKit
import Testing

/// Checks definitions against the schema with yaml-language-server, which editors run.
@Suite("The schema in an editor", .enabled(if: EditorScript.missing == nil, "\(EditorScript.missing ?? "")"))
struct EditorTests {
    @Test("The editor reports no problem in any definition of the project")
    func definitions() throws {
        let files = try SchemaScript.definitions()
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        let answers = try EditorScript.answers(texts.map { EditorScript.Document($0) })
        for (file, answer) in zip(files, answers) { #expect(answer.problems == [], "\(file)") }
    }

    @Test("The editor reports every mistake that a schema can detect")
    func mistakes() throws {
        let broken = BrokenKeys.whole.filter { $0.problem.contains(" error: ") }
        let answers = try EditorScript.answers(broken.map { EditorScript.Document($0.text) })
        let accepted = zip(broken, answers).filter { $0.1.problems.isEmpty }.map(\.0.problem)
        // This server reads YAML 1.1, where these words are booleans.
        let words = [
            "5:14: error: 'enabled': expected true or false, found 'no'; did you mean 'false'?",
            "6:82: error: 'required': expected true or false, found 'yes'; did you mean 'true'?",
            "6:73: error: 'position': expected true or false, found 'no'; did you mean 'false'?",
        ]
        #expect(accepted.sorted() == (SchemaAgreementTests.beyondStructure + words).sorted())
    }

    @Test("Hovering over a key shows its description, and a pattern error states what is expected")
    func hover() throws {
        let text = """
            version: 1
            providers:
              - id: lantern
                base_url: https://lantern.example/api
                timeout: soon
                auth: { kind: api_key, in: header, name: X-Key, value: "${env.LANTERN_KEY}" }
                operations:
                  search:
                    get: /search
                    query: { q: "${input.query}" }
                    paging: { kind: page, param: page, size: 50 }
                    rows: results
                    item:
                      title: { path: name, language: en }
                      genres: tags
                      images: { path: poster, kind: posters }
            """
        let keys = [
            (1, 1, "The version of the language: 1."),
            (3, 5, "The provider's id, which is also the namespace of its ids."),
            (4, 5, "The URL of the API; several are tried in order."), (5, 5, "The time limit of one attempt."),
            (6, 5, "How requests are authenticated."), (6, 13, "api_key, bearer, basic, token, oauth2 or none."),
            (6, 28, "Where the key goes: query or header."), (8, 7, "Films by words of their titles."),
            (9, 9, "The path of a GET request."), (10, 9, "Query parameters; a parameter without a value is left out."),
            (11, 9, "How the pages of a list follow each other."), (11, 19, "none, page, offset, cursor or next_url."),
            (12, 9, "The rows of the response."), (13, 9, "The fields of a row."),
            (14, 11, "The title under which the source shows the film."),
            (14, 20, "The path of the value in the row."),
            (15, 11, "The genres, which are normalized to a list of slugs."),
            (16, 11, "Posters, backdrops, and other images."),
            (16, 35, "The kind of image."),
        ]
        let answer = try #require(
            try EditorScript.answers([EditorScript.Document(text, hover: keys.map { ($0.0, $0.1) })]).first
        )
        for (key, shown) in zip(keys, answer.hover) {
            #expect(shown.replacing("\\", with: "").contains(key.2), "\(key.0):\(key.1): \(shown)")
        }
        #expect(
            answer.problems.contains(
                "5:14: expected a duration such as 250ms, 8s, 30m, 6h or 7d above zero"
            ),
            "\(answer.problems)"
        )
        #expect(answer.problems.contains { $0.hasPrefix("16:41: ") && $0.contains("poster") }, "\(answer.problems)")
    }
}

/// Runs `scripts/check-editor.py`, which drives yaml-language-server over LSP.
enum EditorScript {
    struct Document {
        var text: String
        var hover: [(line: Int, column: Int)]

        init(_ text: String, hover: [(line: Int, column: Int)] = []) {
            self.text = text
            self.hover = hover
        }
    }

    struct Answer {
        /// The problems as `line:column: message`.
        var problems: [String]
        var hover: [String]
    }

    private static let folder = ProjectFiles.root + "/.build/editor"

    /// Why the server is not available, such as an unreachable package index; `nil` if it is installed.
    static let missing: String? = {
        do {
            let (status, output) = try run(["--needs", folder], input: "")
            return status == 0 ? nil : output.isEmpty ? "python3 ended with \(status)" : output
        } catch {
            return "needs python3: \(error)"
        }
    }()

    static func answers(_ documents: [Document]) throws -> [Answer] {
        let schema = FileManager.default.temporaryDirectory.appending(path: "editor-\(UUID().uuidString).json")
        try Data(LanguageSchema.document.jsonBytes).write(to: schema)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: schema) } }
        let request = JSONValue.array(
            documents.map { document in
                let places = document.hover.map { place -> JSONValue in
                    [.number(JSONNumber(place.line)), .number(JSONNumber(place.column))]
                }
                return ["text": .string(document.text), "hover": .array(places)]
            }
        )
        let (status, output) = try run([folder, schema.path], input: request.jsonText)
        #expect(status == 0, "\(output)")
        return try JSONDocument(output).root.elements.map { answer in
            Answer(
                problems: (answer["problems"]?.elements).map { $0.map(Self.line) } ?? [],
                hover: (answer["hover"]?.elements).map { $0.compactMap(\.string) } ?? []
            )
        }
    }

    private static func line(_ problem: JSONElement) -> String {
        let (line, column) = (problem["line"]?.textString ?? "", problem["column"]?.textString ?? "")
        return "\(line):\(column): \(problem["message"]?.string ?? "")"
    }

    private static func run(_ arguments: [String], input: String) throws -> (status: Int32, output: String) {
        let request = FileManager.default.temporaryDirectory.appending(path: "request-\(UUID().uuidString).json")
        try Data(input.utf8).write(to: request)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: request) } }
        return try PythonScript.run("check-editor.py", arguments, input: try FileHandle(forReadingFrom: request))
    }
}
