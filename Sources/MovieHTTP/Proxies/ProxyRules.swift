import HTTPModel

/// Which requests go through which proxy, as the environment says in the variables that curl knows.
///
/// `https_proxy` and `http_proxy` count for their schemes, `all_proxy` where those say nothing, and `no_proxy` against
/// all of them; each may be written in capitals, except `http_proxy`, which a CGI program would take from a header of
/// its client. An empty variable says nothing.
package struct ProxyRules: Sendable {
    private let secure: ProxyRoute
    private let plain: ProxyRoute
    private let exceptions: ProxyExceptions

    /// Rules that send nothing through a proxy.
    package static let none = ProxyRules { _ in nil }

    /// - Parameter environment: The value of a variable.
    package init(environment: (_ name: String) -> String?) {
        func value(_ names: [String]) -> (name: String, text: String)? {
            for name in names {
                let text = environment(name).map(Self.trimmed) ?? ""
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

    /// The way to an origin.
    ///
    /// This machine is asked directly, whatever the variables say. So are hosts that a proxy might take for its own
    /// machine (`127.1`): on the direct way it is seen where they lead.
    func route(to origin: HTTPOrigin) -> ProxyRoute {
        let route = origin.scheme == .https ? secure : plain
        guard route != .direct else { return .direct }
        if origin.isLoopback || origin.isAddressInDisguise || exceptions.cover(origin) { return .direct }
        return route
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
