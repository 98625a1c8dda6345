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
    package var purpose: RequestPurpose = .essential
    package var method: Method
    package var origin: HTTPOrigin
    /// Percent-encoded, beginning with a slash.
    package var path: String
    package var query: [Field]
    package var headers: [Field]
    /// A secret inside of it stays one, so that what the request is named by does not hold it.
    package var body: SecretText?
    package var limits: Limits
    /// How its answer may be used again; `nil` is not at all.
    package var cacheRule: CacheRule?
    /// What an answer to it is; by its status alone unless the source's own rules are put here.
    package var classify: @Sendable (HTTPResponse) -> ResponseVerdict = { ResponseVerdict(byStatusOf: $0) }
    /// Origin and path that the same request has at the source's first host, where it goes to another one: both give the
    /// same answer; `nil` is its own.
    package var canonicalAddress: String?
    /// Whether another host of the source will be asked where this one fails; an old answer can wait until then.
    package var hasAlternative = false
    /// Asked when the last caller stops waiting: whether the question is to be finished all the same, so that the next call
    /// finds the answer kept.
    ///
    /// So it is where only the time was up, and not where the answer is not wanted any more.
    package var isFinishedBehind: @Sendable () -> Bool = { false }
    /// Asked before it is sent: what the call has left that it is part of; `nil` where nobody says.
    package var timeLeft: @Sendable () -> Duration? = { nil }

    /// What one attempt may cost.
    package struct Limits: Sendable, Hashable {
        /// For head and body together.
        package var attemptTimeout: Duration
        package var connectTimeout: Duration
        /// Of the decoded body.
        package var maximumBodyBytes: Int
        /// What is left for all attempts and pauses together; `nil` is the source's own limit.
        package var totalTimeout: Duration?

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
        body: SecretText? = nil,
        limits: Limits = Limits(),
        cacheRule: CacheRule? = nil
    ) {
        self.source = source
        self.method = method
        self.origin = origin
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.limits = limits
        self.cacheRule = cacheRule
    }
}
