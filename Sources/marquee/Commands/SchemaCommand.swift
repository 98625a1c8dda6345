import ArgumentParser
import JSON
import ProviderLanguage

/// `marquee schema`: the JSON Schema of the definitions, for editors.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of providers.yaml, for completion and checking in editors.",
        discussion: """
            For an editor with yaml-language-server:

              marquee schema > providers.schema.json

            and this as the first line of providers.yaml:

              # yaml-language-server: $schema=providers.schema.json
            """
    )

    func run() throws {
        guard StandardOutput.write(LanguageSchema.document.jsonText) else { throw ExitCode.inputOutput }
    }
}
