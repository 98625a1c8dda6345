extension StoredResponse {
    /// What is kept of an answer that has just come; `nil` where it must not be kept, or could never be used.
    ///
    /// `now` is in milliseconds since 1970.
    package init?(_ response: HTTPResponse, verdict: ResponseVerdict, under rule: CacheRule, at now: Int) {
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
        guard lifetime != .none || validators != nil else { return nil }
    }

    /// The same answer after the source has said 304: its body, with the newer headers and times (RFC 9111, section 4.3.4).
    ///
    /// `nil` where the source speaks of another answer than this one, or wants it forgotten.
    package func confirmed(by answer: HTTPResponse, under rule: CacheRule, at now: Int) -> StoredResponse? {
        if let tag = answer.headers["ETag"], let own = headers["ETag"], tag.weakly != own.weakly { return nil }
        let newer = answer.headers.worthKeeping
        let names = Set(newer.fields.map { $0.name.lowercased() })
        // A new age replaces the old one, and so does none.
        var merged = headers.filter { $0 != "age" && !names.contains($0) }
        for field in newer.fields { merged.append(name: field.name, value: field.value) }
        let whole = HTTPResponse(status: status, headers: merged, body: body)
        return StoredResponse(whole, verdict: .good, under: rule, at: now)
    }
}

extension CacheLifetime {
    fileprivate static let none = CacheLifetime(fresh: 0, staleWhileRevalidate: 0, staleIfError: 0)

    private init(fresh: Int, staleWhileRevalidate: Int, staleIfError: Int) {
        self.fresh = fresh
        self.staleWhileRevalidate = staleWhileRevalidate
        self.staleIfError = staleIfError
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
