/// Where lines about films go, and messages about them: for `marquee match`, standard output and standard error.
package struct ListOutput: Sendable {
    private let write: @Sendable (_ bytes: [UInt8]) -> Bool
    /// Writes a message on a line of its own.
    let tell: @Sendable (_ message: String) -> Void

    /// Creates an output of two functions; the first returns whether the bytes could be written.
    package init(
        write: @escaping @Sendable (_ bytes: [UInt8]) -> Bool,
        tell: @escaping @Sendable (_ message: String) -> Void
    ) {
        self.write = write
        self.tell = tell
    }

    func print(_ bytes: [UInt8]) throws(FilmListError) {
        guard write(bytes) else { throw .outputClosed }
    }
}

/// A buffer for lines to an output.
struct LineOutput {
    private let output: ListOutput
    private var bytes: [UInt8] = []
    private static let flushSize = 1 << 16

    init(_ output: ListOutput) { self.output = output }

    mutating func append(_ part: [UInt8]) { bytes += part }

    /// Adds the last part of a line and ends the line.
    mutating func end(_ part: [UInt8]) throws(FilmListError) {
        try append(lines: part + [UInt8(ascii: "\n")])
    }

    /// Adds whole lines.
    mutating func append(lines: [UInt8]) throws(FilmListError) {
        bytes += lines
        if bytes.count > LineOutput.flushSize { try finish() }
    }

    /// Writes what is left.
    mutating func finish() throws(FilmListError) {
        try output.print(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
