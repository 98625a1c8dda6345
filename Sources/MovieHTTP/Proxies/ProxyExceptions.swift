import HTTPModel

/// The origins that `NO_PROXY` keeps from the proxy.
///
/// A list of names, which also stand for what lies below them (with or without a dot in front), of addresses and of
/// networks such as `10.0.0.0/8`, each with a port or for all of them; `*` is everything.
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

    /// - Parameter list: Separated by commas or blanks; what cannot be read is passed over.
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
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        return host == name || host.hasSuffix("." + name)
    }

    private static func entry(_ text: String) -> Entry? {
        if let address = IPAddress(text) { return Entry(hosts: .network(address, bits: address.bytes.count * 8)) }
        if let slash = text.firstIndex(of: "/") { return network(text, slash) }
        var host = text[...]
        var port: Int?
        if let colon = text.lastIndex(of: ":") {
            guard let number = UInt16(text[text.index(after: colon)...]) else { return nil }
            port = Int(number)
            host = text[..<colon]
        }
        if host == "*" { return Entry(hosts: .all, port: port) }
        if let address = IPAddress(String(host)) {
            return Entry(hosts: .network(address, bits: address.bytes.count * 8), port: port)
        }
        if host.hasPrefix("*.") { host = host.dropFirst(2) }
        if host.hasPrefix(".") { host = host.dropFirst() }
        if host.hasSuffix(".") { host = host.dropLast() }
        return host.isEmpty ? nil : Entry(hosts: .name(String(host)), port: port)
    }

    private static func network(_ text: String, _ slash: String.Index) -> Entry? {
        guard let address = IPAddress(String(text[..<slash])), let bits = Int(text[text.index(after: slash)...]),
            (0...address.bytes.count * 8).contains(bits)
        else { return nil }
        return Entry(hosts: .network(address, bits: bits))
    }
}
