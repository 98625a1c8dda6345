/// A place in a definition file; line and column count from 1, the column in characters.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as it was given to the loader.
    package var file: String
    /// From 1.
    package var line: Int
    /// From 1, in characters.
    package var column: Int

    /// A place from its parts.
    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`.
    package var description: String { "\(file):\(line):\(column)" }

    /// The place some characters further on the same line.
    func advanced(by columns: Int) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column + columns)
    }
}
