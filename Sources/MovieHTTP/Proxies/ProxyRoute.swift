/// The way that requests to an origin take.
enum ProxyRoute: Hashable, Sendable {
    case direct
    case through(ProxyServer)
    /// There should be a proxy, and it cannot be used, for this reason: nothing is sent.
    case blocked(String)
}
