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

    /// Opens a document whose first check has not begun when the next request comes.
    func openUnchecked(_ text: String) async throws {
        let closed: JSONValue = ["textDocument": ["uri": .string(Self.address)]]
        _ = try await ask("textDocument/didClose", closed)
        let opened: JSONValue = [
            "textDocument": ["uri": .string(Self.address), "version": 1, "text": .string(text)]
        ]
        let params = try JSONDocument(opened.jsonBytes).root
        _ = server.handleImmediately(RPCCall(method: "textDocument/didOpen", params: params))
    }

    /// Sends requests for completion at once, and returns their answers in order.
    func complete(_ requests: [(id: String, line: Int, character: Int)]) async throws -> [JSONValue] {
        let calls = try requests.map { request in
            let params: JSONValue = [
                "textDocument": ["uri": .string(Self.address)],
                "position": [
                    "line": .number(JSONNumber(request.line)), "character": .number(JSONNumber(request.character)),
                ],
            ]
            return RPCCall(
                method: "textDocument/completion",
                params: try JSONDocument(params.jsonBytes).root,
                id: RPCID(token: request.id.utf8)
            )
        }
        for call in calls { _ = server.handleImmediately(call) }
        var answers: [JSONValue] = []
        for call in calls { answers.append(try Self.value(await server.handle(call))) }
        return answers
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

    @Test("Right after a document is opened, its samples are there, also for rows that are still to be written")
    func openedNow() async throws {
        let editor = Editor()
        let text = Shelf.text.replacing("rows: results", with: "rows: ")
        try await editor.openUnchecked(text)
        let rows = try await editor.ask("completion", line: 9, character: 14).items
        #expect(rows.compactMap { $0["label"]?.text } == ["pages", "results"])
        try await editor.openUnchecked(Shelf.text.replacing("year: released.year", with: "year: released."))
        let names = try await editor.ask("completion", line: 16, character: 25).items
        #expect(names.compactMap { $0["label"]?.text } == ["year", "day"])
        try await editor.openUnchecked(Shelf.text)
        let hover = try await editor.ask("hover", line: 16, character: 26)
        #expect(hover["contents"]?["value"]?.text?.contains("2019") == true, "\(hover)")
    }

    @Test("Of several requests for completion, only the newest is answered with words")
    func newestCompletion() async throws {
        let editor = Editor()
        try await editor.open(Shelf.text)
        let answers = try await editor.complete([("1", 9, 14), ("2", 9, 14)])
        #expect(answers[0] == "a newer request asks for what can be written here")
        #expect(!answers[1].items.isEmpty)
    }

    @Test("A name does not take that of another thing")
    func takenNames() async throws {
        let editor = Editor()
        let other = "  - id: board\n    base_url: https://board.example\n    operations: {}\n"
        try await editor.open(Shelf.text.replacing("providers:\n", with: "providers:\n" + other))
        let refused = try await editor.ask("rename", line: 5, character: 9, [.init("newName", "board")])
        #expect(refused == "'board': the file has this name already")
        let same = try await editor.ask("rename", line: 5, character: 9, [.init("newName", "shelf")])
        #expect(same["changes"] != nil)
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
            let isOfParts = [.credits, .images, .videos, .releases, .watch].contains(operation)
            #expect(snippet.contains("\(operation == .credits ? "cast" : operation.rawValue): { rows:") == isOfParts)
            #expect(!problems.contains { $0["message"]?.text?.contains("have no 'ids'") == true }, "\(problems)")
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
        // Its id, its namespace, and its secret.
        #expect(renamed["changes"]?["file:///home/ann/providers.yaml"]?.items.count == 3)
        let refused = try await editor.ask("rename", line: 2, character: 9, [.init("newName", "Board")])
        #expect(refused == "'Board': expected an id of a-z, 0-9, _ and - that begins with a letter")
        #expect(
            try await editor.ask("typeDefinition", line: 2, character: 9)
                == "Method not found: textDocument/typeDefinition"
        )
    }
}
