import JSON
import Platform
import ProviderLanguage

/// The rows of an answer as a text of lines, each a row, which is read as the same rows.
struct LinesText: CustomStringConvertible {
    private let rows: [JSONValue]
    private let format: DocumentFormat

    init(_ root: JSONValue, _ format: DocumentFormat) {
        rows = if case .array(let rows) = root { rows } else { [root] }
        self.format = format
    }

    var description: String {
        let lines = format == .ndjson ? rows.map(\.jsonText) : separated
        return lines.map { $0 + "\n" }.joined()
    }

    /// The names of the columns, and the values of each row under them.
    private var separated: [String] {
        var names: [String] = []
        let members = rows.map { row in if case .object(let members) = row { members } else { [JSONValue.Member]() } }
        for name in members.joined().map(\.name) where !names.contains(name) { names.append(name) }
        let lines = members.map { members in
            names.map { name in members.first { $0.name == name }?.value.sampleText ?? "" }
        }
        let separator = format == .tsv ? "\t" : ","
        return ([names] + lines).map { $0.map(quoted).joined(separator: separator) }
    }

    private func quoted(_ text: String) -> String {
        guard text.contains(where: { $0 == "\"" || $0 == "," || $0 == "\t" || $0.isNewline }) else { return text }
        return "\"" + text.replacing(scalars: "\"", with: "\"\"") + "\""
    }
}
