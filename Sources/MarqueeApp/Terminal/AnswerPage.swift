import JSON
import MovieAggregation
import MovieService

/// An answer of a method as a person sees it: what its outline says, the drawing of a trend, or else its data.
struct AnswerPage {
    private let answer: any WireObject
    private let outline: AnswerOutline?
    let style: TerminalStyle
    /// The measure that a trend shows.
    var measure = TrendMeasure.audience

    private static let usualWidth = 80

    init(_ answer: any WireObject, for reader: Reader = Reader(.person), style: TerminalStyle = .plain) {
        var reader = reader
        reader.time = { style.time($0) }
        (self.answer, self.style) = (answer, style)
        outline = (answer as? any Outlined)?.outline(for: reader)
    }

    /// The film of each row, for the answers whose tables have one in each row.
    var films: [FoundFilm?] { outline?.films ?? [] }

    func text() throws(JSONError) -> String {
        let printer = TerminalPrinter(style: style)
        let footers = outline.map { printer.text(of: $0.footers) } ?? ""
        return [try body(printer), footers].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func body(_ printer: TerminalPrinter) throws(JSONError) -> String {
        if let trend = answer as? TrendResult {
            return TrendTable(chart: TrendChart(trend, by: measure), columns: style.columns ?? Self.usualWidth).text
        }
        if let outline, !outline.sections.isEmpty { return printer.text(of: outline.sections) }
        return try indented
    }

    /// The data, indented.
    private var indented: String {
        get throws(JSONError) {
            var shown = JSONValue(try JSONDocument(answer.jsonBytes, limits: .ofFiles).root)
            if case .object(let members) = shown { shown = .object(members.filter { $0.name != "sources" }) }
            var writer = JSONWriter(pretty: true)
            writer.value(shown)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}
