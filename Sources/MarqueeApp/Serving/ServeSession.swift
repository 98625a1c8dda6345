import ArgumentParser
import JSONRPC
import Logging
import MCPServer
import MovieDomain
import MovieProviders
import MovieService
import Platform
import Synchronization

/// One session with a client on the standard streams, from the first byte to the exit code.
struct ServeSession {
    var engine: EngineSettings
    var kinds: [ProviderKind]
    var configuration: RPCServerConfiguration
    var traceFile: String?
    /// The groups of tools that assistants get.
    var tools = Set(ToolGroup.allCases)

    /// How long open calls may take to say that the definitions cannot be used.
    private static let timeForRefusals = Duration.seconds(1)

    /// Serves until the session ends.
    ///
    /// - Throws: `ExitCode` at the end of the session, 0 if it ended well and that of the error if the definitions are
    ///   invalid, or the error that prevented the session.
    func run() async throws {
        var engine = engine
        engine.isSession = true
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
        let dialects = MCPHandler(
            service: application.handler,
            requiresInitialize: configuration.requiresInitialize,
            tools: tools
        )
        let server = RPCServer(
            input: streams.input,
            output: streams.output,
            handler: dialects,
            configuration: configuration
        )
        // These are cancelled when this call ends.
        async let _: Void = application.notifications.send(to: server.client, by: dialects)
        let watchdog = ExitWatchdog(beforeEnd: application.children.killAll)
        async let watching: Void = watchdog.watch(server, log, recorder)
        async let ending = serve(with: server) { signal.finish() }
        for await _ in underWay {}
        do throws(StartError) {
            try await load(application.configuration, log)
        } catch {
            // Written here, because the watchdog waits for the text only until it knows the exit code.
            CommandErrors.write(error.text)
            watchdog.noteLoaded(failure: error.exitCode)
            // The calls that were read are told what is wrong with the definitions.
            server.stop(within: Self.timeForRefusals)
            _ = await ending
            throw error.exitCode
        }
        watchdog.noteLoaded(failure: nil)
        application.watchLibrary()
        await watching
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
    private func load(_ configuration: ConfigurationReloader, _ log: SessionLog) async throws(StartError) {
        log.note(try await configuration.load())
        ConfigurationWatch(configuration: configuration, logger: log.logger).start()
    }
}

/// Ends the process even if something still runs: a connection that does not close, or a call that ignores its
/// cancellation; the client has its answers by then.
///
/// The exit code is that of the session: invalid definitions decide it even if the session is over before they are read.
final class ExitWatchdog: Sendable {
    /// How long the rest of the process may take.
    private static let limit = Duration.milliseconds(400)
    /// How much longer the definitions may take to be read, and their errors to be written.
    private static let loadLimit = Duration.seconds(10)

    private enum Loading {
        case underWay, succeeded
        case failed(ExitCode)
    }

    private let loading = Mutex(Loading.underWay)
    /// Ends what would outlive the process.
    private let beforeEnd: @Sendable () -> Void

    init(beforeEnd: @escaping @Sendable () -> Void) { self.beforeEnd = beforeEnd }

    /// Notes that the definitions have been read, or that this is the code of the error in them, which is written.
    func noteLoaded(failure: ExitCode?) { loading.withLock { $0 = failure.map(Loading.failed) ?? .succeeded } }

    /// Returns when the session is over, and its log and trace are written.
    ///
    /// The process then has a moment to end by itself.
    func watch(_ server: RPCServer, _ log: SessionLog, _ recorder: TrafficRecorder?) async {
        let ending = await server.ended()
        log.note(ending)
        recorder?.finish(within: .seconds(10))
        do {
            try SystemThread.start { [self] in
                SystemThread.sleep(for: Self.limit)
                if case .underWay = loading.withLock(\.self) { SystemThread.sleep(for: Self.loadLimit) }
                let loading = loading.withLock(\.self)
                beforeEnd()
                if case .failed(let code) = loading { CurrentProcess.endAtOnce(code: code.rawValue) }
                CurrentProcess.endAtOnce(code: ending.exitCode)
            }
        } catch {
            // Then the process ends when the rest does.
        }
    }
}
