import JSON
import MovieDomain

/// A report of what went wrong while rows were mapped, by field.
package struct MappingReport: Hashable, Sendable {
    package struct Failure: Hashable, Sendable {
        package var field: Field
        /// The key inside the field whose values could not be converted; `nil` if it is the field itself.
        package var part: String?
        package var count: Int
        package var examplePath: String
        /// What was expected and what was found, with the original value: `expected a year, found "soon"`.
        package var detail: Finding = ""
        /// How many of the values do not stand for none, as `N/A` does, so that something was left out.
        package var lost = 0
        /// One of those values, as the source has it.
        package var example: String?
        /// The host of an image that `image_hosts` does not name.
        var foreignHost: String?
        /// Where the definition names the field; `nil` for rows in the words of the language.
        package var location: SourceLocation?

        /// What could not be converted, as the definition names it: `rating`, or `votes` inside it.
        package var name: String { part ?? field.word }
    }

    /// Rows that were left out for the same reason.
    package struct LeftOut: Hashable, Sendable {
        /// What the rows lack: `no 'title'`.
        package var reason: String
        package var count: Int
    }

    package internal(set) var rows = 0
    /// Rows that the condition of the operation turned down before they were mapped, where they are counted.
    var turnedDown = 0
    /// Rows that lack a required field, have no value at all, or have two values under one name.
    package private(set) var leftOut: [LeftOut] = []
    package private(set) var failures: [Failure] = []
    /// Fields none of whose values match a pattern, in rows that may have none of those that are meant.
    package private(set) var unmatched: [Failure] = []

    /// The number of rows that were left out.
    package var dropped: Int { leftOut.reduce(0) { $0 + $1.count } }

    package init() {}

    /// Adds the report of another page.
    package mutating func add(_ other: MappingReport) {
        for failure in other.failures { Self.add(failure, to: &failures) }
        for failure in other.unmatched { Self.add(failure, to: &unmatched) }
        for rows in other.leftOut { countRow(leftOutFor: rows.reason, rows.count) }
        rows += other.rows
    }

    private static func add(_ failure: Failure, to failures: inout [Failure]) {
        let known = failures.firstIndex { $0.field == failure.field && $0.part == failure.part }
        guard let known else { return failures.append(failure) }
        failures[known].count += failure.count
        failures[known].lost += failure.lost
        failures[known].example = failures[known].example ?? failure.example
        failures[known].foreignHost = failures[known].foreignHost ?? failure.foreignHost
    }

    mutating func countRow(leftOutFor reason: String, _ count: Int = 1) {
        if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
            leftOut[index].count += count
        } else {
            leftOut.append(LeftOut(reason: reason, count: count))
        }
    }

    /// Only the first failure of a field is described.
    mutating func count(
        failureOf field: Field,
        part: String? = nil,
        path: String,
        at location: SourceLocation? = nil,
        found: FoundValue = .unknown,
        isUnmatched: Bool = false,
        foreignHost: String? = nil,
        detail: () -> Finding
    ) {
        let list = isUnmatched ? \MappingReport.unmatched : \MappingReport.failures
        let known = self[keyPath: list].contains { $0.field == field && $0.part == part }
        var failure = Failure(field: field, part: part, count: 1, examplePath: path, location: location)
        failure.foreignHost = foreignHost
        if !known { failure.detail = detail() }
        switch found {
        case .none: break
        case .unknown: failure.lost = 1
        case .text(let text): (failure.lost, failure.example) = (1, text)
        }
        Self.add(failure, to: &self[keyPath: list])
    }
}

extension MappingReport.Failure {
    /// What a person is told:
    /// `'rating' at 'score': expected a rating from 0 to 10, found 87; did you mean scale: 100?`.
    package var finding: Finding {
        let times = count == 1 ? "" : " (\(count) values)"
        return Finding("'\(name)' at '\(examplePath)'\(times): \(detail.message)", hint: detail.hint)
    }
}

/// What a source has in place of a value that could not be converted.
enum FoundValue {
    /// What stands for no value.
    case none
    case unknown
    /// The value, as the source has it.
    case text(String)

    /// What sources write where they have no value, in lowercase.
    private static let nothing: Set<String> = [
        "", "-", "--", "–", "—", "?", "n/a", "na", "none", "null", "nil", "unknown", "tba", "tbd", "0000-00-00",
        "0001-01-01", "{}", "[]", "false", "$0",
    ]

    init(_ element: JSONElement?) {
        guard let element else {
            self = .unknown
            return
        }
        let text = (element.scalarText ?? String(decoding: element.text.prefix(60), as: UTF8.self)).trimmedText
        self = Self.nothing.contains(text.lowercased()) ? .none : .text(String(text.prefix(60)))
    }
}

extension MappingReport {
    /// A message about the values that were left out, because the field has another type: `2 values could not be read:
    /// audience (1, such as "3,590"), screens (1, such as "-1")`; `nil` if there are none.
    ///
    /// A field that rows need is not among them: the rows without it were left out, which is said already.
    package var unreadableMessage: String? {
        let lost = failures.filter { failure in
            failure.lost > 0 && !leftOut.contains { $0.reason == "no '\(failure.name)'" }
        }
        guard !lost.isEmpty else { return nil }
        let count = lost.reduce(0) { $0 + $1.lost }
        let fields = lost.map { failure in
            if let host = failure.foreignHost {
                return "\(failure.name) (\(failure.lost), because 'image_hosts' does not name \(host))"
            }
            return "\(failure.name) (\(failure.lost)\(failure.example.map { ", such as \"\($0)\"" } ?? ""))"
        }
        return "\(count) \(count == 1 ? "value" : "values") could not be read: \(fields.joined(separator: ", "))"
    }

    /// A message about all rows of which nothing was made, and the first value that may be why; `nil` if there are none.
    var lossMessage: String? {
        let condition = turnedDown > 0 ? ["'where' rejects \(turnedDown) of \(turnedDown + rows)"] : []
        let failure = dropped > 0 ? failures.prefix(1).map(\.finding.description) : []
        let messages = condition + leftOutMessages + failure
        if messages.isEmpty { return rows == 0 ? "the answer has no rows" : nil }
        return messages.joined(separator: "; ")
    }

    /// A message about each reason for which rows were left out: `1 of 2 rows left out: no 'title'`.
    package var leftOutMessages: [String] {
        leftOut.map { "\($0.count) of \(rows) \(rows == 1 ? "row" : "rows") left out: \($0.reason)" }
    }
}
