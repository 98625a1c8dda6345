import HTTPModel

/// What AsyncHTTPClient sets once for a whole client and a request has for itself: one client is made for each that occurs.
///
/// Times and sizes are rounded up to a few steps, so that there are few clients whatever requests ask for.
struct ClientTraits: Hashable {
    /// For name lookup, connection and TLS handshake together.
    var connectTimeout: Duration
    /// Decoded bytes of a body after which decompression stops.
    var decompressionLimit: Int
    /// Whether connections may end at an address of this machine or network.
    var allowsLocalAddresses: Bool
    /// The proxy on the way, or `nil` for the direct one.
    ///
    /// Behind a proxy only the proxy's own address is seen, and its user chose that one.
    var proxy: ProxyServer?
    /// Whether a connection is kept for the next request.
    var keepsConnections: Bool

    init(_ request: HTTPRequest, proxy: ProxyServer? = nil, keepsConnections: Bool = true) {
        connectTimeout = Self.rounded(request.limits.connectTimeout)
        decompressionLimit = Self.rounded(request.limits.maximumBodyBytes)
        allowsLocalAddresses = request.origin.allowsLocalAddress || proxy != nil
        self.proxy = proxy
        self.keepsConnections = keepsConnections
    }

    /// The host whose address a connection needs.
    func hostLookedUp(for origin: HTTPOrigin) -> String { proxy?.host ?? origin.host }

    /// 125 ms, 250 ms, 500 ms, 1 s … 32 s.
    private static func rounded(_ timeout: Duration) -> Duration {
        let steps = (0...8).map { Duration.milliseconds(125 << $0) }
        return steps.first { $0 >= timeout } ?? .seconds(32)
    }

    /// 64 KiB, 256 KiB, 1 MiB … 256 MiB.
    private static func rounded(_ bytes: Int) -> Int {
        let steps = (0...6).map { 65_536 << (2 * $0) }
        return steps.first { $0 >= bytes } ?? 268_435_456
    }
}
