#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An IP address: the 4 bytes of IPv4 or the 16 bytes of IPv6, in network byte order.
package struct IPAddress: Hashable, Sendable {
    package let bytes: [UInt8]

    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Creates an IPv4 address from its first bytes, followed by zeros.
    package init(v4 bytes: [UInt8]) { self.bytes = Array((bytes + [0, 0, 0, 0]).prefix(4)) }

    /// Creates an IPv6 address from its first groups, followed by zeros.
    package init(v6 groups: [UInt16]) {
        let bytes = groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        self.bytes = Array((bytes + [UInt8](repeating: 0, count: 16)).prefix(16))
    }

    /// Returns `nil` if the text is not an address in its usual notation; an IPv6 address may have brackets.
    package init?(_ text: String) {
        let bare =
            text.hasPrefix(scalars: "[") && text.hasSuffix(scalars: "]") ? String(text.dropFirst().dropLast()) : text
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if unsafe inet_pton(family, bare, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    /// Whether the address is a loopback address (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3), IPv4-mapped or
    /// not.
    package var isLoopback: Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes == [UInt8](repeating: 0, count: 15) + [1] || (bytes.starts(with: mapped) && bytes[12] == 127)
    }

    /// Whether the first `count` bits equal those of `other`, which is of the same family (RFC 4632).
    package func sharesBits(_ count: Int, with other: IPAddress) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        return zip(bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let counted = min(8, max(0, count - index * 8))
            return (pair.0 ^ pair.1) >> (8 - counted) == 0
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// The usual notation (RFC 5952), without brackets.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        _ = unsafe inet_ntop(family, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension IPAddress {
    /// Returns the current addresses of this machine's interfaces; none if the system doesn't provide them.
    package static func ofInterfaces() -> Set<IPAddress> {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: Set<IPAddress> = []
        var next = unsafe first
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ifa_addr, let address = unsafe IPAddress(address) {
                found.insert(address)
            }
            unsafe next = entry.pointee.ifa_next
        }
        return found
    }

    private init?(_ address: UnsafePointer<sockaddr>) {
        let (place, count): (Int?, Int)
        switch Int32(unsafe address.pointee.sa_family) {
        case AF_INET: (place, count) = (MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), 4)
        case AF_INET6: (place, count) = (MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), 16)
        default: return nil
        }
        guard let place else { return nil }
        bytes = unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(address) + place, count: count))
    }
}
