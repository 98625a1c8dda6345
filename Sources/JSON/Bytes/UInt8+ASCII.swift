/// The bytes that mean something in JSON.
extension UInt8 {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let upperE: UInt8 = 0x45
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let lowerE: UInt8 = 0x65
    static let lowerU: UInt8 = 0x75
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D

    /// Whether it is one of `0` to `9`.
    @inline(__always)
    var isDigit: Bool { self &- .zero < 10 }

    /// Whether it is one of JSON's four blanks.
    @inline(__always)
    var isBlank: Bool { self == .space || self == .newline || self == .carriageReturn || self == .tab }

    /// The value of a hexadecimal digit, or nil.
    var hexadecimalValue: UInt16? {
        switch self {
        case 0x30...0x39: UInt16(self - 0x30)
        case 0x41...0x46: UInt16(self - 0x41 + 10)
        case 0x61...0x66: UInt16(self - 0x61 + 10)
        default: nil
        }
    }
}
