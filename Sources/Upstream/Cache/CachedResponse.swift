package import HTTPModel
import Platform

/// The possible uses of a cached response at one moment.
package struct CachedResponseState: Sendable, Hashable {
    /// The age since the source gave or confirmed the response, including its age on arrival.
    var ageSeconds: Int
    var isFresh: Bool
    /// Whether it may be given at once while a newer one is fetched in the background.
    var mayBeGivenMeanwhile: Bool
    /// Whether it may be given because the source fails.
    var mayStandIn: Bool
    /// The remaining seconds of freshness.
    var secondsLeft = 0
}

extension CachedResponse {
    /// How far in the future the time of storage may be before it counts as a clock jump: the clocks of processes and
    /// time servers differ by less.
    private static let clockTolerance = 5_000

    /// Returns the possible uses at `now`, in milliseconds since 1970, under the current rule.
    ///
    /// Both the stored times and those of the rule are limits: a shorter rule takes effect at once, a longer one (for a
    /// day that has settled since) with the next response. One stored in the future, because the clock went back,
    /// is stale by an unknown time: it is never fresh, and becomes usable again as soon as the source is asked.
    package func reuse(at now: Int, under rule: CachePolicy) -> CachedResponseState {
        let elapsed = now - storedAt
        let age = max(0, elapsed) / 1_000 + CacheControl.deltaSeconds(headers["Age"] ?? "")
        let fresh = min(freshFor, rule.ttl?.milliseconds ?? .max)
        let isFromTheFuture = elapsed < -CachedResponse.clockTolerance
        // A clock that went back a little makes a response no fresher than it was on arrival.
        let isFresh = max(0, elapsed) < fresh && !isFromTheFuture
        let staleness = isFromTheFuture ? 0 : max(0, elapsed - fresh)
        let mayBeGivenMeanwhile = staleness < limited(staleWhileRevalidate, by: rule.staleWhileRevalidate)
        return CachedResponseState(
            ageSeconds: age,
            isFresh: isFresh,
            mayBeGivenMeanwhile: mayBeGivenMeanwhile,
            mayStandIn: mayBeGivenMeanwhile || staleness < limited(staleIfError, by: rule.staleIfError),
            secondsLeft: isFresh ? (fresh - max(0, elapsed)) / 1_000 : 0
        )
    }

    private func limited(_ window: Int, by rule: Duration) -> Int {
        rule > .zero ? min(window, rule.milliseconds) : window
    }
}

/// A response as it is cached, with the data that decides later whether it may still be used.
///
/// Times are stored as a moment and durations, never as moments of expiry, so that a clock that jumps makes a response
/// stale but never eternal.
package struct CachedResponse: Sendable, Hashable {
    package var status: Int
    /// Only the fields that control reuse, and those that the definition reads.
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// When the source gave or last confirmed the response, in milliseconds since 1970.
    package var storedAt: Int
    /// How long it is fresh after `storedAt`, in milliseconds.
    package var freshFor: Int
    /// How long after that it may be given while a newer one is fetched in the background, in milliseconds.
    package var staleWhileRevalidate: Int
    /// How long after its freshness it may be given because the source fails, in milliseconds.
    package var staleIfError: Int

    package init(
        status: Int,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8],
        storedAt: Int,
        freshFor: Int,
        staleWhileRevalidate: Int = 0,
        staleIfError: Int = 0
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.storedAt = storedAt
        self.freshFor = freshFor
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
    }
}

extension CachedResponse {
    /// Creates the entry for an answer that has just come or been confirmed, in milliseconds since 1970; `nil` if it must
    /// not be cached, or could never be used.
    init?(_ answer: HTTPAnswer, under rule: CachePolicy, at now: Int) {
        let rule = answer.isDoubtful ? rule.ofDoubtfulAnswer : answer.isEmpty ? rule.ofEmptyAnswer : rule
        self.init(answer.response, verdict: answer.verdict, under: rule, at: now)
    }

    /// Creates the entry for a response; `nil` if it must not be cached, or could never be used.
    init?(_ response: HTTPResponse, verdict: HTTPAnswer.Verdict, under rule: CachePolicy, at now: Int) {
        // A partial response is no whole one (RFC 9110, section 15.3.7).
        guard response.status != 206,
            let lifetime = CacheLifetime(of: response, verdict: verdict, under: rule, at: now)
        else { return nil }
        self.init(
            status: response.status,
            headers: response.headers.worthCaching,
            body: response.body,
            storedAt: now,
            freshFor: lifetime.fresh,
            staleWhileRevalidate: lifetime.staleWhileRevalidate,
            staleIfError: lifetime.staleIfError
        )
        guard max(freshFor, staleWhileRevalidate, staleIfError) > 0 || !conditions.isEmpty else { return nil }
    }

    /// Returns the response after one with status 304: its body with the newer headers (RFC 9111, section 4.3.4).
    ///
    /// How long it is fresh is decided anew once it has been read. Returns `nil` if the source confirms a different
    /// response, or forbids keeping it.
    func confirmed(by response: HTTPResponse, at now: Int) -> CachedResponse? {
        if let tag = response.headers["ETag"], let own = headers["ETag"], tag.weakly != own.weakly { return nil }
        guard !CacheControl(response.headers).forbidsCaching else { return nil }
        let newer = response.headers.worthCaching
        let names = Set(newer.fields.map { $0.name.lowercased() })
        // A new age replaces the old one, and so does a missing age.
        var merged = headers.filter { $0 != "age" && !names.contains($0) }
        for field in newer.fields { merged.append(name: field.name, value: field.value) }
        var confirmed = self
        (confirmed.headers, confirmed.storedAt) = (merged, now)
        return confirmed
    }
}

extension HTTPHeaders {
    /// The fields without those of the connection, of a person, or for browsers only.
    fileprivate var worthCaching: HTTPHeaders {
        filter { name in
            !HTTPHeaders.dropped.contains(name) && !name.hasPrefix(scalars: "proxy-")
                && !name.hasPrefix(scalars: "access-control-")
        }
    }

    private static let dropped: Set = [
        "set-cookie", "set-cookie2", "connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade",
        "content-length", "content-encoding", "www-authenticate", "authentication-info", "location", "alt-svc", "nel",
        "report-to", "reporting-endpoints", "content-security-policy", "strict-transport-security", "server", "via",
    ]
}

extension String {
    /// The entity tag without the prefix of a weak one, for weak comparison (RFC 9110, section 8.8.3.2).
    fileprivate var weakly: Substring { hasPrefix(scalars: "W/") ? dropFirst(2) : self[...] }
}

extension CachedResponse {
    /// The headers of a request that the source answers with 304 if nothing has changed (RFC 9110, section 13.1).
    ///
    /// There are none if the source sent no validators, or if it is negative: only a whole response can be
    /// confirmed.
    var conditions: [HTTPRequest.Field] {
        guard (200..<300).contains(status) else { return [] }
        return [("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")].compactMap { name, validator in
            headers[validator]?.inOneLine.map { HTTPRequest.Field(name, SecretText($0)) }
        }
    }
}

extension String {
    /// The text if it may be sent in a header; `nil` otherwise.
    fileprivate var inOneLine: String? {
        !isEmpty && unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) } ? self : nil
    }
}

extension HTTPResponse {
    /// Creates the response for a cached one at one moment.
    init(_ stored: CachedResponse, _ reuse: CachedResponseState) {
        self.init(
            status: stored.status,
            headers: stored.headers,
            body: stored.body,
            provenance: .cache(ageSeconds: reuse.ageSeconds, isStale: !reuse.isFresh)
        )
    }
}
