/// Scheme, host and port: what a key belongs to, and beyond which no request and no redirect goes (RFC 6454).
package struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable { case http, https }

    package var scheme: Scheme
    /// Lower-cased; an IPv6 address stands in brackets.
    package var host: String
    /// `nil` is the scheme's own.
    package var port: Int?

    package init(scheme: Scheme, host: String, port: Int? = nil) {
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port == (scheme == .https ? 443 : 80) ? nil : port
    }

    package var description: String {
        "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "")
    }
}
