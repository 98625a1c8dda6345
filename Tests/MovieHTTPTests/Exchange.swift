import HTTPModel
import MarqueeTestKit
import MovieDomain

@testable import MovieHTTP

/// The result and the duration of one request.
struct Exchange {
    var result: Result<HTTPResponse, ProviderError>
    var duration: Duration

    var response: HTTPResponse? { try? result.get() }

    var failure: ProviderError? {
        if case .failure(let failure) = result { failure } else { nil }
    }

    var text: String? { response.map { String(decoding: $0.body, as: UTF8.self) } }

    static func of(_ request: HTTPRequest, _ configuration: HTTPTransportConfiguration = .test) async -> Exchange {
        await withHTTPTransport(configuration) { await of(request, over: $0) }
    }

    /// Repeats the request until an exchange takes less than `bound`, at most 20 times, and returns the last.
    ///
    /// Other tests and programs use the same processors, so only an undisturbed exchange shows the cost of a fault.
    static func of(_ request: HTTPRequest, under bound: Duration) async -> Exchange {
        var exchange = await of(request)
        for _ in 1..<20 where exchange.duration >= bound { exchange = await of(request) }
        return exchange
    }

    static func of(_ request: HTTPRequest, over transport: CurlTransport) async -> Exchange {
        let start = ContinuousClock.now
        let result: Result<HTTPResponse, ProviderError>
        do throws(ProviderError) {
            result = .success(try await transport.send(request))
        } catch {
            result = .failure(error)
        }
        return Exchange(result: result, duration: .now - start)
    }
}

extension HTTPTransportConfiguration {
    static let test = HTTPTransportConfiguration(userAgent: "marquee/0 (+https://marquee.example)")
}

extension HTTPRequest {
    /// Returns a request to a port of 127.0.0.1, with limits that a test only reaches if it lowers them.
    static func to(
        port: Int,
        host: String = "127.0.0.1",
        scheme: HTTPOrigin.Scheme = .http,
        _ path: String = "/films",
        method: Method = .get,
        query: [Field] = [],
        headers: [Field] = [],
        body: SecretText? = nil,
        within timeout: Duration = .seconds(30),
        connectWithin connectTimeout: Duration = .seconds(20),
        maximumBodyBytes: Int = 1 << 20
    ) -> HTTPRequest {
        HTTPRequest(
            source: "test",
            method: method,
            origin: HTTPOrigin(scheme: scheme, host: host, port: port),
            path: path,
            query: query,
            headers: headers,
            body: body,
            limits: Limits(attemptTimeout: timeout, connectTimeout: connectTimeout, maximumBodyBytes: maximumBodyBytes)
        )
    }

    static func to(_ server: ScriptedServer, _ path: String = "/films", maximumBodyBytes: Int = 1 << 20) -> HTTPRequest
    {
        .to(port: server.port, path, maximumBodyBytes: maximumBodyBytes)
    }
}

/// Runs `body` with a server that gives the answers in order and repeats the last one.
func withServer<Value>(
    _ answers: [ScriptedAnswer] = [],
    welcome: ScriptedServer.Welcome = .serve,
    isForAllAddresses: Bool = false,
    _ body: (ScriptedServer) async throws -> Value
) async throws -> Value {
    let server = try ScriptedServer(welcome: welcome, isForAllAddresses: isForAllAddresses)
    defer { server.stop() }
    if !answers.isEmpty { server.on("*") { _, use in answers[min(use, answers.count - 1)] } }
    return try await body(server)
}

/// The environment's settings for long tests.
enum LongRuns {
    static let areWanted = variable("MARQUEE_LONG") == "1"

    static func variable(_ name: String) -> String? { ProjectFiles.environment(name) }
}
