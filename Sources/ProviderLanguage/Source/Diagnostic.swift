package import JSON
import MovieDomain

/// One problem of a definition file, as `file:line:column: error: text`.
///
/// The text says what was expected and what came, and names the nearest known word where there is one.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var severity: Severity
    package var location: SourceLocation
    package var message: String

    package init(_ severity: Severity, at location: SourceLocation, _ message: String) {
        self.severity = severity
        self.location = location
        self.message = message
    }

    /// What the message advises, `did you mean 'title'?`; `nil` where it advises nothing.
    package var hint: String? {
        Wording.advice(in: message).map { String(message[$0.lowerBound...].dropFirst(2)) }
    }

    package var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension Diagnostic {
    /// The problem for programs: `file`, `line`, `column`, `severity`, `message`, and `hint` where there is one.
    ///
    /// The message is without the hint that ``description`` has at its end.
    package var json: JSONValue {
        let end = Wording.advice(in: message)?.lowerBound ?? message.endIndex
        var members: [JSONValue.Member] = [
            .init("file", .string(location.file)), .init("line", .number(JSONNumber(location.line))),
            .init("column", .number(JSONNumber(location.column))), .init("severity", .string(severity.rawValue)),
            .init("message", .string(String(message[..<end]))),
        ]
        if let hint { members.append(.init("hint", .string(hint))) }
        return .object(members)
    }
}

enum Wording {
    private static let advices = [
        "; did you mean ", "; known: ", "; its keys are ", "; one alone ", "; each of them ", "; the host stands ",
        "; a place ",
    ]

    /// Where in a message its advice begins, with the semicolon before it.
    static func advice(in message: String) -> Range<String.Index>? {
        advices.compactMap { message.firstRange(of: $0) }.first
    }

    /// The same of a key, for which there may be another word elsewhere.
    static func hint(key: String, among known: [String]) -> String {
        if let meant = ForeignWord.meaning(of: key, among: known) { return "; did you mean '\(meant)'?" }
        return hint(key, among: known)
    }

    /// `; did you mean 'title'?`, or the known words where none is near and they are few.
    static func hint(_ word: String, among known: [String]) -> String {
        if let near = NearestName.nearest(to: word, among: known) { return "; did you mean '\(near)'?" }
        return known.isEmpty || known.count > 13 ? "" : "; known: \(known.joined(separator: ", "))"
    }

    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// A place in a definition file; line and column count from 1, the column in characters.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package var description: String { "\(file):\(line):\(column)" }

    func advanced(by columns: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column + columns)
    }
}

/// Why a text is not what it should be, before it is known where the text stands.
struct LanguageError: Error, Hashable, Sendable {
    let message: String
    /// The character of the text that is to blame, counted from 0.
    let offset: Int

    init(_ message: String, at offset: Int = 0) {
        self.message = message
        self.offset = offset
    }
}
