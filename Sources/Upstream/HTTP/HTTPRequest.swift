/// One request to an upstream, before it is turned into bytes; what is printed of it shows no secret.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    /// A name with its value, in a query or a header block, neither of them encoded yet.
    package struct Field: Sendable {
        package var name: String
        package var value: SecretText

        package init(_ name: String, _ value: SecretText) {
            self.name = name
            self.value = value
        }
    }

    /// The source that it is for, as logs and failures name it.
    package var source: String
    package var method: Method
    package var origin: HTTPOrigin
    /// Percent-encoded, beginning with a slash.
    package var path: String
    package var query: [Field]
    package var headers: [Field]
    package var body: [UInt8]?
    package var limits: Limits

    /// What one attempt may cost.
    package struct Limits: Sendable, Hashable {
        /// For head and body together.
        package var attemptTimeout: Duration
        package var connectTimeout: Duration
        /// Of the decoded body.
        package var maximumBodyBytes: Int

        package init(
            attemptTimeout: Duration = .seconds(3),
            connectTimeout: Duration = .seconds(1),
            maximumBodyBytes: Int = 4 << 20
        ) {
            self.attemptTimeout = attemptTimeout
            self.connectTimeout = connectTimeout
            self.maximumBodyBytes = maximumBodyBytes
        }
    }

    package init(
        source: String,
        method: Method = .get,
        origin: HTTPOrigin,
        path: String,
        query: [Field] = [],
        headers: [Field] = [],
        body: [UInt8]? = nil,
        limits: Limits = Limits()
    ) {
        self.source = source
        self.method = method
        self.origin = origin
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.limits = limits
    }
}
