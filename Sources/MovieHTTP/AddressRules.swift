import HTTPModel

/// Whether an address belongs to the public internet, decided from its bytes.
enum AddressScope: Hashable {
    case everywhere
    /// Of this machine or this network: loopback, private, link-local (cloud metadata too), unspecified, shared.
    case local

    /// - Parameter bytes: 4 of IPv4 or 16 of IPv6, as they stand on the wire.
    init(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = Self.isLocalIPv4(bytes) ? .local : .everywhere
        case 16: self = Self.isLocalIPv6(bytes) ? .local : .everywhere
        default: self = .local
        }
    }

    private static func isLocalIPv4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (172, 16...31), (100, 64...127): true
        default: false
        }
    }

    private static func isLocalIPv6(_ bytes: [UInt8]) -> Bool {
        let unspecifiedOrLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] < 2
        if unspecifiedOrLoopback || bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80) {
            return true
        }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        let prefix = bytes.prefix(12)
        return (prefix.elementsEqual(mapped) || prefix.elementsEqual(translated)) && isLocalIPv4(Array(bytes.suffix(4)))
    }
}

extension HTTPOrigin {
    /// The host as the system takes it: an IPv6 address without its brackets.
    var bareHost: String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// The host where it is an IP address and not a name.
    var address: IPAddress? { IPAddress(host) }

    /// Whether the host is an IP address and not a name.
    var namesAnAddress: Bool { address != nil }

    /// Whether the host can mean this machine only: `localhost`, a name below it (RFC 6761), or a loopback address.
    var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(".localhost") || address?.isLoopback == true
    }

    /// Whether a resolver may read the host as an address, though it is not written as one: `127.1`, `2130706433`, `0x7f.1`.
    var isAddressInDisguise: Bool {
        guard !namesAnAddress, let last = host.split(separator: ".").last?.utf8 else { return false }
        return last.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            || last.starts(with: "0x".utf8)
    }

    /// Whether the host is an address, or `localhost`: then whoever wrote it meant that machine.
    ///
    /// Every other name must not lead to a local address, whatever the name service says (DNS rebinding).
    var allowsLocalAddress: Bool {
        host == "localhost" || namesAnAddress
    }
}
