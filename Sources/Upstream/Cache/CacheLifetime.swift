import HTTPModel

/// How long an answer may be used, decided once, when it arrives; milliseconds.
///
/// The definition's own times count wherever it gives them: its author knows how often the data changes and what a
/// call costs, and most APIs send what their framework sends. Only `no-store` is stronger. Where the definition is silent,
/// the source's explicit word counts (RFC 9111, section 4.2.1), and nothing is guessed from `Last-Modified`.
struct CacheLifetime: Sendable, Hashable {
    var fresh: Int
    var staleWhileRevalidate: Int
    var staleIfError: Int

    /// Ten years: nothing is kept for ever.
    static let longest = 10 * 365 * 86_400_000

    /// `nil` for an answer that must not be kept; `now` is in milliseconds since 1970.
    init?(of response: HTTPResponse, verdict: HTTPAnswer.Verdict, under rule: CachePolicy, at now: Int) {
        let control = CacheControl(response.headers)
        guard !control.forbidsKeeping else { return nil }
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

    /// What the source says, less the age that the answer had when it came; 0 where it says nothing.
    private static func explicit(_ control: CacheControl, _ headers: HTTPHeaders, now: Int) -> Int {
        if control.asksEveryTime || headers["Vary"] == "*" { return 0 }
        let age = CacheControl.deltaSeconds(headers["Age"] ?? "")
        if let seconds = control.maximumAge { return clamped(seconds - age) }
        guard let expires = headers["Expires"].flatMap({ HTTPDate.seconds(parsing: $0, now: now / 1_000) }) else {
            return 0
        }
        // The two moments are read off the source's own clock, so that it does not matter how wrong ours is.
        let date = headers["Date"].flatMap { HTTPDate.seconds(parsing: $0, now: now / 1_000) } ?? now / 1_000
        return clamped(expires - date - age)
    }

    private static func clamped(_ seconds: Int) -> Int { max(0, min(seconds, longest / 1_000)) * 1_000 }
}

extension Duration {
    /// Whole milliseconds, none for a negative length, ten years at most.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < CacheLifetime.longest / 1_000 else { return CacheLifetime.longest }
        return max(0, Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}

/// What `Cache-Control` says to a cache of one user (RFC 9111, section 5.2.2; RFC 5861).
///
/// What is said to shared caches (`s-maxage`, `public`, `private`, `proxy-revalidate`) does not matter here. Where a
/// directive stands twice, the stricter one counts; a length of time that is no number counts as none at all.
struct CacheControl: Sendable, Hashable {
    private(set) var forbidsKeeping = false
    /// `no-cache`: not to be used again without a question to the source.
    private(set) var asksEveryTime = false
    /// `must-revalidate`: not to be used once it is stale.
    private(set) var forbidsStale = false
    /// Seconds, as are the next two.
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
        case "no-store": forbidsKeeping = true
        // With field names it speaks of those fields only; asking for all is the careful reading (section 5.2.2.4).
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

    /// A number of seconds; 2³¹ for one that is too large (RFC 9111, section 1.2.2), 0 for what is none.
    static func deltaSeconds(_ text: String) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return 0 }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// The directives of one field, names in lower case, a comma inside of quotes belonging to its argument.
    private static func directives(of field: String) -> [(name: String, argument: String?)] {
        var isQuoted = false
        let parts = field.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
        return parts.map { part in
            let sides = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != "\"" && !$0.isWhitespace } }
            return (sides.first?.lowercased() ?? "", sides.count == 2 ? sides[1] : nil)
        }
    }
}
