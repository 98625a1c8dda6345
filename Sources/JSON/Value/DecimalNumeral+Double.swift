extension DecimalNumeral {
    /// The nearest double of a number's text; nil beyond the range of a double.
    static func double(of text: UnsafeBufferPointer<UInt8>) -> Double? {
        if let exact = unsafe DecimalNumeral(text).exactDouble { return exact }
        let value = unsafe Double(String(decoding: text, as: UTF8.self))
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// The double, where one correctly rounded operation on exact operands gives it (Clinger's fast path).
    private var exactDouble: Double? {
        guard isExact, significand <= 1 << 53, exponent.magnitude < Self.powersOfTen.count else { return nil }
        let power = Self.powersOfTen[Int(exponent.magnitude)]
        let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
        return isNegative ? -magnitude : magnitude
    }

    /// The powers of ten that a double holds exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
