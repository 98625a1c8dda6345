import MarqueeTestKit

/// Where a source that fails is thought to live.
enum FaultyPlace: Sendable {
    /// A server that gives these answers in turn, and the last one from then on.
    case server([ScriptedAnswer], welcome: ScriptedServer.Welcome = .serve)
    /// The same server, asked over TLS, which it does not speak.
    case serverOverTLS(welcome: ScriptedServer.Welcome)
    /// Nobody listens.
    case closedPort
    /// Somebody listens, and no connection comes about.
    case silentPort
    /// A name that does not exist.
    case unknownName

    static func answers(_ answers: ScriptedAnswer...) -> FaultyPlace { .server(answers) }

    /// The place, made; it lasts as long as the value does, or until ``Made/stop()``.
    func make() throws -> Made {
        switch self {
        case .server(let answers, let welcome):
            let server = try ScriptedServer(welcome: welcome)
            server.on("*") { _, use in answers.isEmpty ? .silence : answers[min(use, answers.count - 1)] }
            return Made(origin: server.origin, server: server)
        case .serverOverTLS(let welcome):
            let server = try ScriptedServer(welcome: welcome)
            return Made(origin: "https://127.0.0.1:\(server.port)", server: server)
        case .closedPort:
            let port = try ClosedPort()
            return Made(origin: "http://127.0.0.1:\(port.port)", port: port)
        case .silentPort:
            let port = try SilentPort()
            return Made(origin: "http://127.0.0.1:\(port.port)", port: port)
        case .unknownName:
            return Made(origin: "http://films.invalid")
        }
    }

    struct Made: Sendable {
        var origin: String
        var server: ScriptedServer?
        /// Kept, so that nobody else gets the port.
        var port: (any Sendable)?

        var requestCount: Int { server?.log.requests.count ?? 0 }

        func stop() { server?.stop() }
    }
}
