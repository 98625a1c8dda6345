/// An upstream's whole answer.
package struct HTTPResponse: Sendable {
    /// Where an answer comes from.
    package enum Provenance: Sendable, Hashable {
        case network
        /// Kept from before, this many seconds old.
        case cache(ageSeconds: Int, isStale: Bool)
        case recording
    }

    package var status: Int
    package var headers: HTTPHeaders
    /// Decoded, complete, and within the request's limit.
    package var body: [UInt8]
    package var provenance: Provenance
    /// Seconds for which the same request will be answered from the cache without a question to the source; `nil` where
    /// nobody knows.
    package var freshSeconds: Int?
    /// What it is to its request, once that has been found out.
    package var verdict: ResponseVerdict?

    package init(
        status: Int,
        headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8],
        provenance: Provenance = .network,
        freshSeconds: Int? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.provenance = provenance
        self.freshSeconds = freshSeconds
    }
}
