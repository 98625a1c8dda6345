package import JSON

/// How a server treats its client.
package struct RPCServerConfiguration: Sendable {
    /// The framing; nil takes it from the first bytes.
    package var framing: RPCFraming?
    /// The limits of one message: 10 MiB, depth 64.
    package var messageLimits = JSONLimits.standard
    /// The most items of a batch.
    package var maximumBatch = 1_000
    /// How many calls run at the same time.
    package var maximumInFlight = 256
    /// How many admitted calls may wait for their turn.
    package var maximumWaiting = 4_096
    /// How many bytes the waiting calls may hold.
    package var maximumWaitingBytes = 4 << 20
    /// How many bytes may wait for the client to read them before nothing more is read from it.
    package var maximumOutboundBytes = 1 << 20
    /// How long the client may read nothing while something waits for it.
    package var stallTimeout = Duration.seconds(30)
    /// How long calls may go on after the end of the input.
    package var endOfInputDrain = Duration.seconds(30)
    /// How long calls may go on after `exit`, which ends the process; what is left is answered with −32800.
    package var exitDrain = Duration.zero
    /// The least time between two progress reports of one call.
    package var progressInterval = Duration.milliseconds(100)
    /// After so many unparsable messages in a row the client is taken for broken, and the session ends.
    package var maximumConsecutiveParseErrors = 10_000
    /// Whether the session is known to be LSP, so that anything before `initialize` is refused with −32002.
    package var requiresInitialize = false
    /// The process with whose end the session ends, besides the one that `initialize` names; nil for none.
    package var clientProcessID: Int32?
    /// Whether the session ends with the process that `initialize` names in `processId`.
    package var watchesClientProcess = true
    /// The notifications that cancel requests.
    package var cancellationRules = [RPCCancellationRule.languageServer, .modelContext]
    /// Called once, when what the client had sent already has been dealt with.
    ///
    /// It comes on the thread that reads: a good moment to begin work that the first answers should not wait for. Not
    /// called where the session ends before.
    package var onceUnderWay: (@Sendable () -> Void)?
    /// Hears of what is not answered on the wire or deserves a line in a log; called on the thread that reads.
    package var diagnostics: (@Sendable (RPCDiagnostic) -> Void)?
    /// Hears of every call's coming and answer, on the threads that read and that run calls.
    ///
    /// Costs time where it is set.
    package var callEvents: (@Sendable (RPCCallEvent) -> Void)?
    /// Sees all messages.
    package var traffic: (any RPCTrafficObserver)?

    /// The usual settings.
    package init() {}
}
