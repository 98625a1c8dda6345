import ArgumentParser
import MovieProviders
import ProviderLanguage

/// `marquee test`: runs the tests that definitions carry, without network.
struct TestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run the tests that definitions carry, without network: one line a test, differences field by field.",
        discussion: """
            What a provider takes over with `extends` brings its tests along. Exits with 65 where a test does not hold.
            """
    )

    @Option(help: "Only the tests of this provider.")
    var provider: String?

    @Option(help: "table (one line a test) or json.")
    var format: AnswerFormat = .table

    @Argument(
        help: "The file, or the name of a definition that is built in (standard: the file that would be in force).",
        completion: .file()
    )
    var file: String?

    func run() async throws {
        let report = try await reportingFailures { try results() }
        switch format {
        case .table: report.show()
        case .json: StandardOutput.write(report.json)
        }
        if !report.holds { throw ExitCode.dataError }
    }

    private func results() throws(StartFailure) -> TestReport {
        let environment = SystemEnvironment.current
        let source = DefinitionSource(environment: environment)
        let providers = try source.configuration(named: file).limited(to: provider).providers
        let run = DefinitionTestRun(files: environment.files)
        return TestReport(results: providers.flatMap { run.results(of: $0) }, providers: providers.map(\.id))
    }
}
