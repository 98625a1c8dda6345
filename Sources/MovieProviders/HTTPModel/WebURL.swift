import ProviderLanguage
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

extension SplitURL {
    /// Where a link leads, as an absolute URL, seen from the page that it stands on (RFC 3986, section 5.2).
    ///
    /// `nil` for an empty one, which means that there is no further page.
    static func resolving(_ link: String, from page: HTTPRequest) -> String? {
        let link = link.filter { !$0.isWhitespace }
        guard !link.isEmpty else { return nil }
        if link.hasPrefix("//") { return page.origin.scheme.rawValue + ":" + link }
        if link.hasPrefix("/") { return page.origin.description + link }
        let beforeColon = link.prefix { !":/?#".contains($0) }
        if link.dropFirst(beforeColon.count).first == ":" { return link }
        if link.hasPrefix("?") { return page.origin.description + page.path + link }
        let folder = page.path.lastIndex(of: "/").map { page.path[...$0] } ?? "/"
        return page.origin.description + folder + link
    }
}

extension String {
    /// The text with everything percent-encoded that no URL may hold; what is encoded already stays as it is.
    var encodedForURL: String {
        guard !unicodeScalars.allSatisfy(\.mayStandInURL) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            text += scalar.mayStandInURL ? String(scalar) : PercentEncoding.queryComponent(String(scalar))
        }
    }
}

extension Unicode.Scalar {
    fileprivate var mayStandInURL: Bool { (0x21...0x7E).contains(value) }
}

extension HTTPOrigin {
    /// The origin that a base URL of a definition leads to.
    init(_ base: BaseURL) {
        self.init(
            scheme: base.scheme == .https ? .https : .http,
            host: base.host.contains(":") ? "[\(base.host)]" : base.host,
            port: base.port
        )
    }
}
