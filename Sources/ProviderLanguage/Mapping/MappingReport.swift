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
        /// Where the definition names the field; `nil` for rows in the words of the language.
        package var location: SourceLocation?

        /// What could not be converted, as the definition names it: `rating`, or `votes` inside it.
        package var name: String { part ?? field.rawValue }
    }

    /// Rows that were left out for the same reason.
    package struct LeftOut: Hashable, Sendable {
        /// What the rows lack: `no 'title'`.
        package var reason: String
        package var count: Int
    }

    package internal(set) var rows = 0
    /// Rows that lack a required field, have no value at all, or have two values under one name.
    package private(set) var leftOut: [LeftOut] = []
    package private(set) var failures: [Failure] = []

    /// The number of rows that were left out.
    package var dropped: Int { leftOut.reduce(0) { $0 + $1.count } }

    package init() {}

    /// Adds the report of another page.
    package mutating func add(_ other: MappingReport) {
        for failure in other.failures {
            if let index = failures.firstIndex(where: { $0.field == failure.field && $0.part == failure.part }) {
                failures[index].count += failure.count
            } else {
                failures.append(failure)
            }
        }
        for rows in other.leftOut { countRow(leftOutFor: rows.reason, rows.count) }
        rows += other.rows
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
        detail: () -> Finding
    ) {
        if let index = failures.firstIndex(where: { $0.field == field && $0.part == part }) {
            failures[index].count += 1
            return
        }
        failures.append(
            Failure(
                field: field,
                part: part,
                count: 1,
                examplePath: path,
                detail: detail(),
                location: location
            )
        )
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

extension MappingReport {
    /// A message about each reason for which rows were left out: `1 of 2 rows left out: no 'title'`.
    package var leftOutMessages: [String] {
        leftOut.map { "\($0.count) of \(rows) \(rows == 1 ? "row" : "rows") left out: \($0.reason)" }
    }
}
