import Dispatch
import HTTPModel
import MarqueeTestKit
import NIOCore
import Testing

@testable import MovieHTTP

@Suite("Lookups of names beside each other")
struct NameLookupTests {
    @Test("U2: while the thread of one name stands still, others are answered, and its requests end by their deadline")
    func standstill() async throws {
        try await withServer([.json("{}")]) { server in
            await withHTTPTransport(.test) { transport in
                let dead = HTTPRequest.to(port: 80, host: "films.invalid", within: .milliseconds(300))
                let end = DispatchSemaphore(value: 0)
                transport.clients.runningGroup(for: dead.origin)?.next().execute { end.wait() }
                async let stuck = Exchange.of(dead, over: transport)
                for host in ["localhost", "127.0.0.1"] {
                    let request = HTTPRequest.to(port: server.port, host: host, within: .seconds(30))
                    #expect(await Exchange.of(request, over: transport).text == "{}")
                }
                let failure = await stuck.failure
                #expect(failure?.kind == .timeout)
                #expect(failure?.message == "films.invalid did not answer in full within 300 ms")
                end.signal()
            }
        }
    }

    @Test("U2: a request has the thread of the name that is looked up for it, which may be the proxy's")
    func proxied() throws {
        let request = HTTPRequest.to(port: 80, host: "films.invalid")
        let proxy = try ProxyServer("http://proxy.invalid:1", variable: "X")
        #expect(ClientTraits(request).hostLookedUp(for: request.origin) == "films.invalid")
        #expect(ClientTraits(request, proxy: proxy).hostLookedUp(for: request.origin) == "proxy.invalid")
    }
}
