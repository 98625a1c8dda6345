import ArgumentParser
import JSON
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

/// `marquee check`: reads a file of definitions and reports every problem in it.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a providers.yaml: every problem in one run, as FILE:LINE:COLUMN: error|warning: text.",
        discussion: """
            `marquee check --explain KEY` tells what a key means instead: rows, paging.kind, operations.search.rows.

            Asks no source and needs no key. Exits with 0 where there is no error (warnings are none), else with 78.
            """
    )

    @Option(help: "text, or json: a list of {file, line, column, severity, message, hint}.")
    var format = ProblemFormat.text

    @Option(help: "Explain a key of the language, such as rows or paging.kind, and read no file.")
    var explain: String?

    @Argument(help: "The file (standard: the one that would be in force).", completion: .file())
    var file: String?

    func run() async throws {
        if let explain { return try Self.explain(explain) }
        let result = try await reportingFailures { try load(SystemEnvironment.current) }
        guard show(result.diagnostics) else { throw ExitCode.inputOutput }
        if result.diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode.configuration }
    }

    private static func explain(_ key: String) throws {
        let reference = LanguageReference()
        if let text = reference.explanation(of: key) {
            guard StandardOutput.write(text) else { throw ExitCode.inputOutput }
        } else {
            let near = reference.nearest(to: key).map { "did you mean '\($0)'?" }
            let hint = near ?? "`marquee schema --markdown` lists them all"
            StandardError.write("error: there is no key '\(key)'; \(hint)")
            throw ExitCode.usage
        }
    }

    private func load(_ environment: SystemEnvironment) throws(StartError) -> ConfigurationLoader.Outcome {
        let locator = ConfigurationLocator(environment)
        let (name, bytes, permissions) = try LoadedConfiguration.read(locator.locate(named: file), environment.files)
        let result = ConfigurationLoader.load(
            bytes: bytes,
            file: name,
            permissions: permissions,
            hasFile: { environment.files.permissions(Self.path(of: $0, beside: name)) != nil },
            bundled: BundledDefinition.all,
            kinds: Marquee.kinds.map(\.name)
        )
        if let configuration = result.configuration { report(configuration, in: name) }
        return result
    }

    /// Where a file lies that a definition names.
    private static func path(of file: String, beside definition: String) -> String {
        guard !file.hasPrefix("/"), let slash = definition.lastIndex(of: "/") else { return file }
        return definition[...slash] + file
    }

    /// Prints the problems; `false` where nobody reads.
    private func show(_ problems: [Diagnostic]) -> Bool {
        switch format {
        case .text: problems.allSatisfy { StandardOutput.write($0.description) }
        case .json: StandardOutput.write(JSONValue.array(problems.map(\.json)).description)
        }
    }

    private func report(_ configuration: Configuration, in file: String) {
        let ids = configuration.providers.map(\.id)
        let count = ids.count == 1 ? "1 provider" : "\(ids.count) providers"
        StandardError.write("\(file): \(count)\(ids.isEmpty ? "" : ": ")\(ids.joined(separator: ", "))")
        for provider in configuration.providers { StandardError.write("  \(provider.id): \(provider.reach.line)") }
    }
}

/// How the problems of a file are printed.
enum ProblemFormat: String, ExpressibleByArgument, CaseIterable {
    /// A line for each, as compilers write them.
    case text
    /// One document, for programs.
    case json
}
