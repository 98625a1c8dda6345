import JSON
import MovieDomain
import MovieProviders
import Platform
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
        guard address.hasPrefix(scalars: "file://"), let slash = address.dropFirst(7).firstIndex(scalar: "/") else {
            return address
        }
        return String(decoding: PercentEncoding.decodedBytes(address[slash...].utf8), as: UTF8.self)
    }

    /// Whether the file is one of definitions, and not another YAML file that the editor has opened.
    private var holdsDefinitions: Bool {
        let name = file.split(scalar: "/").last ?? ""
        return name.hasPrefix(scalars: "providers.y")
            || text.lines.contains { $0.starts(with: "providers:".unicodeScalars) }
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

    /// Returns the keys of the text, and what is at the cursor; nothing of a text that is too long to be checked.
    func outline(cursor: DocumentText.Position? = nil) -> DefinitionOutline {
        text.bytes.count > ConfigurationLoader.maximumBytes
            ? DefinitionOutline(DocumentText("")) : DefinitionOutline(text, cursor: cursor)
    }

    /// Returns the explanation of the key or the word at a position, as a hover of LSP.
    func explanation(at position: DocumentText.Position) -> JSONValue? {
        let outline = outline()
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
        let outline = outline()
        let below = outline.keysBelow
        let providers = outline.keys.filter { $0.name == "id" && outline.steps(to: $0.map).map(\.key) == ["providers"] }
        return .array(
            providers.map { provider in
                let blocks = outline.maps[provider.map].keys.filter { outline.keys[$0].name == "operations" }
                let operations = blocks.flatMap { below[$0] ?? [] }.map { outline.keys[$0] }
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
    /// The columns of the text that is wrong.
    let columns: Range<Int>
    let replacement: String

    /// Fails if the problem proposes no correction, or if what it corrects is written otherwise in the file.
    init?(_ diagnostic: Diagnostic, in text: DocumentText) {
        let location = diagnostic.location
        guard let correction = diagnostic.finding.hint?.correction, text.lines.indices.contains(location.line - 1)
        else {
            return nil
        }
        let line = text.lines[location.line - 1]
        let wrong = Array(correction.wrong.unicodeScalars)
        let start = location.column - 1 + correction.offset
        // The location of a text in quotes may be that of its quote.
        let isQuoted = line.indices.contains(start) && "'\"".unicodeScalars.contains(line[start])
        let first = isQuoted ? start + 1 : start
        guard !wrong.isEmpty, line.indices.contains(first), line[first...].starts(with: wrong) else { return nil }
        columns = first..<first + wrong.count
        replacement = correction.right
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
                    "title": .string("Replace with '\(replacement)'"), "kind": "quickfix", "isPreferred": true,
                    "diagnostics": .array([JSONValue(problem)]),
                    "edit": ["changes": .object([.init(address, .array([edit]))])],
                ]
            }
        )
    }
}
