import NIOCore

extension AddressScope {
    /// The scope of a connection's other end.
    ///
    /// In the structures of the system the address stands after family and port, in IPv6 also after the flow label.
    init(_ address: SocketAddress) {
        switch address {
        case .v4(let address): self.init(unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[4..<8]) })
        case .v6(let address): self.init(unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[8..<24]) })
        case .unixDomainSocket: self = .local
        }
    }
}
