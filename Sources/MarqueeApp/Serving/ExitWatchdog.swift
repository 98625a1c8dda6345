import JSONRPC
import Platform

/// Ends the process although something still runs.
///
/// That may be a source's connection that does not close, or a call that ignores its cancellation. The client has its
/// answers, and nobody should wait for the rest.
enum ExitWatchdog {
    /// How long the rest may take.
    private static let limit = Duration.milliseconds(400)

    /// Returns when the session is over, its log and its trace are written; the process then has a moment to end by itself.
    ///
    /// `beforeEnd` comes last where it does not: for what would outlive the process.
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
