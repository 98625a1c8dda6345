extension CalendarDate {
    /// Reads `2026-11-19` or `20261119`; `nil` for any other form and for a day that does not exist.
    package init?(parsing text: some StringProtocol) {
        self.init(parsing: String(text))
    }

    /// Reads the same of a whole text, without the cost of a generic function that other targets call.
    package init?(parsing text: String) {
        let count = text.utf8.count
        guard count == 8 || count == 10 else { return nil }
        var number = 0
        for (place, byte) in text.utf8.enumerated() {
            if count == 10, place == 4 || place == 7 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = CalendarDate.digit(byte) else { return nil }
            number = number * 10 + digit
        }
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }
}
