package import Platform
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP/1.1 server on its own port of 127.0.0.1 that answers from a script and logs what it receives.
///
/// It uses raw sockets and threads, so that it can misbehave in every way and shares no code with the client.
package final class ScriptedServer: Sendable {
    /// The treatment of an accepted connection.
    package enum Welcome: Sendable {
        case serve
        /// Resets the connection before reading a byte.
        case reset
        /// Keeps the connection open and reads nothing.
        case ignore
        /// Sends bytes before any request, and then serves.
        case greet([UInt8])
    }

    private struct Script: Sendable {
        var route: ScriptedRoute
        var answer: @Sendable (ReceivedRequest, Int) -> ScriptedAnswer
        var uses = 0
    }

    private struct Connections: Sendable {
        var open: [Int: FileDescriptor] = [:]
        var count = 0
        var isStopped = false
    }

    package let port: Int
    private let listener: FileDescriptor
    private let welcome: Welcome
    private let scripts = Mutex<[Script]>([])
    private let connections = Mutex(Connections())
    private let observedLog = Observed(ServerLog())

    /// Starts to listen, until ``stop()``; every request is answered with 404 until ``on(_:_:)`` adds answers.
    ///
    /// If `isForAllAddresses` is true, the server is reachable on Linux at every address of 127.0.0.0/8.
    package init(welcome: Welcome = .serve, isForAllAddresses: Bool = false) throws(SystemError) {
        self.welcome = welcome
        (listener, port) = try LoopbackSocket.bound(isForAllAddresses: isForAllAddresses)
        try LoopbackSocket.listen(listener)
        startThread { [self] in accept() }
    }

    /// Calls `body` with a new server and a new empty folder, and then stops the one and removes the other.
    package static func withFolder<Value>(
        _ body: (ScriptedServer, _ folder: String) async throws -> Value
    ) async throws -> Value {
        try await ProjectFiles.withTemporaryFolder { folder in
            let server = try ScriptedServer()
            defer { server.stop() }
            return try await body(server, folder)
        }
    }

    package var origin: String { "http://127.0.0.1:\(port)" }

    package var log: ServerLog { observedLog.current }

    /// Waits until the log meets `condition`, or returns false after `timeout`.
    package func waitForLog(
        upTo timeout: Duration = .patience,
        _ condition: @escaping @Sendable (ServerLog) -> Bool
    ) async -> Bool {
        await observedLog.wait(upTo: timeout) { condition($0) ? true : nil } ?? false
    }

    /// Answers the requests of a route with these answers in turn, and then always with the last one.
    ///
    /// Routes are tried in the order in which they were added.
    package func on(_ route: ScriptedRoute, _ answers: ScriptedAnswer...) {
        on(route) { _, use in answers.isEmpty ? .close : answers[min(use, answers.count - 1)] }
    }

    /// Computes the answer from the request and the number of earlier requests of the route.
    package func on(_ route: ScriptedRoute, answer: @escaping @Sendable (ReceivedRequest, Int) -> ScriptedAnswer) {
        scripts.withLock { $0.append(Script(route: route, answer: answer)) }
    }

    package func stop() {
        let ignored = connections.withLock { connections -> [Int] in
            guard !connections.isStopped else { return [] }
            connections.isStopped = true
            _ = shutdown(listener.number, Int32(SHUT_RDWR))
            for descriptor in connections.open.values { _ = shutdown(descriptor.number, Int32(SHUT_RDWR)) }
            guard case .ignore = welcome else { return [] }
            return Array(connections.open.keys)
        }
        for id in ignored { end(id, withReset: false) }
    }
}

// MARK: - The threads

extension ScriptedServer {
    private func accept() {
        while let descriptor = LoopbackSocket.accept(listener) { welcome(descriptor) }
        listener.close()
    }

    private func welcome(_ descriptor: FileDescriptor) {
        let id = connections.withLock { connections -> Int? in
            guard !connections.isStopped else { return nil }
            defer { connections.count += 1 }
            connections.open[connections.count] = descriptor
            return connections.count
        }
        guard let id else { return descriptor.close() }
        observedLog.update { log in
            log.connectionCount += 1
            log.openConnectionCount += 1
        }
        switch welcome {
        case .serve: startThread { [self] in serve(descriptor, id) }
        case .reset: end(id, withReset: true)
        case .ignore: break
        case .greet(let bytes):
            startThread { [self] in
                _ = descriptor.writeWhole(bytes)
                serve(descriptor, id)
            }
        }
    }

    private func serve(_ descriptor: FileDescriptor, _ id: Int) {
        var reader = RequestReader()
        var player = AnswerPlayer(descriptor: descriptor)
        while player.isOpen {
            let bytes = descriptor.readSome()
            guard !bytes.isEmpty else {
                player.peerClosed()
                break
            }
            observedLog.update { $0.bytes += bytes }
            reader.append(bytes)
            while player.isOpen, let request = reader.next(connection: id) {
                observedLog.update { $0.requests.append(request) }
                player.play(answer(to: request))
            }
        }
        if player.ending == .peer { observedLog.update { $0.closedByPeerCount += 1 } }
        end(id, withReset: player.ending == .reset)
    }

    private func answer(to request: ReceivedRequest) -> ScriptedAnswer {
        let script = scripts.withLock { scripts -> (@Sendable (ReceivedRequest, Int) -> ScriptedAnswer, Int)? in
            guard let index = scripts.firstIndex(where: { $0.route.matches(request) }) else { return nil }
            defer { scripts[index].uses += 1 }
            return (scripts[index].answer, scripts[index].uses)
        }
        if let (answer, use) = script { return answer(request, use) }
        observedLog.update { $0.unscripted.append(request) }
        return .reply(404, body: Array("no script for \(request.method) \(request.path)".utf8))
    }

    private func end(_ id: Int, withReset: Bool) {
        let wasOpen = connections.withLock { connections in
            guard let descriptor = connections.open.removeValue(forKey: id) else { return false }
            if withReset { LoopbackSocket.reset(descriptor) } else { descriptor.close() }
            return true
        }
        if wasOpen { observedLog.update { $0.openConnectionCount -= 1 } }
    }
}

/// Runs the steps of answers on one connection.
struct AnswerPlayer {
    enum Ending { case server, reset, peer }

    let descriptor: FileDescriptor
    private(set) var ending: Ending?
    private var closesOnReuse = false

    init(descriptor: FileDescriptor) { self.descriptor = descriptor }

    var isOpen: Bool { ending == nil }

    mutating func peerClosed() { ending = ending ?? .peer }

    mutating func play(_ answer: ScriptedAnswer) {
        if closesOnReuse { return ending = .server }
        for step in answer.steps where isOpen { play(step) }
    }

    private mutating func play(_ step: ScriptedAnswer.Step) {
        switch step {
        case .bytes(let bytes): write(bytes)
        case .repeated(let bytes, let times):
            for _ in 0..<times where isOpen { write(bytes) }
        case .drip(let bytes, let pause):
            for byte in bytes where isOpen {
                write([byte])
                wait(pause)
            }
        case .pause(let pause): wait(pause)
        case .silence: wait(.seconds(3_600))
        case .closeOnReuse: closesOnReuse = true
        case .tunnel(let port, let endsAtAlert): openTunnel(to: port, endsAtAlert: endsAtAlert)
        case .close: ending = .server
        case .reset: ending = .reset
        }
    }

    private mutating func openTunnel(to port: Int, endsAtAlert: Bool) {
        ending = .server
        guard let other = LoopbackSocket.connected(to: port) else { return }
        Tunnel.run(between: descriptor, and: other, endsAtAlert: endsAtAlert)
        other.close()
    }

    private mutating func write(_ bytes: [UInt8]) {
        if !descriptor.writeWhole(bytes) { ending = .peer }
    }

    /// Waits, and notices if the peer closes the connection meanwhile.
    private mutating func wait(_ pause: Duration) {
        let end = ContinuousClock.now + pause
        while isOpen, ContinuousClock.now < end,
            descriptor.isReadable(within: end - .now)
        {
            if descriptor.readSome().isEmpty { ending = .peer }
        }
    }
}

/// The requests that a script answers, by method, path, and a part of the query.
package struct ScriptedRoute: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The method; `nil` matches every method.
    package var method: String?
    /// The path as sent; `*` matches every path.
    package var path: String
    /// The decoded fields that must be present; others may be present too.
    package var query: [String: String]

    package init(_ path: String, method: String? = nil, query: [String: String] = [:]) {
        self.path = path
        self.method = method
        self.query = query
    }

    package init(stringLiteral path: String) { self.init(path) }

    func matches(_ request: ReceivedRequest) -> Bool {
        guard method == nil || method == request.method else { return false }
        guard path == "*" || path == request.path else { return false }
        let fields = request.query
        return query.allSatisfy { name, value in fields.contains { $0.name == name && $0.value == value } }
    }
}

/// The events at a ``ScriptedServer`` so far.
package struct ServerLog: Sendable {
    package internal(set) var requests: [ReceivedRequest] = []
    package internal(set) var connectionCount = 0
    /// The number of connections that are open at this end.
    package internal(set) var openConnectionCount = 0
    /// The number of connections that the peer closed while the server read, wrote, or waited.
    package internal(set) var closedByPeerCount = 0
    /// All received bytes, including those of incomplete requests.
    package internal(set) var bytes: [UInt8] = []
    /// Requests without an answer in the script, which were answered with 404.
    package internal(set) var unscripted: [ReceivedRequest] = []

    package func holds(_ text: String) -> Bool { bytes.place(of: Array(text.utf8)) != nil }
}
