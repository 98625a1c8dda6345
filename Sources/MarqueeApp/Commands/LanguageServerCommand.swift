import ArgumentParser
import JSONRPC
import LanguageServer
import MovieDomain
import MovieProviders
import Platform

struct LanguageServerCommand: DefinitionCommand {
    static let configuration = CommandConfiguration(
        commandName: "language-server",
        abstract: "Run a language server for providers.yaml: problems as you type, completion, and explanations.",
        discussion: """
            Your editor starts this command. It shows what `marquee check` and `marquee test` find, completes keys, \
            words, inputs, and the names in recorded responses, and explains the key under the cursor. It sends no \
            requests.

            For Neovim 0.11 or later:

              vim.lsp.config('marquee', { cmd = { 'marquee', 'language-server' }, filetypes = { 'yaml' } })
              vim.lsp.enable('marquee')
            """
    )

    @OptionGroup var editor: EditorOptions

    func run(kinds: [ProviderKind]) async throws {
        let streams = try StandardStreams.takeOver()
        var configuration = RPCServerConfiguration()
        configuration.requiresInitialize = true
        configuration.clientProcessID = editor.clientProcessID
        let environment = SystemEnvironment.current
        let handler = LanguageServerHandler(
            check: DefinitionCheck(environment: environment, kinds: kinds.map(\.name)),
            name: "marquee language-server",
            version: MarqueeVersion.current
        )
        let server = RPCServer(
            input: streams.input,
            output: streams.output,
            handler: handler,
            configuration: configuration
        )
        let ending = await withTerminationSignals {
            server.stop(within: .seconds(1))
        } run: {
            await server.serve()
        }
        throw ExitCode(ending.exitCode)
    }
}
