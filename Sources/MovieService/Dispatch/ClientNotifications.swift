import JSON
package import JSONRPC
package import MovieDomain
import Synchronization

/// What a client is told unasked.
package struct ClientNotifications: Sendable {
    /// Of answers that are others now.
    package let changes = ChangeWatch()
    /// Of edited definitions.
    package let definitions = ProvidersWatch()

    /// Nothing is told yet.
    package init() {}
}

/// Tells the client which sources' answers are others now than those that it was given, if it asked to know.
///
/// A client that asked and was given a stale answer is told when the newer one is there, and asks again. Changes that
/// come close together are told together: no source is named twice within ``interval``, and none is forgotten.
package final class ChangeWatch: Sendable {
    private struct State: Sendable {
        var isEnabled = false
        /// Named in the order in which they changed.
        var pending: [ProviderID] = []
    }

    /// From one notification to the next.
    package static let interval = Duration.seconds(1)

    private let state = Mutex(State())
    private let wakeups: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation
    private let notes = Atomic(0)

    /// Counts what was noted, whether the client wants to know or not: it makes void what was answered before.
    var generation: Int { notes.load(ordering: .acquiring) }

    init() {
        (wakeups, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Whether the client wants to know from now on.
    func setEnabled(_ isEnabled: Bool) {
        state.withLock { state in
            state.isEnabled = isEnabled
            if !isEnabled { state.pending = [] }
        }
    }

    /// Takes note that a source's answers have changed.
    package func note(_ source: ProviderID) {
        notes.add(1, ordering: .releasing)
        let isNews = state.withLock { state in
            guard state.isEnabled, !state.pending.contains(source) else { return false }
            state.pending.append(source)
            return true
        }
        if isNews { wake.yield() }
    }

    /// Sends `cache/changed` for as long as the task is not cancelled.
    ///
    /// - Parameters:
    ///   - client: who is told.
    ///   - pause: waits from one notification to the next, or throws where the task is cancelled.
    @concurrent
    package func tell(
        _ client: RPCClient,
        pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async {
        for await _ in wakeups {
            for source in takePending() { client.notify("cache/changed", params: Self.parameters(source)) }
            do { try await pause(Self.interval) } catch { return }
        }
    }

    private func takePending() -> [ProviderID] {
        state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
    }

    private static func parameters(_ source: ProviderID) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { $0.member("provider", source.rawValue) }
        return writer.bytes
    }
}

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

/// What the methods have in common by which a client says what it wants to be told.
enum WatchParameters {
    static let enabled = Parameter<Bool>.defaulted(
        "enabled",
        .flag,
        to: true,
        written: true,
        "Whether the client wants to be told."
    )
}
