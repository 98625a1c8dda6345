import Platform

/// Cuts newline-delimited JSON into messages.
///
/// Blank lines are skipped. A line is reported once, as soon as it exceeds the limit, and its rest is drained.
struct LineFramer {
    /// The limit on the bytes of a message, without its line end.
    let maximumBytes: Int
    /// The number of bytes that are known to contain no line feed.
    private var searched = 0
    /// Whether the rest of an oversize line is being dropped.
    private var isDraining = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// Returns the step for the start of `bytes`.
    mutating func step(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        guard let end = bytes.firstIndex(of: .lineFeed, from: searched) else {
            return unended(bytes, atEnd: atEnd)
        }
        searched = 0
        guard !isDraining else {
            isDraining = false
            return .skip(end + 1)
        }
        return line(bytes, length: end, drop: end + 1)
    }

    private mutating func unended(_ bytes: Span<UInt8>, atEnd: Bool) -> FramingStep {
        if isDraining { return bytes.count == 0 ? .needsMore : .skip(bytes.count) }
        if atEnd { return bytes.count == 0 ? .needsMore : line(bytes, length: bytes.count, drop: bytes.count) }
        // One byte above the limit may be the carriage return of the line end.
        let endsInReturn = bytes.count > 0 && bytes[bytes.count - 1] == .carriageReturn
        if bytes.count > maximumBytes + (endsInReturn ? 1 : 0) {
            searched = 0
            isDraining = true
            return .fault(.tooLarge, drop: bytes.count)
        }
        searched = bytes.count
        return .needsMore
    }

    private mutating func line(_ bytes: Span<UInt8>, length: Int, drop: Int) -> FramingStep {
        searched = 0
        let endsInReturn = length > 0 && bytes[length - 1] == .carriageReturn
        let content = endsInReturn ? length - 1 : length
        if content > maximumBytes { return .fault(.tooLarge, drop: drop) }
        if content == 0 || (bytes[0].isJSONBlank && bytes.extracting(0..<content).isAllBlank) { return .skip(drop) }
        return .message(0..<content, drop: drop)
    }
}
