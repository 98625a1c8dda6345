package import JSON
import MovieDomain

/// A problem in a definition file, printed as `file:line:column: error: text`.
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

    /// The advice in the message, such as `did you mean 'title'?`; `nil` if there is none.
    package var hint: String? {
        Wording.advice(in: message).map { String(message[$0.lowerBound...].dropFirst(2)) }
    }

    package var description: String { "\(location): \(severity.rawValue): \(message)" }
}

extension Diagnostic {
    /// The problem for programs: `file`, `line`, `column`, `severity`, `message`, and `hint` if there is one.
    ///
    /// The message is without the hint at the end of ``description``.
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

    /// Returns the range in a message with which its advice begins, including the semicolon.
    static func advice(in message: String) -> Range<String.Index>? {
        advices.compactMap { message.firstRange(of: $0) }.first
    }

    /// Returns the hint for an unknown key, for which other tools may have another word.
    static func hint(key: String, among known: [String]) -> String {
        if let meant = ForeignWord.meaning(of: key, among: known) { return "; did you mean '\(meant)'?" }
        return hint(key, among: known)
    }

    /// Returns `; did you mean 'title'?`, or the known words if none is near and there are few.
    static func hint(_ word: String, among known: [String]) -> String {
        if let near = NearestName.nearest(to: word, among: known) { return "; did you mean '\(near)'?" }
        return known.isEmpty || known.count > 13 ? "" : "; known: \(known.joined(separator: ", "))"
    }

    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// A position in a definition file; line and column count from 1, and the column counts characters.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    package var description: String { "\(file):\(line):\(column)" }

    func advanced(by columns: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column + columns)
    }
}

/// The problem with a text, before the position of the text in the file is known.
struct LanguageError: Error, Hashable, Sendable {
    let message: String
    /// The character of the text that is wrong, counted from 0.
    let offset: Int

    init(_ message: String, at offset: Int = 0) {
        self.message = message
        self.offset = offset
    }
}
