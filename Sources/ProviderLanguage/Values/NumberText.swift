/// Numbers as texts write them; nothing else that Swift would read as a number (`nan`, `0x1p4`).
enum NumberText {
    /// A decimal number: sign, digits, point, exponent.
    static func decimal(_ text: some StringProtocol) -> Double? {
        if let plain = plainDecimal(text) { return plain }
        guard let last = text.utf8.reversed().first, (48...57).contains(last) else { return nil }
        guard text.utf8.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A number of at most fifteen digits and perhaps a point among them, as most are; `nil` for any other text.
    ///
    /// Digits and power of ten are exact as doubles then, so that their quotient is the nearest one to the number.
    private static func plainDecimal(_ text: some StringProtocol) -> Double? {
        guard (1...16).contains(text.utf8.count) else { return nil }
        var (digits, scale, count, isFraction) = (0, 1, 0, false)
        for byte in text.utf8 {
            switch byte {
            case 48...57:
                digits = digits * 10 + Int(byte - 48)
                count += 1
                if isFraction { scale *= 10 }
            case UInt8(ascii: ".") where count > 0 && !isFraction: isFraction = true
            default: return nil
            }
        }
        guard count <= 15, !isFraction || scale > 1 else { return nil }
        return Double(digits) / Double(scale)
    }

    /// A whole number, perhaps written as `100.0`.
    static func integer(_ text: some StringProtocol) -> Int? {
        if let number = Int(text) { return number }
        return decimal(text).flatMap { Int(exactly: $0) }
    }
}

extension NumberText {
    /// A number with signs of a country (`1.434.451,5`) as Swift writes it; `nil` for what is no such number.
    static func canonical(_ text: String, group: String, decimal: String) -> String? {
        var plain = String(text.trimmed)
        if !group.isEmpty { plain = plain.replacing(group, with: "") }
        if decimal != "." {
            guard !plain.contains(".") else { return nil }
            plain = plain.replacing(decimal, with: ".")
        }
        return self.decimal(plain) == nil ? nil : plain
    }
}
