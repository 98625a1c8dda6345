import HTTPModel

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
        let parts = (targets.last ?? "/").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
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
        return "\(origin.host) redirects to \(next), which is another origin; name that one if it is meant"
    }

    /// Whether a lowercase host that a server chose is valid and repeats no secret.
    private func isShowable(_ host: String) -> Bool {
        RequestRules.isHost(host)
            && !secrets.contains { secret in
                secret.reveal { !$0.isEmpty && host.contains($0.lowercased()) }
            }
    }
}
