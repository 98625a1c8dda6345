package import JSON
import Platform

/// What is wrong, and what to do about it, in words: `unknown key 'titel'; did you mean 'title'?`.
package struct Finding: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// What was expected and what came.
    package var message: String
    /// The advice, such as `did you mean 'title'?`; `nil` if there is none.
    package var hint: Hint?

    package init(_ message: String, hint: Hint? = nil) {
        self.message = message
        self.hint = hint
    }

    package init(stringLiteral message: String) { self.init(message) }

    /// The whole sentence.
    package var description: String { advice.map { "\(message); \($0)" } ?? message }

    /// The words of the advice; `nil` if the message says it already, and the hint only has the correction.
    package var advice: String? { hint.flatMap { $0.description.isEmpty ? nil : $0.description } }
}

/// A problem in a definition file, printed as `file:line:column: error: text`.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Sendable {
        case error, warning
    }

    package var severity: Severity
    package var location: SourceLocation
    package var finding: Finding

    package init(_ severity: Severity, at location: SourceLocation, _ message: String, hint: Hint? = nil) {
        self.init(severity, at: location, Finding(message, hint: hint))
    }

    package init(_ severity: Severity, at location: SourceLocation, _ finding: Finding) {
        self.severity = severity
        self.location = location
        self.finding = finding
    }

    package var description: String { "\(location): \(severity.rawValue): \(finding)" }

    /// The problem for programs: `file`, `line`, `column`, `severity`, `message`, and `hint` if there is one.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("file", .string(location.file)), .init("line", .number(JSONNumber(location.line))),
            .init("column", .number(JSONNumber(location.column))), .init("severity", .string(severity.rawValue)),
            .init("message", .string(finding.message)),
        ]
        if let advice = finding.advice { members.append(.init("hint", .string(advice))) }
        return .object(members)
    }
}

/// A position in a definition file; line and column count from 1, and the column counts characters.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    package var file: String
    package var line: Int
    package var column: Int

    /// The position of what stands in no file.
    static let nowhere = SourceLocation(file: "", line: 1, column: 1)

    package var description: String { "\(file):\(line):\(column)" }

    func advanced(by columns: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column + columns)
    }
}

/// The problem with a text, before the position of the text in the file is known.
struct LanguageError: Error, Hashable, Sendable {
    let finding: Finding
    /// The character of the text that is wrong, counted from 0.
    let offset: Int

    init(_ message: String, hint: Hint? = nil, at offset: Int = 0) {
        self.init(Finding(message, hint: hint), at: offset)
    }

    init(_ finding: Finding, at offset: Int) {
        self.finding = finding
        self.offset = offset
    }
}
