import ArgumentParser
import JSON
import MovieService

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
