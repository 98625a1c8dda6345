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

extension BaseURL {
    /// Reads an address; the error is one sentence without the address, which may hold a password.
    init(parsing text: String) throws(LanguageError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C }) else {
            throw LanguageError("an address has only printable ASCII characters and no backslash")
        }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://"),
            let scheme = Scheme(rawValue: text[..<colon].lowercased())
        else {
            throw LanguageError("an address begins with https:// (or http:// for this machine)")
        }
        let rest = text[colon...].dropFirst(3)
        // All of it is ASCII, so bytes are characters.
        let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        let authority = rest[..<end]
        let path = rest[authority.endIndex...]
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw LanguageError("an address must not carry a user name or password; use auth")
        }
        guard !path.utf8.contains(where: { "?#".utf8.contains($0) }) else {
            throw LanguageError("an address must not carry a query or fragment; use query in the operation")
        }
        let (host, port) = try Self.hostAndPort(authority)
        self.scheme = scheme
        self.host = host
        self.port = port ?? (scheme == .https ? 443 : 80)
        self.path = try Self.checked(path: path)
    }

    private static func hostAndPort(_ authority: Substring) throws(LanguageError) -> (String, Int?) {
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else {
                throw LanguageError("the address's '[' is not closed")
            }
            let host = authority[authority.index(after: authority.startIndex)..<end].lowercased()
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else {
                throw LanguageError("'\(host)' is not an IPv6 address")
            }
            return (host, try port(authority[authority.index(after: end)...]))
        }
        let host = authority[..<(authority.utf8.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex)]
        guard isName(host) else { throw LanguageError("'\(host)' is not the name of a host") }
        guard !isOctal(host) else {
            throw LanguageError("'\(host)' can be read in two ways; a number of an address must not begin with 0")
        }
        return (host.lowercased(), try port(authority[host.endIndex...]))
    }

    private static func port(_ text: Substring) throws(LanguageError) -> Int? {
        if text.isEmpty { return nil }
        let digits = text.dropFirst()
        guard text.first == ":", digits.allSatisfy(\.isNumber), let port = Int(digits), (1...65_535).contains(port)
        else {
            throw LanguageError("'\(text)' is not a port; a port is a number from 1 to 65535")
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

    /// Whether a dotted number has leading zeros, which some resolvers read as octal and others do not.
    private static func isOctal(_ host: Substring) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."))
        return labels.allSatisfy { $0.allSatisfy(isDigit) }
            && labels.contains { $0.count > 1 && $0.first == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// Whether a path has segments that lead elsewhere: `.` and `..`, plain or encoded.
    static func hasDotSegments(_ path: some StringProtocol) -> Bool {
        path.split(separator: "/").contains { segment in
            guard segment.utf8.count <= "%2e%2e".utf8.count else { return false }
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." || plain == ".."
        }
    }

    private static func checked(path: Substring) throws(LanguageError) -> String {
        let trimmed = path.last == "/" ? path.dropLast() : path
        guard !hasDotSegments(trimmed) else {
            throw LanguageError("an address must not have '.' or '..' in its path")
        }
        return String(trimmed)
    }
}
