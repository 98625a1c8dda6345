import ImageDecoding
import MarqueeTestKit
import MovieAggregation
import MovieDomain
import Platform
import Testing

@testable import MarqueeApp

@Suite("The chart of a trend as a picture")
struct TrendPictureTests {
    /// Returns a chart in which film *n* has the rank *n*, and figures that grow from day to day.
    static func chart(
        titles: [String],
        days: Int = 22,
        most: Int = 5_866_611_000,
        by measure: TrendMeasure
    ) throws -> TrendChart {
        let first = try #require(CalendarDate(parsing: "2026-11-04"))
        let series = titles.enumerated().map { number, title in
            let days = (0..<days).map { day in
                let value = most / (number + 1) / days * (day + 1)
                var figures = BoxOfficeFigures(rank: number + 1)
                figures.audience.count = value
                (figures.sales.amount, figures.sales.currency) = (value, "KRW")
                return BoxOfficeTrend.Day(date: first.adding(days: day), figures: figures)
            }
            var facts = MovieFacts()
            facts.title = LocalizedText(title)
            let id = MovieID(namespace: "imdb", value: "tt\(number + 1)")
            return TrendSeries(movie: Movie(id: id, facts: facts, provenance: [:]), days: days)
        }
        let answer = TrendResult(
            from: first,
            to: first.adding(days: days - 1),
            series: series,
            sources: [ProviderReport(provider: "lantern", status: .ok, items: 9)]
        )
        return TrendChart(answer, by: measure)
    }

    private static let long = "아주 길고 또 길어서 어느 그림에도 들어가지 않을 것 같은 어머니의 부엌 이야기"

    /// The charts in which something might leave the picture.
    private static let charts: [(titles: [String], days: Int, most: Int, measure: TrendMeasure)] = [
        (["종이 등대", long], 22, 5_866_611_000, .sales),
        (["WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "Salt & Wind"], 1, 7, .audience),
        ((1...30).map { "Film \($0)" }, 366, 999_999_999_999, .sales),
        (["A", "B", "C", "D", "E"], 2, 5, .rank), (["One"], 7, 1, .rank), (["One"], 7, 0, .audience),
        (["Large"], 3, .max, .sales), ((1...100).map { "\($0)위 영화" }, 30, 100, .rank),
    ]

    private struct Label {
        let (x, y): (Int, Int)
        let anchor: String
        let text: String
    }

    private static func readLabels(_ svg: String) -> [Label] {
        svg.matches(of: /<text x="(-?\d+)" y="(-?\d+)" text-anchor="(\w+)">([^<]*)<\/text>/).map { match in
            Label(
                x: Int(match.1) ?? .min,
                y: Int(match.2) ?? .min,
                anchor: String(match.3),
                text: match.4.replacing(scalars: "&amp;", with: "&")
            )
        }
    }

    private static func size(_ svg: String) throws -> (width: Int, height: Int) {
        let match = try #require(svg.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
        return (try #require(Int(match.1)), try #require(Int(match.2)))
    }

    @Test("Every label is inside the picture, whatever the titles and figures are", arguments: charts.indices)
    func labels(_ place: Int) throws {
        let given = Self.charts[place]
        let chart = try Self.chart(titles: given.titles, days: given.days, most: given.most, by: given.measure)
        let svg = TrendPicture(chart: chart).text
        let size = try Self.size(svg)
        let labels = Self.readLabels(svg)
        #expect(labels.count > given.titles.count + 3)
        for label in labels {
            let width = TrendPicture.width(of: label.text)
            let start = label.x - (label.anchor == "end" ? width : label.anchor == "middle" ? width / 2 : 0)
            #expect(start >= 0 && start + width <= size.width, "\(label)")
            #expect(label.y >= 13 && label.y + 4 <= size.height, "\(label)")
        }
        let names = labels.map(\.text)
        #expect(names.contains("Source: lantern"))
        #expect(
            names.contains {
                $0.hasSuffix(given.measure == .sales ? "sales a day (KRW)" : "\(given.measure) a day")
                    || $0.hasSuffix("(admissions)")
            }
        )
    }

    @Test("A rank is drawn at the height of its label, and a figure between those of its neighbors")
    func heights() throws {
        let svg = TrendPicture(chart: try Self.chart(titles: ["A", "B", "C", "D", "E"], by: .rank)).text
        let labels = Self.readLabels(svg)
        let lines = svg.matches(of: /points="\d+,(\d+)/).compactMap { Int($0.1) }
        // The text of a label stands 5 below its place.
        for (rank, line) in zip(1...5, lines) { #expect(labels.contains { $0.text == "\(rank)" && $0.y == line + 5 }) }
        #expect(lines.count == 5)

        let sales = TrendPicture(chart: try Self.chart(titles: ["A"], days: 2, most: 5_866_611_000, by: .sales)).text
        let last = try #require(sales.firstMatch(of: /points="[^"]*,(\d+)"/).flatMap { Int($0.1) })
        let ticks = Self.readLabels(sales).filter { $0.anchor == "end" }
        let above = try #require(ticks.first { $0.text == "6,000,000,000" })
        let below = try #require(ticks.first { $0.text == "5,000,000,000" })
        #expect(above.y - 5 < last && last < below.y - 5)
        #expect(Double(below.y - 5 - last) / Double(below.y - above.y) > 0.8)
    }

    @Test("A drawn chart has nothing outside of the picture", arguments: charts.indices)
    func drawn(_ place: Int) async throws {
        guard try await OutsideReader.isThere("rsvg-convert") else {
            return print("skipped: rsvg-convert is missing (Debian: apt-get install librsvg2-bin)")
        }
        let given = Self.charts[place]
        let chart = try Self.chart(titles: given.titles, days: given.days, most: given.most, by: given.measure)
        let svg = TrendPicture(chart: chart).text
        let size = try Self.size(svg)
        // A frame around the picture shows what would be cut off.
        let margin = 300
        let whole = (width: size.width + 2 * margin, height: size.height + 2 * margin)
        let framed = svg.replacing(
            "viewBox=\"0 0 \(size.width) \(size.height)\"",
            with:
                "viewBox=\"\(-margin) \(-margin) \(whole.width) \(whole.height)\" width=\"\(whole.width)\" height=\"\(whole.height)\""
        )
        let drawn = try await OutsideReader.run(
            "/usr/bin/env",
            ["rsvg-convert", "--background-color=white"],
            input: framed
        )
        #expect(drawn.status == .exited(0), "\(drawn.errors)")
        let bitmap = try Bitmap(decoding: drawn.output, toFit: PixelSize(width: whole.width, height: whole.height))
        #expect(bitmap.size == PixelSize(width: whole.width, height: whole.height))
        var ink = (left: Int.max, right: 0, top: Int.max, bottom: 0)
        for y in 0..<whole.height {
            let row = y * whole.width * 3
            for x in 0..<whole.width where bitmap.rgb[row + x * 3 + 1] < 0x80 {
                ink = (min(ink.left, x), max(ink.right, x), min(ink.top, y), max(ink.bottom, y))
            }
        }
        #expect(ink.left >= margin && ink.right < margin + size.width, "\(ink) of \(size)")
        #expect(ink.top >= margin && ink.bottom < margin + size.height, "\(ink) of \(size)")
    }
}
