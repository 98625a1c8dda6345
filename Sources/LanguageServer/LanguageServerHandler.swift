import JSON
package import JSONRPC
package import MovieProviders
import ProviderLanguage
import Synchronization

/// A language server for files of definitions: problems while you type, completion, explanations, and an outline.
///
/// It speaks LSP 3.17 with whole documents, and reads files only in and below the folder of a definition: the recorded
/// answers of its tests.
package final class LanguageServerHandler: RPCHandler {
    private struct OpenDocument {
        var document: DefinitionDocument
        var version: JSONValue
        /// The providers that could be read last: while a key is being typed, the text is often no YAML.
        var providers: [ProviderDefinition]
        /// Counts the changes, so that the problems of an older text are not published after those of a newer one.
        var edition: Int
    }

    private let check: DefinitionCheck
    private let name: String
    private let version: String
    private let documents = Mutex<[String: OpenDocument]>([:])
    private let editions = Mutex(0)

    package init(check: DefinitionCheck, name: String, version: String) {
        self.check = check
        self.name = name
        self.version = version
    }

    /// Takes changes over in the order in which they come; everything else, and the check of a change, follows later.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        switch call.method {
        case "initialize": return .result(welcome.jsonBytes)
        case "shutdown": return .result(JSONValue.null.jsonBytes)
        case "textDocument/didOpen", "textDocument/didChange": return note(call) ? nil : .result([])
        case "textDocument/didClose":
            guard let address = call.textDocument?["uri"]?.string else { return .result([]) }
            documents.withLock { $0[address] = nil }
            return nil
        case _ where call.id == nil && call.method != "textDocument/didSave": return .result([])
        default: return nil
        }
    }

    package func handle(_ call: RPCCall) async -> RPCReply {
        guard let address = call.textDocument?["uri"]?.string else { return .failure(Self.refusal(of: call)) }
        switch call.method {
        case "textDocument/didOpen", "textDocument/didChange", "textDocument/didSave":
            publishProblems(of: address, to: call.client)
            return .result([])
        case "textDocument/didClose":
            publish([], of: address, version: .null, to: call.client)
            return .result([])
        default: break
        }
        let open = documents.withLock { $0[address] }
        let document = open?.document
        switch call.method {
        case "textDocument/completion":
            let position = document?.text.position(call.params?["position"])
            guard let open, let position else { return .result(JSONValue.null.jsonBytes) }
            let samples = SampleRows(providers: open.providers, tests: check.tests)
            return .result(Completion(open.document, at: position, samples).json.jsonBytes)
        case "textDocument/hover":
            let position = document?.text.position(call.params?["position"])
            guard let document, let position else { return .result(JSONValue.null.jsonBytes) }
            return .result((document.explanation(at: position) ?? .null).jsonBytes)
        case "textDocument/documentSymbol": return .result((document?.symbols ?? .array([])).jsonBytes)
        case "textDocument/codeAction": return .result(QuickFix.all(call.params, in: address).jsonBytes)
        default: return .failure(Self.refusal(of: call))
        }
    }

    private var welcome: JSONValue {
        [
            "capabilities": [
                "positionEncoding": "utf-16",
                "textDocumentSync": ["openClose": true, "change": 1, "save": true],
                "completionProvider": ["triggerCharacters": [".", "{", ":", " "]],
                "hoverProvider": true,
                "documentSymbolProvider": true,
                "codeActionProvider": ["codeActionKinds": ["quickfix"]],
            ],
            "serverInfo": ["name": .string(name), "version": .string(version)],
        ]
    }

    private static func refusal(of call: RPCCall) -> RPCError {
        let isKnown = call.method.hasPrefix("textDocument/") && call.textDocument?["uri"]?.string == nil
        return isKnown
            ? RPCError(code: .invalidParams, message: "\(call.method): expected textDocument.uri")
            : RPCError(code: .methodNotFound, message: "Method not found: \(call.method)")
    }

    // MARK: Documents and their problems

    /// Takes the text of a document over; returns whether there is one.
    private func note(_ call: RPCCall) -> Bool {
        let opened = call.textDocument?["text"]?.string
        let changes = call.params?["contentChanges"].map { Array($0.elements) } ?? []
        guard let address = call.textDocument?["uri"]?.string, let text = opened ?? changes.last?["text"]?.string else {
            return false
        }
        let edition = editions.withLock { editions in
            editions += 1
            return editions
        }
        let version = call.textDocument?["version"].map { JSONValue($0) } ?? .null
        let document = DefinitionDocument(address: address, text: text)
        documents.withLock {
            let providers = $0[address]?.providers ?? []
            $0[address] = OpenDocument(document: document, version: version, providers: providers, edition: edition)
        }
        return true
    }

    private func publishProblems(of address: String, to client: RPCClient) {
        guard let open = documents.withLock({ $0[address] }) else { return }
        let (problems, providers) = open.document.problems(check)
        let isNewest = documents.withLock { documents in
            guard documents[address]?.edition == open.edition else { return false }
            if !providers.isEmpty { documents[address]?.providers = providers }
            return true
        }
        if isNewest { publish(problems, of: address, version: open.version, to: client) }
    }

    private func publish(_ problems: [JSONValue], of address: String, version: JSONValue, to client: RPCClient) {
        var params: [JSONValue.Member] = [.init("uri", .string(address)), .init("diagnostics", .array(problems))]
        if version != .null { params.append(.init("version", version)) }
        client.notify("textDocument/publishDiagnostics", params: JSONValue.object(params).jsonBytes)
    }
}

extension RPCCall {
    fileprivate var textDocument: JSONElement? { params?["textDocument"] }
}
