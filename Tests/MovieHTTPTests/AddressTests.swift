import HTTPModel
import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieHTTP

@Suite("Addresses of this machine and network")
struct AddressTests {
    @Test(
        "which addresses are of this machine or network",
        arguments: [
            ([127, 0, 0, 1], true), ([10, 1, 2, 3], true), ([172, 16, 0, 1], true), ([172, 31, 255, 255], true),
            ([172, 32, 0, 1], false), ([192, 168, 1, 1], true), ([192, 169, 1, 1], false),
            ([169, 254, 169, 254], true),
            ([0, 0, 0, 0], true), ([100, 64, 0, 1], true), ([100, 128, 0, 1], false), ([8, 8, 8, 8], false),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], true),
            ([0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ([0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], true),
            ([0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], false),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], true),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 8, 8, 8, 8], false),
            ([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1], true),
        ] as [([UInt8], Bool)]
    )
    func addresses(bytes: [UInt8], isLocal: Bool) {
        #expect((AddressScope(bytes) == .local) == isLocal)
    }

    @Test(
        "which hosts may lead to a local address",
        arguments: [
            ("127.0.0.1", true), ("localhost", true), ("[::1]", true), ("10.0.0.1", true), ("127.1", false),
            ("2130706433", false), ("films.example", false), ("localhost.example", false),
            ("169.254.169.254.nip.example", false),
        ]
    )
    func hosts(host: String, isAllowed: Bool) {
        #expect(HTTPOrigin(scheme: .http, host: host).allowsLocalAddress == isAllowed)
    }

    @Test("U21: a name that leads to this machine is refused before a byte is sent; the address itself is not")
    func rebinding() async throws {
        try await withServer([.json("{}")]) { server in
            // The system's resolver takes “127.1” for a name of 127.0.0.1.
            let failure = await Exchange.of(.to(port: server.port, host: "127.1")).failure
            #expect(failure?.stage == .forbidden)
            #expect(failure?.message.hasPrefix("127.1 leads to an address of this machine or network") == true)
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            #expect(server.log.bytes.isEmpty)
            #expect(await Exchange.of(.to(port: server.port, host: "localhost")).text == "{}")
        }
    }
}
