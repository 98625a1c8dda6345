import NIOCore
import Upstream

extension HTTPOrigin {
    /// The host as the system takes it: an IPv6 address without its brackets.
    var bareHost: String {
        host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    }

    /// Whether the host is an IP address and not a name.
    var namesAnAddress: Bool {
        do {
            _ = try SocketAddress(ipAddress: bareHost, port: 0)
            return true
        } catch {
            return false
        }
    }

    /// Whether the host is an address, or `localhost`: then whoever wrote it meant that machine.
    ///
    /// Every other name must not lead to a local address, whatever the name service says (DNS rebinding).
    var allowsLocalAddress: Bool {
        host == "localhost" || namesAnAddress
    }
}
