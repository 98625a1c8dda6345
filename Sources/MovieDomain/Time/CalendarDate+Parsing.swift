extension CalendarDate {
    /// Reads `2026-11-19` or `20261119`; `nil` for any other form and for a day that does not exist.
    package init?(parsing text: some StringProtocol) {
        let digits: [Int]
        let bytes = Array(text.utf8)
        switch bytes.count {
        case 8: digits = bytes.compactMap(CalendarDate.digit)
        case 10 where bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-"):
            digits = (bytes[0..<4] + bytes[5..<7] + bytes[8..<10]).compactMap(CalendarDate.digit)
        default: return nil
        }
        guard digits.count == 8 else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        self.init(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
