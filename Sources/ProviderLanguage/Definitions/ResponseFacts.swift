package import JSON

/// What error rules look at.
package struct ResponseFacts: Sendable {
    /// The HTTP status.
    package var status: Int
    /// The header `Content-Type` as it came.
    package var contentType: String?
    /// The beginning of the body; a few hundred bytes are enough.
    package var bodyPrefix: [UInt8]
    /// The body as JSON, `nil` where it is none.
    package var root: JSONElement?

    /// A response as rules see it.
    package init(status: Int, contentType: String?, bodyPrefix: [UInt8], root: JSONElement?) {
        self.status = status
        self.contentType = contentType
        self.bodyPrefix = bodyPrefix
        self.root = root
    }
}
