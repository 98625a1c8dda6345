import JSON
import JSONRPC
import MovieDomain
import MovieService
import Synchronization

/// The resources that the client subscribes to, in the forms of both eras, and the notifications about them.
///
/// A notification only says that a resource may have changed; the client reads it again.
final class ResourceSubscriptions: Sendable {
    private struct Listener {
        let call: RPCCall
        let filter: SubscriptionFilter
        let end: AsyncStream<Never>.Continuation
    }

    private struct State {
        /// The URIs that the session subscribes to, in the handshake era.
        var uris: Set<String> = []
        /// Whether the session has the list of resources, which a change of the library makes outdated.
        var hasList = false
        /// The listeners by the ids of their requests, in the stateless era.
        var listeners: [RPCID: Listener] = [:]
        /// The revision of the library that the client was last told of.
        var revision: Int?
        var isOver = false
    }

    private static let maximumURIs = 1_000
    /// Each listener is a call in progress, and a connection allows a few hundred of these.
    private static let maximumListeners = 16

    private let state = Mutex(State())

    // MARK: The handshake era

    func subscribe(_ uri: ResourceURI, _ client: RPCClient, _ service: ServiceHandler) async throws(RPCError) {
        let hasRoom = state.withLock { state in
            guard state.uris.count < Self.maximumURIs || state.uris.contains(uri.text) else { return false }
            state.uris.insert(uri.text)
            return true
        }
        guard hasRoom else { throw Self.tooMany("subscriptions", Self.maximumURIs) }
        await begin(with: service)
        if uri.dependsOnSources { await service.watchSources() }
    }

    func unsubscribe(_ uri: String) {
        state.withLock { _ = $0.uris.remove(uri) }
    }

    /// Notes that a session gets the list of resources; a stateless client asks for news of it by a listener.
    func noteList(for request: MCPRequest) {
        guard request.revision.hasHandshake else { return }
        state.withLock { $0.hasList = true }
    }

    // MARK: The stateless era

    /// Notifies the client of changes that the filter names, until the client cancels the request or the session ends.
    func listen(_ call: RPCCall, _ filter: SubscriptionFilter, _ service: ServiceHandler) async throws(RPCError) {
        guard let id = call.id else { return }
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        let hasRoom = state.withLock { state in
            guard state.listeners.count < Self.maximumListeners else { return false }
            // Sent under the lock, so that no notification overtakes it.
            call.notify("notifications/subscriptions/acknowledged", params: filter.acknowledgement(id))
            if state.isOver {
                end.finish()
            } else {
                state.listeners[id] = Listener(call: call, filter: filter, end: end)
            }
            return true
        }
        guard hasRoom else { throw Self.tooMany("streams of notifications", Self.maximumListeners) }
        await begin(with: service)
        if filter.uris.contains(where: \.dependsOnSources) { await service.watchSources() }
        for await _ in stream {}
        state.withLock { $0.listeners[id] = nil }
    }

    /// Ends all streams, because no further notifications will come.
    func end() {
        let listeners = state.withLock { state in
            state.isOver = true
            return state.listeners.values.map(\.end)
        }
        for end in listeners { end.finish() }
    }

    private static func tooMany(_ what: String, _ limit: Int) -> RPCError {
        .invalidParams("there may be \(limit) \(what) at a time; end one first")
    }

    // MARK: Changes

    /// Whether a change of the library may concern the client: it subscribed to something, listens, or has the list.
    var hasAudience: Bool { state.withLock { $0.hasList || !$0.uris.isEmpty || !$0.listeners.isEmpty } }

    /// Takes the revision of the library as the one that the client knows, if none was taken before.
    func begin(with service: ServiceHandler) async {
        guard state.withLock({ $0.revision == nil }) else { return }
        let revision = await service.libraryChanges(since: nil)?.revision
        state.withLock { $0.revision = $0.revision ?? revision }
    }

    /// Returns what the client has not been told of yet, and `known` if the library cannot be read; `nil` if nothing
    /// differs.
    func news(of service: ServiceHandler, with known: LibraryChange? = nil) async -> LibraryChange? {
        let told = state.withLock(\.revision)
        guard let told else {
            state.withLock { $0.revision = known?.revision }
            return known
        }
        guard let news = await service.libraryChanges(since: told) else { return known }
        state.withLock { $0.revision = news.revision }
        return news.parts.isEmpty ? nil : news
    }

    /// Notifies all subscribers; `client` is that of a handshake session, `nil` if there is none.
    func publish(_ change: ServiceChange, toSessionOf client: RPCClient?) {
        state.withLock { state in
            if let client {
                for uri in state.uris.sorted() where ResourceURI(uri)?.isAffected(by: change) == true {
                    client.notify("notifications/resources/updated", params: Self.params(uri: uri, nil))
                }
                if change.changesResourceList {
                    client.notify("notifications/resources/list_changed", params: Self.params(uri: nil, nil))
                }
            }
            for (id, listener) in state.listeners {
                for uri in listener.filter.uris where uri.isAffected(by: change) {
                    listener.call.notify("notifications/resources/updated", params: Self.params(uri: uri.text, id))
                }
                if listener.filter.wantsResourceList, change.changesResourceList {
                    listener.call.notify("notifications/resources/list_changed", params: Self.params(uri: nil, id))
                }
            }
        }
    }

    private static func params(uri: String?, _ subscription: RPCID?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if let subscription { writer.subscriptionMeta(subscription) }
            writer.member("uri", uri)
        }
        return writer.bytes
    }
}

/// The supported part of what a `subscriptions/listen` request asks for.
struct SubscriptionFilter: Sendable {
    private static let maximumURIs = 100

    let uris: [ResourceURI]
    let wantsResourceList: Bool

    init(_ request: MCPRequest) throws(RPCError) {
        guard let wanted = request.params?["notifications"], wanted.kind == .object else {
            throw .invalidParams("\(request.method) needs \"notifications\", an object")
        }
        let texts = wanted["resourceSubscriptions"]?.elements.compactMap(\.string) ?? []
        guard texts.count <= Self.maximumURIs else {
            throw .invalidParams("resourceSubscriptions: expected at most \(Self.maximumURIs) of them")
        }
        uris = texts.compactMap(ResourceURI.init)
        wantsResourceList = wanted["resourcesListChanged"]?.bool == true
    }

    func acknowledgement(_ id: RPCID) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.subscriptionMeta(id)
            writer.member("notifications") { writer in
                writer.object { writer in
                    if wantsResourceList { writer.member("resourcesListChanged", true) }
                    if !uris.isEmpty { writer.member("resourceSubscriptions", uris.map(\.text)) }
                }
            }
        }
        return writer.bytes
    }
}

extension ServiceChange {
    /// Whether the change affects the list of resources, which includes the bookmarked films.
    fileprivate var changesResourceList: Bool {
        if case .library(let change) = self { change.parts.contains(.bookmarks) } else { false }
    }
}

extension ServiceHandler {
    /// Starts the notifications about changed answers of the sources.
    fileprivate func watchSources() async {
        _ = await handle(RPCCall(method: "cache/watch"))
    }
}

extension JSONWriter {
    /// Says to which stream a message belongs.
    mutating func subscriptionMeta(_ id: RPCID) {
        member("_meta") { writer in
            writer.object { $0.member(MetaKey.subscriptionID) { $0.raw(id.description.utf8) } }
        }
    }
}
