package import JSON

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
