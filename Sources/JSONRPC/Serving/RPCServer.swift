package import JSON
package import Platform

/// A JSON-RPC 2.0 server for one client on two descriptors.
///
/// Reading and writing use one thread each, because both block. Every call that waits is a child task of ``serve()``,
/// which returns when all of them have ended.
package final class RPCServer: Sendable {
    private let handler: any RPCHandler
    private let configuration: RPCServerConfiguration
    /// The connection, or `nil` if the system had no descriptor left.
    private let connection: Connection?
    private let failure: SystemError?

    /// Creates a server that is ready to ``serve()``, once.
    ///
    /// Both descriptors stay open, and nothing else should write to the output.
    package init(
        input: FileDescriptor,
        output: FileDescriptor,
        handler: some RPCHandler,
        configuration: RPCServerConfiguration = RPCServerConfiguration()
    ) {
        self.handler = handler
        self.configuration = configuration
        do throws(SystemError) {
            connection = Connection(
                input: input,
                output: output,
                configuration: configuration,
                wakePipe: try WakePipe()
            )
            failure = nil
        } catch {
            connection = nil
            failure = error
        }
    }

    /// The client, for notifications that belong to no call.
    package var client: RPCClient { RPCClient(connection: connection) }

    /// Serves until the client closes the input, sends `exit`, or disappears, or until ``stop(within:)`` is called.
    ///
    /// Every request that was read is answered first, as long as the client reads. All calls have ended when this
    /// returns, so a handler that ignores its cancellation delays it; ``ended()`` does not wait for that. Cancelling
    /// the calling task stops the server without delay. After ``RPCEnding/stalled``, a thread may still wait for the
    /// client to read, so the process should end soon. The process must ignore SIGPIPE, as
    /// ``StandardStreams/takeOver()`` does.
    @concurrent
    package func serve() async -> RPCEnding {
        guard let connection else { return unavailable }
        if let process = configuration.clientProcessID { connection.watchClient(ProcessID(process)) }
        do throws(SystemError) {
            try startThreads(connection)
        } catch {
            return .unavailable(errno: error.code)
        }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                while let calls = await connection.nextStartable() {
                    for call in calls {
                        // Structured: ``serve()`` returns after its calls, and its cancellation reaches them.
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
    /// Unlike ``serve()``, it waits only half a second for cancelled calls that do not end, so that a process can exit
    /// in time.
    @concurrent
    package func ended() async -> RPCEnding { await connection?.ending() ?? unavailable }

    /// Ends the session from outside: reads no more, lets calls continue for a while, and lets ``serve()`` return.
    ///
    /// May be called from any thread, any number of times; a shorter patience counts. What is left after it is answered
    /// with −32802.
    package func stop(within patience: Duration = .seconds(5)) { connection?.stop(within: patience) }

    private var unavailable: RPCEnding { .unavailable(errno: failure?.code ?? 0) }

    private func startThreads(_ connection: Connection) throws(SystemError) {
        try SystemThread.start { OutputWriter(connection: connection).run() }
        do throws(SystemError) {
            try SystemThread.start { [handler] in
                var reader = InputReader(connection: connection, handler: handler)
                reader.run()
            }
        } catch {
            // Let the writer leave.
            connection.noteAllAnswered()
            throw error
        }
    }
}

/// The limits and options of a server.
package struct RPCServerConfiguration: Sendable {
    /// The framing; `nil` detects it from the first bytes.
    package var framing: RPCFraming?
    /// The limits of one message: 10 MiB, depth 64.
    package var messageLimits = JSONLimits.standard
    /// The limit on the items of a batch.
    package var maximumBatch = 1_000
    /// The limit on the calls that run at the same time.
    package var maximumInFlight = 256
    /// The limit on the admitted calls that wait.
    package var maximumWaiting = 4_096
    /// The limit on the bytes that the waiting calls hold.
    package var maximumWaitingBytes = 4 << 20
    /// The number of unread bytes in the output at which reading stops.
    package var maximumOutboundBytes = 1 << 20
    /// How long the client may read nothing while bytes wait for it.
    package var stallTimeout = Duration.seconds(600)
    /// How long calls may continue after the end of the input.
    package var endOfInputDrain = Duration.seconds(30)
    /// The least time between two progress reports of one call.
    package var progressInterval = Duration.milliseconds(100)
    /// The number of unparsable messages in a row after which the session ends.
    package var maximumConsecutiveParseErrors = 10_000
    /// Whether the session is known to be LSP, so that requests before `initialize` are refused with −32002.
    package var requiresInitialize = false
    /// A process whose end ends the session, in addition to the one that `initialize` names; `nil` if there is none.
    package var clientProcessID: Int32?
    /// Called once, when what the client had sent already has been dealt with.
    ///
    /// Runs on the reading thread, and is a good moment to start work that the first answers should not wait for. Not
    /// called if the session ends before that.
    package var onceUnderWay: (@Sendable () -> Void)?
    /// Receives events that are not answered on the wire or deserve a line in the log, on the reading thread.
    package var diagnostics: (@Sendable (RPCDiagnostic) -> Void)?
    /// Receives the arrival and the answer of every call, on the threads that read and that run calls.
    ///
    /// It costs time if it is set.
    package var callEvents: (@Sendable (RPCCallEvent) -> Void)?
    /// Escapes lines for an output that a person reads.
    package var escaping: (@Sendable ([UInt8]) -> [UInt8])?
    /// Records all messages.
    package var traffic: TrafficRecorder?

    package init() {}
}

/// A notification by which a client takes a request back.
struct RPCCancellationRule: Sendable {
    let method: String
    /// The member of its params that holds the request's id.
    let idMember: String
    /// Whether the request is still answered, with −32800.
    let isAnswered: Bool
    /// A method whose requests cannot be taken back, or nil.
    var exemptMethod: String?

    /// That of the LSP base protocol, and that of MCP, after which `initialize` goes on.
    static let all = [
        RPCCancellationRule(method: "$/cancelRequest", idMember: "id", isAnswered: true),
        RPCCancellationRule(
            method: "notifications/cancelled",
            idMember: "requestId",
            isAnswered: false,
            exemptMethod: "initialize"
        ),
    ]
}
