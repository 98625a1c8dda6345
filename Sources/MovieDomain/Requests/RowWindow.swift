/// The rows wanted out of a source's whole answer; a source turns it into the fewest pages of its own.
package struct RowWindow: Hashable, Sendable {
    /// Rows to pass over.
    package var offset: Int
    package var count: Int

    package init(offset: Int = 0, count: Int) {
        self.offset = offset
        self.count = count
    }
}
