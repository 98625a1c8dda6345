package import JSON
import MovieDomain
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

/// Advice about a problem, with the correction if one text only has to be replaced by another.
package struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// A change of the file that mends a problem.
    package struct Correction: Hashable, Sendable {
        /// What stands in the file; empty for a key.
        package var wrong = ""
        package var right: String
        /// The columns from the problem's location to `wrong`; below zero if `wrong` begins before it.
        ///
        /// What is not there is looked for behind it, in the same map.
        package var offset = 0
        /// The key of a map that gets the value `right`; `nil` if a text is replaced.
        package var key: String?
        /// A place in the map with that key; `nil` for the problem's.
        package var place: SourceLocation?
        /// Whether the key, if it is new, comes before the others of its map.
        package var isFirst = false
        /// Whether the problem's key is replaced with its value, which has the place of `…` in `right`.
        package var isEntry = false
        /// The number of lines from `wrong` to the problem, which is below it.
        package var linesAbove = 0
        /// What the change does, in words; `nil` if its texts say it.
        package var title: String?

        package init(wrong: String, right: String, offset: Int = 0) {
            self.wrong = wrong
            self.right = right
            self.offset = offset
        }

        /// Gives a key of the map around the problem, or around a place, another value.
        package init(key: String, value: String, at place: SourceLocation? = nil) {
            right = value
            self.key = key
            self.place = place
        }

        /// Puts another text in the place of a key and its value, which is where the text has `…`.
        package init(entry: String, by text: String) {
            wrong = entry
            right = text
            isEntry = true
        }
    }

    package var description: String
    package var correction: Correction?

    package init(_ description: String, correction: Correction? = nil) {
        self.description = description
        self.correction = correction
    }

    package init(stringLiteral description: String) { self.init(description) }

    /// Advice to write a key with a value: `write unit: USD`.
    static func write(_ key: String, _ value: String, at place: SourceLocation? = nil) -> Hint {
        Hint("write \(key): \(value)", correction: Correction(key: key, value: value, at: place))
    }

    /// No words beside those of the message, but the change that they ask for.
    static func only(_ correction: Correction) -> Hint { Hint("", correction: correction) }

    /// The same advice with a replacement of a text.
    func correcting(_ wrong: String, to right: String, offset: Int = 0) -> Hint {
        Hint(description, correction: Correction(wrong: wrong, right: right, offset: offset))
    }
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
