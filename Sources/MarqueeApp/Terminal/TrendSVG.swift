/// A trend as a picture: a line for each film, broken at missing days, with the film's title beside it.
///
/// The picture contains only shapes and escaped texts: no links, no scripts, no external fonts.
struct TrendSVG {
    let chart: TrendChart

    private static let colours = [
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
        let colour = Self.colours[number % Self.colours.count]
        let y = Self.top + number * Self.lineHeight
        let title = line.title.count > Self.longestTitle ? line.title.prefix(Self.longestTitle) + "…" : line.title[...]
        let mark =
            "<rect x=\"\(Self.left + Self.width + 20)\" y=\"\(y - 4)\" width=\"12\" height=\"12\" fill=\"\(colour)\"/>"
        let name = label(String(title), x: Self.left + Self.width + 40, y: y + 7)
        return pieces(of: line).map { piece in
            let points = piece.map { "\($0.x),\($0.y)" }.joined(separator: " ")
            // A line with one point would be invisible.
            if let only = piece.first, piece.count == 1 {
                return "<circle cx=\"\(only.x)\" cy=\"\(only.y)\" r=\"3\" fill=\"\(colour)\"/>"
            }
            return "<polyline points=\"\(points)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
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
