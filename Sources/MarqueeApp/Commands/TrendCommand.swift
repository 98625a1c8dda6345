import ArgumentParser
import JSON
import MovieDomain
import Platform

struct TrendCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "trend",
        abstract: "Draw how films did at the box office, day by day.",
        discussion: """
            On a terminal it is a chart, elsewhere the answer of boxOffice/trend in JSON:

              marquee trend --from 2026-10-01 --to 2026-10-31 --limit 5
              marquee trend kofic:20183782 --by rank --svg parasite.svg
            """
    )

    @OptionGroup var engine: EngineOptions

    @Argument(help: "Ids of films (default: the first films of the last day).")
    var ids: [String] = []

    @Option(help: "The first day, such as 2026-10-01 (default: six days before the last one).")
    var from: String?

    @Option(help: "The last day (default: yesterday).")
    var to: String?

    @Option(help: "The day whose first films are shown (default: the last day).")
    var date: String?

    @Option(help: "The number of top films.")
    var limit: Int?

    @Option(help: "What is drawn: audience, sales, or rank.")
    var by = TrendMeasure.audience

    @Option(help: "table or json (default: table on a terminal, json elsewhere).")
    var format: AnswerFormat?

    @Option(help: "Write the chart as an SVG picture to this file.", completion: .file())
    var svg: String?

    @Flag(help: "Overwrite the file.")
    var force = false

    func run(kinds: [ProviderKind]) async throws {
        if let svg, !force, FileFacts.of(svg) != nil {
            throw CommandError("\(svg) exists; --force overwrites it", .inputOutput)
        }
        let call = OneCall(
            settings: engine.settings,
            kinds: kinds,
            method: "boxOffice/trend",
            parameters: parameters,
            format: format,
            measure: by
        )
        guard let svg else { return try await call.run() }
        let picture = TrendSVG(chart: TrendChart(try await call.answer(), by: by)).text
        try FileSystem.local.write(Array(picture.utf8), svg).get()
    }

    private var parameters: [String] {
        let list = ids.isEmpty ? nil : JSONValue.array(ids.map(JSONValue.string)).jsonText
        let named = [("ids", list), ("from", from), ("to", to), ("date", date), ("limit", limit.map(String.init))]
        return named.compactMap { name, value in value.map { "\(name)=\($0)" } }
    }
}

extension TrendMeasure: ExpressibleByArgument {}
