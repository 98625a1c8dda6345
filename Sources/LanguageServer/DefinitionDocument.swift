import JSON
import MovieDomain
import MovieProviders
import ProviderLanguage

/// An open document: its text, its problems, and what an editor shows of its keys.
struct DefinitionDocument: Sendable {
    let text: DocumentText
    /// The path of the file, or its address if that is not one of a file.
    let file: String

    init(address: String, text: String) {
        self.text = DocumentText(text)
        file = Self.path(of: address)
    }

    /// Returns the path in an address such as `file:///home/ann/my%20films.yaml` (RFC 8089).
    private static func path(of address: String) -> String {
        guard address.hasPrefix("file://"), let slash = address.dropFirst(7).firstIndex(of: "/") else { return address }
        return String(decoding: PercentEncoding.decodedBytes(address[slash...].utf8), as: UTF8.self)
    }

    /// Whether the file is one of definitions, and not another YAML file that the editor has opened.
    private var holdsDefinitions: Bool {
        let name = file.split(separator: "/").last ?? ""
        return name.hasPrefix("providers.y") || text.lines.contains { $0.starts(with: "providers:".unicodeScalars) }
    }

    // MARK: Problems

    /// Returns what `marquee check` and `marquee test` find, as diagnostics of LSP, and the providers that can be read.
    func problems(_ check: DefinitionCheck) -> (problems: [JSONValue], providers: [ProviderDefinition]) {
        guard holdsDefinitions else { return ([], []) }
        let outcome = check.outcome(of: text.bytes, file: file, permissions: nil, runsTests: true)
        return (outcome.diagnostics.map(problem), outcome.providers)
    }

    private func problem(_ diagnostic: Diagnostic) -> JSONValue {
        let isHere = diagnostic.location.file == file
        let line = isHere ? min(diagnostic.location.line, text.lines.count) - 1 : 0
        let columns = isHere ? columns(of: diagnostic, in: line) : 0..<0
        var members: [JSONValue.Member] = [
            .init("range", text.range(line, columns)),
            .init("severity", diagnostic.severity == .error ? 1 : 2),
            .init("source", "marquee"),
            .init("message", .string(isHere ? diagnostic.finding.description : diagnostic.description)),
        ]
        if isHere, let fix = QuickFix(diagnostic, in: text) {
            members.append(.init("data", ["replacement": .string(fix.replacement)]))
        }
        return .object(members)
    }

    /// Returns the columns of the word that is wrong, or else of all that follows up to a blank.
    private func columns(of diagnostic: Diagnostic, in line: Int) -> Range<Int> {
        if let fix = QuickFix(diagnostic, in: text) { return fix.columns }
        let text = text.lines[line]
        let start = min(diagnostic.location.column - 1, text.count)
        return start..<(text[start...].firstIndex { " :,]}".unicodeScalars.contains($0) } ?? text.count)
    }

    // MARK: Keys

    /// Returns the explanation of the key or the word at a position, as a hover of LSP.
    func explanation(at position: DocumentText.Position) -> JSONValue? {
        let outline = DefinitionOutline(text)
        if let index = outline.key(at: position) {
            let key = outline.keys[index]
            let place = LanguagePlace(outline.steps(to: key.map))
            let meaning = place.explanation(of: key.name, besides: outline.texts(of: key.map))
            return meaning.map { hover($0, key.line, key.columns) }
        }
        // The innermost one: a map in braces stands in the value of another key.
        let index = outline.keys.lastIndex {
            $0.line == position.line && $0.valueColumns.contains(position.column)
        }
        guard let index else { return nil }
        let key = outline.keys[index]
        let words = LanguagePlace(outline.steps(through: index)).values
        guard let word = words.first(where: { $0.text == key.value && !$0.summary.isEmpty }) else { return nil }
        return hover("**\(word.text)**\n\n\(word.summary)", key.line, key.valueColumns)
    }

    private func hover(_ meaning: String, _ line: Int, _ columns: Range<Int>) -> JSONValue {
        ["contents": ["kind": "markdown", "value": .string(meaning)], "range": text.range(line, columns)]
    }

    /// The providers with their operations and tests, as document symbols of LSP.
    var symbols: JSONValue {
        let outline = DefinitionOutline(text)
        let providers = outline.keys.filter { $0.name == "id" && outline.steps(to: $0.map).map(\.key) == ["providers"] }
        return .array(
            providers.map { provider in
                let operations = outline.keys.filter { key in
                    outline.maps[key.map].parent.map { outline.keys[$0] }
                        .map { $0.map == provider.map && $0.name == "operations" } ?? false
                }
                return symbol(provider.value, provider, kind: 2, operations.map { symbol($0.name, $0, kind: 12, []) })
            }
        )
    }

    private func symbol(
        _ name: String,
        _ key: DefinitionOutline.Key,
        kind: Int,
        _ children: [JSONValue]
    ) -> JSONValue {
        let range = text.range(key.line, key.columns)
        return [
            "name": .string(name.isEmpty ? "?" : name), "kind": .number(JSONNumber(kind)), "range": range,
            "selectionRange": range, "children": .array(children),
        ]
    }
}

/// The correction that a problem proposes: `did you mean 'title'?`.
struct QuickFix {
    /// The columns of the word that is wrong.
    let columns: Range<Int>
    let replacement: String

    /// Fails if the problem proposes nothing, or if none of the words that it quotes stands at its place.
    init?(_ diagnostic: Diagnostic, in text: DocumentText) {
        guard let hint = diagnostic.finding.hint, hint.hasPrefix("did you mean '"), hint.hasSuffix("'?"),
            text.lines.indices.contains(diagnostic.location.line - 1)
        else { return nil }
        let proposed = String(hint.dropFirst(14).dropLast(2))
        guard !proposed.contains("'") else { return nil }
        let line = text.lines[diagnostic.location.line - 1]
        // The quoted words are every second part.
        let parts = diagnostic.finding.message.split(separator: "'", omittingEmptySubsequences: false)
        let quoted = stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }.filter { !$0.isEmpty }
        let start = diagnostic.location.column - 1
        for start in [start, start + 1] {
            guard let found = quoted.first(where: { line.dropFirst(start).starts(with: $0.unicodeScalars) }) else {
                continue
            }
            // `input.yaer` is meant to be `input.year`.
            let root = proposed.contains(".") ? nil : found.lastIndex(of: ".").map { found[...$0] }
            columns = start..<start + found.unicodeScalars.count
            replacement = (root ?? "") + proposed
            return
        }
        return nil
    }

    /// Returns the code actions for the problems that the client has in a range.
    static func all(_ params: JSONElement?, in address: String) -> JSONValue {
        let problems = params?["context"]?["diagnostics"].map { Array($0.elements) } ?? []
        return .array(
            problems.compactMap { problem in
                guard let replacement = problem["data"]?["replacement"]?.string, let range = problem["range"] else {
                    return nil
                }
                let edit: JSONValue = ["range": JSONValue(range), "newText": .string(replacement)]
                return [
                    "title": .string("Replace by '\(replacement)'"), "kind": "quickfix", "isPreferred": true,
                    "diagnostics": .array([JSONValue(problem)]),
                    "edit": ["changes": .object([.init(address, .array([edit]))])],
                ]
            }
        )
    }
}
