/// Tells the framing from the first bytes of a stream.
///
/// A letter begins a header, anything else (`{`, `[`, a blank, a digit, a quote) a line. A byte order mark is dropped
/// first. The literals `true`, `false` and `null` begin with a letter too, so a letter waits for the end of its word.
struct FramingDetector {
    /// What the first bytes say.
    enum Verdict: Equatable {
        /// More bytes are needed.
        case undecided
        /// A byte order mark: drop it and ask again.
        case mark(length: Int)
        /// The framing of the whole stream.
        case framing(RPCFraming)
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let literals = ["true", "false", "null"].map { Array($0.utf8) }
    private static let longestLiteral = 5

    /// Looks at the bytes received so far.
    func verdict(on bytes: Span<UInt8>, atEnd: Bool) -> Verdict {
        guard bytes.count > 0 else { return .undecided }
        if bytes[0] == Self.mark[0] { return verdictOnMark(bytes, atEnd: atEnd) }
        guard bytes[0].isASCIILetter else { return .framing(.line) }
        return verdictOnWord(bytes, atEnd: atEnd)
    }

    private func verdictOnMark(_ bytes: Span<UInt8>, atEnd: Bool) -> Verdict {
        for index in 1..<3 {
            guard index < bytes.count else { return atEnd ? .framing(.line) : .undecided }
            guard bytes[index] == Self.mark[index] else { return .framing(.line) }
        }
        return .mark(length: 3)
    }

    private func verdictOnWord(_ bytes: Span<UInt8>, atEnd: Bool) -> Verdict {
        var length = 0
        while length < bytes.count, length <= Self.longestLiteral, bytes[length].isASCIILetter { length += 1 }
        if length == bytes.count, length <= Self.longestLiteral, !atEnd { return .undecided }
        return Self.literals.contains { bytes.begins(with: $0) && $0.count == length }
            ? .framing(.line) : .framing(.header)
    }
}
