/// Where a source is reached: `https://api.example.org/v3`.
package struct BaseURL: Hashable, Sendable, CustomStringConvertible {
    /// The two schemes that there are.
    package enum Scheme: String, Sendable {
        case http, https
    }

    /// Mostly `https`.
    package let scheme: Scheme
    /// In lower case; an IPv6 address without its brackets.
    package let host: String
    /// The scheme's own where none is written.
    package let port: Int
    /// Begins with `/` unless it is empty, and never ends with one.
    package let path: String

    /// The address as it is written in a request, without a default port.
    package var description: String {
        let shownHost = host.contains(":") ? "[\(host)]" : host
        let isUsual = port == (scheme == .https ? 443 : 80)
        return "\(scheme.rawValue)://\(shownHost)\(isUsual ? "" : ":\(port)")\(path)"
    }

    /// Whether the host is this machine itself: `localhost`, `127.x.x.x`, `::1`.
    package var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && !numbers.contains(nil) && numbers[0] == 127
    }
}
