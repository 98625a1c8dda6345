/// The form of pattern that ids mostly have: letters, then so many digits, and nothing else (`^tt[0-9]{7,9}$`).
///
/// Such texts are compared byte by byte, without the regular expression.
struct NumberedPattern: Sendable {
    private let letters: [UInt8]
    private let digits: ClosedRange<Int>

    /// `nil` for a pattern of another form.
    init?(parsing pattern: String) {
        let open = Array("[0-9]{".utf8)
        var rest = Array(pattern.utf8)[...]
        guard rest.popFirst() == UInt8(ascii: "^"), rest.popLast() == UInt8(ascii: "$"),
            rest.popLast() == UInt8(ascii: "}")
        else { return nil }
        letters = Array(rest.prefix(while: \.isASCIILetter))
        rest = rest.dropFirst(letters.count)
        guard rest.starts(with: open) else { return nil }
        let bounds = rest.dropFirst(open.count)
            .split(separator: UInt8(ascii: ","), maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.allSatisfy(\.isASCIIDigit) ? Int(String(decoding: $0, as: UTF8.self)) : nil }
        guard let low = bounds.first ?? nil, let high = bounds.last ?? nil, low <= high else { return nil }
        digits = low...high
    }

    /// Whether the whole text is of this form; `nil` for one with other signs, of which the regular expression decides.
    func matches(_ text: String) -> Bool? {
        guard text.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit }) else { return nil }
        let rest = text.utf8.dropFirst(letters.count)
        return digits.contains(rest.count) && text.utf8.starts(with: letters) && rest.allSatisfy(\.isASCIIDigit)
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
