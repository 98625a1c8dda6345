package import JSON

/// What a child process answers: rows, and what it knows of those beyond them.
struct ProcessAnswer: Sendable {
    var rows: [JSONElement]
    /// How many there are in all.
    var total: Int?
    /// Whether more rows follow.
    var hasMore: Bool?

    init(rows: [JSONElement], total: Int? = nil, hasMore: Bool? = nil) {
        self.rows = rows
        self.total = total
        self.hasMore = hasMore
    }

    /// The answer that a result is; `nil` where it has no list of rows.
    init?(_ result: JSONElement) {
        guard let rows = result["rows"], rows.kind == .array else { return nil }
        self.init(
            rows: Array(rows.elements),
            total: result["total"]?.int.flatMap { $0 >= 0 ? $0 : nil },
            hasMore: result["has_more"]?.bool
        )
    }
}

/// One row of an answer, and the answer that it stands in (paths may begin at its root).
package struct DocumentRow: Sendable {
    let element: JSONElement
    let root: JSONElement

    /// A row of the answer at `root`.
    package init(element: JSONElement, root: JSONElement) {
        self.element = element
        self.root = root
    }
}
