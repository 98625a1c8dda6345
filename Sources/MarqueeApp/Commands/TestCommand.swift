import ArgumentParser
import JSON
import MovieDomain
import MovieProviders
import Platform
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

    private func results() throws(StartError) -> TestReport {
        let environment = SystemEnvironment.current
        let source = DefinitionSource(environment: environment, kinds: Marquee.kinds)
        let providers = try source.configuration(named: file).limited(to: provider).providers
        let run = DefinitionTestRun(files: environment.files)
        return TestReport(results: providers.flatMap { run.results(of: $0) }, providers: providers.map(\.id))
    }
}

/// What came of the tests of one or more definitions, for people and for programs.
struct TestReport {
    let results: [DefinitionTestRun.Result]
    /// The providers that were looked at.
    let providers: [String]

    /// Whether there is no test that does not hold.
    var holds: Bool { results.allSatisfy(\.differences.isEmpty) }

    /// One line a test on stdout, the differences beneath it, and the counts on stderr.
    func show() {
        for result in results {
            StandardOutput.write(
                "\(result.differences.isEmpty ? "ok  " : "FAIL") \(result.provider): \(result.test.name)"
            )
            guard !result.differences.isEmpty else { continue }
            StandardOutput.write("     \(result.test.location): \(result.test.operation.rawValue)")
            for difference in result.differences { StandardOutput.write("     \(difference)") }
        }
        for provider in providers where !results.contains(where: { $0.provider == provider }) {
            StandardError.write("\(provider): no tests")
        }
        let failed = results.count { !$0.differences.isEmpty }
        StandardError.write("\(results.count) \(results.count == 1 ? "test" : "tests"), \(failed) failed")
    }

    /// The same as one JSON document.
    var json: String {
        let tests: [JSONValue] = results.map { result in
            [
                "provider": .string(result.provider),
                "name": .string(result.test.name),
                "operation": .string(result.test.operation.rawValue),
                "location": .string(result.test.location.description),
                "holds": .bool(result.differences.isEmpty),
                "differences": .array(result.differences.map(\.json)),
            ]
        }
        let failed = results.count { !$0.differences.isEmpty }
        let report: JSONValue = [
            "tests": .array(tests), "count": .number(JSONNumber(results.count)), "failed": .number(JSONNumber(failed)),
        ]
        return report.description
    }
}

extension ProviderTest.Difference {
    fileprivate var json: JSONValue {
        .object(
            (place.map { [JSONValue.Member("path", .string($0))] } ?? [])
                + [.init("expected", .string(expected)), .init("came", .string(came))]
        )
    }
}
