import ArgumentParser
import BundledFiles
import DefinitionTools
import JSON
import MovieDomain
import MovieService
import Platform

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of providers.yaml, for completion and diagnostics in editors.",
        discussion: """
            For an editor with yaml-language-server:

              marquee schema > providers.schema.json
              marquee schema --markdown > reference.md

            and, as the first line of providers.yaml:

              # yaml-language-server: $schema=providers.schema.json
            """
    )

    @Flag(help: "Print the reference as Markdown instead.")
    var markdown = false

    func run() throws {
        try printDocument(markdown ? LanguageReference().markdown : LanguageSchema.document.jsonText)
    }
}

struct OpenRPCCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openrpc",
        abstract: "Print the OpenRPC document of all methods.",
        discussion: """
              marquee openrpc > marquee.json
              marquee openrpc --markdown methods
            """
    )

    @Option(help: ArgumentHelp("Write the reference as Markdown pages into a folder instead.", valueName: "dir"))
    var markdown: String?

    func run() throws {
        if let markdown {
            for page in MethodReference().pages {
                try FileSystem.local.write(Array(page.text.utf8), markdown + "/" + page.name).get()
            }
        } else {
            try printDocument(OpenRPCDocument(info: ServiceInfo(version: MarqueeVersion.current)).jsonText)
        }
    }
}

struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print completions for your shell.",
        discussion: """
              marquee completions bash > ~/.local/share/bash-completion/completions/marquee
              marquee completions zsh > ~/.zfunc/_marquee
              marquee completions fish > ~/.config/fish/completions/marquee.fish
            """
    )

    @Argument(help: "The shell: bash, zsh, or fish.", completion: .list(CompletionShell.allCases.map(\.rawValue)))
    var shell: String

    func run() throws {
        guard let shell = CompletionShell(rawValue: shell) else {
            throw ValidationError("expected bash, zsh, or fish, found '\(self.shell.printable)'")
        }
        try printDocument(Marquee.completions(for: shell))
    }
}

struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "man",
        abstract: "Print the manual page.",
        discussion: """
              marquee man | man -l -
              marquee man > ~/.local/share/man/man1/marquee.1
            """
    )

    func run() throws { try printDocument(String(decoding: BundledFiles.manual, as: UTF8.self)) }
}

private func printDocument(_ text: String) throws {
    try CommandOutput.print(text.last == "\n" ? String(text.dropLast()) : text)
}
