import HTTPModel
import MovieDomain
import Platform

/// Rejects requests with content that would redirect or split the message, wherever it comes from.
enum RequestRules {
    /// Throws `.forbidden` with the name of the invalid part, but without its content.
    static func check(_ request: HTTPRequest) throws(ProviderError) {
        guard isHost(request.origin.host) else {
            throw ProviderError(at: .forbidden, "the host for \(request.source) is not a name or an address")
        }
        // Without the slash, a path would continue the host: “@other.example/”.
        guard request.path.hasPrefix(scalars: "/"), request.path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ProviderError(at: .forbidden, "the path for \(request.origin.host) is not one of a URL")
        }
        for field in request.headers { try check(field, of: request) }
    }

    /// Checks a field, because libcurl sends it as it is: a line break in a value would begin another field.
    private static func check(_ field: HTTPRequest.Field, of request: HTTPRequest) throws(ProviderError) {
        guard isFieldName(field.name[...]) else {
            throw ProviderError(
                at: .forbidden,
                "a header for \(request.origin.host) has a name that HTTP does not allow"
            )
        }
        if HTTPRequest.transportHeaders.contains(field.name.lowercased()) {
            throw ProviderError(at: .forbidden, "the header \(field.name) is set by the transport, not by a definition")
        }
        let isText = field.value.revealed().utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }
        guard isText else {
            throw ProviderError(
                at: .forbidden,
                "the header \(field.name) for \(request.origin.host) contains a line break or another control character"
            )
        }
    }

    /// Whether a text is a valid name of a header field (RFC 9110, section 5.6.2).
    static func isFieldName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { PercentEncoding.isLetterOrDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether a lowercase text can be a host: an address, or a name of at most 253 characters (RFC 1035).
    static func isHost(_ text: String) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                PercentEncoding.isLetterOrDigit($0) && !(0x41...0x5A).contains($0) || "-._[]:".utf8.contains($0)
            }
    }
}

/// Decides which redirects of one request are followed: of GET, within the origin, at most three, never in a circle.
///
/// A key belongs to its origin, and must not be sent to any other.
struct RedirectPolicy {
    enum Action: Hashable {
        /// The answer is not a redirect with a location: deliver it unchanged.
        case deliver
        /// Send the request again for this path and query at the same origin.
        case follow(target: String)
        case refuse(String)
    }

    private static let mostFollowed = 3

    let origin: HTTPOrigin
    let method: HTTPRequest.Method
    /// Secrets that a redirect may repeat, but a message must not show.
    var secrets: [Secret] = []
    /// The targets requested so far; the last one is the current one.
    private var targets: [String]

    init(origin: HTTPOrigin, method: HTTPRequest.Method, target: String) {
        self.origin = origin
        self.method = method
        targets = [target]
    }

    /// Decides what to do with the answer to the last target; 304 is not a redirect.
    mutating func decide(status: Int, location: String?) -> Action {
        guard [301, 302, 303, 307, 308].contains(status), let location else { return .deliver }
        guard method == .get else {
            return .refuse("\(origin.host) answers \(method.rawValue) with a redirect, which is followed for GET only")
        }
        guard let next = here.resolve(location) else {
            return .refuse("\(origin.host) redirects to something that is not an http or https address")
        }
        guard next.origin == origin else { return .refuse(refusal(to: next.origin)) }
        return follow(next.path + (next.query.map { "?" + $0 } ?? ""))
    }

    private var here: WebURL {
        let parts = (targets.last ?? "/").split(scalar: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return WebURL(origin: origin, path: String(parts[0]), query: parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func follow(_ target: String) -> Action {
        if targets.contains(target) { return .refuse("\(origin.host) redirects in a circle") }
        if targets.count > Self.mostFollowed {
            return .refuse("\(origin.host) redirects more than \(Self.mostFollowed) times")
        }
        targets.append(target)
        return .follow(target: target)
    }

    private func refusal(to next: HTTPOrigin) -> String {
        if next.host == origin.host && next.scheme != origin.scheme {
            return "\(origin.host) redirects from \(origin.scheme) to \(next.scheme); "
                + "keys go to \(origin) only"
        }
        guard isShowable(next.host) else { return "\(origin.host) redirects to another origin" }
        return "\(origin.host) redirects to \(next), which is another origin; if you mean that one, name it"
    }

    /// Whether a lowercase host that a server chose is valid and repeats no secret.
    private func isShowable(_ host: String) -> Bool {
        RequestRules.isHost(host)
            && !secrets.contains { secret in
                secret.reveal { !$0.isEmpty && host.contains($0.lowercased()) }
            }
    }
}
