import JSON
package import JSONRPC
package import MovieDomain
import Synchronization

/// The notifications: `cache/changed` if the client asked for it, `providers/changed` and `library/changed` unless it declined.
///
/// No source is named twice within ``interval``, and none is lost.
package final class ClientNotifications: Sendable {
    private struct CacheChanges: Sendable {
        var isEnabled = false
        /// In the order of their changes.
        var pending: [ProviderID] = []
    }

    private static let interval = Duration.seconds(1)
    /// If more changes of the definitions wait, the oldest are dropped.
    private static let maximumPending = 64

    private let clock: any Clock<Duration>
    private let cacheChanges = Mutex(CacheChanges())
    private let (wakeups, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let tellsOfProviders = Atomic(true)
    private let (providersChanges, pendingProvidersChange) = AsyncStream<ProvidersChange>
        .makeStream(bufferingPolicy: .bufferingNewest(ClientNotifications.maximumPending))

    private let tellsOfLibrary = Atomic(true)
    private let (libraryChanges, pendingLibraryChange) = AsyncStream<Void>
        .makeStream(bufferingPolicy: .bufferingNewest(1))

    package init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    func setCacheChangesEnabled(_ isEnabled: Bool) {
        cacheChanges.withLock { $0 = CacheChanges(isEnabled: isEnabled, pending: isEnabled ? $0.pending : []) }
    }

    func setProvidersChangesEnabled(_ isEnabled: Bool) {
        tellsOfProviders.store(isEnabled, ordering: .relaxed)
    }

    /// A source's answers differ from those that were given.
    package func cacheChanged(_ source: ProviderID) {
        let isNews = cacheChanges.withLock { changes in
            guard changes.isEnabled, !changes.pending.contains(source) else { return false }
            changes.pending.append(source)
            return true
        }
        if isNews { wake.yield() }
    }

    /// Edited definitions took effect, or cannot be used.
    package func providersChanged(_ change: ProvidersChange) {
        if tellsOfProviders.load(ordering: .relaxed) { pendingProvidersChange.yield(change) }
    }

    func setLibraryChangesEnabled(_ isEnabled: Bool) {
        tellsOfLibrary.store(isEnabled, ordering: .relaxed)
    }

    /// Takes note that another process has changed the library.
    package func libraryChanged() {
        if tellsOfLibrary.load(ordering: .relaxed) { pendingLibraryChange.yield() }
    }

    /// Sends notifications until the task is cancelled.
    @concurrent
    package func send(to client: RPCClient) async {
        async let _: Void = sendCacheChanges(to: client)
        async let _: Void = sendLibraryChanges(to: client)
        for await change in providersChanges { client.notify("providers/changed", params: change.jsonBytes) }
    }

    @concurrent
    private func sendCacheChanges(to client: RPCClient) async {
        for await _ in wakeups {
            for source in takePending() {
                let params: JSONValue = ["provider": .string(source.rawValue)]
                client.notify("cache/changed", params: params.jsonBytes)
            }
            do { try await clock.sleep(for: Self.interval) } catch { return }
        }
    }

    @concurrent
    private func sendLibraryChanges(to client: RPCClient) async {
        for await _ in libraryChanges { client.notify("library/changed", params: JSONValue.object([]).jsonBytes) }
    }

    private func takePending() -> [ProviderID] {
        cacheChanges.withLock { changes in
            defer { changes.pending = [] }
            return changes.pending
        }
    }
}
