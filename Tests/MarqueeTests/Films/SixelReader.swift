/// Reads a Sixel image as a terminal does, into pixels of red, green, and blue in percent.
struct SixelReader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var pixels: [[[Int]?]] = []
    private(set) var colorCount = 0

    /// Returns `nil` if the text has no image, or one that exceeds its own size.
    init?(_ text: String) {
        guard let start = text.firstRange(of: "\u{1B}P0;1;0q"),
            let end = text[start.upperBound...].firstRange(of: "\u{1B}\\")
        else { return nil }
        var rest = Array(text[start.upperBound..<end.lowerBound].utf8)[...]
        var colors: [Int: [Int]] = [:]
        var (color, x, y) = (0, 0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let numbers = Self.numbers(&rest)
                guard numbers.count == 4 else { return nil }
                (width, height) = (numbers[2], numbers[3])
                pixels = Array(repeating: Array(repeating: nil, count: width), count: height)
            case UInt8(ascii: "#"):
                let numbers = Self.numbers(&rest)
                color = numbers[0]
                if numbers.count == 5, numbers[1] == 2 { colors[color] = Array(numbers[2...]) }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            case UInt8(ascii: "!"):
                let count = Self.numbers(&rest)[0]
                guard let byte = rest.popFirst(), draw(byte, count, at: &x, y, colors[color]) else { return nil }
            default: guard draw(byte, 1, at: &x, y, colors[color]) else { return nil }
            }
        }
        colorCount = colors.count
    }

    private mutating func draw(_ byte: UInt8, _ count: Int, at x: inout Int, _ y: Int, _ color: [Int]?) -> Bool {
        guard (63...126).contains(byte), let color, x + count <= width else { return false }
        for row in 0..<6 where (byte - 63) >> row & 1 == 1 {
            guard y + row < height else { return false }
            for column in x..<(x + count) { pixels[y + row][column] = color }
        }
        x += count
        return true
    }

    private static func numbers(_ rest: inout ArraySlice<UInt8>) -> [Int] {
        let text = rest.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ";") }
        rest = rest.dropFirst(text.count)
        return text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
            digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }
    }
}
