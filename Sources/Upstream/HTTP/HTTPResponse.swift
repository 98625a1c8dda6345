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
    /// For how many more seconds the same request has this answer; `nil` where nobody has said so.
    package var freshSeconds: Int?

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
