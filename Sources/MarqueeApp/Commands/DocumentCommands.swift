import ArgumentParser
import JSON
import MovieService
import Platform
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

    @Flag(help: "Print the reference for people instead; the second half of docs/providers.md is made with it.")
    var markdown = false

    func run() throws {
        let text = markdown ? LanguageReference().markdown : LanguageSchema.document.jsonText
        guard StandardOutput.write(text.last == "\n" ? String(text.dropLast()) : text) else {
            throw ExitCode.inputOutput
        }
    }
}

/// `marquee openrpc`: the methods, for tools and for people.
struct OpenRPCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openrpc",
        abstract: "Print the OpenRPC document of the methods."
    )

    @Flag(help: "Print the reference for people instead; docs/methods.md is made with it.")
    var markdown = false

    func run() throws {
        let text = markdown ? MethodReference().markdown : document
        guard StandardOutput.write(text.last == "\n" ? String(text.dropLast()) : text) else {
            throw ExitCode.inputOutput
        }
    }

    private var document: String {
        OpenRPCDocument(info: ServiceInfo(version: MarqueeVersion.current)).jsonText
    }
}
