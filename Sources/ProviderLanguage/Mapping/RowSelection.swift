package import JSON

/// Where the rows of an answer are (provider-language.md, "Operation", `rows`).
package struct RowSelection: Sendable {
    /// What a document gave.
    package enum Result: Sendable {
        case rows([JSONElement])
        /// There is nothing at the path, and the definition does not say that this means no rows.
        case missing(path: String)
    }

    let path: JSONPath
    /// Whether an object is a map of rows rather than one row.
    let takesEachValue: Bool
    let isEmptyIfMissing: Bool

    /// The rows of a document: the elements of a list, the values of a map, or one object.
    package func rows(in root: JSONElement) -> Result {
        let found = path.select(in: root, root: root).filter { !$0.isNull }
        guard !found.isEmpty else {
            return isEmptyIfMissing || !path.isSingular ? .rows([]) : .missing(path: path.description)
        }
        return .rows(found.flatMap(expanded))
    }

    private func expanded(_ element: JSONElement) -> [JSONElement] {
        switch element.kind {
        case .array: Array(element.elements)
        case .object where takesEachValue: element.members.map(\.value)
        default: [element]
        }
    }
}
