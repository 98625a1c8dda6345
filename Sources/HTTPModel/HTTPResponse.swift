/// A complete response from an upstream.
package struct HTTPResponse: Sendable {
    /// Where a response comes from.
    package enum Provenance: Sendable, Hashable {
        case network
        /// A cache entry of this age.
        case cache(ageSeconds: Int, isStale: Bool)
        case recording
    }

    package var status: Int
    package var headers: HTTPHeaders
    /// The body, decoded, complete, and within the request's limit.
    package var body: [UInt8]
    package var provenance: Provenance

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8], provenance: Provenance = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.provenance = provenance
    }
}
