import JSON
import JSONRPC
import MovieService
import Synchronization

/// Which resources the client wants to hear of, in the forms of both eras, and the notifications about them.
///
/// A notification says that a resource may read differently now; what it reads like, the client asks.
final class ResourceSubscriptions: Sendable {
    private struct Listener {
        let call: RPCCall
        let filter: SubscriptionFilter
        let end: AsyncStream<Never>.Continuation
    }

    private struct State {
        /// Of the session, in the handshake era.
        var uris: Set<String> = []
        /// By the ids of their requests, in the stateless era.
        var listeners: [RPCID: Listener] = [:]
        var isOver = false
    }

    private static let maximumURIs = 1_000
    /// Each of them is a call under way, of which a connection allows a few hundred.
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
        if uri.dependsOnSources { await service.watchSources() }
    }

    func unsubscribe(_ uri: String) {
        state.withLock { _ = $0.uris.remove(uri) }
    }

    // MARK: The stateless era

    /// Tells the client of what the filter names until it takes the request back or the session ends.
    func listen(_ call: RPCCall, _ filter: SubscriptionFilter, _ service: ServiceHandler) async throws(RPCError) {
        guard let id = call.id else { return }
        let (stream, end) = AsyncStream.makeStream(of: Never.self)
        let hasRoom = state.withLock { state in
            guard state.listeners.count < Self.maximumListeners else { return false }
            // Under the lock, so that no notification overtakes it.
            call.notify("notifications/subscriptions/acknowledged", params: filter.acknowledgement(id))
            if state.isOver {
                end.finish()
            } else {
                state.listeners[id] = Listener(call: call, filter: filter, end: end)
            }
            return true
        }
        guard hasRoom else { throw Self.tooMany("streams of notifications", Self.maximumListeners) }
        if filter.uris.contains(where: \.dependsOnSources) { await service.watchSources() }
        for await _ in stream {}
        state.withLock { $0.listeners[id] = nil }
    }

    /// Ends all streams; nothing more will come that they could wait for.
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

    /// Tells everybody who wants to know; `client` is that of a session, nil where there is none.
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

/// What a `subscriptions/listen` asks for, as far as it can be had here.
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
    /// Whether other films stand in the list of resources, which has those of the library.
    fileprivate var changesResourceList: Bool {
        if case .library = self { true } else { false }
    }
}

extension ServiceHandler {
    /// Has changes of the sources' answers announced from now on.
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
