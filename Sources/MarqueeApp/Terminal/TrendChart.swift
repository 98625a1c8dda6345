import JSON
import MovieDomain
import MovieService

/// The daily figure that is drawn.
enum TrendMeasure: String, CaseIterable {
    case audience, sales, rank

    func value(of day: JSONElement) -> Int? {
        switch self {
        case .audience: day["audience"]["count"]?.int
        case .sales: day["sales"]["amount"]?.int
        case .rank: day["rank"]?.int
        }
    }

    /// Returns the height of the value in a drawing, from 0 to 1; rank 1 is the highest.
    func height(_ value: Int, most: Int) -> Double {
        guard most > 0 else { return 0 }
        return self == .rank ? Double(most - value + 1) / Double(most) : Double(max(0, value)) / Double(most)
    }
}

/// An answer of `boxOffice/trend`, read for drawing.
struct TrendChart {
    struct Line {
        var title: String
        /// The value on each day of the range; `nil` if the film was not in the list.
        var values: [Int?]
    }

    let measure: TrendMeasure
    let days: [String]
    /// The days without a list.
    let gaps: [(day: String, reason: String)]
    /// The days whose lists are from old answers.
    let oldDays: [String]
    let lines: [Line]
    let absent: [String]
    let undecided: [String]
    /// The day whose first films are drawn; `nil` if the films were named.
    let leadersDay: String?

    init(_ answer: JSONElement, by measure: TrendMeasure) {
        self.measure = measure
        gaps = answer["gaps"].list.map { ($0["date"].words, $0["reason"].words) }
        oldDays = answer["stale"].texts("date")
        absent = answer["absent"].texts
        undecided = answer["undecided"].texts
        leadersDay = answer["date"]?.string
        let days = Self.days(from: answer["period"]["from"].words, to: answer["period"]["to"].words)
        self.days = days
        lines = answer["series"].list.map { series in
            let values = series["days"].list.map { ($0["date"].words, measure.value(of: $0)) }
            let byDay = Dictionary(values) { first, _ in first }
            let title = series["movie"]["title"]?.string ?? series["movie"]["id"].words
            return Line(title: title, values: days.map { byDay[$0] ?? nil })
        }
    }

    /// The largest value of all films.
    var most: Int { lines.flatMap(\.values).compactMap(\.self).max() ?? 0 }

    func isGap(_ place: Int) -> Bool { gaps.contains { $0.day == days[place] } }

    private static func days(from first: String, to last: String) -> [String] {
        guard let first = CalendarDate(parsing: first), let last = CalendarDate(parsing: last), first <= last else {
            return []
        }
        return (0...(last.daysSinceEpoch - first.daysSinceEpoch)).map { first.adding(days: $0).description }
    }
}

/// A trend as lines of text: for each film a row of bars, each for one day or, if there are too many days, for several.
struct TrendTable {
    let chart: TrendChart
    /// The maximum number of columns in a line.
    let columns: Int

    private static let bars = Array("▁▂▃▄▅▆▇█")
    private static let widestDay = 4
    private static let shownGaps = 5

    var text: String {
        guard let first = chart.days.first, let last = chart.days.last else { return "no days" }
        let head = "\(first) to \(last), \(chart.measure.rawValue) a day"
        guard !chart.lines.isEmpty else { return ([head, "", "no figures"] + notes).joined(separator: "\n") }
        return ([head, ""] + rows + notes).joined(separator: "\n")
    }

    private var rows: [String] {
        let figures = chart.lines.map { $0.values.last { $0 != nil }.flatMap(\.self).map(\.grouped) ?? "" }
        let figureWidth = figures.map(\.terminalColumns).max() ?? 0
        let widestTitle = chart.lines.map(\.title.printable.terminalColumns).max() ?? 0
        let titleWidth = max(4, min(widestTitle, columns / 3))
        let room = max(1, columns - titleWidth - figureWidth - 4)
        return zip(chart.lines, figures).map { line, figure in
            let title = line.title.printable.shortened(toColumns: titleWidth)
            let blanks = String(repeating: " ", count: titleWidth - title.terminalColumns)
            let bars = bars(of: line, room: room)
            let space = String(repeating: " ", count: figureWidth - figure.terminalColumns)
            return "\(title)\(blanks)  \(bars)  \(space)\(figure)"
        }
    }

    private func bars(of line: TrendChart.Line, room: Int) -> String {
        let count = line.values.count
        let steps = min(count, room)
        let width = max(1, min(Self.widestDay, room / max(1, steps)))
        return (0..<steps).map { step in
            let places = (step * count / steps)..<max(step * count / steps + 1, (step + 1) * count / steps)
            return String(repeating: bar(of: line, at: places), count: width)
        }
        .joined()
    }

    /// Returns the highest bar of some days: a dot if none of them has a list, and a blank if the film is in no list.
    private func bar(of line: TrendChart.Line, at places: Range<Int>) -> Character {
        let most = chart.most
        let heights = places.compactMap { line.values[$0] }.map { chart.measure.height($0, most: most) }
        guard let height = heights.max() else { return places.allSatisfy(chart.isGap) ? "·" : " " }
        let level = Int((height * Double(Self.bars.count)).rounded(.up)) - 1
        return Self.bars[max(0, min(level, Self.bars.count - 1))]
    }

    /// Notes on the days and films that the drawing lacks.
    private var notes: [String] {
        var notes = missing.prefix(Self.shownGaps).map { gap in
            (gap.first == gap.last ? "\(gap.first) is" : "\(gap.first) to \(gap.last) are") + " missing: \(gap.reason)"
        }
        if missing.count > Self.shownGaps { notes.append("More days are missing (· in the chart); see --format json") }
        if !missing.isEmpty, let day = chart.leadersDay { notes.append("These are the first films of \(day)") }
        if !chart.oldDays.isEmpty { notes.append("Old lists: \(chart.oldDays.joined(separator: ", "))") }
        notes += chart.absent.map { "\($0) is in no list of these days" }
        notes += chart.undecided.map { "\($0) may be in the lists: no source says which film of them it is" }
        return notes.isEmpty ? [] : [""] + notes.flatMap { $0.printable.wrappedLine(toColumns: columns) }
    }

    /// The days without a list; consecutive days with the same reason are combined.
    private var missing: [(first: String, last: String, reason: String)] {
        var missing: [(first: String, last: String, reason: String)] = []
        for gap in chart.gaps {
            if let before = missing.last, before.reason == gap.reason,
                let day = CalendarDate(parsing: before.last), day.adding(days: 1).description == gap.day
            {
                missing[missing.count - 1].last = gap.day
            } else {
                missing.append((gap.day, gap.day, gap.reason))
            }
        }
        return missing
    }
}

/// A trend as a picture: a line for each film, broken at missing days, with the film's title beside it.
///
/// The picture contains only shapes and escaped texts: no links, no scripts, no external fonts.
struct TrendSVG {
    let chart: TrendChart

    private static let colors = [
        "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#e377c2", "#17becf", "#7f7f7f", "#bcbd22",
    ]
    private static let (left, top, width, height) = (80, 40, 640, 320)
    private static let lineHeight = 20
    private static let longestTitle = 28

    var text: String {
        let legend = chart.lines.count * Self.lineHeight
        let whole = (width: Self.left + Self.width + 300, height: max(Self.top + Self.height, Self.top + legend) + 40)
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(whole.width) \(whole.height)\" "
            + "font-family=\"sans-serif\" font-size=\"13\">"
        let title = "\(chart.days.first ?? "") to \(chart.days.last ?? ""), \(chart.measure.rawValue) a day"
        let ground = "<rect width=\"\(whole.width)\" height=\"\(whole.height)\" fill=\"white\"/>"
        let parts =
            [head, "<title>\(Self.escaped(title))</title>", ground, label(title, x: Self.left, y: 24)] + axes
            + chart.lines.enumerated().flatMap { drawing(of: $1, number: $0) }
        return (parts + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private var axes: [String] {
        let bottom = Self.top + Self.height
        let frame =
            "<path d=\"M\(Self.left) \(Self.top)V\(bottom)H\(Self.left + Self.width)\" fill=\"none\" stroke=\"black\"/>"
        let (high, low) = chart.measure == .rank ? ("1", "\(chart.most)") : ("\(chart.most)", "0")
        return [
            frame, label(high, x: Self.left - 6, y: Self.top + 4, anchor: "end"),
            label(low, x: Self.left - 6, y: bottom + 4, anchor: "end"),
            label(chart.days.first ?? "", x: Self.left, y: bottom + 18),
            label(chart.days.last ?? "", x: Self.left + Self.width, y: bottom + 18, anchor: "end"),
        ]
    }

    private func drawing(of line: TrendChart.Line, number: Int) -> [String] {
        let color = Self.colors[number % Self.colors.count]
        let y = Self.top + number * Self.lineHeight
        let title = line.title.count > Self.longestTitle ? line.title.prefix(Self.longestTitle) + "…" : line.title[...]
        let mark =
            "<rect x=\"\(Self.left + Self.width + 20)\" y=\"\(y - 4)\" width=\"12\" height=\"12\" fill=\"\(color)\"/>"
        let name = label(String(title), x: Self.left + Self.width + 40, y: y + 7)
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
        let most = chart.most
        var pieces: [[(x: Int, y: Int)]] = [[]]
        for (place, value) in line.values.enumerated() {
            guard let value else {
                pieces.append([])
                continue
            }
            let x = Self.left + Self.width * place / max(1, line.values.count - 1)
            let y = Self.top + Self.height - Int(Double(Self.height) * chart.measure.height(value, most: most))
            pieces[pieces.count - 1].append((x, y))
        }
        return pieces.filter { !$0.isEmpty }
    }

    private func label(_ text: String, x: Int, y: Int, anchor: String = "start") -> String {
        "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(Self.escaped(text))</text>"
    }

    private static func escaped(_ text: String) -> String {
        text.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
