import JSON
import MovieDomain
import MovieService

/// A trend as a picture in SVG: a line for each film, broken at missing days, with the film's title beside it.
///
/// The picture contains only shapes and escaped texts: no links, no scripts, no external fonts. The font is the viewer's,
/// so the room for texts is that of a wide one.
struct TrendPicture {
    let chart: TrendChart

    private static let colors = [
        "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf", "#7f7f7f", "#bcbd22",
    ]
    private static let (top, plotWidth, plotHeight) = (48, 640, 320)
    private static let (margin, lineHeight) = (12, 20)
    /// The columns of a title, of which Hangul takes two.
    private static let longestTitle = 44
    /// The most ticks of an axis.
    private static let mostTicks = 6

    /// The place of the left axis: the widest label is beside it, and half of the first day below it.
    private let left: Int
    private let scale: TrendScale
    private let titles: [String]

    init(chart: TrendChart) {
        self.chart = chart
        scale = TrendScale(chart, mostTicks: Self.mostTicks)
        titles = chart.lines.map { $0.title.printable.shortened(toColumns: Self.longestTitle) }
        let widest = scale.ticks.map { Self.width(of: $0.grouped) }.max() ?? 0
        left = Self.margin + max(widest + 8, Self.width(of: chart.days.first ?? "") / 2)
    }

    var text: String {
        let size = (width: wholeWidth, height: wholeHeight)
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size.width) \(size.height)\" "
            + "font-family=\"sans-serif\" font-size=\"\(Self.fontSize)\">"
        let ground = "<rect width=\"\(size.width)\" height=\"\(size.height)\" fill=\"white\"/>"
        var parts = [head, "<title>\(heading.printable.escapedForXML)</title>", ground]
        parts.append(label(heading, x: Self.margin, y: 24))
        parts += valueAxis + dayAxis
        for (number, line) in chart.lines.enumerated() { parts += drawing(of: line, number: number) }
        if let footer { parts.append(label(footer, x: Self.margin, y: size.height - Self.margin)) }
        return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    // MARK: Measures

    private static let fontSize = 13

    /// Returns the width that a text takes at most in a wide font.
    static func width(of text: String) -> Int {
        let ems = text.reduce(0.0) { (sum: Double, character: Character) -> Double in
            switch character {
            case "a"..."z" where character != "m" && character != "w": sum + 0.65
            case "0"..."9", " ", ",", ".", "-", ":", ";", "'", "(", ")": sum + 0.65
            default: sum + 1.05 * Double(max(1, String(character).terminalColumns / 2))
            }
        }
        return Int((ems * Double(fontSize)).rounded(.up))
    }

    private var right: Int { left + Self.plotWidth }
    private var bottom: Int { Self.top + Self.plotHeight }
    /// The place of the titles, beside half of the last day.
    private var legend: Int { right + Self.width(of: chart.days.last ?? "") / 2 + 28 }

    private var wholeWidth: Int {
        let ends = titles.map { legend + Self.width(of: $0) } + [Self.margin + Self.width(of: heading)]
        let last = right + Self.width(of: chart.days.last ?? "") / 2
        return (ends + [last, Self.margin + Self.width(of: footer ?? "")]).reduce(0, max) + Self.margin
    }

    private var wholeHeight: Int {
        let body = max(bottom + 24, Self.top + titles.count * Self.lineHeight)
        return body + Self.margin + (footer == nil ? 0 : Self.lineHeight)
    }

    // MARK: Parts

    private var heading: String {
        let unit = chart.unit.map { " (\($0))" } ?? ""
        return "\(chart.days.first ?? "") to \(chart.days.last ?? ""), \(chart.measure.rawValue) a day\(unit)"
    }

    private var footer: String? {
        guard !chart.sources.isEmpty else { return nil }
        return (chart.sources.count == 1 ? "Source: " : "Sources: ") + chart.sources.joined(separator: ", ")
    }

    private var valueAxis: [String] {
        let frame = "<path d=\"M\(left) \(Self.top)V\(bottom)H\(right)\" fill=\"none\" stroke=\"black\"/>"
        let ticks = scale.ticks.map { tick -> String in
            let y = y(of: tick)
            let line = "<path d=\"M\(left - 4) \(y)H\(right)\" stroke=\"#dddddd\"/>"
            return line + label(tick.grouped, x: left - 8, y: y + 5, anchor: "end")
        }
        return ticks + [frame]
    }

    private var dayAxis: [String] {
        let widest = Self.width(of: chart.days.first ?? "") + Self.margin
        let count = chart.days.count
        // Every so many days there is room for a label.
        let step = max(1, (widest * max(1, count - 1) + Self.plotWidth - 1) / Self.plotWidth)
        return stride(from: 0, to: count, by: step).map { place -> String in
            let x = x(of: place)
            let mark = "<path d=\"M\(x) \(bottom)v4\" stroke=\"black\"/>"
            return mark + label(chart.days[place], x: x, y: bottom + 20, anchor: "middle")
        }
    }

    private func drawing(of line: TrendChart.Line, number: Int) -> [String] {
        let color = Self.colors[number % Self.colors.count]
        let y = Self.top + number * Self.lineHeight
        let mark = "<rect x=\"\(legend - 20)\" y=\"\(y)\" width=\"12\" height=\"12\" fill=\"\(color)\"/>"
        let name = label(titles[number], x: legend, y: y + 11)
        return pieces(of: line).map { piece in
            let points = piece.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            // A line with one point would be invisible.
            if let only = piece.first, piece.count == 1 {
                return "<circle cx=\"\(only.x)\" cy=\"\(only.y)\" r=\"3\" fill=\"\(color)\"/>"
            }
            return "<polyline points=\"\(points)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
        } + [mark, name]
    }

    /// Returns the points of the line, split at missing days.
    private func pieces(of line: TrendChart.Line) -> [[(x: Int, y: Int)]] {
        var pieces: [[(x: Int, y: Int)]] = [[]]
        for (place, value) in line.values.enumerated() {
            guard let value else {
                pieces.append([])
                continue
            }
            pieces[pieces.count - 1].append((x(of: place), y(of: value)))
        }
        return pieces.filter { !$0.isEmpty }
    }

    private func x(of day: Int) -> Int { left + Self.plotWidth * day / max(1, chart.days.count - 1) }

    private func y(of value: Int) -> Int {
        Self.top + Int((Double(Self.plotHeight) * scale.depth(of: value)).rounded())
    }

    private func label(_ text: String, x: Int, y: Int, anchor: String = "start") -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(text.printable.escapedForXML)</text>"
    }
}

/// The axis of the values: from 0 at the bottom to a round number, or from rank 1 at the top to the last rank.
struct TrendScale {
    let ticks: [Int]
    private let first: Int
    private let last: Int

    /// A source may say anything.
    private static let largest = 1_000_000_000_000_000

    init(_ chart: TrendChart, mostTicks: Int) {
        let isOfRanks = chart.measure == .rank
        let most = min(max(isOfRanks ? 2 : 1, chart.most), Self.largest)
        let step = Self.step(most, mostTicks)
        let end = (most - 1) / step * step + step
        (first, last) = isOfRanks ? (1, most) : (end, 0)
        ticks =
            isOfRanks
            ? [1] + stride(from: max(2, step), through: most, by: step) : Array(stride(from: 0, through: end, by: step))
    }

    /// Returns how far below the top of the axis a value is, from 0 to 1.
    func depth(of value: Int) -> Double {
        let value = max(min(first, last), min(value, max(first, last)))
        return Double(first - value) / Double(first - last)
    }

    /// Returns the smallest of 1, 2, 5, 10, 20, 50, … in which `most` is divided into fewer than `count` parts.
    private static func step(_ most: Int, _ count: Int) -> Int {
        var power = 1
        while true {
            for factor in [1, 2, 5] where most / count < power * factor { return power * factor }
            power *= 10
        }
    }
}
