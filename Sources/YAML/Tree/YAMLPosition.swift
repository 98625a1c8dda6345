/// A place in a YAML text, counted the way editors show it.
///
/// Columns count Unicode scalars, not bytes; a byte order mark at the very start has no column.
package struct YAMLPosition: Sendable, Hashable {
    /// The line, from 1.
    package var line: Int

    /// The column, from 1.
    package var column: Int

    /// Makes a position from a line and a column, both from 1.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a text.
    package static let start = YAMLPosition(line: 1, column: 1)
}

extension YAMLPosition: Comparable {
    /// Whether the left position comes earlier in the text.
    package static func < (left: YAMLPosition, right: YAMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

extension YAMLPosition: CustomStringConvertible {
    /// `line:column`, as diagnostics print it.
    package var description: String { "\(line):\(column)" }
}
