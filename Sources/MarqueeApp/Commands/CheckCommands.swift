import ArgumentParser
import DefinitionTools
import JSON
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

struct CheckCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a file of definitions, and report every problem with its line.",
        discussion: """
              marquee check films.yaml
              marquee check --explain paging.kind

            `marquee check --explain KEY` explains a key instead, such as rows, paging.kind, or operations.search.rows.

            Also shows the hosts, variables, files, and programs that each provider uses. Sends no requests and needs \
            no key. Exits with 78 if there are errors, and with 0 if there are only \
            warnings.
            """
    )

    @Option(help: "text, or json: a list of {file, line, column, severity, message, hint}.")
    var format = ProblemFormat.text

    @Option(
        help: "Explain a key, such as rows or paging.kind, without reading a file.",
        completion: .custom(Completions.keys)
    )
    var explain: String?

    @Argument(help: "The file (default: the definitions in use, and your settings).", completion: .file())
    var file: String?

    func run(kinds: [ProviderKind]) async throws {
        if let explain { return try Self.explain(explain) }
        let result = try load(SystemEnvironment.current, kinds)
        var problems = result.diagnostics
        // What is in use is the user's settings, too.
        if file == nil { problems += try RunContext(EngineSettings(), kinds: kinds).checkedSettings().diagnostics }
        switch format {
        case .text: for problem in problems { try CommandOutput.print(problem.description) }
        case .json: try CommandOutput.print(JSONValue.array(problems.map(\.json)).description)
        }
        if problems.contains(where: { $0.severity == .error }) { throw ExitCode.configuration }
    }

    private static func explain(_ key: String) throws {
        let reference = LanguageReference()
        if let text = reference.explanation(of: key) {
            try CommandOutput.print(text)
        } else {
            let near = reference.nearest(to: key).map { "did you mean '\($0)'?" }
            let hint = near ?? "`marquee schema --markdown` lists all keys"
            throw CommandError("there is no key '\(key)'; \(hint)", .usage)
        }
    }

    private func load(
        _ environment: SystemEnvironment,
        _ kinds: [ProviderKind]
    ) throws(StartError) -> ConfigurationLoader.Outcome {
        let location = ConfigurationLocator(environment).locate(named: file)
        let (name, bytes, permissions) = try LoadedConfiguration.read(location, environment.files)
        let check = DefinitionCheck(environment: environment, kinds: kinds.map(\.name))
        let outcome = check.outcome(of: bytes, file: name, permissions: permissions)
        if let configuration = outcome.configuration {
            let context = RunContext(EngineSettings(), kinds: kinds)
            report(configuration, in: name, DefinitionTrust(in: configuration, outcome.content, at: location, context))
        }
        return outcome
    }

    private func report(_ configuration: Configuration, in file: String, _ trust: DefinitionTrust) {
        let ids = configuration.providers.map(\.id)
        let count = ids.count == 1 ? "1 provider" : "\(ids.count) providers"
        CommandErrors.write("\(file): \(count)\(ids.isEmpty ? "" : ": ")\(ids.joined(separator: ", "))")
        for provider in configuration.providers {
            CommandErrors.write("  \(provider.id): \(provider.reach.behindLinks.line)")
        }
        for provider in configuration.providers where provider.enabled {
            guard let refusal = trust.explanation(of: provider) else { continue }
            CommandErrors.write("\(provider.id) is disabled: \(refusal)")
        }
    }
}

enum ProblemFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}

struct TestCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract:
            "Run the tests in definitions, without a network. Prints one line per test, and each difference "
            + "with its field.",
        discussion: """
              marquee test
              marquee test films.yaml --provider lantern

            A provider with `extends` also runs the tests of the definition it extends. Exits with 65 if a test fails.
            """
    )

    @Option(help: "Run the tests of this provider only.", completion: .custom(Completions.providers))
    var provider: String?

    @Option(help: "table (one line per test) or json.")
    var format: PageFormat = .table

    @Argument(
        help: "The file, or the name of a built-in definition (default: the definitions in use).",
        completion: .file()
    )
    var file: String?

    func run(kinds: [ProviderKind]) async throws {
        let report = try results(kinds)
        switch format {
        case .table: report.show()
        case .json: CommandOutput.write(report.json)
        }
        if !report.holds { throw ExitCode.dataError }
    }

    private func results(_ kinds: [ProviderKind]) throws(StartError) -> TestReport {
        let context = RunContext(EngineSettings(), kinds: kinds)
        let providers = try context.configuration(named: file).limited(to: provider).providers
        let run = DefinitionTestRun(files: context.files)
        let mask = MessageMask(Configuration(providers: providers), secrets: context.secrets)
        for provider in providers {
            let (warnings, missing) = run.warnings(about: provider)
            for warning in warnings { CommandErrors.write(warning.masked(by: mask).description) }
            if !missing.isEmpty {
                CommandErrors.write("\(provider.id): no sample has \(Set(missing).sorted().joined(separator: ", "))")
            }
        }
        return TestReport(results: providers.flatMap { run.results(of: $0) }, providers: providers.map(\.id))
    }
}

/// The results of the tests of one or more definitions.
struct TestReport {
    let results: [DefinitionTestRun.Result]
    let providers: [String]

    /// Whether no test fails.
    var holds: Bool { results.allSatisfy(\.differences.isEmpty) }

    /// Prints one line per test with its differences to stdout, and the counts to stderr.
    func show() {
        for result in results {
            CommandOutput.write(
                "\(result.differences.isEmpty ? "ok  " : "FAIL") \(result.provider): \(result.test.name)"
            )
            guard !result.differences.isEmpty else { continue }
            CommandOutput.write("     \(result.test.location): \(result.test.operation.rawValue)")
            for difference in result.differences { CommandOutput.write("     \(difference)") }
        }
        for provider in providers where !results.contains(where: { $0.provider == provider }) {
            CommandErrors.write("\(provider): no tests")
        }
        let failed = results.count { !$0.differences.isEmpty }
        CommandErrors.write("\(results.count) \(results.count == 1 ? "test" : "tests"), \(failed) failed")
    }

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
