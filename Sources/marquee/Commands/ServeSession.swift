import ArgumentParser
import JSONRPC
import Logging
import MovieService

/// One session with a client on the standard streams, from the first byte to the exit code.
struct ServeSession {
    var composition: Composition
    /// `nil` takes it from the first bytes.
    var framing: RPCFraming?

    /// Serves until the session ends.
    ///
    /// - Throws: `ExitCode`, always: 0 for a session that ended as it should.
    func run() async throws {
        let streams = try takeOverStreams()
        // Ends when the definitions may be read: most clients shake hands before they ask for films, and the first answer
        // should not share the processor with it.
        let (underWay, signal) = AsyncStream.makeStream(of: Never.self)
        let ending = try await reportingFailures {
            try await composition.withService { handler in
                let server = RPCServer(
                    input: streams.input,
                    output: streams.output,
                    handler: handler,
                    configuration: configuration(onceUnderWay: { signal.finish() })
                )
                async let ending = serve(with: server) { signal.finish() }
                for await _ in underWay {}
                try await prepare(handler.catalogue)
                return await ending
            }
        }
        composition.logger.info("\(ending)")
        throw ExitCode(ending.exitCode)
    }

    private func serve(with server: RPCServer, then end: @escaping @Sendable () -> Void) async -> RPCEnding {
        defer { end() }
        return await withTerminationSignals {
            server.stop(within: .seconds(5))
        } run: {
            await server.serve()
        }
    }

    /// Reads the definitions; a mistake in them ends the session, and none of its calls was answered from them.
    private func prepare(_ catalogue: CatalogueSource) async throws {
        do throws(CatalogueUnavailable) {
            try await catalogue.prepare()
        } catch {
            throw error.cause
        }
    }

    private func configuration(
        onceUnderWay: @escaping @Sendable () -> Void
    ) -> RPCServerConfiguration {
        var configuration = RPCServerConfiguration()
        configuration.onceUnderWay = onceUnderWay
        configuration.framing = framing
        // An editor that its user has suspended reads again later.
        configuration.stallTimeout = .seconds(600)
        configuration.diagnostics = { [logger = composition.logger] in logger.notice("\($0)") }
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
