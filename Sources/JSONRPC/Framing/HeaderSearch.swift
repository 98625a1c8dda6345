/// Finds the next `Content-Length` line in a stream that has lost its way.
///
/// Only a complete line with a decimal value counts, so that the words inside a text do not.
enum HeaderSearch {
    /// What a search found.
    enum Finding: Equatable {
        /// A header line begins at this offset.
        case line(at: Int)
        /// One may begin at this offset; more bytes will tell.
        case perhaps(at: Int)
        /// There is none, nor the beginning of one.
        case nothing
    }

    private enum Match {
        case complete
        case partial
        case none
    }

    private static let name = Array("content-length".utf8)
    /// A line longer than this is no `Content-Length`.
    private static let longestLine = 128

    /// Searches from the first byte.
    static func search(_ bytes: Span<UInt8>) -> Finding {
        for start in 0..<bytes.count where bytes[start].lowercasedASCII == name[0] {
            switch match(bytes, at: start) {
            case .complete: return .line(at: start)
            case .partial: return .perhaps(at: start)
            case .none: continue
            }
        }
        return .nothing
    }

    /// Matches name, colon, digits and line end, with blanks between.
    private static func match(_ bytes: Span<UInt8>, at start: Int) -> Match {
        let limit = start + longestLine
        let end = min(bytes.count, limit)
        var at = start
        for letter in name {
            guard at < end else { return .partial }
            guard bytes[at].lowercasedASCII == letter else { return .none }
            at += 1
        }
        while at < end, bytes[at].isBlank { at += 1 }
        guard at < end else { return end < limit ? .partial : .none }
        guard bytes[at] == UInt8(ascii: ":") else { return .none }
        return matchValue(bytes, from: at + 1, end: end, isCut: end < limit)
    }

    private static func matchValue(_ bytes: Span<UInt8>, from start: Int, end: Int, isCut: Bool) -> Match {
        let short: Match = isCut ? .partial : .none
        var at = start
        while at < end, bytes[at].isBlank { at += 1 }
        let digits = at
        while at < end, bytes[at].isASCIIDigit { at += 1 }
        guard at < end else { return short }
        guard at > digits else { return .none }
        while at < end, bytes[at].isBlank { at += 1 }
        if at < end, bytes[at] == .carriageReturn { at += 1 }
        guard at < end else { return short }
        return bytes[at] == .lineFeed ? .complete : .none
    }
}
