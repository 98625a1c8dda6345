import ArgumentParser

/// `marquee call`: one method call, answered on stdout.
struct CallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "call",
        abstract: "Call one method and print its answer: a table on a terminal, JSON in a pipe.",
        discussion: """
            Parameters are a JSON object or NAME=VALUE pairs:

              marquee call movies/search '{"query": "Parasite", "year": 2019}'
              marquee call movies/search query=Parasite year=2019
            """
    )

    @OptionGroup var engine: EngineOptions

    @Option(help: "table or json (standard: table on a terminal, json in a pipe).")
    var format: AnswerFormat?

    @Argument(help: "The method, such as boxOffice/daily.")
    var method: String

    @Argument(help: "Its parameters.")
    var parameters: [String] = []

    func run() async throws {
        try await OneCall(settings: engine.settings, method: method, parameters: parameters, format: format).run()
    }
}
