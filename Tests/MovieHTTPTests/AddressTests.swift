import HTTPModel
import MarqueeTestKit
import MovieDomain
import Platform
import Testing

@testable import MovieHTTP

@Suite("Addresses that a host name must not resolve to")
struct AddressTests {
    /// Addresses, each with the name of the row that refuses it, or `nil` if it is allowed.
    private static let table: [(String, String?)] = [
        ("0.0.0.0", "this network"), ("0.1.2.3", "this network"), ("1.0.0.0", nil), ("8.8.8.8", nil),
        ("9.255.255.255", nil), ("10.0.0.0", "private"), ("10.255.255.255", "private"), ("11.0.0.0", nil),
        ("100.63.255.255", nil), ("100.64.0.0", "shared by customers of a carrier"),
        ("100.127.255.255", "shared by customers of a carrier"), ("100.128.0.0", nil), ("126.255.255.255", nil),
        ("127.0.0.1", "loopback"), ("127.255.255.255", "loopback"), ("128.0.0.1", nil), ("169.253.255.255", nil),
        ("169.254.169.254", "link-local"), ("169.255.0.0", nil), ("172.15.255.255", nil), ("172.16.0.1", "private"),
        ("172.31.255.255", "private"), ("172.32.0.0", nil), ("191.255.255.255", nil),
        ("192.0.0.1", "for protocols of the IETF"), ("192.0.0.9", "for protocols of the IETF"),
        ("192.0.0.170", "for protocols of the IETF"), ("192.0.1.0", nil), ("192.0.2.1", "for documentation"),
        ("192.0.3.0", nil), ("192.31.196.1", nil), ("192.88.98.255", nil), ("192.88.99.1", "a relay of 6to4"),
        ("192.88.100.0", nil), ("192.167.255.255", nil), ("192.168.1.1", "private"), ("192.169.0.0", nil),
        ("198.17.255.255", nil), ("198.18.0.0", "for benchmarks"), ("198.19.255.255", "for benchmarks"),
        ("198.20.0.0", nil), ("198.51.100.7", "for documentation"), ("203.0.113.255", "for documentation"),
        ("203.0.114.0", nil), ("223.255.255.255", nil), ("224.0.0.1", "multicast"), ("239.255.255.255", "multicast"),
        ("240.0.0.0", "reserved"), ("255.255.255.254", "reserved"), ("255.255.255.255", "broadcast"),
        ("::", "unspecified"), ("::1", "loopback"), ("::2", "IPv4-compatible"), ("::8.8.8.8", "IPv4-compatible"),
        ("::127.0.0.1", "IPv4-compatible"), ("::ffff:127.0.0.1", "loopback"), ("::ffff:10.1.2.3", "private"),
        ("::ffff:8.8.8.8", nil), ("::ffff:240.0.0.1", "reserved"), ("::fffe:8.8.8.8", "reserved"),
        ("::ffff:0:8.8.8.8", "reserved"), ("64:ff9b::8.8.8.8", nil), ("64:ff9b::192.168.0.1", "private"),
        ("64:ff9b::7f00:1", "loopback"), ("64:ff9b:0:1::1", "reserved"),
        ("64:ff9b:1::808:808", "NAT64 of this network"),
        ("64:ff9b:1:ffff::1", "NAT64 of this network"), ("64:ff9b:2::1", "reserved"), ("100::1", "discarded"),
        ("100:0:0:1::1", "a dummy"), ("100:0:0:2::1", "reserved"), ("1fff::1", "reserved"), ("2000::1", nil),
        ("2001::1", "Teredo"), ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo"),
        ("2001:1::1", "for protocols of the IETF"), ("2001:2::1", "for benchmarks"),
        ("2001:2:1::1", "for protocols of the IETF"), ("2001:10::1", "ORCHID"), ("2001:2f::1", "ORCHID"),
        ("2001:1ff::1", "for protocols of the IETF"), ("2001:200::1", nil), ("2001:4860:4860::8888", nil),
        ("2001:db7:ffff::1", nil), ("2001:db8::1", "for documentation"), ("2001:db9::1", nil),
        ("2002:7f00:1::1", "loopback"), ("2002:a00:1::1", "private"), ("2002:808:808::1", nil),
        ("2002:c0a8:101::", "private"), ("2003::1", nil), ("2606:4700::1", nil), ("3ffe:ffff::1", nil),
        ("3fff::1", "for documentation"), ("3fff:fff::1", "for documentation"), ("3fff:1000::1", nil),
        ("4000::1", "reserved"), ("5f00::1", "for segment routing"), ("fbff::1", "reserved"),
        ("fc00::1", "unique local"), ("fd00:ec2::254", "unique local"), ("fe7f::1", "reserved"),
        ("fe80::1", "link-local"), ("febf:ffff::1", "link-local"), ("fec0::1", "site-local"),
        ("feff::1", "site-local"), ("ff02::1", "multicast"), ("ffff::1", "multicast"),
    ]

    @Test("An address is allowed, or refused by the expected row", arguments: table)
    func rows(text: String, refusal: String?) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressBlock.refusal(of: address, own: { [] }) == refusal)
    }

    @Test("Each row of the address table decides about at least one address")
    func reached() throws {
        let addresses = try Self.table.map { try #require(IPAddress($0.0)) }
        for block in AddressBlock.table {
            let deciding = addresses.contains { address in
                AddressBlock.table.first { $0.holds(address) } == block
            }
            #expect(deciding, "\(block.network)/\(block.bits)")
        }
    }

    @Test(
        "An address of this machine's interfaces is refused, even embedded in an IPv6 address",
        arguments: [
            ("8.8.8.8", true), ("::ffff:8.8.8.8", true), ("64:ff9b::8.8.8.8", true), ("2002:808:808::1", true),
            ("2606:4700::1", true), ("2002:909:909::1", true), ("8.8.8.9", false), ("2606:4700::2", false),
        ]
    )
    func ownAddresses(text: String, isOwn: Bool) throws {
        let own = Set(try ["8.8.8.8", "2606:4700::1", "2002:909:909::1"].map { try #require(IPAddress($0)) })
        let refusal = AddressBlock.refusal(of: try #require(IPAddress(text)), own: { own })
        #expect(refusal == (isOwn ? "of this machine's own interfaces" : nil))
    }

    @Test("The addresses of the interfaces include 127.0.0.1")
    func interfaces() throws {
        #expect(IPAddress.ofInterfaces().contains(try #require(IPAddress("127.0.0.1"))))
    }

    @Test(
        "Only localhost and addresses in canonical notation may lead to a local address",
        arguments: [
            ("127.0.0.1", true), ("localhost", true), ("[::1]", true), ("10.0.0.1", true), ("127.1", false),
            ("2130706433", false), ("films.example", false), ("localhost.example", false),
            ("169.254.169.254.nip.example", false), ("[::ffff:127.0.0.1]", true), ("127.0.0.1.", false),
            ("0177.0.0.1", false), ("127.0.0.01", false), ("[fe80::1%lo]", false), ("[fe80::1%25lo]", false),
        ]
    )
    func hosts(host: String, isAllowed: Bool) {
        #expect(HTTPOrigin(scheme: .http, host: host).namesMachine == isAllowed)
    }

    @Test(
        "U21: a number that resolves to this machine is refused before a byte is sent, in any notation",
        arguments: [
            "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0x7f.0.0.0x1", "0177.0.0.1", "017700000001",
            "0", "0x0", "00.0.0.0", "0000.0x0.0",
        ]
    )
    func rebinding(host: String) async throws {
        try await withServer([.json("{}")]) { server in
            let failure = await Exchange.of(.to(port: server.port, host: host)).failure
            #expect(failure?.stage == .forbidden)
            #expect(
                failure?.message.hasPrefix("\(host) leads to an address of this machine or network (") == true,
                "\(failure?.message ?? "")"
            )
            #expect(await server.waitForLog { $0.openConnectionCount == 0 })
            #expect(server.log.bytes.isEmpty)
        }
    }

    @Test(
        "U21: an invalid host, such as one with a zone or a percent sign, is refused unconnected",
        arguments: [
            "[fe80::1%lo]", "[fe80::1%25lo]", "[::1%25lo]", "127.0.0.1%00", "127%2e0%2e0%2e1", "１２７.0.0.1", "127.1 ",
        ]
    )
    func noHosts(host: String) async throws {
        try await withServer([.json("{}")]) { server in
            #expect(await Exchange.of(.to(port: server.port, host: host)).failure?.stage == .forbidden)
            #expect(server.log.connectionCount == 0)
        }
    }

    @Test("U21: a local host with a final dot fails before a byte is sent, whether or not it resolves")
    func finalDot() async throws {
        try await withServer([.json("{}")]) { server in
            for host in ["127.0.0.1.", "localhost.", "127.1."] {
                let failure = await Exchange.of(.to(port: server.port, host: host)).failure
                #expect(failure?.stage == .forbidden || failure?.stage == .nameResolution, "\(host)")
            }
            #expect(server.log.bytes.isEmpty)
        }
    }

    @Test(
        "U21: loopback addresses and localhost are reached by their literal names",
        arguments: ["127.0.0.1", "localhost", "127.9.9.9"]
    )
    func named(host: String) async throws {
        try await withServer([.json("{}")], isForAllAddresses: host.hasPrefix("127.9")) { server in
            #expect(await Exchange.of(.to(port: server.port, host: host)).text == "{}")
        }
    }

    @Test("U21: a literal IPv4-mapped IPv6 loopback address is reached")
    func mapped() async throws {
        try await withServer([.json("{}")]) { server in
            #expect(await Exchange.of(.to(port: server.port, host: "[::ffff:127.0.0.1]")).text == "{}")
        }
    }

    #if os(Linux)
    @Test(
        "U21: the tests of names that resolve to local addresses pass in a private network",
        .enabled(if: PrivateNetwork.isPossible, "needs root, and the program unshare")
    )
    func namesThatLeadHome() async throws {
        let outcome = try await PrivateNetwork.run("InNetworkOfNames")
        #expect(outcome.status == .exited(0))
        if outcome.status != .exited(0) { print(outcome.outputText, outcome.errors) }
    }
    #endif
}

#if os(Linux)
@Suite(
    "Names that resolve to local addresses, inside a private network",
    .enabled(if: PrivateNetwork.isInside, "run by the test above")
)
struct InNetworkOfNamesTests {
    @Test(
        "U21: a name that resolves to a local address is refused without a connection",
        arguments: PrivateNetwork.namedAddresses
    )
    func refused(address: String) async throws {
        try await withServer([.json("{}")], isForAllAddresses: true) { server in
            let host = PrivateNetwork.hostName(leadingTo: address)
            let failure = await Exchange.of(.to(port: server.port, host: host)).failure
            #expect(failure?.stage == .forbidden, "\(failure?.message ?? "no failure")")
            #expect(failure?.message.contains(" leads to an address of this machine or network (") == true)
            #expect(server.log.connectionCount == 0)
        }
    }

    @Test("U21: a name with a public and a local address connects once, to the public one")
    func twoAddresses() async throws {
        try await withServer([.json("{}")], isForAllAddresses: true) { server in
            let exchange = await Exchange.of(.to(port: server.port, host: "two.films.example"))
            #expect(exchange.text == "{}", "\(exchange.result)")
            #expect(server.log.connectionCount == 1)
        }
    }
}
#endif
