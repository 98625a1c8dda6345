import JSON
package import JSONRPC
import Synchronization

/// Tells the client what became of `providers.yaml` when it was edited, unless it asked not to be told.
package final class ProvidersWatch: Sendable {
    private let isEnabled = Atomic(true)
    private let changes: AsyncStream<ProvidersChange>
    private let inlet: AsyncStream<ProvidersChange>.Continuation
    /// More are not waited for by anybody; the last ones count.
    private static let mostPending = 64

    init() {
        (changes, inlet) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostPending))
    }

    /// Whether the client wants to know from now on.
    func setEnabled(_ isEnabled: Bool) {
        self.isEnabled.store(isEnabled, ordering: .relaxed)
    }

    /// Takes note of a change that took effect, or of a file that cannot be used.
    package func note(_ change: ProvidersChange) {
        if isEnabled.load(ordering: .relaxed) { inlet.yield(change) }
    }

    /// Sends `providers/changed` for as long as the task is not cancelled.
    @concurrent
    package func tell(_ client: RPCClient) async {
        for await change in changes { client.notify("providers/changed", params: change.jsonBytes) }
    }
}
