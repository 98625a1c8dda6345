import Platform

/// Detects the framing from the first bytes of a stream.
///
/// A letter begins a header; anything else (`{`, `[`, a blank, a digit, a quote) begins a line. A byte order mark is
/// dropped first. The literals `true`, `false`, and `null` also begin with a letter, so the whole first word decides.
///
/// A first line of letters that is not a header may also be a greeting, or a person who tries the program. So header
/// framing needs evidence: a `Content-Length` line with any value, or a whole block of header lines. A line before it
/// that begins with `{` or `[` shows that messages are lines.
struct FramingDetector {
    enum Verdict: Equatable {
        /// More bytes are needed.
        case undecided
        /// A byte order mark, to be dropped before asking again.
        case mark(length: Int)
        /// The framing of the whole stream.
        case framing(RPCFraming)
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }
    private static let longestLiteral = 5
    /// The number of undecided bytes after which damaged headers are assumed.
    private static let mostBytes = 8_192

    func verdict(on bytes: Span<UInt8>, atEnd: Bool) -> Verdict {
        guard bytes.count > 0 else { return .undecided }
        if bytes[0] == Self.mark[0] { return verdictOnMark(bytes, atEnd: atEnd) }
        guard bytes[0].isASCIILetter else { return .framing(.line) }
        return verdictOnWord(bytes, atEnd: atEnd) ?? verdictOnLines(bytes, atEnd: atEnd)
    }

    private func verdictOnMark(_ bytes: Span<UInt8>, atEnd: Bool) -> Verdict {
        for index in 1..<3 {
            guard index < bytes.count else { return atEnd ? .framing(.line) : .undecided }
            guard bytes[index] == Self.mark[index] else { return .framing(.line) }
        }
        return .mark(length: 3)
    }

    /// Returns the verdict on the first word, which is `.line` for a literal, or `nil` if the word decides nothing.
    private func verdictOnWord(_ bytes: Span<UInt8>, atEnd: Bool) -> Verdict? {
        var length = 0
        while length < bytes.count, length <= Self.longestLiteral, bytes[length].isASCIILetter { length += 1 }
        if length == bytes.count, length <= Self.longestLiteral, !atEnd { return .undecided }
        return Self.literals.contains { bytes.begins(with: $0) && $0.count == length } ? .framing(.line) : nil
    }

    private func verdictOnLines(_ bytes: Span<UInt8>, atEnd: Bool) -> Verdict {
        var start = 0
        var isInBlock = false
        while let lineFeed = bytes.firstIndex(of: .lineFeed, from: start) {
            let line = DetectedLine(bytes.extracting(start..<lineFeed))
            switch line {
            case .length: return .framing(.header)
            case .json: return .framing(.line)
            case .blank where isInBlock: return .framing(.header)
            case .blank, .other: isInBlock = false
            case .header: isInBlock = true
            }
            start = lineFeed + 1
        }
        return verdictOnRest(bytes.extracting(start..<bytes.count), isInBlock: isInBlock, bytes.count, atEnd: atEnd)
    }

    /// Returns the verdict on an unfinished last line.
    private func verdictOnRest(_ rest: Span<UInt8>, isInBlock: Bool, _ count: Int, atEnd: Bool) -> Verdict {
        if rest.count > 0, DetectedLine.beginsAsJSON(rest) { return .framing(.line) }
        if count >= Self.mostBytes { return .framing(.header) }
        guard atEnd else { return .undecided }
        return .framing(isInBlock || DetectedLine.mayBecomeLength(rest) ? .header : .line)
    }
}

/// The form of one of the first lines of a stream.
enum DetectedLine: Equatable {
    /// A `Content-Length` header with a valid or invalid value.
    case length
    case header
    /// The beginning of a JSON object or array.
    case json
    case blank
    case other

    private static let lengthName = Array("content-length".utf8)

    /// Classifies a line without its line feed.
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

    static func beginsAsJSON(_ line: Span<UInt8>) -> Bool {
        line[0] == UInt8(ascii: "{") || line[0] == UInt8(ascii: "[")
    }

    /// Whether an unfinished line is a `Content-Length` header or the beginning of one.
    static func mayBecomeLength(_ line: Span<UInt8>) -> Bool {
        line.count > 0 && commonPrefix(line) == min(line.count, lengthName.count)
    }

    /// Returns the number of bytes in which the line agrees with `content-length`, ignoring case.
    private static func commonPrefix(_ line: Span<UInt8>) -> Int {
        var count = 0
        while count < min(line.count, lengthName.count), line[count].lowercasedASCII == lengthName[count] { count += 1 }
        return count
    }
}
