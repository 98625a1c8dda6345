import JSON
import JSONRPC
import Platform

/// A request about the name at a position: where it is given, where it is used, and what it is renamed to.
struct NameRequest {
    static let methods = [
        "textDocument/definition", "textDocument/references", "textDocument/documentHighlight",
        "textDocument/prepareRename", "textDocument/rename",
    ]

    private let call: RPCCall
    private let document: DefinitionDocument
    private let position: DocumentText.Position
    private let address: String

    init(_ call: RPCCall, _ document: DefinitionDocument, at position: DocumentText.Position, in address: String) {
        self.call = call
        self.document = document
        self.position = position
        self.address = address
    }

    /// The answer; `nil` for another method.
    var reply: RPCReply? {
        guard Self.methods.contains(call.method) else { return nil }
        if call.method == "textDocument/definition",
            let target = DocumentStructure(document).target(at: position, in: address)
        {
            let start = DocumentText("").range(0, 0..<0)
            return .result(JSONValue.array([["uri": .string(target), "range": start]]).jsonBytes)
        }
        let names = DefinitionNames(document)
        guard let found = names.occurrence(at: position) else { return .result(JSONValue.null.jsonBytes) }
        let occurrences = names.occurrences(of: found.name)
        switch call.method {
        case "textDocument/definition":
            return .result(locations(occurrences.filter(\.isDefinition), names).jsonBytes)
        case "textDocument/references":
            let withDefinition = call.params?["context"]?["includeDeclaration"]?.bool ?? true
            return .result(locations(occurrences.filter { withDefinition || !$0.isDefinition }, names).jsonBytes)
        case "textDocument/documentHighlight":
            return .result(JSONValue.array(occurrences.map { ["range": names.range(of: $0)] }).jsonBytes)
        case "textDocument/prepareRename":
            guard names.canRename(found.name) else { return .result(JSONValue.null.jsonBytes) }
            let range = names.range(of: found)
            return .result((["range": range, "placeholder": .string(found.name.text)] as JSONValue).jsonBytes)
        default: return rename(found.name, names)
        }
    }

    private func locations(_ occurrences: [DefinitionNames.Occurrence], _ names: DefinitionNames) -> JSONValue {
        .array(occurrences.map { ["uri": .string(address), "range": names.range(of: $0)] })
    }

    private func rename(
        _ name: DefinitionNames.Name,
        _ names: DefinitionNames
    ) -> RPCReply {
        guard let new = call.params?["newName"]?.string else {
            return .failure(RPCError(code: .invalidParams, message: "\(call.method): expected newName"))
        }
        guard names.canRename(name) else {
            let message = "'\(name.text)' is not a name that this file gives"
            return .failure(RPCError(code: .invalidParams, message: message))
        }
        if let problem = DefinitionNames.problem(with: new, as: name.kind) {
            return .failure(RPCError(code: .invalidParams, message: "'\(new)': \(problem)"))
        }
        if new != name.text, names.isGiven(new, like: name) {
            return .failure(RPCError(code: .invalidParams, message: "'\(new)': the file has this name already"))
        }
        let edits = names.edits(renaming: name, to: new).map { edit -> JSONValue in
            ["range": document.text.range(edit.line, edit.columns), "newText": .string(edit.text)]
        }
        return .result(JSONValue.object([.init("changes", .object([.init(address, .array(edits))]))]).jsonBytes)
    }
}
