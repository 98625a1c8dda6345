import HTTPModel

/// Decides which redirects of one request are followed: of GET, within the origin, at most three, never in a circle.
///
/// A key belongs to its origin; whatever another origin is told, it must not be that.
struct RedirectPolicy {
    enum Action: Hashable {
        /// The answer is not a redirect that leads somewhere: hand it over as it is.
        case deliver
        /// Ask again for this path and query of the same origin.
        case follow(target: String)
        case refuse(String)
    }

    private static let mostFollowed = 3

    let origin: HTTPOrigin
    let method: HTTPRequest.Method
    /// What a redirect may repeat, and a message must not show.
    var secrets: [Secret] = []
    /// The targets asked for so far; the last is the present one.
    private var targets: [String]

    init(origin: HTTPOrigin, method: HTTPRequest.Method, target: String) {
        self.origin = origin
        self.method = method
        targets = [target]
    }

    /// What to do with an answer to the last target; 304 is none of the statuses that redirect.
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

    /// Whether a host that a server chose is one, and repeats no secret; hosts stand in lower case.
    private func isShowable(_ host: String) -> Bool {
        RequestRules.isHost(host)
            && !secrets.contains { secret in
                secret.reveal { !$0.isEmpty && host.contains($0.lowercased()) }
            }
    }
}
