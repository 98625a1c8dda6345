/// An answer as it is kept, with what is needed to say later whether it may still be used.
///
/// Times are kept as a moment and lengths, never as moments of expiry, so that a clock that jumps makes an answer stale
/// and never eternal.
package struct StoredResponse: Sendable, Hashable {
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
