import JSON
import Platform
import ProviderLanguage

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
