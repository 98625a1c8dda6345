import ArgumentParser
import MovieProviders
import ProviderLanguage

/// `marquee check`: reads a file of definitions and reports every problem in it.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a providers.yaml: every problem in one run, as FILE:LINE:COLUMN: error|warning: text."
    )

    @Argument(help: "The file (standard: the one that would be in force).", completion: .file())
    var file: String?

    func run() async throws {
        let environment = SystemEnvironment.current
        let locator = ConfigurationLocator(environment: environment.variable, files: environment.files)
        let diagnostics = try await reportingFailures {
            let (name, bytes, permissions) = try LoadedConfiguration.read(
                locator.locate(named: file),
                environment.files
            )
            let result = ConfigurationLoader.load(
                bytes: bytes,
                file: name,
                permissions: permissions,
                bundled: BundledDefinition.all
            )
            if let configuration = result.configuration { report(configuration, in: name) }
            return result.diagnostics
        }
        for diagnostic in diagnostics { StandardOutput.write(diagnostic.description) }
        if diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode.configuration }
    }

    private func report(_ configuration: Configuration, in file: String) {
        let ids = configuration.providers.map(\.id)
        let count = ids.count == 1 ? "1 provider" : "\(ids.count) providers"
        StandardError.write("\(file): \(count)\(ids.isEmpty ? "" : ": ")\(ids.joined(separator: ", "))")
    }
}
