import MovieAggregation
import MovieDomain
import MovieService

/// The daily figure that is drawn.
enum TrendMeasure: String, CaseIterable {
    case audience, sales, rank

    func value(of day: BoxOfficeTrend.Day) -> Int? {
        switch self {
        case .audience: day.figures.audience.count
        case .sales: day.figures.sales.amount
        case .rank: day.figures.rank
        }
    }

    /// What the figures of an answer count; `nil` if it does not say, or for ranks.
    func unit(in answer: TrendResult) -> String? {
        switch self {
        case .audience: "admissions"
        case .sales: answer.series.lazy.flatMap(\.days).compactMap(\.figures.sales.currency).first
        case .rank: nil
        }
    }

    /// Returns the height of a bar, from 0 to 1; rank 1 is the highest, and the last one still has a bar.
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
    /// What the figures count, such as `KRW`; `nil` if the answer does not say.
    let unit: String?
    /// The sources of the figures, and then those of the titles.
    let sources: [String]

    init(_ answer: TrendResult, by measure: TrendMeasure) {
        self.measure = measure
        gaps = answer.gaps.map { ($0.date.description, $0.reason) }
        oldDays = answer.old.map(\.date.description)
        absent = answer.absent.map(\.description)
        undecided = answer.undecided.map(\.description)
        leadersDay = answer.leadersDay?.description
        unit = measure.unit(in: answer)
        let figures = answer.sources.filter { $0.items ?? 0 > 0 }.map(\.provider)
        let titles = answer.series.flatMap { $0.movie.provenance[.title] ?? [] }
        sources = (figures + titles).withoutRepeats { $0 }.map(\.rawValue)
        let days = Self.days(from: answer.from, to: answer.to)
        self.days = days.map(\.description)
        lines = answer.series.map { series in
            let values = series.days.map { ($0.date, measure.value(of: $0)) }
            let byDay = Dictionary(values) { first, _ in first }
            let title = series.movie.facts.title?.text ?? series.movie.id.description
            return Line(title: title, values: days.map { byDay[$0] ?? nil })
        }
    }

    /// The largest value of all films.
    var most: Int { lines.flatMap(\.values).compactMap(\.self).max() ?? 0 }

    func isGap(_ place: Int) -> Bool { gaps.contains { $0.day == days[place] } }

    private static func days(from first: CalendarDate, to last: CalendarDate) -> [CalendarDate] {
        first <= last ? (0...(last.daysSinceEpoch - first.daysSinceEpoch)).map { first.adding(days: $0) } : []
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
        let most = [chart.most.grouped, chart.unit].compactMap(\.self).joined(separator: " ")
        let scale = "; the highest bar is \(chart.measure == .rank ? "rank 1" : most)"
        let head = "\(first) to \(last), \(chart.measure.rawValue) a day" + (chart.lines.isEmpty ? "" : scale)
        let heads = head.wrappedLine(toColumns: columns)
        guard !chart.lines.isEmpty else { return (heads + ["", "no figures"] + notes).joined(separator: "\n") }
        return (heads + [""] + rows + notes).joined(separator: "\n")
    }

    private static let figureName = "last"

    /// A row for each film, with its last figure, below the first and the last day.
    private var rows: [String] {
        let figures = chart.lines.map { $0.values.last { $0 != nil }.flatMap(\.self).map(\.grouped) ?? "" }
        let figureWidth = (figures + [Self.figureName]).map(\.terminalColumns).max() ?? 0
        let widestTitle = chart.lines.map(\.title.printable.terminalColumns).max() ?? 0
        let titleWidth = max(4, min(widestTitle, columns / 3))
        let room = max(1, columns - titleWidth - figureWidth - 4)
        func row(_ title: String, _ bars: String, _ figure: String) -> String {
            let blanks = String(repeating: " ", count: titleWidth - title.terminalColumns)
            let space = String(repeating: " ", count: figureWidth - figure.terminalColumns)
            return "\(title)\(blanks)  \(bars)  \(space)\(figure)"
        }
        let films = zip(chart.lines, figures).map { line, figure in
            row(line.title.printable.shortened(toColumns: titleWidth), bars(of: line, room: room), figure)
        }
        let axis = axis(columns: chart.lines.first.map { bars(of: $0, room: room).count } ?? 0)
        return [row("", axis, Self.figureName)] + films
    }

    /// The first day, and the last one if there is room, above the bars of them.
    private func axis(columns: Int) -> String {
        let (first, last) = (String(chart.days[0].suffix(5)), String(chart.days[chart.days.count - 1].suffix(5)))
        guard columns >= first.count else { return String(repeating: " ", count: columns) }
        let rest = columns - first.count - last.count
        return rest > 0
            ? first + String(repeating: " ", count: rest) + last
            : first + String(repeating: " ", count: columns - first.count)
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
        if !missing.isEmpty, let day = chart.leadersDay { notes.append("These are the top films of \(day)") }
        if !chart.oldDays.isEmpty { notes.append("Old lists: \(chart.oldDays.joined(separator: ", "))") }
        notes += chart.absent.map { "\($0) is not in the lists of these days" }
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
