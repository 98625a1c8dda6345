import HTTPModel
import MovieDomain
import Platform

/// How long an answer may be used, decided once when it arrives; in milliseconds.
///
/// The definition's own times take precedence: its author knows how often the data changes and what a call costs,
/// whereas most APIs send the defaults of their framework. Only `no-store` is stronger. If the definition is silent,
/// the source's explicit times count (RFC 9111, section 4.2.1), and nothing is guessed from `Last-Modified`.
struct CacheLifetime: Sendable, Hashable {
    var fresh: Int
    var staleWhileRevalidate: Int
    var staleIfError: Int

    /// Ten years: nothing is cached forever.
    static let longest = 10 * 365 * 86_400_000

    /// Returns `nil` for an answer that must not be cached; `now` is in milliseconds since 1970.
    init?(of response: HTTPResponse, verdict: HTTPAnswer.Verdict, under rule: CachePolicy, at now: Int) {
        let control = CacheControl(response.headers)
        guard !control.forbidsCaching else { return nil }
        switch verdict {
        case .failure: return nil
        case .negative:
            fresh = min(rule.negativeTTL.milliseconds, rule.ttl?.milliseconds ?? .max)
            staleWhileRevalidate = 0
            staleIfError = 0
        case .good:
            let mayBeStale = !control.asksEveryTime && !control.forbidsStale
            func window(_ own: Duration, _ said: Int?) -> Int {
                own > .zero ? own.milliseconds : mayBeStale ? CacheLifetime.clamped(said ?? 0) : 0
            }
            fresh = rule.ttl?.milliseconds ?? CacheLifetime.explicit(control, response.headers, now: now)
            staleWhileRevalidate = window(rule.staleWhileRevalidate, control.staleWhileRevalidate)
            staleIfError = window(rule.staleIfError, control.staleIfError)
        }
    }

    /// Returns the source's explicit lifetime, less the age of the answer on arrival; 0 if the source states none.
    private static func explicit(_ control: CacheControl, _ headers: HTTPHeaders, now: Int) -> Int {
        if control.asksEveryTime || headers["Vary"] == "*" { return 0 }
        let age = CacheControl.deltaSeconds(headers["Age"] ?? "")
        if let seconds = control.maximumAge { return clamped(seconds - age) }
        guard let expires = headers["Expires"].flatMap({ HTTPDate.seconds(parsing: $0, now: now / 1_000) }) else {
            return 0
        }
        // Both moments are read from the source's own clock, so it doesn't matter how wrong ours is.
        let date = headers["Date"].flatMap { HTTPDate.seconds(parsing: $0, now: now / 1_000) } ?? now / 1_000
        return clamped(expires - date - age)
    }

    private static func clamped(_ seconds: Int) -> Int { max(0, min(seconds, longest / 1_000)) * 1_000 }
}

extension Duration {
    /// The duration in whole milliseconds, from zero to ten years.
    var milliseconds: Int { max(0, min(wholeMilliseconds, CacheLifetime.longest)) }
}

/// The `Cache-Control` directives for a private cache (RFC 9111, section 5.2.2; RFC 5861).
///
/// Directives for shared caches (`s-maxage`, `public`, `private`, `proxy-revalidate`) don't matter here. If a directive
/// is repeated, the stricter one counts; a duration that is not a number counts as zero.
struct CacheControl: Sendable, Hashable {
    private(set) var forbidsCaching = false
    /// `no-cache`: must not be reused without asking the source.
    private(set) var asksEveryTime = false
    /// `must-revalidate`: must not be used once it is stale.
    private(set) var forbidsStale = false
    /// In seconds, like the next two.
    private(set) var maximumAge: Int?
    private(set) var staleWhileRevalidate: Int?
    private(set) var staleIfError: Int?

    init(_ headers: HTTPHeaders) {
        for field in headers.list("Cache-Control") {
            for directive in CacheControl.directives(of: field) { add(directive.name, directive.argument) }
        }
    }

    private mutating func add(_ name: String, _ argument: String?) {
        switch name {
        case "no-store": forbidsCaching = true
        // With field names it concerns only those fields; applying it to all is the cautious reading (section 5.2.2.4).
        case "no-cache": asksEveryTime = true
        case "must-revalidate": forbidsStale = true
        case "max-age": maximumAge = CacheControl.stricter(maximumAge, argument)
        case "stale-while-revalidate": staleWhileRevalidate = CacheControl.stricter(staleWhileRevalidate, argument)
        case "stale-if-error": staleIfError = CacheControl.stricter(staleIfError, argument)
        default: break
        }
    }

    private static func stricter(_ seconds: Int?, _ argument: String?) -> Int {
        min(seconds ?? .max, deltaSeconds(argument ?? ""))
    }

    /// Returns a number of seconds; 2³¹ if it is too large (RFC 9111, section 1.2.2), 0 if it is not a number.
    static func deltaSeconds(_ text: String) -> Int {
        guard text.isDigits else { return 0 }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// Returns the directives of one field with lowercase names; a comma inside quotes belongs to the argument.
    private static func directives(of field: String) -> [(name: String, argument: String?)] {
        var isQuoted = false
        let parts = field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return parts.map { part in
            let sides = part.split(scalar: "=", maxSplits: 1).map { $0.filter { $0 != "\"" && !$0.isWhitespace } }
            return (sides.first?.lowercased() ?? "", sides.count == 2 ? sides[1] : nil)
        }
    }
}
