/// Logarithms and powers of two, which the standard library has not: exact to about 1e-5, the same on every machine.
enum BinaryLogarithm {
    /// The logarithm of a positive number.
    static func of(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return 0 }
        // ln((1 + y) / (1 − y)) = 2 (y + y³/3 + y⁵/5 + …)
        let ratio = (value.significand - 1) / (value.significand + 1)
        let square = ratio * ratio
        var series = 0.0
        for divisor: Double in [11, 9, 7, 5, 3, 1] { series = series * square + 1 / divisor }
        let natural: Double = 2 * ratio * series
        return Double(value.exponent) + natural * 1.442_695_040_888_963_4
    }

    /// Two to the power of a number.
    static func power(_ exponent: Double) -> Double {
        let clamped = max(-60, min(60, exponent))
        let whole = clamped.rounded(.down)
        let rest = (clamped - whole) * 0.693_147_180_559_945_3
        var series = 1.0
        for divisor: Double in [7, 6, 5, 4, 3, 2, 1] { series = 1 + series * rest / divisor }
        return series * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    /// The probability that odds of two to this power are.
    static func probability(ofBits bits: Double) -> Double {
        1 / (1 + power(-bits))
    }
}
