import JSON
import JSONRPC
import MovieDomain
import Testing

@testable import LanguageServer

/// An editor that talks to a server without a connection, so that it sees answers, but no notifications.
private struct Editor {
    private static let address = "file:///home/ann/providers.yaml"
    private let server = LanguageServerHandler(check: Shelf.check, name: "server", version: "1")

    func ask(_ method: String, _ params: JSONValue) async throws -> JSONValue {
        let params = try JSONDocument(params.jsonBytes).root
        let call = RPCCall(method: method, params: params, id: RPCID(token: "1".utf8))
        if let reply = server.handleImmediately(call) { return try Self.value(reply) }
        return try Self.value(await server.handle(call))
    }

    private static func value(_ reply: RPCReply) throws -> JSONValue {
        switch reply {
        case .result(let bytes) where bytes.isEmpty: .null
        case .result(let bytes): JSONValue(try JSONDocument(bytes).root)
        case .failure(let error): .string(error.message)
        }
    }

    func open(_ text: String) async throws {
        let document: JSONValue = ["uri": .string(Self.address), "version": 1, "text": .string(text)]
        _ = try await ask("textDocument/didOpen", ["textDocument": document])
    }

    func change(_ changes: [JSONValue]) async throws {
        let document: JSONValue = ["uri": .string(Self.address), "version": 2]
        _ = try await ask("textDocument/didChange", ["textDocument": document, "contentChanges": .array(changes)])
    }

    func ask(_ method: String, line: Int, character: Int, _ more: [JSONValue.Member] = []) async throws -> JSONValue {
        let position: JSONValue = ["line": .number(JSONNumber(line)), "character": .number(JSONNumber(character))]
        let document: JSONValue = ["uri": .string(Self.address)]
        return try await ask(
            "textDocument/" + method,
            .object([.init("textDocument", document), .init("position", position)] + more)
        )
    }
}

@Suite("A language server, by its messages")
struct LanguageServerHandlerTests {
    private static func range(_ start: (Int, Int), _ end: (Int, Int)) -> JSONValue {
        func position(_ place: (Int, Int)) -> JSONValue {
            ["line": .number(JSONNumber(place.0)), "character": .number(JSONNumber(place.1))]
        }
        return ["start": position(start), "end": position(end)]
    }

    @Test(
        "A change of a range is put into the text, whatever its lines end with",
        arguments: [
            ("a: 1\nb: 2\n", (0, 3), (0, 4), "3", "a: 3\nb: 2\n"),
            ("a: 1\r\nb: 2\r\n", (1, 0), (1, 1), "c", "a: 1\r\nc: 2\r\n"),
            ("a: 1\r\nb: 2\r\n", (0, 4), (1, 0), " ", "a: 1 b: 2\r\n"),
            ("a: 🎬x\nb: 2", (0, 5), (0, 6), "y", "a: 🎬y\nb: 2"),
            ("\u{FEFF}a: 1", (0, 0), (0, 1), "b", "\u{FEFF}b: 1"),
            ("a: 1\rb: ü2", (1, 4), (1, 5), "3", "a: 1\rb: ü3"), ("a", (9, 9), (9, 9), "b", "ab"),
            ("", (0, 0), (0, 0), "x: 1", "x: 1"),
        ] as [(String, (Int, Int), (Int, Int), String, String)]
    )
    func changes(_ text: String, _ start: (Int, Int), _ end: (Int, Int), _ new: String, _ expected: String) throws {
        let change: JSONValue = ["range": Self.range(start, end), "text": .string(new)]
        let changes = try JSONDocument(JSONValue.array([change]).jsonBytes).root
        let changed = try #require(Shelf.document(text).changed(by: Array(changes.elements)))
        #expect(String(decoding: changed.text.bytes, as: UTF8.self) == expected)
    }

    @Test("Completion sees the newest text, and the samples of one that could be read")
    func completion() async throws {
        let editor = Editor()
        try await editor.open(Shelf.text)
        // A quote that is not closed, and a path that is being written.
        try await editor.change([
            ["range": Self.range((15, 17), (15, 21)), "text": "\"Lantern"],
            ["range": Self.range((16, 16), (16, 29)), "text": "released."],
        ])
        let items = try await editor.ask("completion", line: 16, character: 25).items
        #expect(items.compactMap { $0["label"]?.text } == ["year", "day"])
    }

    @Test(
        "A file that is no YAML when it is opened has samples, too",
        arguments: ["title: \"Lantern", "title: name }", "title: a: b", "title: [", "\ttitle: name", "title: *x"]
    )
    func openedBroken(_ mistake: String) async throws {
        let editor = Editor()
        let text = Shelf.text.replacing("title: name", with: mistake)
        try await editor.open(text.replacing("year: released.year", with: "year: released."))
        let items = try await editor.ask("completion", line: 16, character: 25).items
        #expect(items.compactMap { $0["label"]?.text } == ["year", "day"])
    }

    @Test("A whole operation is offered to clients that know snippets alone", arguments: [true, false])
    func snippets(_ isKnown: Bool) async throws {
        let editor = Editor()
        let item: JSONValue = ["completionItem": ["snippetSupport": .bool(isKnown)]]
        _ = try await editor.ask("initialize", ["capabilities": ["textDocument": ["completion": item]]])
        try await editor.open(Shelf.text.replacing("      search:\n", with: "      \n      search:\n"))
        let items = try await editor.ask("completion", line: 6, character: 6).items
        let snippet = items.first { $0["label"] == "lookup: …" }
        #expect(snippet?["insertTextFormat"] == (isKnown ? 2 : nil))
        #expect((snippet?["textEdit"]?["newText"]?.text?.contains("by: [${1:imdb}]")) == (isKnown ? true : nil))
    }

    @Test("Every operation's snippet is one that can be read")
    func wholeOperations() {
        for operation in Capability.allCases {
            let snippet = OperationSnippet(operation).text
            let filled = snippet.replacing(/\$\{[0-9]+:([^}]*)\}/) { $0.output.1 }.replacing("$1", with: "imdb")
                .replacing("\\$", with: "$").replacing("\\}", with: "}")
            let indented = filled.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n")
            let head = "version: 1\nproviders:\n  - id: shelf\n    base_url: https://films.example\n    operations:\n"
            let problems = Shelf.document(head + indented).problems(Shelf.check).problems
            #expect(!problems.contains { $0["severity"] == 1 }, "\(filled): \(problems)")
        }
    }

    @Test("Where a name is given, where it is used, and its change are answered")
    func names() async throws {
        let editor = Editor()
        try await editor.open(Shelf.text)
        #expect(try await editor.ask("definition", line: 22, character: 19)[0]?["range"]?["start"]?.place == "6:6")
        #expect(try await editor.ask("references", line: 2, character: 9).items.count == 2)
        #expect(try await editor.ask("documentHighlight", line: 2, character: 9).items.count == 2)
        #expect(try await editor.ask("prepareRename", line: 2, character: 9)["placeholder"] == "shelf")
        #expect(try await editor.ask("prepareRename", line: 6, character: 8) == .null)
        let renamed = try await editor.ask("rename", line: 2, character: 9, [.init("newName", "board")])
        #expect(renamed["changes"]?["file:///home/ann/providers.yaml"]?.items.count == 2)
        let refused = try await editor.ask("rename", line: 2, character: 9, [.init("newName", "Board")])
        #expect(refused == "'Board': expected an id of a-z, 0-9, _ and - that begins with a letter")
        #expect(
            try await editor.ask("typeDefinition", line: 2, character: 9)
                == "Method not found: textDocument/typeDefinition"
        )
    }
}
