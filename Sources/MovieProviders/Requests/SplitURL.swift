import Upstream

/// An absolute URL in the parts that requests are made of; nothing else of RFC 3986 is needed here.
struct SplitURL: Sendable, Hashable {
    struct Field: Sendable, Hashable {
        var name: String
        var value: String
    }

    var origin: HTTPOrigin
    /// Percent-encoded, beginning with a slash.
    var path: String
    /// Decoded.
    var query: [Field]

    /// Takes an `http` or `https` URL apart; `nil` for anything else, and for one that carries a user's name.
    init?(_ url: String) {
        guard let schemeEnd = url.firstRange(of: "://"),
            let scheme = HTTPOrigin.Scheme(rawValue: url[..<schemeEnd.lowerBound].lowercased())
        else { return nil }
        let afterScheme = url[schemeEnd.upperBound...].prefix { $0 != "#" }
        let hostEnd = afterScheme.firstIndex { $0 == "/" || $0 == "?" } ?? afterScheme.endIndex
        guard let origin = SplitURL.origin(scheme, authority: afterScheme[..<hostEnd]) else { return nil }
        self.origin = origin
        let rest = afterScheme[hostEnd...]
        let pathEnd = rest.firstIndex(of: "?") ?? rest.endIndex
        path = rest[..<pathEnd].isEmpty ? "/" : String(rest[..<pathEnd]).encodedForURL
        query = SplitURL.fields(rest[pathEnd...].dropFirst())
    }

    /// `host` or `host:port`; an IPv6 address stands in brackets.
    private static func origin(_ scheme: HTTPOrigin.Scheme, authority: Substring) -> HTTPOrigin? {
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else {
            return HTTPOrigin(scheme: scheme, host: String(authority))
        }
        guard let port = Int(authority[authority.index(after: colon)...]), (1...65_535).contains(port),
            colon > authority.startIndex
        else { return nil }
        return HTTPOrigin(scheme: scheme, host: String(authority[..<colon]), port: port)
    }

    static func fields(_ query: Substring) -> [Field] {
        query.split(separator: "&").map { field in
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Field(
                name: PercentEncoding.decoded(parts[0]),
                value: parts.count == 2 ? PercentEncoding.decoded(parts[1]) : ""
            )
        }
    }
}
