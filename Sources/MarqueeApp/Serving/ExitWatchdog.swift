import JSONRPC
import Platform

/// Ends the process even if something still runs, such as a connection that does not close or a call that ignores its
/// cancellation; the client has its answers by then.
enum ExitWatchdog {
    /// The time for the rest of the process to end by itself.
    private static let limit = Duration.milliseconds(400)

    /// Returns when the session is over and its log and trace are written.
    ///
    /// The process then has a moment to end by itself. Otherwise `beforeEnd` ends what would outlive the process.
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
            // Without the thread, the process ends when everything else has ended.
        }
    }
}
