import MovieDomain
import Platform

/// A scheme, host, and port (RFC 6454), to which keys, requests, and redirects are confined.
package struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable { case http, https }

    package var scheme: Scheme
    /// The lowercase host; an IPv6 address is in brackets.
    package var host: String
    /// The port; `nil` for the default of the scheme.
    package var port: Int?

    package init(scheme: Scheme, host: String, port: Int? = nil) {
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port == (scheme == .https ? 443 : 80) ? nil : port
    }

    package var description: String {
        "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "")
    }

    /// Whether the host can only mean this machine: `localhost`, a name below it (RFC 6761), or a loopback address.
    package var isLoopback: Bool {
        host == "localhost" || host.hasSuffix(scalars: ".localhost") || IPAddress(host)?.isLoopback == true
    }

    /// Whether the host is an address or `localhost`, which means that the definition intends that machine, wherever it
    /// is.
    ///
    /// No other name may lead to a local address, whatever the name service returns (DNS rebinding).
    package var namesMachine: Bool { host == "localhost" || IPAddress(host) != nil }
}

/// An absolute `http` or `https` URL without user information and without a fragment.
package struct WebURL: Hashable, Sendable, CustomStringConvertible {
    /// A decoded query parameter.
    package struct Parameter: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var origin: HTTPOrigin
    /// The percent-encoded path, which begins with a slash; only the base address of an API may have an empty one.
    package var path: String
    /// The percent-encoded query without its question mark; `nil` if there is none.
    package var query: String?

    package init(origin: HTTPOrigin, path: String, query: String? = nil) {
        self.origin = origin
        self.path = path
        self.query = query
    }

    package var description: String { origin.description + path + (query.map { "?" + $0 } ?? "") }

    /// The decoded parameters of the query, in order.
    package var parameters: [Parameter] {
        (query ?? "").split(scalar: "&").map { field in
            let sides = field.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Parameter(
                name: PercentEncoding.decoded(sides[0]),
                value: sides.count == 2 ? PercentEncoding.decoded(sides[1]) : ""
            )
        }
    }
}

extension WebURL {
    /// Reads a URL as people and recordings write it: encodes what no URL may contain, such as blanks and non-ASCII
    /// letters.
    package init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text.utf8[colon...].starts(with: "://".utf8),
            let scheme = HTTPOrigin.Scheme(rawValue: text[..<colon].lowercased())
        else { return nil }
        self.init(scheme, Self.withoutFragment(text).utf8[colon...].dropFirst(3))
    }

    /// Reads the part after `https://`.
    private init?(_ scheme: HTTPOrigin.Scheme, _ rest: Substring.UTF8View) {
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let origin = HTTPOrigin(scheme, authority: Substring(authority)) else { return nil }
        self.init(origin: origin, pathAndQuery: rest[authority.endIndex...])
    }

    private static func withoutFragment(_ text: String) -> Substring {
        Substring(text.utf8.prefix { $0 != UInt8(ascii: "#") })
    }

    /// Resolves a reference against this URL (RFC 3986, section 5.2).
    ///
    /// Returns `nil` for another scheme, for user information before the host, and for a text with a control character,
    /// a blank, or a backslash, which clients interpret differently.
    package func resolve(_ reference: String) -> WebURL? {
        guard reference.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        var rest = Self.withoutFragment(reference)
        var scheme = origin.scheme
        var namesScheme = false
        if let colon = rest.utf8.firstIndex(where: ":/?".utf8.contains), rest.utf8[colon] == UInt8(ascii: ":") {
            guard let named = HTTPOrigin.Scheme(rawValue: rest[..<colon].lowercased()) else { return nil }
            scheme = named
            namesScheme = true
            rest = Substring(rest.utf8[colon...].dropFirst())
        }
        guard rest.hasPrefix(scalars: "//") else { return namesScheme ? nil : resolve(within: rest) }
        guard var url = WebURL(scheme, rest.utf8.dropFirst(2)) else { return nil }
        url.path = Self.withoutDotSegments(url.path)
        return url
    }

    private func resolve(within reference: Substring) -> WebURL {
        if reference.isEmpty { return self }
        var url = WebURL(origin: origin, pathAndQuery: reference.utf8)
        if reference.hasPrefix(scalars: "?") {
            url.path = path
        } else {
            let folder = path.lastIndex(scalar: "/").map { path[...$0] } ?? "/"
            url.path = Self.withoutDotSegments(url.path.hasPrefix(scalars: "/") ? url.path : folder + url.path)
        }
        return url
    }

    private init(origin: HTTPOrigin, pathAndQuery text: Substring.UTF8View) {
        let path = text.prefix { $0 != UInt8(ascii: "?") }
        self.origin = origin
        self.path = path.isEmpty ? "/" : PercentEncoding.wholeURL(path)
        query = path.endIndex == text.endIndex ? nil : PercentEncoding.wholeURL(text[path.endIndex...].dropFirst())
    }

    private static func withoutDotSegments(_ path: String) -> String {
        let segments = path.split(scalar: "/", omittingEmptySubsequences: false).dropFirst()
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == ".." { _ = kept.popLast() }
            if segment != "." && segment != ".." { kept.append(segment) } else if isLast { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
    }
}

extension HTTPOrigin {
    /// Splits `host`, `host:port`, or `[address]:port`; `nil` if the bracket of an address is not closed.
    ///
    /// The port begins with its colon, or is whatever else follows an address.
    fileprivate static func parts(of authority: Substring) -> (host: Substring, port: Substring)? {
        let bytes = authority.utf8
        let end =
            authority.hasPrefix(scalars: "[")
            ? bytes.firstIndex(of: UInt8(ascii: "]")).map { bytes.index(after: $0) }
            : bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return end.map { (authority[..<$0], authority[$0...]) }
    }

    /// Reads a host and a port; fails if user information precedes the host.
    fileprivate init?(_ scheme: Scheme, authority: Substring) {
        guard !authority.utf8.contains(UInt8(ascii: "@")), let (host, port) = Self.parts(of: authority), !host.isEmpty,
            port.isEmpty || port.first == ":"
        else { return nil }
        let digits = port.dropFirst()
        guard digits.isEmpty || UInt16(digits).map({ $0 > 0 }) == true else { return nil }
        self.init(scheme: scheme, host: String(host), port: Int(digits))
    }
}

/// The reason why a text is not the address of an API; never quotes the whole address, which may contain a password.
package struct WebURLError: Error, Hashable, Sendable {
    package let message: String
}

extension WebURL {
    /// Reads the address of a provider's API strictly, such as `https://api.example.org/v3`; drops a slash at its end.
    package init(baseAddress text: String) throws(WebURLError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else {
            throw WebURLError(message: "an address has only printable ASCII characters and no backslash")
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix(scalars: "://"),
            let scheme = HTTPOrigin.Scheme(rawValue: text[..<colon].lowercased())
        else {
            throw WebURLError(message: "an address begins with https:// (or http:// for this machine)")
        }
        let rest = text[colon...].dropFirst(3)
        // The text is ASCII, so bytes are characters.
        let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        let path = rest[authority.endIndex...]
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw WebURLError(message: "an address must not carry a user name or password; use auth")
        }
        guard !path.utf8.contains(where: { "?#".utf8.contains($0) }) else {
            throw WebURLError(message: "an address must not carry a query or fragment; use query in the operation")
        }
        let (host, port) = try Self.hostAndPort(authority)
        let trimmed = path.last == "/" ? path.dropLast() : path
        guard !Self.hasDotSegments(trimmed) else {
            throw WebURLError(message: "an address must not have '.' or '..' in its path")
        }
        self.init(origin: HTTPOrigin(scheme: scheme, host: host, port: port), path: String(trimmed))
    }

    /// Returns whether a path has a segment `.` or `..`, plain or encoded, which would lead elsewhere.
    package static func hasDotSegments(_ path: some StringProtocol) -> Bool {
        String(path).split(scalar: "/").contains { segment in
            guard segment.utf8.count <= "%2e%2e".utf8.count else { return false }
            let plain = segment.lowercased().replacing(scalars: "%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }

    private static func hostAndPort(_ authority: Substring) throws(WebURLError) -> (String, Int?) {
        guard let (host, port) = HTTPOrigin.parts(of: authority) else {
            throw WebURLError(message: "the address's '[' is not closed")
        }
        if host.hasPrefix(scalars: "[") {
            let address = host.dropFirst().dropLast().lowercased()
            guard address.contains(scalars: ":"), address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                throw WebURLError(message: "'\(address)' is not an IPv6 address")
            }
        } else {
            guard isName(host) else { throw WebURLError(message: "'\(host)' is not the name of a host") }
            guard !isOctal(host) else {
                throw WebURLError(
                    message: "'\(host)' can be read in two ways; a number of an address must not begin with 0"
                )
            }
        }
        return (String(host), try self.port(port))
    }

    private static func port(_ text: Substring) throws(WebURLError) -> Int? {
        if text.isEmpty { return nil }
        let digits = text.dropFirst()
        guard text.first == ":", digits.allSatisfy(\.isNumber), let port = Int(digits), (1...65_535).contains(port)
        else {
            throw WebURLError(message: "'\(text)' is not a port; a port is a number from 1 to 65535")
        }
        return port
    }

    private static func isName(_ host: Substring) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        return host.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { isDigit($0) || (97...122).contains($0 | 0x20) || $0 == hyphen || $0 == 0x5F }
            }
    }

    /// Returns whether a dotted number has leading zeros, which some resolvers read as octal and others do not.
    private static func isOctal(_ host: Substring) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."))
        return labels.allSatisfy { $0.allSatisfy(isDigit) }
            && labels.contains { $0.count > 1 && $0.first == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
