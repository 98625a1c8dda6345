import JSON
import JSONRPC
import Testing

@testable import LanguageServer

@Suite("Problems, explanations, and symbols of an open definition")
struct DefinitionDocumentTests {
    @Test("A file without problems has none, and one that fails its test has a warning at the test")
    func problems() throws {
        #expect(Shelf.document(Shelf.text).problems(Shelf.check).problems == [])
        let wrong = Shelf.text.replacing("first: { title: Paper }", with: "first: { title: Pepper }")
        let problem = try #require(Shelf.document(wrong).problems(Shelf.check).problems.first)
        #expect(problem["severity"] == 2)
        #expect(problem["message"] == #"the test 'a film' fails: first.title: expected "Pepper", found "Paper""#)
        #expect(problem["range"]?["start"]?["line"] == 21)
    }

    @Test(
        "A mistyped word is marked from its first to its last letter, and can be replaced",
        arguments: [
            ("title: name", "titel: name", "title", 10..<15),
            ("kind: page", "kind: paeg", "page", 16..<20),
            ("${input.query}", "${input.qeury}", "query", 29..<34),
            // LSP counts UTF-16 units: the clapper board has two.
            ("query: { q: ", #"query: { "🎬": x, q: "#, nil, nil),
            ("query: { q: \"${input.query}\"", #"query: { "🎬": x, q: "${input.qeury}""#, "query", 38..<43),
        ] as [(String, String, String?, Range<Int>?)]
    )
    func replacements(_ line: String, _ mistyped: String, _ replacement: String?, _ columns: Range<Int>?) throws {
        let text = Shelf.text.replacing(line, with: mistyped, maxReplacements: 1)
        let problems = Shelf.document(text).problems(Shelf.check).problems
        guard let replacement, let columns else { return #expect(problems == []) }
        // Warnings stand beside the error.
        let problem = try #require(problems.first { $0["severity"] == 1 })
        #expect(problem["data"]?["replacement"]?.text == replacement, "\(problem)")
        let range = try #require(problem["range"])
        #expect(range["start"]?.place.hasSuffix(":\(columns.lowerBound)") == true, "\(problem)")
        #expect(range["end"]?.place.hasSuffix(":\(columns.upperBound)") == true, "\(problem)")

        let request = try JSONDocument(Array("{\"context\":{\"diagnostics\":[\(problem.jsonText)]}}".utf8)).root
        let edit = QuickFix.all(request, in: "file:///a.yaml")[0]?["edit"]?["changes"]?["file:///a.yaml"]?[0]
        #expect(edit?["newText"]?.text == replacement)
        #expect(edit?["range"] == range)
    }

    @Test("Another YAML file has no problems, and a file of definitions that is no YAML has one")
    func otherFiles() {
        let other = DefinitionDocument(address: "file:///home/ann/docker-compose.yml", text: "services:\n  db: {}\n")
        #expect(other.problems(Shelf.check).problems == [])
        #expect(Shelf.document("version: 1\nproviders: [").problems(Shelf.check).problems.count == 1)
        #expect(Shelf.document("").problems(Shelf.check).problems.count == 1)
        let renamed = DefinitionDocument(address: "file:///tmp/my%20films.yaml", text: "version: 2\nproviders: []\n")
        #expect(renamed.file == "/tmp/my films.yaml")
        #expect(renamed.problems(Shelf.check).problems.count == 1)
    }

    @Test(
        "Files of other programs are left alone, whatever keys they share",
        arguments: [
            "services:\n  db: {}\n", "", "version: 1\nservices: {}\n", "version: \"3\"\n", "version: 2\nupdates: []\n",
            // Grafana, Traefik, GitLab, OpenAPI.
            "apiVersion: 1\nproviders:\n  - name: default\n    folder: \"\"\n    options: { path: /a }\n",
            "entryPoints: { web: {} }\nproviders:\n  docker: {}\n", "providers:\n  docker: { network: web }\n",
            "include:\n  - local: a.yml\n", "openapi: 3.0.3\npaths: {}\n", "id: 1\nname: a\n",
        ]
    )
    func foreignFiles(_ text: String) async throws {
        let address = "file:///home/ann/films.yaml"
        let document = DefinitionDocument(address: address, text: text)
        #expect(!document.holdsDefinitions)
        #expect(document.problems(Shelf.check).problems == [])
        let server = LanguageServerHandler(check: Shelf.check, name: "server", version: "1")
        let opened: JSONValue = ["textDocument": ["uri": .string(address), "version": 1, "text": .string(text)]]
        _ = server.handleImmediately(
            RPCCall(method: "textDocument/didOpen", params: try JSONDocument(opened.jsonBytes).root)
        )
        let position: JSONValue = ["textDocument": ["uri": .string(address)], "position": ["line": 0, "character": 0]]
        for method in ["completion", "hover", "documentSymbol", "definition"] {
            let params = try JSONDocument(position.jsonBytes).root
            let call = RPCCall(method: "textDocument/\(method)", params: params, id: RPCID(token: "1".utf8))
            _ = server.handleImmediately(call)
            guard case .result(let bytes) = await server.handle(call) else {
                Issue.record("\(method) fails")
                continue
            }
            #expect(bytes == JSONValue.null.jsonBytes)
        }
    }

    @Test(
        "A file of definitions is known by what stands in it, whatever it is called",
        arguments: [
            "version: 1\n", "version: 1\npro", "version: 1\nproviders: {}\n", "providers:\n", "providers:\n  - id: a\n",
            "verson: 1\nproviders:\n  - id: a\n    base_url: https://a.example\n",
            "version: 1\ninclude: [a.yaml]\n", "id: a\nbase_url: https://a.example\noperations: {}\n",
            "version: 2\nproviders: []\n", "# a\nversion: 1\nsettings: {}\nproviders:\n- id: a\n",
        ]
    )
    func ownFiles(_ text: String) {
        #expect(DefinitionDocument(address: "file:///home/ann/films.yaml", text: text).holdsDefinitions)
    }

    @Test("The key or the word at the cursor is explained, also in braces", arguments: ["\n", "\r\n"])
    func explanations(_ end: String) throws {
        let document = Shelf.document(Shelf.text.replacing("\n", with: end))
        func explanation(_ line: Int, _ column: Int) -> String? {
            Shelf.explanation(document, at: DocumentText.Position(line: line, column: column))
        }
        #expect(explanation(9, 9)?.hasPrefix("**rows**, of the operation 'search'") == true)
        #expect(explanation(4, 13)?.hasPrefix("**kind**, of auth of kind bearer") == true)
        #expect(explanation(4, 19)?.hasPrefix("**bearer**") == true)
        #expect(explanation(11, 17) == "**page**\n\nPages are counted.")
        #expect(explanation(3, 20) == nil)
        #expect(explanation(500, 0) == nil)
    }

    @Test("The outline has each provider with its operations")
    func symbols() {
        let symbols = DocumentStructure(Shelf.document(Shelf.text)).symbols
        #expect(symbols[0]?["name"] == "shelf")
        #expect(symbols[0]?["children"]?[0]?["name"] == "search")
        #expect(symbols[1] == nil)
    }

    @Test("Operations are listed below their own provider, in braces, too")
    func symbolsOfSeveral() {
        let providers = (0..<200).map {
            "  - { id: p\($0), operations: { search: { get: /s }, lookup: { get: /l\($0) } }, title: T }"
        }
        let symbols = DocumentStructure(Shelf.document("providers:\n" + providers.joined(separator: "\n"))).symbols
            .items
        #expect(symbols.map { $0["name"]?.text } == (0..<200).map { "p\($0)" })
        #expect(symbols.allSatisfy { $0["children"]?.items.compactMap { $0["name"]?.text } == ["search", "lookup"] })
    }

    @Test("A text that is too long to be checked has no outline either")
    func tooLong() {
        let long = Shelf.text + "\n# " + String(repeating: "x", count: 1 << 20)
        #expect(DocumentStructure(Shelf.document(long)).symbols == .array([]))
        #expect(Shelf.explanation(Shelf.document(long), at: DocumentText.Position(line: 0, column: 1)) == nil)
        #expect(Shelf.document(long).problems(Shelf.check).problems.count == 1)
    }
}
