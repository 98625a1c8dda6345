import HTTPModel

/// What a `Location` field says, taken apart (RFC 3986, section 4.1), without the fragment.
struct URLReference: Hashable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?

    /// `nil` where the text holds what no URL may: controls, blanks, or a backslash, which clients read differently.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        var rest = text.prefix { $0 != "#" }
        if let colon = rest.firstIndex(where: { ":/?".contains($0) }), rest[colon] == ":" {
            guard Self.isScheme(rest[..<colon]) else { return nil }
            scheme = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            authority = String(rest.prefix { $0 != "/" && $0 != "?" })
            rest = rest.drop { $0 != "/" && $0 != "?" }
        }
        path = Self.encoded(rest.prefix { $0 != "?" })
        query = rest.firstIndex(of: "?").map { Self.encoded(rest[rest.index(after: $0)...]) }
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, Character(Unicode.Scalar(first)).isLetter else { return false }
        return text.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return byte < 0x80 && (character.isLetter || character.isNumber || "+-.".contains(character))
        }
    }

    /// Servers send titles as they are; over the wire they go percent-encoded.
    private static func encoded(_ text: Substring) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            result += scalar.isASCII ? String(scalar) : PercentEncoding.queryComponent(String(scalar))
        }
    }
}

/// Where a reference leads from a page of an origin (RFC 3986, section 5.2).
extension URLReference {
    /// The origin that the reference names, or `base` where it names none; `nil` where that is not one of HTTP's.
    func origin(from base: HTTPOrigin) -> HTTPOrigin? {
        let scheme: HTTPOrigin.Scheme
        if let name = self.scheme {
            guard let known = HTTPOrigin.Scheme(rawValue: name), authority != nil else { return nil }
            scheme = known
        } else {
            scheme = base.scheme
        }
        guard let authority else { return base }
        return Self.hostAndPort(authority).map { HTTPOrigin(scheme: scheme, host: $0.host, port: $0.port) }
    }

    /// Path and query, seen from the path of `target` (a path with or without a query).
    func target(from target: String) -> String {
        let basePath = target.prefix { $0 != "?" }
        if authority == nil && path.isEmpty {
            guard let query else { return target }
            return basePath + "?" + query
        }
        let whole = path.hasPrefix("/") || authority != nil ? path : Self.folder(of: basePath) + path
        return Self.withoutDots(whole) + (query.map { "?" + $0 } ?? "")
    }

    /// An authority with user information is refused: `https://known.example@other.example/`.
    private static func hostAndPort(_ authority: String) -> (host: String, port: Int?)? {
        guard !authority.contains("@"), !authority.isEmpty else { return nil }
        let hostEnd =
            authority.hasPrefix("[")
            ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
            : authority.firstIndex(of: ":") ?? authority.endIndex
        guard let hostEnd, hostEnd > authority.startIndex else { return nil }
        let rest = authority[hostEnd...]
        if rest.isEmpty || rest == ":" { return (String(authority[..<hostEnd]), nil) }
        guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()) else { return nil }
        return (String(authority[..<hostEnd]), Int(port))
    }

    private static func folder(of path: Substring) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    }

    private static func withoutDots(_ path: String) -> String {
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst(
            path.hasPrefix("/") ? 1 : 0
        )
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/")
    }
}
