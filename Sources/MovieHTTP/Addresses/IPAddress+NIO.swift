import NIOCore

extension IPAddress {
    /// The address of a connection's end; `nil` where it is a path.
    ///
    /// In the structures of the system the address stands after family and port, in IPv6 also after the flow label.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let address): bytes = unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[4..<8]) }
        case .v6(let address): bytes = unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[8..<24]) }
        case .unixDomainSocket: return nil
        }
    }
}
