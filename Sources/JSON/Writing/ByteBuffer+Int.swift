extension ByteBuffer {
    /// Appends an integer's decimal digits.
    mutating func append(decimal value: Int, afterComma comma: Bool) {
        let magnitude = value.magnitude
        let digits = Self.digitCount(of: magnitude)
        let sign = unsafe Self.put(.comma, if: comma, at: room(for: digits + 2))
        let start = unsafe Self.put(.minus, if: value < 0, at: sign)
        var rest = magnitude
        // Exactly `digits` bytes, the last first.
        for position in stride(from: digits - 1, through: 0, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            unsafe start[position] = .zero &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        unsafe finish(at: start + digits)
    }

    /// How many decimal digits a number has, at most twenty.
    private static func digitCount(of value: UInt) -> Int {
        var digits = 1
        var rest = value
        while rest >= 10 {
            rest /= 10
            digits &+= 1
        }
        return digits
    }
}
