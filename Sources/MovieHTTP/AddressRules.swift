import HTTPModel
import Platform

/// A network that IANA reserves or declares public, and whether a name may resolve to its addresses.
struct AddressBlock: Hashable, Sendable {
    enum Rule: Hashable, Sendable {
        case refused
        case allowed
        /// The IPv4 address whose four bytes begin at this index decides, because the packets end there.
        case embedsIPv4(at: Int)
    }

    let network: IPAddress
    let bits: Int
    let name: String
    let rule: Rule

    func holds(_ address: IPAddress) -> Bool { address.sharesBits(bits, with: network) }

    private static func v4(_ bytes: UInt8..., bits: Int, _ name: String, _ rule: Rule = .refused) -> Self {
        Self(network: IPAddress(v4: bytes), bits: bits, name: name, rule: rule)
    }

    private static func v6(_ groups: UInt16..., bits: Int, _ name: String, _ rule: Rule = .refused) -> Self {
        Self(network: IPAddress(v6: groups), bits: bits, name: name, rule: rule)
    }
}

extension AddressBlock {
    /// The address blocks: the first row that contains an address decides; the last rows contain all addresses of their
    /// family.
    ///
    /// From IANA's registries of special-purpose addresses (RFC 6890, RFC 8190), and for IPv6 also from the registry of
    /// the whole space. Anycast addresses that the registries call global, such as those of RFC 7723 and RFC 8155
    /// within 192.0.0.0/24 and 2001::/23, end at the nearest router, and are refused with their block.
    static let table: [AddressBlock] = [
        .v4(0, bits: 8, "this network"),  // RFC 791, section 3.2; RFC 1122, section 3.2.1.3
        .v4(10, bits: 8, "private"),  // RFC 1918
        .v4(100, 64, bits: 10, "shared by customers of a carrier"),  // RFC 6598
        .v4(127, bits: 8, "loopback"),  // RFC 1122, section 3.2.1.3
        .v4(169, 254, bits: 16, "link-local"),  // RFC 3927; also the metadata services of clouds
        .v4(172, 16, bits: 12, "private"),  // RFC 1918
        .v4(192, 0, 0, bits: 24, "for protocols of the IETF"),  // RFC 6890, RFC 7335, RFC 7600, RFC 8880
        .v4(192, 0, 2, bits: 24, "for documentation"),  // RFC 5737
        .v4(192, 88, 99, bits: 24, "a relay of 6to4"),  // RFC 3068, deprecated by RFC 7526; RFC 6751
        .v4(192, 168, bits: 16, "private"),  // RFC 1918
        .v4(198, 18, bits: 15, "for benchmarks"),  // RFC 2544
        .v4(198, 51, 100, bits: 24, "for documentation"),  // RFC 5737
        .v4(203, 0, 113, bits: 24, "for documentation"),  // RFC 5737
        .v4(224, bits: 4, "multicast"),  // RFC 5771
        .v4(255, 255, 255, 255, bits: 32, "broadcast"),  // RFC 919, section 7; RFC 8190
        .v4(240, bits: 4, "reserved"),  // RFC 1112, section 4
        .v4(bits: 0, "public", .allowed),

        .v6(bits: 128, "unspecified"),  // RFC 4291, section 2.5.2
        .v6(0, 0, 0, 0, 0, 0, 0, 1, bits: 128, "loopback"),  // RFC 4291, section 2.5.3
        .v6(bits: 96, "IPv4-compatible"),  // RFC 4291, section 2.5.5.1, which deprecates it
        .v6(0, 0, 0, 0, 0, 0xFFFF, bits: 96, "IPv4-mapped", .embedsIPv4(at: 12)),  // RFC 4291, section 2.5.5.2
        .v6(0x64, 0xFF9B, bits: 96, "NAT64", .embedsIPv4(at: 12)),  // RFC 6052
        .v6(0x64, 0xFF9B, 1, bits: 48, "NAT64 of this network"),  // RFC 8215
        .v6(0x100, bits: 64, "discarded"),  // RFC 6666
        .v6(0x100, 0, 0, 1, bits: 64, "a dummy"),  // RFC 9780
        .v6(0x2001, 0, bits: 32, "Teredo"),  // RFC 4380
        .v6(0x2001, 2, 0, bits: 48, "for benchmarks"),  // RFC 5180
        .v6(0x2001, 0x10, bits: 28, "ORCHID"),  // RFC 4843
        .v6(0x2001, 0x20, bits: 28, "ORCHID"),  // RFC 7343
        .v6(0x2001, 0, bits: 23, "for protocols of the IETF"),  // RFC 2928, RFC 7450, RFC 7535, RFC 9374, RFC 9665
        .v6(0x2001, 0xDB8, bits: 32, "for documentation"),  // RFC 3849
        .v6(0x2002, bits: 16, "6to4", .embedsIPv4(at: 2)),  // RFC 3056
        .v6(0x3FFF, bits: 20, "for documentation"),  // RFC 9637
        .v6(0x2000, bits: 3, "public", .allowed),  // RFC 4291, section 2.4
        .v6(0x5F00, bits: 16, "for segment routing"),  // RFC 9602
        .v6(0xFC00, bits: 7, "unique local"),  // RFC 4193, RFC 8190
        .v6(0xFE80, bits: 10, "link-local"),  // RFC 4291, section 2.5.6
        .v6(0xFEC0, bits: 10, "site-local"),  // RFC 3879
        .v6(0xFF00, bits: 8, "multicast"),  // RFC 4291, section 2.7
        .v6(bits: 0, "reserved"),  // RFC 4291, section 2.4: not assigned to unicast
    ]
}

extension AddressBlock {
    /// Returns why a name may not resolve to an address, such as `private`; `nil` for a public one that doesn't belong to
    /// this machine.
    ///
    /// `own` gives the addresses of this machine's interfaces, and is called only if the table allows the address.
    static func refusal(of address: IPAddress, own: () -> Set<IPAddress>) -> String? {
        guard let block = table.first(where: { $0.holds(address) }) else { return "of no known kind" }
        let refusal: String? =
            switch block.rule {
            case .refused: block.name
            case .allowed: nil
            case .embedsIPv4(let start):
                Self.refusal(of: IPAddress(v4: Array(address.bytes[start..<(start + 4)])), own: own)
            }
        // If a tunnel ends here, it leads to this machine, whatever address it embeds.
        return refusal ?? (own().contains(address) ? "of this machine's own interfaces" : nil)
    }
}

extension HTTPOrigin {
    var address: IPAddress? { IPAddress(host) }

    /// Whether a resolver may read the host as an address, though it isn't written as one: `127.1`, `2130706433`,
    /// `0x7f.1`.
    var isAddressInDisguise: Bool {
        guard address == nil, let last = host.split(scalar: ".").last else { return false }
        return last.allSatisfy("0123456789".contains) || last.hasPrefix(scalars: "0x")
    }
}
