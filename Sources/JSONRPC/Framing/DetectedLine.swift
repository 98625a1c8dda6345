/// What one of the first lines of a stream looks like.
enum DetectedLine: Equatable {
    /// A `Content-Length` header, its value right or wrong.
    case length
    /// Another header.
    case header
    /// The beginning of a JSON object or array.
    case json
    /// Nothing.
    case blank
    /// Anything else.
    case other

    private static let lengthName = Array("content-length".utf8)

    /// Looks at a line without its line feed.
    init(_ line: Span<UInt8>) {
        let hasReturn = line.count > 0 && line[line.count - 1] == .carriageReturn
        let text = line.extracting(0..<(hasReturn ? line.count - 1 : line.count))
        if text.isAllBlank {
            self = .blank
        } else if Self.beginsAsJSON(text) {
            self = .json
        } else if Self.commonPrefix(text) == Self.lengthName.count {
            self = .length
        } else {
            self = HeaderLine(text) == .malformed ? .other : .header
        }
    }

    /// Whether a message begins here.
    static func beginsAsJSON(_ line: Span<UInt8>) -> Bool {
        line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[")
    }

    /// Whether an unfinished line is a `Content-Length` header or the beginning of one.
    static func mayBecomeLength(_ line: Span<UInt8>) -> Bool {
        line.count > 0 && commonPrefix(line) == min(line.count, lengthName.count)
    }

    /// How many bytes of the line agree with the name, in any case.
    private static func commonPrefix(_ line: Span<UInt8>) -> Int {
        var count = 0
        while count < min(line.count, lengthName.count), line[count].lowercasedASCII == lengthName[count] { count += 1 }
        return count
    }
}
