import AsyncHTTPClient
import HTTPModel
import NIOCore
import NIOPosix
import Synchronization

/// The clients of one transport and their threads, made when the first request needs them.
///
/// Most calls are answered from the cache and most processes start only to say that; they pay for none of this.
final class HTTPClients: Sendable {
    private struct Key: Hashable {
        var traits: ClientTraits
        var lane: Int
        var trust: TrustAnchors
    }

    private struct State {
        var threads = HTTPThreads()
        var clients: [Key: HTTPClient] = [:]
        var trust: TrustAnchors?
        var isShutDown = false
    }

    private let configuration: HTTPTransportConfiguration
    private let state = Mutex(State())

    init(_ configuration: HTTPTransportConfiguration) {
        self.configuration = configuration
    }

    /// The client for requests with these traits, on the thread of the host that is looked up for them.
    ///
    /// Throws after the shutdown, and where the process has no descriptors for a thread.
    func client(_ traits: ClientTraits, for origin: HTTPOrigin) throws(TransportFailure) -> HTTPClient {
        let found = state.withLock { state -> Result<HTTPClient, TransportFailure> in
            if state.isShutDown { return .failure(TransportFailure(.cancelled, "the program is about to end")) }
            guard let lane = state.threads.lane(of: traits.hostLookedUp(for: origin)),
                let group = state.threads.groups[lane]
            else { return .failure(TransportFailure(.connectionLost, "no descriptor is free for a connection")) }
            let trust = trust(&state)
            let key = Key(traits: traits, lane: lane, trust: trust)
            if let client = state.clients[key] { return .success(client) }
            let configuration = ClientConfiguration(configuration, traits, trust).value
            let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
            state.clients[key] = client
            return .success(client)
        }
        return try found.get()
    }

    /// The thread of a host, if it was started.
    func runningGroup(for origin: HTTPOrigin) -> (any EventLoopGroup)? {
        state.withLock { state in
            guard !state.isShutDown, let lane = state.threads.lane(of: origin.host) else { return nil }
            return state.threads.groups[lane]
        }
    }

    /// Trusts more from now on, if there is more than what was quick to load; says whether.
    func widenTrust() -> Bool {
        state.withLock { state in
            guard let wider = trust(&state).wider else { return false }
            state.trust = wider
            return true
        }
    }

    /// The authorities in use.
    var trust: TrustAnchors { state.withLock { trust(&$0) } }

    private func trust(_ state: inout State) -> TrustAnchors {
        if let trust = state.trust { return trust }
        let trust = TrustAnchors(configuration.authorities, files: .system)
        state.trust = trust
        return trust
    }

    /// Closes every connection and ends the threads; a request that still runs fails.
    func shutDown() async {
        let (clients, groups) = state.withLock { state in
            defer {
                state.clients = [:]
                state.threads = HTTPThreads()
                state.isShutDown = true
            }
            return (state.clients.values.map(\.self), state.threads.groups.values.map(\.self))
        }
        for client in clients {
            // The only failure is a connection that did not close in order; its thread ends next.
            do { try await client.shutdown() } catch {}
        }
        for group in groups {
            do { try await group.shutdownGracefully() } catch {}
        }
    }
}
