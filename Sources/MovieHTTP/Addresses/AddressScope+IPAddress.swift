import NIOCore

extension AddressScope {
    /// The scope of a connection's other end; a path is of this machine.
    init(_ address: SocketAddress) {
        self = IPAddress(address).map { AddressScope($0.bytes) } ?? .local
    }
}
