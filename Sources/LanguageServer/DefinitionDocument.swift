import DefinitionTools
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Synchronization

/// An open document: its text, its problems, and what an editor shows of its keys.
struct DefinitionDocument: Sendable {
    private(set) var text: DocumentText { didSet { outlineOfText = OutlineOfText() } }
    private var outlineOfText = OutlineOfText()
    /// The path of the file, or its address if that is not one of a file.
    let file: String

    init(address: String, text: String) {
        self.text = DocumentText(text)
        file = Self.path(of: address)
    }

    /// Returns the document after the changes of a `didChange`, each of a range or of the whole text; `nil` if one of
    /// them has no text.
    func changed(by changes: [JSONElement]) -> DefinitionDocument? {
        var changed = self
        for change in changes {
            guard let text = change["text"]?.string else { return nil }
            let start = changed.text.position(change["range"]?["start"])
            let end = changed.text.position(change["range"]?["end"])
            if let start, let end {
                changed.text = changed.text.changed(from: start, to: end, into: text)
            } else {
                changed.text = DocumentText(text)
            }
        }
        return changed
    }

    /// Returns the path in an address such as `file:///home/ann/my%20films.yaml` (RFC 8089).
    private static func path(of address: String) -> String {
        guard address.hasPrefix(scalars: "file://"), let slash = address.dropFirst(7).firstIndex(scalar: "/") else {
            return address
        }
        return String(decoding: PercentEncoding.decodedBytes(address[slash...].utf8), as: UTF8.self)
    }

    /// Whether the file is one of definitions, and not another YAML file that the editor has opened.
    ///
    /// Other programs have a key `providers`, too, and `version` is one of many: it is what else stands there that tells.
    var holdsDefinitions: Bool {
        let name = file.split(scalar: "/").last ?? ""
        if name.hasPrefix(scalars: "providers.y") { return true }
        let outline = outline()
        let top = outline.maps.first { $0.parent == nil }?.keys ?? []
        let words = Set(top.map { outline.keys[$0].name })
        let providers = outline.providers.map { Set(outline.maps[$0].keys.map { outline.keys[$0].name }) }
        let isOfSources = providers.contains { $0.isSuperset(of: ["id"]) && !$0.isDisjoint(with: Self.marks) }
        if words.isSuperset(of: ["providers"]), isOfSources { return true }
        if words.isSuperset(of: ["operations"]) { return !words.isDisjoint(with: ["id", "base_url"]) }
        guard words.isSubset(of: ["version", "settings", "include", "providers"]) else { return false }
        if top.contains(where: { outline.keys[$0].name == "version" && outline.keys[$0].value == "1" }) { return true }
        // Below it, other programs have a map.
        guard let key = top.first(where: { outline.keys[$0].name == "providers" }) else { return false }
        return outline.maps.filter { $0.parent == key }.allSatisfy { map in
            map.keys.first.map { outline.keys[$0] }.map { beginsItem($0) } ?? true
        }
    }

    /// Keys by which a provider is known.
    private static let marks: Set<String> = ["base_url", "operations", "extends", "command"]

    /// Whether a key is the first of an element of a list.
    private func beginsItem(_ key: DefinitionOutline.Key) -> Bool {
        text.lines[key.line][..<key.columns.lowerBound].contains { "-[".unicodeScalars.contains($0) }
    }

    // MARK: Problems

    /// Returns what `marquee check` and `marquee test` find, as diagnostics of LSP, and the providers that can be read.
    func problems(_ check: DefinitionCheck) -> (problems: [JSONValue], providers: [ProviderDefinition]) {
        guard holdsDefinitions else { return ([], []) }
        let outcome = check.outcome(of: text.bytes, file: file, permissions: nil, runsTests: true)
        let outline = outcome.diagnostics.isEmpty ? DefinitionOutline() : outline()
        return (outcome.diagnostics.map { problem($0, outline) }, outcome.providers)
    }

    /// Returns the providers of the text, which is read without the lines at which it is no YAML.
    func readableProviders(_ check: DefinitionCheck) -> (all: [ProviderDefinition], areOfWholeText: Bool) {
        guard holdsDefinitions else { return ([], false) }
        var rest = text
        for attempt in 0..<5 {
            let outcome = check.outcome(of: rest.bytes, file: file, permissions: nil)
            guard outcome.providers.isEmpty, let error = outcome.diagnostics.first(where: { $0.severity == .error })
            else {
                return (outcome.providers, attempt == 0)
            }
            let line = rest.openLine(before: error.location.line) ?? min(error.location.line, rest.lines.count) - 1
            guard !rest.lines[line].isEmpty else { return ([], false) }
            let start = DocumentText.Position(line: line, column: 0)
            let end = DocumentText.Position(line: line, column: rest.lines[line].count)
            rest = rest.changed(from: start, to: end, into: "")
        }
        return ([], false)
    }

    private func problem(_ diagnostic: Diagnostic, _ outline: DefinitionOutline) -> JSONValue {
        let isHere = diagnostic.location.file == file
        let line = isHere ? min(diagnostic.location.line, text.lines.count) - 1 : 0
        let fix = isHere ? QuickFix(diagnostic, in: self, outline) : nil
        let columns =
            isHere ? fix.flatMap { $0.isAtProblem ? $0.columns : nil } ?? columns(of: diagnostic, in: line) : 0..<0
        var members: [JSONValue.Member] = [
            .init("range", text.range(line, columns)),
            .init("severity", diagnostic.severity == .error ? 1 : 2),
            .init("source", "marquee"),
            .init("message", .string(isHere ? diagnostic.finding.description : diagnostic.description)),
        ]
        if let fix { members.append(.init("data", fix.data(in: text))) }
        return .object(members)
    }

    /// Returns the columns of all that follows a problem's location up to a blank.
    private func columns(of diagnostic: Diagnostic, in line: Int) -> Range<Int> {
        let text = text.lines[line]
        let start = min(diagnostic.location.column - 1, text.count)
        return start..<(text[start...].firstIndex { " :,]}".unicodeScalars.contains($0) } ?? text.count)
    }

    // MARK: Keys

    /// Returns the keys of the text, and what is at the cursor; nothing of a text that is too long to be checked.
    func outline(cursor: DocumentText.Position? = nil) -> DefinitionOutline {
        guard text.bytes.count <= ConfigurationLoader.maximumBytes else { return DefinitionOutline(DocumentText("")) }
        guard let cursor else { return outlineOfText.value(of: text) }
        return DefinitionOutline(text, cursor: cursor)
    }
}

/// The outline of one text, made at the first request and kept for the others.
private final class OutlineOfText: Sendable {
    private let made = Mutex<DefinitionOutline?>(nil)

    func value(of text: DocumentText) -> DefinitionOutline {
        made.withLock { made in
            if let made { return made }
            let outline = DefinitionOutline(text)
            made = outline
            return outline
        }
    }
}
