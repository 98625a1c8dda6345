import ImageDecoding
import Platform

/// A picture in DEC's Sixel format: bands of six rows, and in each band a line for each color.
enum Sixel {
    /// Returns the escape sequence that draws a picture in at most `colors` colors.
    static func sequence(for bitmap: Bitmap, colors: Int) -> String {
        let palette = ColorPalette(of: bitmap, atMost: colors)
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        // 0;1: pixels are square, and undrawn pixels stay as they are. The quotation mark introduces the size.
        var text = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
        for (number, color) in palette.colors.enumerated() {
            let (red, green, blue) = (percent(color.red), percent(color.green), percent(color.blue))
            text += "#\(number);2;\(red);\(green);\(blue)".utf8
        }
        for top in stride(from: 0, to: height, by: 6) {
            // The columns of each color; empty if the band lacks the color.
            var lines = [[UInt8]](repeating: [], count: palette.colors.count)
            for row in top..<min(top + 6, height) {
                for column in 0..<width {
                    let start = (row * width + column) * 3
                    let (red, green, blue) = (bitmap.rgb[start], bitmap.rgb[start + 1], bitmap.rgb[start + 2])
                    let number = Int(palette.number(of: red, green, blue))
                    if lines[number].isEmpty { lines[number] = [UInt8](repeating: 0, count: width) }
                    lines[number][column] |= 1 << (row - top)
                }
            }
            for (number, columns) in lines.enumerated() where !columns.isEmpty {
                text += "#\(number)".utf8
                append(columns, to: &text)
                text.append(UInt8(ascii: "$"))
            }
            text[text.count - 1] = UInt8(ascii: "-")
        }
        return String(decoding: text, as: UTF8.self) + "\u{1B}\\"
    }

    private static func percent(_ part: Int) -> Int { (part * 100 + 127) / 255 }

    /// Appends each column of six pixels as a character, four or more equal ones as a count; omits blanks at the end.
    private static func append(_ columns: [UInt8], to text: inout [UInt8]) {
        var start = 0
        while start < columns.count {
            var end = start + 1
            while end < columns.count, columns[end] == columns[start] { end += 1 }
            if end == columns.count, columns[start] == 0 { return }
            let character = 63 + columns[start]
            if end - start > 3 {
                text += "!\(end - start)".utf8
                text.append(character)
            } else {
                text += [UInt8](repeating: character, count: end - start)
            }
            start = end
        }
    }
}

/// A terminal's support for Sixel, as the terminal reports it.
struct SixelSupport: Hashable {
    /// The maximum number of colors in a picture.
    var colors: Int

    /// Asks for the number of colors, which some terminals do not know, then for the device attributes, which all know.
    static let question = "\u{1B}[?1;1;0S\u{1B}[c"

    /// Whether the answer to the last question is complete.
    static func isWhole(_ answer: [UInt8]) -> Bool {
        String(decoding: answer, as: UTF8.self).contains(/\u{1B}\[\?[0-9;]*c/)
    }

    /// `nil` if the terminal does not show Sixel, which is attribute 4.
    init?(answer: [UInt8]) {
        let text = String(decoding: answer, as: UTF8.self)
        guard let attributes = text.firstMatch(of: /\u{1B}\[\?([0-9;]*)c/)?.output.1,
            // The first number is the class of the terminal.
            attributes.split(scalar: ";").dropFirst().contains("4")
        else { return nil }
        let registers = text.firstMatch(of: /\u{1B}\[\?1;0;([0-9]{1,6})S/).flatMap { Int($0.output.1) }
        colors = min(max(registers ?? 256, 2), 256)
    }
}

/// The few colors that represent a picture, found by median cut.
struct ColorPalette {
    struct Color: Hashable {
        var red = 0
        var green = 0
        var blue = 0
    }

    /// A color with five bits per component, and the number and sum of the pixels that have it.
    private struct Shade {
        let index: Int
        var count = 0
        var sum = Color()

        func part(_ axis: Int) -> Int { index >> (10 - 5 * axis) & 31 }
    }

    /// The colors of the palette, with components up to 255.
    private(set) var colors: [Color] = []
    /// The index in ``colors`` for each shade.
    private var numbers = [UInt8](repeating: 0, count: 1 << 15)

    init(of bitmap: Bitmap, atMost limit: Int) {
        var shades = (0..<(1 << 15)).map { Shade(index: $0) }
        for start in stride(from: 0, to: bitmap.rgb.count, by: 3) {
            let (red, green, blue) = (bitmap.rgb[start], bitmap.rgb[start + 1], bitmap.rgb[start + 2])
            let index = Self.shade(red, green, blue)
            shades[index].count += 1
            shades[index].sum.red += Int(red)
            shades[index].sum.green += Int(green)
            shades[index].sum.blue += Int(blue)
        }
        for box in Self.boxes(of: shades.filter { $0.count > 0 }, atMost: min(max(limit, 1), 256)) {
            let count = box.reduce(0) { $0 + $1.count }
            for shade in box { numbers[shade.index] = UInt8(colors.count) }
            colors.append(
                Color(
                    red: box.reduce(0) { $0 + $1.sum.red } / count,
                    green: box.reduce(0) { $0 + $1.sum.green } / count,
                    blue: box.reduce(0) { $0 + $1.sum.blue } / count
                )
            )
        }
    }

    func number(of red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 { numbers[Self.shade(red, green, blue)] }

    private static func shade(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        (Int(red) >> 3) << 10 | (Int(green) >> 3) << 5 | Int(blue) >> 3
    }

    /// Cuts the widest box until there are enough; a box with many pixels counts as wider than one with few.
    private static func boxes(of shades: [Shade], atMost limit: Int) -> [[Shade]] {
        guard !shades.isEmpty else { return [] }
        var boxes = [(shades: shades, weight: weight(of: shades))]
        while boxes.count < limit, let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
            boxes[widest].weight > 0
        {
            let halves = halves(of: boxes[widest].shades)
            boxes[widest] = (halves.0, weight(of: halves.0))
            boxes.append((halves.1, weight(of: halves.1)))
        }
        return boxes.map(\.shades)
    }

    private static func weight(of box: [Shade]) -> Int {
        let (_, width) = longestSide(of: box)
        return width * width * box.reduce(0) { $0 + $1.count }
    }

    private static func longestSide(of box: [Shade]) -> (axis: Int, width: Int) {
        let widths = (0..<3).map { axis in
            var (least, most) = (31, 0)
            for shade in box { (least, most) = (min(least, shade.part(axis)), max(most, shade.part(axis))) }
            return most - least
        }
        let axis = widths.indices.max { widths[$0] < widths[$1] } ?? 0
        return (axis, widths[axis])
    }

    private static func halves(of box: [Shade]) -> ([Shade], [Shade]) {
        let (axis, _) = longestSide(of: box)
        let sorted = box.sorted { $0.part(axis) < $1.part(axis) }
        let half = sorted.reduce(0) { $0 + $1.count } / 2
        var (cut, count) = (0, 0)
        while cut < sorted.count, count < half {
            count += sorted[cut].count
            cut += 1
        }
        cut = min(max(cut, 1), sorted.count - 1)
        return (Array(sorted[..<cut]), Array(sorted[cut...]))
    }
}
