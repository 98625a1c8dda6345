import HTTPModel
import MovieDomain
import Platform

/// Decides which requests use which proxy, by the environment variables that curl supports.
///
/// `https_proxy` and `http_proxy` apply to their schemes, `all_proxy` applies if those are not set, and `no_proxy`
/// exempts hosts from all of them. Each may be in capitals, except `http_proxy`, which a CGI program would take from a
/// header of its client. An empty variable counts as not set.
struct ProxyRules: Sendable {
    private let secure: ProxyRoute
    private let plain: ProxyRoute
    private let exceptions: ProxyExceptions

    static let none = ProxyRules { _ in nil }

    init(environment: (_ name: String) -> String?) {
        func value(_ names: [String]) -> (name: String, text: String)? {
            for name in names {
                let text = environment(name).map(\.trimmedText) ?? ""
                if !text.isEmpty { return (name, text) }
            }
            return nil
        }
        func route(_ names: [String]) -> ProxyRoute {
            guard let (name, text) = value(names + ["all_proxy", "ALL_PROXY"]) else { return .direct }
            do throws(ProxyServerUnusable) {
                return .through(try ProxyServer(text, variable: name))
            } catch {
                return .blocked(error.reason)
            }
        }
        secure = route(["https_proxy", "HTTPS_PROXY"])
        plain = route(["http_proxy"])
        exceptions = ProxyExceptions(value(["no_proxy", "NO_PROXY"])?.text ?? "")
    }

    /// Returns the route to an origin.
    ///
    /// This machine is always contacted directly. So are hosts that a proxy might take for its own machine (`127.1`),
    /// because only a direct connection shows where they lead.
    func route(to origin: HTTPOrigin) -> ProxyRoute {
        let route = origin.scheme == .https ? secure : plain
        guard route != .direct else { return .direct }
        if origin.isLoopback || origin.isAddressInDisguise || exceptions.cover(origin) { return .direct }
        return route
    }
}

/// The route of requests to an origin.
enum ProxyRoute: Equatable, Sendable {
    case direct
    case through(ProxyServer)
    /// A proxy is set but unusable, for this reason: nothing is sent.
    case blocked(String)
}

/// The origins that `NO_PROXY` exempts from the proxy.
///
/// The list contains names, which include their subdomains (with or without a leading dot), addresses, and networks
/// such as `10.0.0.0/8`, each for one port or all; `*` exempts everything.
struct ProxyExceptions: Sendable, Hashable {
    private enum Hosts: Sendable, Hashable {
        case all
        case name(String)
        case network(IPAddress, bits: Int)
    }

    private struct Entry: Sendable, Hashable {
        var hosts: Hosts
        var port: Int?
    }

    private let entries: [Entry]

    /// - Parameter list: Entries separated by commas or whitespace; invalid ones are ignored.
    init(_ list: String) {
        entries = list.split { $0 == "," || $0.isWhitespace }.compactMap { Self.entry($0.lowercased()) }
    }

    func cover(_ origin: HTTPOrigin) -> Bool {
        let address = origin.address
        let port = origin.port ?? (origin.scheme == .https ? 443 : 80)
        return entries.contains { entry in
            guard entry.port == nil || entry.port == port else { return false }
            switch entry.hosts {
            case .all: return true
            case .network(let network, let bits): return address?.sharesBits(bits, with: network) ?? false
            case .name(let name): return address == nil && Self.isName(origin.host, within: name)
            }
        }
    }

    private static func isName(_ host: String, within name: String) -> Bool {
        let host = host.hasSuffix(scalars: ".") ? host.dropLast() : host[...]
        return host == name || host.hasSuffix(scalars: "." + name)
    }

    private static func entry(_ text: String) -> Entry? {
        if let address = IPAddress(text) { return Entry(hosts: .network(address, bits: address.bytes.count * 8)) }
        if let slash = text.firstIndex(scalar: "/") { return network(text, slash) }
        var host = text[...]
        var port: Int?
        if let colon = text.lastIndex(scalar: ":") {
            guard let number = UInt16(text[text.index(after: colon)...]) else { return nil }
            port = Int(number)
            host = text[..<colon]
        }
        if host == "*" { return Entry(hosts: .all, port: port) }
        if let address = IPAddress(String(host)) {
            return Entry(hosts: .network(address, bits: address.bytes.count * 8), port: port)
        }
        if host.hasPrefix(scalars: "*.") { host = host.dropFirst(2) }
        if host.hasPrefix(scalars: ".") { host = host.dropFirst() }
        if host.hasSuffix(scalars: ".") { host = host.dropLast() }
        return host.isEmpty ? nil : Entry(hosts: .name(String(host)), port: port)
    }

    private static func network(_ text: String, _ slash: String.Index) -> Entry? {
        guard let address = IPAddress(String(text[..<slash])), let bits = Int(text[text.index(after: slash)...]),
            (0...address.bytes.count * 8).contains(bits)
        else { return nil }
        return Entry(hosts: .network(address, bits: bits))
    }
}

/// An HTTP proxy that opens tunnels (RFC 9110, section 9.3.6), as an environment variable names it.
struct ProxyServer: Sendable, Equatable {
    /// The address, without credentials.
    private let origin: HTTPOrigin
    /// The user and password separated by a colon (RFC 7617), if the variable contains them.
    let credentials: Secret?
    let variable: String

    /// Reads `[http://][user[:password]@]host[:port]`, and ignores the rest after the port.
    ///
    /// Throws ``ProxyServerUnusable``, whose reason names the variable but shows nothing of its value.
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
        let userInformation = rest.lastIndex(scalar: "@").map { mark in
            defer { rest = rest[rest.index(after: mark)...] }
            return rest[..<mark]
        }
        do throws(WebURLError) {
            origin = try WebURL(baseAddress: "http://\(rest)").origin
        } catch {
            throw malformed
        }
        self.variable = variable
        credentials = userInformation.map { information in
            // A plus doesn't mean a space here.
            let text = PercentEncoding.decoded(information.replacing(scalars: "+", with: "%2B"))
            return Secret(text.contains(scalars: ":") ? text : text + ":")
        }
    }

    /// Compares without credentials, because each variable names only one proxy.
    static func == (left: Self, right: Self) -> Bool { left.origin == right.origin && left.variable == right.variable }

    /// The name, or an address, in brackets if it is one of IPv6.
    var host: String { origin.host }

    /// The host and the port, as libcurl reads them; without a port, it would take another one.
    var address: String { "\(host):\(origin.port ?? 80)" }

    private static func cutScheme(_ rest: inout Substring) -> String? {
        guard let mark = rest.firstRange(scalars: "://") else { return nil }
        defer { rest = rest[mark.upperBound...] }
        return rest[..<mark.lowerBound].lowercased()
    }
}

extension ProxyServer: CustomStringConvertible, CustomDebugStringConvertible {
    /// The text without credentials, such as `the proxy proxy.example:3128 (HTTPS_PROXY)`.
    var description: String { "the proxy \(address) (\(variable))" }

    var debugDescription: String { description }
}

/// A variable whose value cannot be used as a proxy; in that case nothing is sent directly either.
struct ProxyServerUnusable: Error, Hashable {
    /// The variable and the reason, without the value.
    var reason: String
}
