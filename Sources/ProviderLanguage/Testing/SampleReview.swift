package import JSON
import MovieDomain

/// What recorded answers say about the paths and conversions of an operation.
package struct SampleReview {
    /// A path that no row of the samples has.
    package struct Missing: Hashable, Sendable {
        package var field: Field
        package var path: String
        package var location: SourceLocation?
        /// The name that was probably meant, or what else stands there.
        package var hint: String
        /// Whether the samples show that the path is wrong, and are not just cut short.
        package var isCertain: Bool
    }

    private let operation: OperationDefinition
    private var rows: [(row: JSONElement, root: JSONElement)] = []
    private var isRecorded = false

    package init(_ operation: OperationDefinition) {
        self.operation = operation
    }

    package var hasRows: Bool { !rows.isEmpty }

    /// Adds the rows of an answer; one in a file of its own was recorded and not cut short by hand.
    package mutating func add(_ root: JSONElement, isRecorded: Bool) {
        guard case .rows(let found) = operation.rows.rows(in: root) else { return }
        rows += found.prefix(200).map { ($0, root) }
        self.isRecorded = self.isRecorded || isRecorded
    }

    /// The paths that lead to nothing in every row.
    package var missing: [Missing] { missing(in: operation.item, rows) }

    private func missing(in item: ItemMapping, _ rows: [(row: JSONElement, root: JSONElement)]) -> [Missing] {
        guard !rows.isEmpty else { return [] }
        let used = Set(item.fields.flatMap { $0.source.paths.flatMap(\.names) } + item.rowNames)
        return item.parts.flatMap { part -> [Missing] in
            switch part {
            case .field(let field):
                let paths = field.source.paths
                // One of several places is enough where they stand for each other.
                if paths.count > 1, paths.contains(where: { lacking($0, rows) == nil }) { return [] }
                return paths.compactMap { missing($0, field.field, field.location, used, rows) }
            case .nested(let nested):
                guard let list = nested.rows else { return missing(in: nested.item, rows) }
                if let lacking = missing(list.path, nested.field, nested.location, used, rows) { return [lacking] }
                let inner = rows.flatMap { row, root in
                    list.path.select(in: row, root: root).flatMap { found in
                        switch found.kind {
                        case .array: found.elements.map { ($0, root) }
                        case .object where list.takesEachValue: found.members.map { ($0.value, root) }
                        default: [(found, root)]
                        }
                    }
                }
                return missing(in: nested.item, inner)
            }
        }
    }

    private func missing(
        _ path: JSONPath,
        _ field: Field,
        _ location: SourceLocation?,
        _ used: Set<String>,
        _ rows: [(row: JSONElement, root: JSONElement)]
    ) -> Missing? {
        guard let (name, object) = lacking(path, rows) else { return nil }
        let names = object.members.map(\.name)
        let near = NearestName.nearest(to: name, among: names) ?? ForeignWord.meaning(of: name, among: names)
        let unused = names.filter { !used.contains($0) }
        let others = unused.isEmpty ? names : unused
        let hint =
            near.map { "; did you mean '\($0)'?" }
            ?? (others.isEmpty ? "" : "; known: \(others.prefix(12).joined(separator: ", "))")
        let isCertain = isRecorded || !unused.isEmpty
        return Missing(field: field, path: path.description, location: location, hint: hint, isCertain: isCertain)
    }

    /// The name that is missing and the object that lacks it; `nil` where a row has the path, or none can tell.
    private func lacking(
        _ path: JSONPath,
        _ rows: [(row: JSONElement, root: JSONElement)]
    ) -> (name: String, object: JSONElement)? {
        var lacking: (String, JSONElement)?
        for (row, root) in rows {
            switch path.trace(in: row, root: root) {
            case .found, .unknown: return nil
            case .lacks(let name, let object): lacking = lacking ?? (name, object)
            }
        }
        return lacking
    }
}

extension SampleReview.Missing {
    package var message: String { "'\(field.rawValue)': no row of the sample has '\(path)'\(hint)" }
}

extension MappingReport.Failure {
    /// `'rating' at 'score': expected a rating from 0 to 10, found 87; did you mean scale: 100?`
    package var message: String {
        let times = count == 1 ? "" : " (\(count) values)"
        return "'\(field.rawValue)' at '\(examplePath)'\(times): \(detail)"
    }
}

extension ItemMapping {
    /// The names that lead to lists inside of a row.
    fileprivate var rowNames: [String] {
        parts.flatMap { part -> [String] in
            guard case .nested(let nested) = part else { return [] }
            return (nested.rows?.path.names ?? []) + nested.item.rowNames
        }
    }
}
