import JSON

/// What a server has sent, cut into messages; both framings, told apart at each message.
struct ReceivedFrames {
    private static let limits = JSONLimits(maximumBytes: .max, maximumDepth: 512, maximumNumberLength: .max)

    private var bytes: [UInt8] = []
    private var start = 0
    /// The length that a header block has announced which is not over.
    private var announced: Int?
    /// The length of the body that comes next.
    private var length: Int?

    /// Takes more bytes.
    mutating func append(_ more: ArraySlice<UInt8>) {
        if start > 0 { bytes.removeFirst(start) }
        start = 0
        bytes += more
    }

    /// The next message that is complete; what is not JSON is left out.
    mutating func next() -> JSONElement? {
        while let piece = nextPiece() {
            do throws(JSONError) {
                return try JSONDocument(Array(piece), limits: Self.limits).root
            } catch {
                continue
            }
        }
        return nil
    }

    /// A body, or a line that is no header.
    private mutating func nextPiece() -> ArraySlice<UInt8>? {
        while true {
            if let length, bytes.count - start < length { return nil }
            if let length {
                self.length = nil
                defer { start += length }
                return bytes[start..<(start + length)]
            }
            guard let lineFeed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            let line = bytes[start..<lineFeed]
            start = lineFeed + 1
            if let found = Self.contentLength(line) {
                announced = found
            } else if announced == nil {
                return line
            } else if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) {
                length = announced
                announced = nil
            }
        }
    }

    private static func contentLength(_ line: ArraySlice<UInt8>) -> Int? {
        let text = String(decoding: line, as: UTF8.self).lowercased()
        guard text.hasPrefix("content-length:") else { return nil }
        return Int(text.dropFirst(15).filter { !$0.isWhitespace })
    }
}
