/// A number's text taken apart: `(-)significand × 10^exponent`.
///
/// The text has been found valid before; nothing is checked here.
struct DecimalNumeral {
    private(set) var isNegative = false
    /// The first nineteen significant digits.
    private(set) var significand: UInt64 = 0
    private(set) var exponent = 0
    /// Whether the significand holds all digits, the left-out ones being zero.
    private(set) var isExact = true

    /// Exponents beyond this are all the same to every use.
    private static let exponentBound = 1_000_000_000

    /// Takes a number's text apart.
    @inline(__always)
    init(_ text: UnsafeBufferPointer<UInt8>) {
        var position = 0
        let end = text.count
        var digits = 0
        var isFraction = false
        while position < end {
            // In bounds: `position < end`, the buffer's count.
            let byte = unsafe text[position]
            position &+= 1
            if byte.isDigit {
                take(digit: UInt64(byte &- .zero), count: &digits, isFraction: isFraction)
            } else if byte == .dot {
                isFraction = true
            } else if byte == .minus {
                isNegative = true
            } else {
                unsafe takeExponent(of: text, from: position)
                break
            }
        }
    }

    @inline(__always)
    private mutating func take(digit: UInt64, count: inout Int, isFraction: Bool) {
        if count < 19 {
            significand = significand &* 10 &+ digit
            if significand != 0 { count &+= 1 }
            if isFraction { exponent &-= 1 }
        } else {
            if digit != 0 { isExact = false }
            if !isFraction { exponent &+= 1 }
        }
    }

    private mutating func takeExponent(of text: UnsafeBufferPointer<UInt8>, from start: Int) {
        var value = 0
        var sign = 1
        for position in start..<text.count {
            let byte = unsafe text[position]
            if byte == .minus { sign = -1 }
            if byte.isDigit { value = min(value * 10 + Int(byte - .zero), Self.exponentBound) }
        }
        exponent += sign * value
    }

    /// The value as an integer, where it is one and fits.
    var int: Int? {
        guard isExact else { return nil }
        if significand == 0 { return 0 }
        var magnitude = significand
        var power = exponent
        while power > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            magnitude = product
            power -= 1
        }
        while power < 0 {
            let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { return nil }
            magnitude = quotient
            power += 1
        }
        return isNegative ? Int(exactly: -Int128(magnitude)) : Int(exactly: magnitude)
    }
}
