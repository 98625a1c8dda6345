import ArgumentParser
import JSONRPC
import Logging
import MCPServer
import MovieDomain
import MovieProviders
import MovieService
import Platform

/// One session with a client on the standard streams, from the first byte to the exit code.
struct ServeSession {
    var engine: EngineSettings
    var kinds: [ProviderKind]
    var configuration: RPCServerConfiguration
    var traceFile: String?

    /// Serves until the session ends.
    ///
    /// - Throws: `ExitCode` at the end of the session, 0 if it ended well, or the error that prevented the session.
    func run() async throws {
        try SystemLimits.check(for: engine)
        // Must come first, because a file opened while a standard stream is closed would take the stream's number.
        let streams = try StandardStreams.takeOver()
        let ending = try await Application.run(engine, kinds: kinds) { try await serve($0, on: streams) }
        throw ExitCode(ending.exitCode)
    }

    private func serve(
        _ application: Application,
        on streams: (input: FileDescriptor, output: FileDescriptor)
    ) async throws -> RPCEnding {
        let log = SessionLog(logger: application.context.logger, mask: application.mask.masking)
        log.noteStart(application.context.settings, application.configuration.location)
        let recorder = traceFile.flatMap { log.recorder(at: $0) }
        // The definitions are read once the first answer is out: most clients shake hands before they ask for films.
        let (underWay, signal) = AsyncStream.makeStream(of: Never.self)
        var configuration = configuration
        configuration.diagnostics = { log.note($0) }
        configuration.callEvents = log.callEvents
        configuration.traffic = recorder
        if streams.output.isTerminal {
            configuration.escaping = { Array(String(decoding: $0, as: UTF8.self).escapedForTerminal.utf8) }
        }
        configuration.onceUnderWay = { signal.finish() }
        let dialects = MCPHandler(service: application.handler, assumesLanguageServer: configuration.requiresInitialize)
        let server = RPCServer(
            input: streams.input,
            output: streams.output,
            handler: dialects,
            configuration: configuration
        )
        // These are cancelled when this call ends.
        async let _: Void = application.notifications.send(to: server.client, by: dialects)
        async let watchdog: Void = ExitWatchdog.watch(server, log, recorder, beforeEnd: application.children.killAll)
        async let ending = serve(with: server) { signal.finish() }
        for await _ in underWay {}
        try await load(application.configuration, log)
        application.watchLibrary()
        await watchdog
        return await ending
    }

    private func serve(with server: RPCServer, then end: @escaping @Sendable () -> Void) async -> RPCEnding {
        defer { end() }
        return await withTerminationSignals {
            // This leaves time to abandon the rest, so that the process ends within five seconds.
            server.stop(within: .milliseconds(4_400))
        } run: {
            await server.serve()
        }
    }

    /// Reads the definitions; an error in them ends the session before any call is answered from them.
    private func load(_ configuration: ConfigurationReloader, _ log: SessionLog) async throws {
        log.note(try await configuration.load())
        ConfigurationWatch(configuration: configuration, logger: log.logger).start()
    }
}

/// Ends the process even if something still runs: a connection that does not close, or a call that ignores its
/// cancellation; the client has its answers by then.
enum ExitWatchdog {
    /// How long the rest of the process may take.
    private static let limit = Duration.milliseconds(400)

    /// Returns when the session is over, and its log and trace are written.
    ///
    /// The process then has a moment to end by itself. Otherwise `beforeEnd` ends what would outlive it.
    static func watch(
        _ server: RPCServer,
        _ log: SessionLog,
        _ recorder: TrafficRecorder?,
        beforeEnd: @escaping @Sendable () -> Void
    ) async {
        let ending = await server.ended()
        log.note(ending)
        recorder?.finish(within: .seconds(2))
        let code = ending.exitCode
        do {
            try SystemThread.start {
                SystemThread.sleep(for: limit)
                beforeEnd()
                CurrentProcess.endAtOnce(code: code)
            }
        } catch {
            // Then the process ends when the rest does.
        }
    }
}
