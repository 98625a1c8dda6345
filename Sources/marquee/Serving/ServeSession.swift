import ArgumentParser
import JSONRPC
import Logging
import MovieDomain
import MovieService

/// One session with a client on the standard streams, from the first byte to the exit code.
struct ServeSession {
    var composition: Composition
    var settings = ServeSettings()

    /// Serves until the session ends.
    ///
    /// - Throws: `ExitCode`, always: 0 for a session that ended as it should.
    func run() async throws {
        try await reportingFailures { try SystemLimits.check(for: composition.settings) }
        let streams = try takeOverStreams()
        composition.logStart()
        let mask = composition.messageMask
        let log = SessionLog(logger: composition.logger, mask: mask)
        let recorder = settings.traceFile.flatMap {
            TraceFile.recorder(at: $0, masking: mask, logger: composition.logger)
        }
        let ending = try await reportingFailures {
            try await composition.withService { handler, definitions in
                try await serve(handler, definitions, on: streams, log, recorder)
            }
        }
        throw ExitCode(ending.exitCode)
    }

    private func serve(
        _ handler: ServiceHandler,
        _ definitions: DefinitionsInForce,
        on streams: (input: Int32, output: Int32),
        _ log: SessionLog,
        _ recorder: TrafficRecorder?
    ) async throws -> RPCEnding {
        // Ends when the definitions may be read: most clients shake hands before they ask for films, and the first answer
        // should not share the processor with it.
        let (underWay, signal) = AsyncStream.makeStream(of: Never.self)
        var configuration = configuration(log, recorder)
        configuration.onceUnderWay = { signal.finish() }
        let server = RPCServer(
            input: streams.input,
            output: streams.output,
            handler: handler,
            configuration: configuration
        )
        // Cancelled with the end of this call.
        async let _: Void = composition.notifications.send(to: server.client)
        async let overtime: Void = Overtime.watch(server, log, recorder, beforeEnd: composition.killPrograms)
        async let ending = serve(with: server) { signal.finish() }
        for await _ in underWay {}
        try await prepare(definitions, log)
        await overtime
        return await ending
    }

    private func serve(with server: RPCServer, then end: @escaping @Sendable () -> Void) async -> RPCEnding {
        defer { end() }
        return await withTerminationSignals {
            // With what it takes to give the rest up, the process ends within five seconds.
            server.stop(within: .milliseconds(4_400))
        } run: {
            await server.serve()
        }
    }

    /// Reads the definitions; a mistake in them ends the session, and none of its calls was answered from them.
    private func prepare(_ definitions: DefinitionsInForce, _ log: SessionLog) async throws {
        log.note(try await definitions.prepareOrFail())
        composition.watch(definitions)
    }

    private func configuration(_ log: SessionLog, _ recorder: TrafficRecorder?) -> RPCServerConfiguration {
        var configuration = settings.configuration
        configuration.diagnostics = { log.note($0) }
        configuration.callEvents = log.callEvents
        configuration.traffic = recorder
        return configuration
    }

    private func takeOverStreams() throws -> (input: Int32, output: Int32) {
        do {
            return try StandardStreams.takeOver()
        } catch {
            StandardError.write("error: \(error.description)")
            throw ExitCode.inputOutput
        }
    }
}
