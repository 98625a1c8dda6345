package import HTTPModel

/// What may be done with a kept answer at one moment.
package struct CachedResponseState: Sendable, Hashable {
    /// Since the source gave or confirmed it, with the age that it had on its way.
    var ageSeconds: Int
    var isFresh: Bool
    /// Given at once, while a newer one is fetched behind.
    var mayBeGivenMeanwhile: Bool
    /// Given because the source fails.
    var mayStandIn: Bool
    /// How long it stays fresh from this moment on.
    var secondsLeft = 0
}

extension CachedResponse {
    /// How far in the future an answer may have been kept before the clock has jumped: processes and time servers disagree
    /// by less.
    private static let clockTolerance = 5_000

    /// What may be done with it at `now`, milliseconds since 1970, under the rule that counts today.
    ///
    /// The times it was kept with are a limit, and so are those of the rule: a shorter rule takes effect at once, a longer
    /// one (a day that has settled since) with the next answer. What was kept in the future, because the clock went back,
    /// is stale by an unknown time: it is never fresh, and good again as soon as the source is asked.
    package func reuse(at now: Int, under rule: CachePolicy) -> CachedResponseState {
        let elapsed = now - storedAt
        let age = max(0, elapsed) / 1_000 + CacheControl.deltaSeconds(headers["Age"] ?? "")
        let fresh = min(freshFor, rule.ttl?.milliseconds ?? .max)
        let isFromTheFuture = elapsed < -CachedResponse.clockTolerance
        let isFresh = elapsed < fresh && !isFromTheFuture
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

/// An answer as it is kept, with what is needed to say later whether it may still be used.
///
/// Times are kept as a moment and lengths, never as moments of expiry, so that a clock that jumps makes an answer stale
/// and never eternal.
package struct CachedResponse: Sendable, Hashable {
    package var status: Int
    /// Only fields that say how the answer may be used again, and those that the definition reads.
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// Milliseconds since 1970 at which the source gave it, or confirmed it last.
    package var storedAt: Int
    /// Milliseconds that it is fresh for after `storedAt`.
    package var freshFor: Int
    /// Milliseconds after that during which it may be given while a newer one is fetched behind.
    package var staleWhileRevalidate: Int
    /// Milliseconds after its freshness during which it may be given because the source fails.
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
    /// What is kept of an answer that has just come; `nil` where it must not be kept, or could never be used.
    ///
    /// `now` is in milliseconds since 1970.
    init?(_ response: HTTPResponse, verdict: HTTPAnswer.Verdict, under rule: CachePolicy, at now: Int) {
        // A part of an answer is none (RFC 9110, section 15.3.7).
        guard response.status != 206,
            let lifetime = CacheLifetime(of: response, verdict: verdict, under: rule, at: now)
        else { return nil }
        self.init(
            status: response.status,
            headers: response.headers.worthKeeping,
            body: response.body,
            storedAt: now,
            freshFor: lifetime.fresh,
            staleWhileRevalidate: lifetime.staleWhileRevalidate,
            staleIfError: lifetime.staleIfError
        )
        guard max(freshFor, staleWhileRevalidate, staleIfError) > 0 || validators != nil else { return nil }
    }

    /// The same answer after the source has said 304: its body, with the newer headers and times (RFC 9111, section 4.3.4).
    ///
    /// `nil` where the source speaks of another answer than this one, or wants it forgotten.
    func confirmed(by answer: HTTPResponse, under rule: CachePolicy, at now: Int) -> CachedResponse? {
        if let tag = answer.headers["ETag"], let own = headers["ETag"], tag.weakly != own.weakly { return nil }
        let newer = answer.headers.worthKeeping
        let names = Set(newer.fields.map { $0.name.lowercased() })
        // A new age replaces the old one, and so does none.
        var merged = headers.filter { $0 != "age" && !names.contains($0) }
        for field in newer.fields { merged.append(name: field.name, value: field.value) }
        let whole = HTTPResponse(status: status, headers: merged, body: body)
        // Whether it has rows is not read again: what was kept briefly is kept briefly once more.
        let wasBrief = rule.emptyTTL.map { freshFor <= $0.milliseconds } ?? false
        return CachedResponse(whole, verdict: .good, under: wasBrief ? rule.ofEmptyAnswer : rule, at: now)
    }
}

extension HTTPHeaders {
    /// Without what belongs to the connection or to a person, and without what only a browser reads.
    fileprivate var worthKeeping: HTTPHeaders {
        filter { name in
            !HTTPHeaders.dropped.contains(name) && !name.hasPrefix("proxy-") && !name.hasPrefix("access-control-")
        }
    }

    private static let dropped: Set = [
        "set-cookie", "set-cookie2", "connection", "keep-alive", "transfer-encoding", "te", "trailer", "upgrade",
        "content-length", "content-encoding", "www-authenticate", "authentication-info", "location", "alt-svc", "nel",
        "report-to", "reporting-endpoints", "content-security-policy", "strict-transport-security", "server", "via",
    ]
}

extension String {
    /// An entity tag without the mark of a weak one: weak comparison (RFC 9110, section 8.8.3.2).
    fileprivate var weakly: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

/// What a source can tell by whether an answer of it is still the same (RFC 9110, section 8.8).
struct Validators: Sendable, Hashable {
    var entityTag: String?
    var lastModified: String?

    /// The request, to be answered with 304 where nothing has changed (section 13.1).
    func condition(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        if let entityTag { request.headers.append(HTTPRequest.Field("If-None-Match", SecretText(entityTag))) }
        if let lastModified {
            request.headers.append(HTTPRequest.Field("If-Modified-Since", SecretText(lastModified)))
        }
        return request
    }
}

extension CachedResponse {
    /// `nil` where the source sent none, or where the answer is a negative one: only a whole answer is confirmed.
    var validators: Validators? {
        guard (200..<300).contains(status) else { return nil }
        let tag = headers["ETag"]?.inOneLine
        let date = headers["Last-Modified"]?.inOneLine
        return tag == nil && date == nil ? nil : Validators(entityTag: tag, lastModified: date)
    }
}

extension String {
    /// `nil` for what cannot go back in a header.
    fileprivate var inOneLine: String? {
        !isEmpty && unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) } ? self : nil
    }
}

extension HTTPResponse {
    /// A kept answer as it is given at one moment.
    init(_ stored: CachedResponse, _ reuse: CachedResponseState) {
        self.init(
            status: stored.status,
            headers: stored.headers,
            body: stored.body,
            provenance: .cache(ageSeconds: reuse.ageSeconds, isStale: !reuse.isFresh)
        )
    }
}
