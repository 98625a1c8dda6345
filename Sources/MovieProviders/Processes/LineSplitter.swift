/// Cuts a stream of bytes into lines, and never holds more than one line of the longest length.
struct LineSplitter: Sendable {
    struct Line: Hashable, Sendable {
        /// Without its end, `\n` or `\r\n`.
        var bytes: [UInt8]
        /// Whether it is only the beginning of a longer line.
        var isCut = false
    }

    private let maximumBytes: Int
    private var partial: [UInt8] = []
    private var isSkipping = false

    init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
    }

    /// The lines that end in `bytes`; of one that is too long its beginning, as soon as that is known, and nothing more.
    mutating func take(_ bytes: some Collection<UInt8>) -> [Line] {
        var lines: [Line] = []
        var rest = Array(bytes)[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end], &lines)
            if !isSkipping { lines.append(Line(bytes: withoutReturn())) }
            isSkipping = false
            partial = []
            rest = rest[(end + 1)...]
        }
        append(rest, &lines)
        return lines
    }

    /// What stands after the last line end.
    mutating func takeRest() -> Line? {
        defer { partial = [] }
        return partial.isEmpty ? nil : Line(bytes: withoutReturn())
    }

    private mutating func append(_ piece: ArraySlice<UInt8>, _ lines: inout [Line]) {
        guard !isSkipping else { return }
        partial += piece.prefix(maximumBytes + 1 - partial.count)
        guard partial.count > maximumBytes else { return }
        lines.append(Line(bytes: Array(partial.prefix(maximumBytes)), isCut: true))
        partial = []
        isSkipping = true
    }

    private func withoutReturn() -> [UInt8] {
        partial.last == UInt8(ascii: "\r") ? Array(partial.dropLast()) : partial
    }
}
