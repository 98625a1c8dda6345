import HTTPModel

/// An HTTP proxy that opens tunnels (RFC 9110, section 9.3.6), as a variable of the environment names it.
struct ProxyServer: Sendable, Hashable {
    /// A name, or an address without brackets.
    let host: String
    let port: Int
    /// User and password with a colon between them (RFC 7617), where the variable holds them.
    let credentials: Secret?
    /// The variable that names it, for messages.
    let variable: String

    /// Reads `[http://][user[:password]@]host[:port]`; what follows the port is passed over.
    ///
    /// Throws ``ProxyServerUnusable``, whose reason names the variable and shows nothing of its value.
    init(_ text: String, variable: String) throws(ProxyServerUnusable) {
        let malformed = ProxyServerUnusable(reason: "\(variable) does not name a proxy as http://host:port does")
        var rest = text[...]
        if let scheme = Self.cutScheme(&rest), scheme != "http" {
            let known = ["https", "socks", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme)
            guard known else { throw malformed }
            throw ProxyServerUnusable(
                reason: "\(variable) names a proxy of the kind \(scheme)://, and only http:// ones are supported"
            )
        }
        rest = rest.prefix { !"/?#".contains($0) }
        let userInformation = rest.lastIndex(of: "@").map { mark in
            defer { rest = rest[rest.index(after: mark)...] }
            return rest[..<mark]
        }
        guard let (host, port) = Self.hostAndPort(rest) else { throw malformed }
        self.host = host
        self.port = port
        self.variable = variable
        credentials = userInformation.map { information in
            let text = Self.percentDecoded(information)
            return Secret(text.contains(":") ? text : text + ":")
        }
    }

    /// One variable names one proxy: what it says of user and password does not tell two apart.
    static func == (left: Self, right: Self) -> Bool {
        left.host == right.host && left.port == right.port && left.variable == right.variable
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
        hasher.combine(variable)
    }

    private static func cutScheme(_ rest: inout Substring) -> String? {
        guard let mark = rest.firstRange(of: "://") else { return nil }
        defer { rest = rest[mark.upperBound...] }
        return rest[..<mark.lowerBound].lowercased()
    }

    private static func hostAndPort(_ text: Substring) -> (String, Int)? {
        var host = text
        var port = 80
        if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
            guard let number = UInt16(text[text.index(after: colon)...]), number > 0 else { return nil }
            port = Int(number)
            host = text[..<colon]
        }
        if host.hasPrefix("[") {
            guard host.hasSuffix("]"), IPAddress(String(host)) != nil else { return nil }
            return (String(host.dropFirst().dropLast()), port)
        }
        let isName = host.utf8.allSatisfy { byte in
            byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || "0123456789-._".utf8.contains(byte))
        }
        return isName && !host.isEmpty ? (host.lowercased(), port) : nil
    }

    private static func percentDecoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ProxyServer: CustomStringConvertible, CustomDebugStringConvertible {
    /// Such as `the proxy proxy.example:3128 (HTTPS_PROXY)`, without user and password.
    var description: String {
        "the proxy \(host.contains(":") ? "[\(host)]" : host):\(port) (\(variable))"
    }

    var debugDescription: String { description }
}
