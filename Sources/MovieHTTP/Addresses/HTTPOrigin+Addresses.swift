import HTTPModel

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
