package import MovieDomain

/// A request to an upstream before it is serialized; its description shows no secrets.
package struct HTTPRequest: Sendable {
    /// The header fields that belong to the transport: setting them could split or misdirect a message.
    package static let transportHeaders: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    /// An unencoded name and value in a query or a header block.
    package struct Field: Sendable {
        package var name: String
        package var value: SecretText

        package init(_ name: String, _ value: SecretText) {
            self.name = name
            self.value = value
        }
    }

    /// What a request to a provider is counted as.
    package enum Lane: Sendable { case api, images }

    /// The provider whose definition the request comes from.
    package var provider: ProviderID
    /// Images are separate from the API, whose quota and rate don't count them.
    package var lane: Lane
    /// The call that the request is part of.
    package var context = CallContext()
    package var method: Method
    package var origin: HTTPOrigin
    /// The percent-encoded path, which begins with a slash.
    package var path: String
    package var query: [Field]
    package var headers: [Field]
    /// The body; a secret in it stays a ``Secret``, so that the identity of the request does not contain the secret.
    package var body: SecretText?
    /// Secrets that the request contains only in another form, such as the password in the base64 of a header.
    package var furtherSecrets: [Secret] = []
    /// The authorizer that adds a token below the cache; `nil` for a request that needs none.
    package var authorizer: (any RequestAuthorizer)?
    package var limits: Limits
    /// The PEM file of the authorities to trust instead of the system's; `nil` for those of the system.
    package var authorityFile: String?
    /// How long the response may be reused; `nil` if it must not be cached.
    package var cachePolicy: CachePolicy?
    /// The origin and path of the same request at the source's first host if this request goes to another host, so that
    /// both share a cache entry; `nil` means the request's own address.
    package var canonicalAddress: String?
    /// Whether another host of the source is asked if this one fails, so that a stale response can wait until then.
    package var hasAlternative = false
    package var sending = Sending()
    /// Tells the calls that share the answer that the request is waiting for its turn; `nil` if no call does.
    package var turnWait: TurnWait?

    /// The time and size limits of a request.
    package struct Limits: Sendable, Hashable {
        /// The time limit for the head and body of one attempt.
        package var attemptTimeout: Duration
        package var connectTimeout: Duration
        /// The size limit of the decoded body.
        package var maximumBodyBytes: Int
        /// The time left for all attempts and pauses together; `nil` means the limit of the source.
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
        source provider: ProviderID,
        lane: Lane = .api,
        method: Method = .get,
        origin: HTTPOrigin,
        path: String,
        query: [Field] = [],
        headers: [Field] = [],
        body: SecretText? = nil,
        limits: Limits = Limits(),
        cachePolicy: CachePolicy? = nil
    ) {
        self.provider = provider
        self.lane = lane
        self.method = method
        self.origin = origin
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.limits = limits
        self.cachePolicy = cachePolicy
    }
}

extension HTTPRequest: CustomStringConvertible {
    /// The URL with secrets shown as `***`.
    package var redactedURL: String { url(query) { _ in "***" } }

    /// The URL as sent over the wire, with its secrets; only a transport may read it.
    package var revealedURL: String { url(query) { $0.reveal(PercentEncoding.queryComponent) } }

    /// The identity of the request and of its response, for the cache and for pages that were already asked for.
    ///
    /// Query fields that hold a secret are left out and the others are sorted by name and value, so that neither a key
    /// nor the order of a query matters. It is the same at every host of the source, includes the headers that hold no
    /// secret, because they may choose the language, and the whole body with its secrets masked.
    package var answerIdentity: String {
        let address = method.rawValue + " " + url(plainQuery, at: canonicalAddress) { _ in "***" }
        let choices = headers.filter { !$0.value.holdsSecret }
            .map { "\n\($0.name.lowercased()): \($0.value.description)" }
            .sorted()
        return address + choices.joined() + (body.map { "\n\n\($0)" } ?? "")
    }

    /// The query without the fields that hold a secret, sorted by name and value.
    private var plainQuery: [Field] {
        query.filter { !$0.value.holdsSecret }
            .map { ($0, $0.value.description) }
            .sorted { ($0.0.name, $0.1) < ($1.0.name, $1.1) }
            .map(\.0)
    }

    package var description: String { "\(method.rawValue) \(redactedURL)" }

    private func url(_ fields: [Field], at address: String? = nil, secret: (Secret) -> String) -> String {
        let query = fields.map { field in
            PercentEncoding.queryComponent(field.name) + "="
                + field.value.rendered(plain: PercentEncoding.queryComponent, secret: secret)
        }
        return (address ?? origin.description + path) + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }
}

extension HTTPRequest {
    /// The name under which limits and counts are kept for the provider and the lane, as logs and errors have it.
    package var source: String { lane == .api ? provider.rawValue : "\(provider) images" }

    /// Whether the request is conditional, so that the source may answer that nothing has changed (RFC 9110, section
    /// 13.1).
    package var isConditional: Bool {
        headers.contains { ["if-none-match", "if-modified-since"].contains($0.name.lowercased()) }
    }

    /// Whether sending the request twice has no more effect than sending it once: a POST may have an effect each time,
    /// unless the definition says with a cache policy that it only asks.
    package var isRepeatable: Bool { method == .get || cachePolicy != nil }

    /// Returns whether a response repeats a secret of the request in any of its forms: APIs echo requests, and link to
    /// the next page with the key in the URL.
    package func isRepeated(in response: HTTPResponse) -> Bool {
        let mask = SecretMask(secrets)
        guard !mask.isEmpty else { return false }
        // Check the request, too: a user may have pasted the key in place of a title.
        return mask.hasSecret(in: response.body) || mask.hasSecret(in: Array(answerIdentity.utf8))
            || response.headers.fields.contains { mask.hasSecret(in: Array("\($0.name): \($0.value)".utf8)) }
    }

    /// The secrets in the request, and those that it contains in another form.
    package var secrets: [Secret] {
        let texts = query.map(\.value) + headers.map(\.value) + (body.map { [$0] } ?? [])
        return texts.flatMap(\.secrets) + furtherSecrets + (authorizer?.secrets ?? [])
    }
}

/// An object that adds a credential issued by its source, such as a token, to requests.
package protocol RequestAuthorizer: AnyObject, Sendable {
    /// The secrets that a response might repeat.
    var secrets: [Secret] { get }

    /// Returns the request with the current token, or with a new one if there is none or its number is `refused`.
    func authorized(_ request: HTTPRequest, insteadOf refused: Int?) async throws(ProviderError) -> AuthorizedRequest

    /// Records that the source refused a token it had just issued; no new token is fetched for a while.
    func refused(_ token: Int)
}

package struct AuthorizedRequest: Sendable {
    package var request: HTTPRequest
    /// The number of the token in the request.
    package var token: Int
    /// Whether the token was fetched for this request.
    package var isNew: Bool

    package init(request: HTTPRequest, token: Int, isNew: Bool) {
        self.request = request
        self.token = token
        self.isNew = isNew
    }
}

/// A port to the network that sends one attempt of one request.
package protocol HTTPTransport: Sendable {
    /// Sends a request and collects the complete response, whatever its status; canceling the task ends this at once.
    ///
    /// Fails with `.timeout` if the response is incomplete at `moment`, on the clock that the transport was given. Calls
    /// ``Sending/begin()`` right before each time that the request is sent, and sends nothing if that returns false.
    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse
}

extension ProviderError {
    /// Creates the failure of a request whose caller has left.
    package static func cancelled(_ request: HTTPRequest) -> ProviderError {
        ProviderError(at: .cancelled, "the request to \(request.origin.host) was cancelled")
    }
}
