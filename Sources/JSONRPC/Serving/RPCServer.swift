/// A JSON-RPC 2.0 server for one client on two descriptors.
///
/// Reading and writing have a plain thread each, because both block; every call that waits is a child task of
/// ``serve()``, which returns when all of them have ended.
package final class RPCServer: Sendable {
    private let input: Int32
    private let output: Int32
    private let handler: any RPCHandler
    private let configuration: RPCServerConfiguration
    private let connection: Connection?

    /// A server that is ready to ``serve()``, once.
    ///
    /// - Parameters:
    ///   - input: the descriptor to read; it stays open.
    ///   - output: the descriptor to write; it stays open, and nobody else should write to it.
    ///   - handler: the methods.
    ///   - configuration: limits and settings.
    package init(
        input: Int32,
        output: Int32,
        handler: some RPCHandler,
        configuration: RPCServerConfiguration = RPCServerConfiguration()
    ) {
        self.input = input
        self.output = output
        self.handler = handler
        self.configuration = configuration
        connection = WakePipe().map {
            Connection(input: input, output: output, configuration: configuration, wakePipe: $0)
        }
    }

    /// The other end, for notifications that belong to no call.
    package var client: RPCClient { RPCClient(connection: connection) }

    /// Serves until the client closes its end, says `exit` or goes away, or until ``stop(within:)``.
    ///
    /// Every request that was read is answered before, as far as anybody reads. All calls have ended then, so a handler
    /// that ignores its cancellation holds this up; ``ended()`` does not wait for it. Cancelling the calling task stops the
    /// server without patience. After ``RPCEnding/stalled`` a
    /// thread may still wait for the client to read, so the process should end soon. SIGPIPE must be ignored in the
    /// process, as ``StandardStreams/takeOver()`` does.
    ///
    /// - Returns: how the session ended.
    @concurrent
    package func serve() async -> RPCEnding {
        guard let connection else { return .unavailable(errno: 24) }
        if let process = configuration.clientProcessID { connection.watchClient(process) }
        if let failure = startThreads(connection) { return .unavailable(errno: failure) }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                while let calls = await connection.nextStartable() {
                    for call in calls {
                        group.addTask { [handler] in await connection.run(call, with: handler) }
                    }
                }
            }
        } onCancel: {
            connection.stop(within: .zero)
        }
        connection.noteAllAnswered()
        return await connection.ending()
    }

    /// Waits until everything is answered and written, or cannot be.
    ///
    /// Unlike ``serve()`` it waits only half a second for calls that do not end although they were cancelled, so that a
    /// process can leave in time.
    ///
    /// - Returns: how the session ended.
    @concurrent
    package func ended() async -> RPCEnding {
        await connection?.ending() ?? .unavailable(errno: 24)
    }

    /// Ends the session from outside: reads no more, lets calls go on for a while, answers them, and lets ``serve()``
    /// return.
    ///
    /// May be called from any thread, any number of times; a shorter patience counts.
    ///
    /// - Parameter patience: after this, what is left is cancelled and answered with −32802.
    package func stop(within patience: Duration = .seconds(5)) {
        connection?.stop(within: patience)
    }

    /// Starts both threads; the error number where the system refuses one.
    private func startThreads(_ connection: Connection) -> Int32? {
        let failure = PlainThread.start { OutputWriter(connection: connection).run() }
        guard failure == 0 else { return failure }
        let secondFailure = PlainThread.start { [handler] in
            var reader = InputReader(connection: connection, handler: handler)
            reader.run()
        }
        guard secondFailure == 0 else {
            connection.noteAllAnswered()
            return secondFailure
        }
        return nil
    }
}
