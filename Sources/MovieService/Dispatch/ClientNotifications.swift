import JSON
package import JSONRPC
package import MovieDomain
import Synchronization

/// The notifications `cache/changed` if the client asked for it, and `providers/changed` and `library/changed` unless
/// the client declined them.
///
/// No source is named twice within ``interval``, and no change of a source's answers or of the library is lost.
package final class ClientNotifications: Sendable {
    /// The kinds of changes that a client may enable.
    enum Kind { case cache, providers, library }

    private struct State: Sendable {
        var wanted: Set<Kind> = [.providers, .library]
        /// The sources whose cached answers have changed, in the order of their changes.
        var sources: [ProviderID] = []
        /// What has changed in the library since the last notification of it.
        var library: LibraryChange?
    }

    private static let interval = Duration.seconds(1)
    /// If more changes of the definitions are pending, the oldest are dropped.
    private static let maximumPending = 64

    private let state = Mutex(State())
    private let (wakeups, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    private let (changes, pending) = AsyncStream<ProvidersChange>
        .makeStream(bufferingPolicy: .bufferingNewest(ClientNotifications.maximumPending))
    private let (libraryWakeups, libraryWake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    package init() {}

    func setEnabled(_ isEnabled: Bool, for kind: Kind) {
        state.withLock { state in
            if isEnabled { state.wanted.insert(kind) } else { state.wanted.remove(kind) }
            if !state.wanted.contains(.cache) { state.sources = [] }
            if !state.wanted.contains(.library) { state.library = nil }
        }
    }

    /// Notes that a source's answers differ from those already given.
    package func cacheChanged(_ source: ProviderID) {
        let isNews = state.withLock { state in
            guard state.wanted.contains(.cache), !state.sources.contains(source) else { return false }
            state.sources.append(source)
            return true
        }
        if isNews { wake.yield() }
    }

    /// Notes that edited definitions took effect or cannot be used.
    package func providersChanged(_ change: ProvidersChange) {
        if state.withLock({ $0.wanted.contains(.providers) }) { pending.yield(change) }
    }

    /// Notes what another process, or work in the background, has changed in the library.
    package func libraryChanged(_ change: LibraryChange) {
        state.withLock { state in
            guard state.wanted.contains(.library) else { return }
            state.library = state.library?.combined(with: change) ?? change
        }
        libraryWake.yield()
    }

    /// Notifies the client of changes in its dialect until the task is cancelled.
    @concurrent
    package func send(to client: RPCClient, by dialect: some ChangeAnnouncing = PlainAnnouncements()) async {
        async let _: Void = sendCacheChanges(to: client, by: dialect)
        async let _: Void = sendLibraryChanges(to: client, by: dialect)
        for await change in changes { await dialect.announce(.providers(change), to: client) }
    }

    @concurrent
    private func sendLibraryChanges(to client: RPCClient, by dialect: some ChangeAnnouncing) async {
        for await _ in libraryWakeups {
            let change = state.withLock { state in
                defer { state.library = nil }
                return state.library
            }
            if let change { await dialect.announce(.library(change), to: client) }
        }
    }

    @concurrent
    private func sendCacheChanges(to client: RPCClient, by dialect: some ChangeAnnouncing) async {
        for await _ in wakeups {
            let sources = state.withLock { state in
                defer { state.sources = [] }
                return state.sources
            }
            for source in sources { await dialect.announce(.cache(source), to: client) }
            do { try await Task.sleep(for: Self.interval) } catch { return }
        }
    }
}

/// A change that a client is notified of.
package enum ServiceChange: Sendable {
    /// A source's answers differ from those already given.
    case cache(ProviderID)
    /// Edited definitions took effect, or cannot be used.
    case providers(ProvidersChange)
    /// The content of the library has changed.
    case library(LibraryChange)
}

/// Notifies a client of changes in its dialect.
package protocol ChangeAnnouncing: Sendable {
    func announce(_ change: ServiceChange, to client: RPCClient) async
}

/// The notifications of plain JSON-RPC and of LSP clients.
package struct PlainAnnouncements: ChangeAnnouncing {
    package init() {}

    package func announce(_ change: ServiceChange, to client: RPCClient) {
        switch change {
        case .cache(let provider):
            let params: JSONValue = ["provider": .string(provider.rawValue)]
            client.notify("cache/changed", params: params.jsonBytes)
        case .providers(let change): client.notify("providers/changed", params: change.jsonBytes)
        case .library(let change): client.notify("library/changed", params: change.jsonBytes)
        }
    }
}

extension LibraryChange: WireObject {
    package static let wire = WireDescription<LibraryChange>(
        "LibraryChange",
        """
        What another process has changed in the library, and details that arrived after the answer to a call, in any \
        process.
        """,
        [
            .always("changed", { change in Part.allCases.filter(change.parts.contains) }),
            .known("ids", \.ids),
            .always("revision", \.revision, as: .count),
        ]
    )
}

extension LibraryChange.Part: WireChoice {}
