import Platform

/// Reading a word from its front, byte by byte.
extension Substring.UTF8View {
    /// Takes a text from the front; returns whether it is there.
    mutating func take(_ text: String) -> Bool {
        guard starts(with: text.utf8) else { return false }
        self = dropFirst(text.utf8.count)
        return true
    }

    /// Takes one of the ASCII characters from the front; returns whether one is there.
    mutating func take(oneOf characters: String) -> Bool {
        guard let first, characters.utf8.contains(first) else { return false }
        removeFirst()
        return true
    }

    /// Takes ASCII characters from the front as long as they are among these; returns their number.
    mutating func takeAny(of characters: String) -> Int {
        var count = 0
        while take(oneOf: characters) { count += 1 }
        return count
    }

    /// Takes digits from the front; returns their number.
    mutating func takeDigits(atMost most: Int = .max) -> Int {
        var count = 0
        while count < most, first?.isASCIIDigit == true {
            removeFirst()
            count += 1
        }
        return count
    }

    /// Takes the four digits of a year from the front, if it begins with one of the centuries; `nil` if it is not there.
    mutating func takeYear(ofCentury centuries: [String] = []) -> Int? {
        guard centuries.isEmpty || centuries.contains(where: { starts(with: $0.utf8) }) else { return nil }
        var rest = self
        var year = 0
        for _ in 0..<4 {
            guard let digit = rest.popFirst(), digit.isASCIIDigit else { return nil }
            year = year * 10 + Int(digit - 48)
        }
        self = rest
        return year
    }
}

extension UInt8 {
    var isASCIILetterOrDigit: Bool { isASCIIDigit || (97...122).contains(self | 0x20) }
}
