import JSON

/// One row of an answer, and the answer that it stands in (paths may begin at its root).
struct DocumentRow: Sendable {
    let element: JSONElement
    let root: JSONElement
}
