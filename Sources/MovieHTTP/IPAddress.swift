#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An IP address: the 4 bytes of an IPv4 one or the 16 of an IPv6 one, as they stand on the wire.
struct IPAddress: Hashable {
    let bytes: [UInt8]

    /// `nil` where the text is no address in its usual notation; brackets may stand around an IPv6 one.
    init?(_ text: String) {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if unsafe inet_pton(family, bare, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    /// Of this machine itself (RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3), in IPv6's mapped form too.
    var isLoopback: Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes == [UInt8](repeating: 0, count: 15) + [1] || (bytes.starts(with: mapped) && bytes[12] == 127)
    }

    /// Whether the first `count` bits are those of `other`, which is of the same family (RFC 4632).
    func sharesBits(_ count: Int, with other: IPAddress) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        return zip(bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let counted = min(8, max(0, count - index * 8))
            return (pair.0 ^ pair.1) >> (8 - counted) == 0
        }
    }
}
