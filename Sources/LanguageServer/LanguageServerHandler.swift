package import DefinitionTools
import JSON
package import JSONRPC
import Platform
import ProviderLanguage
import Synchronization

/// A language server for files of definitions: problems while you type, completion, explanations, and the places of names.
///
/// It speaks LSP 3.17, and reads files only in and below the folder of a definition: the recorded
/// answers of its tests.
package final class LanguageServerHandler: RPCHandler {
    private struct OpenDocument {
        var document: DefinitionDocument
        var version: JSONValue
        /// The providers that could be read last: while a key is being typed, the text is often no YAML.
        var providers: [ProviderDefinition]
        /// The edition of the text from which they were read.
        var editionOfProviders = 0
        /// Whether no check of any of its texts has ended.
        var isUnchecked = true
        /// The edition whose problems were published last.
        var published = 0
        /// Which change of any document this is, so that the problems of an older text are not published.
        var edition: Int
    }

    private struct State {
        var documents: [String: OpenDocument] = [:]
        /// The newest request for completion of each document; an editor shows no other.
        var completions: [String: RPCID] = [:]
        /// The addresses of the documents that are being checked.
        var checking: Set<String> = []
        var editions = 0
        var takesSnippets = false
    }

    private let check: DefinitionCheck
    private let name: String
    private let version: String
    private let state = Mutex(State())
    /// Held from the look at the newest text to the publication of its problems, so that none of an older text follows.
    private let publication = Mutex(())

    package init(check: DefinitionCheck, name: String, version: String) {
        self.check = check
        self.name = name
        self.version = version
    }

    /// Takes changes over in the order in which they come; everything else, and the check of a change, follows later.
    package func handleImmediately(_ call: RPCCall) -> RPCReply? {
        switch call.method {
        case "initialize":
            let items = call.params?["capabilities"]?["textDocument"]?["completion"]?["completionItem"]
            state.withLock { $0.takesSnippets = items?["snippetSupport"]?.bool == true }
            return .result(welcome.jsonBytes)
        case "shutdown": return .result(JSONValue.null.jsonBytes)
        case "textDocument/didOpen", "textDocument/didChange": return note(call) ? nil : .result([])
        case "textDocument/didSave": return noteFiles(call) ? nil : .result([])
        case "textDocument/completion":
            guard let address = call.textDocument?["uri"]?.string else { return nil }
            state.withLock { $0.completions[address] = call.id }
            return nil
        case "textDocument/didClose":
            guard let address = call.textDocument?["uri"]?.string else { return .result([]) }
            state.withLock { state in
                state.documents[address] = nil
                state.completions[address] = nil
            }
            return nil
        case _ where call.id == nil: return .result([])
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
            publication.withLock { _ in
                guard state.withLock({ $0.documents[address] == nil }) else { return }
                publish([], of: address, version: .null, to: call.client)
            }
            return .result([])
        default: break
        }
        guard Self.requests.contains(call.method) else { return .failure(Self.refusal(of: call)) }
        let (open, takesSnippets) = state.withLock { ($0.documents[address], $0.takesSnippets) }
        guard let open, open.document.holdsDefinitions else { return .result(JSONValue.null.jsonBytes) }
        switch call.method {
        case "textDocument/documentSymbol": return .result(DocumentStructure(open.document).symbols.jsonBytes)
        case "textDocument/foldingRange": return .result(DocumentStructure(open.document).folds.jsonBytes)
        case "textDocument/documentLink":
            return .result(DocumentStructure(open.document).links(in: address).jsonBytes)
        case "textDocument/codeAction": return .result(QuickFix.all(call.params, in: address).jsonBytes)
        default: break
        }
        guard let position = open.document.text.position(call.params?["position"]) else {
            return .failure(RPCError(code: .invalidParams, message: "\(call.method): expected a position"))
        }
        switch call.method {
        case "textDocument/completion":
            guard state.withLock({ $0.completions[address] == call.id }) else {
                let message = "a newer request asks for what can be written here"
                return .failure(RPCError(code: .contentModified, message: message))
            }
            let completion = Completion(open.document, at: position, samples(of: open), takesSnippets: takesSnippets)
            return .result(completion.json.jsonBytes)
        case "textDocument/hover":
            let explanation = Explanation(open.document, at: position, samples(of: open))
            return .result((explanation.json ?? .null).jsonBytes)
        default:
            return NameRequest(call, open.document, at: position, in: address).reply ?? .failure(Self.refusal(of: call))
        }
    }

    private static let requests =
        ["documentSymbol", "foldingRange", "documentLink", "codeAction", "completion", "hover"]
        .map { "textDocument/\($0)" } + NameRequest.methods

    /// The recorded answers; right after a document was opened, they are there before the first check of it ends.
    private func samples(of open: OpenDocument) -> RecordedSamples {
        guard open.providers.isEmpty, open.isUnchecked else {
            let areCurrent = open.editionOfProviders == open.edition
            return RecordedSamples(providers: open.providers, tests: check.tests, areCurrent: areCurrent)
        }
        let providers = open.document.readableProviders(check)
        return RecordedSamples(providers: providers.all, tests: check.tests, areCurrent: providers.areOfWholeText)
    }

    private var welcome: JSONValue {
        [
            "capabilities": [
                "positionEncoding": "utf-16",
                "textDocumentSync": ["openClose": true, "change": 2, "save": true],
                "completionProvider": ["triggerCharacters": [".", "{", ":", " ", "[", "'"]],
                "hoverProvider": true,
                "documentSymbolProvider": true,
                "codeActionProvider": ["codeActionKinds": ["quickfix"]],
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": ["prepareProvider": true],
                "documentLinkProvider": .object([]),
                "foldingRangeProvider": true,
            ],
            "serverInfo": ["name": .string(name), "version": .string(version)],
        ]
    }

    private static func refusal(of call: RPCCall) -> RPCError {
        let isKnown = call.method.hasPrefix(scalars: "textDocument/") && call.textDocument?["uri"]?.string == nil
        return isKnown
            ? RPCError(code: .invalidParams, message: "\(call.method): expected textDocument.uri")
            : RPCError(code: .methodNotFound, message: "Method not found: \(call.method)")
    }

    // MARK: Documents and their problems

    /// Takes the text of a document over; returns whether there is one.
    private func note(_ call: RPCCall) -> Bool {
        guard let address = call.textDocument?["uri"]?.string else { return false }
        let version = call.textDocument?["version"].map { JSONValue($0) } ?? .null
        // Only this thread changes texts.
        let before =
            state.withLock { $0.documents[address]?.document } ?? DefinitionDocument(address: address, text: "")
        let opened = call.textDocument?["text"]?.string.map { DefinitionDocument(address: address, text: $0) }
        let changes = call.params?["contentChanges"].map { Array($0.elements) } ?? []
        guard let document = opened ?? (changes.isEmpty ? nil : before.changed(by: changes)) else { return false }
        state.withLock { state in
            state.editions += 1
            let known = state.documents[address]
            state.documents[address] = OpenDocument(
                document: document,
                version: version,
                providers: known?.providers ?? [],
                editionOfProviders: known?.editionOfProviders ?? 0,
                isUnchecked: known?.isUnchecked ?? true,
                published: known?.published ?? 0,
                edition: state.editions
            )
        }
        return true
    }

    /// Notes that the recorded answers beside a document may have changed; returns whether the document is open.
    private func noteFiles(_ call: RPCCall) -> Bool {
        guard let address = call.textDocument?["uri"]?.string else { return false }
        return state.withLock { state in
            guard state.documents[address] != nil else { return false }
            state.editions += 1
            state.documents[address]?.edition = state.editions
            return true
        }
    }

    /// Checks the newest text of a document until there is no newer one, and publishes its problems.
    ///
    /// One call does so at a time for each document; texts that others bring meanwhile are checked by it, and those that
    /// are replaced before their turn are not checked at all.
    private func publishProblems(of address: String, to client: RPCClient) {
        var next: OpenDocument? = state.withLock { state in
            guard let open = state.documents[address], open.published != open.edition else { return nil }
            return state.checking.insert(address).inserted ? open : nil
        }
        while let open = next {
            let (problems, providers) = open.document.problems(check)
            let isFirst = providers.isEmpty && open.providers.isEmpty
            let readable = isFirst ? open.document.readableProviders(check).all : providers
            next = publication.withLock { _ in
                let newest = state.withLock { state in
                    let newest = state.documents[address]
                    state.documents[address]?.isUnchecked = false
                    if newest != nil, !readable.isEmpty {
                        state.documents[address]?.providers = readable.completed(by: open.providers)
                        state.documents[address]?.editionOfProviders = providers.isEmpty ? 0 : open.edition
                    }
                    if newest?.edition == open.edition { state.documents[address]?.published = open.edition }
                    if newest == nil || newest?.edition == open.edition { state.checking.remove(address) }
                    return newest
                }
                guard newest?.edition == open.edition else { return newest }
                publish(problems, of: address, version: open.version, to: client)
                return nil
            }
        }
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
