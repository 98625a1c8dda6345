package import MovieDomain

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
    /// The call that it is part of.
    package var context = CallContext()
    package var method: Method
    package var origin: HTTPOrigin
    /// Percent-encoded, beginning with a slash.
    package var path: String
    package var query: [Field]
    package var headers: [Field]
    /// A secret inside of it stays one, so that what the request is named by does not hold it.
    package var body: SecretText?
    /// Secrets that it was made with and does not hold as they are, such as the password in the base64 of a header.
    package var furtherSecrets: [Secret] = []
    /// Puts a token into it on its way, below the cache; `nil` for a request that needs none.
    package var authorizer: (any RequestAuthorizer)?
    package var limits: Limits
    /// How its answer may be used again; `nil` is not at all.
    package var cachePolicy: CachePolicy?
    /// Origin and path that the same request has at the source's first host, where it goes to another one: both give the
    /// same answer; `nil` is its own.
    package var canonicalAddress: String?
    /// Whether another host of the source will be asked where this one fails; an old answer can wait until then.
    package var hasAlternative = false

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
        cachePolicy: CachePolicy? = nil
    ) {
        self.source = source
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
    /// The URL as it may be shown: secrets as `***`.
    package var redactedURL: String { url(query) { _ in "***" } }

    /// The URL as it goes over the wire; only a transport calls this, and keeps it to itself.
    package var revealedURL: String { url(query) { $0.reveal(PercentEncoding.queryComponent) } }

    /// What names the request in a recording: method and URL without the fields that hold a secret, the rest in order of
    /// their names and values, so that neither a key nor the order of a query matters; with a body, the checksum of its
    /// text with masked secrets too.
    package var identity: String {
        let address = method.rawValue + " " + url(plainQuery) { _ in "***" }
        return body.map { "\(address) #\(Self.checksum($0.description.utf8))" } ?? address
    }

    /// What an answer is kept under: as ``identity``, but the same at every host of the source, with the headers that
    /// hold no secret, for they may choose the language, and with the whole body, so that no two share a name.
    package var answerIdentity: String {
        let address = method.rawValue + " " + url(plainQuery, at: canonicalAddress) { _ in "***" }
        let choices = headers.filter { !$0.value.holdsSecret }
            .map { "\n\($0.name.lowercased()): \($0.value.description)" }
            .sorted()
        return address + choices.joined() + (body.map { "\n\n\($0)" } ?? "")
    }

    /// The query without the fields that hold a secret, in order of names and values.
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

    /// FNV-1a of 64 bits: the same on every machine and in every run, as `Hasher` is not.
    private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        let value = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return String(value, radix: 16)
    }
}

extension HTTPRequest {
    /// Whether the source may answer that nothing has changed (RFC 9110, section 13.1).
    package var isConditional: Bool {
        headers.contains { ["if-none-match", "if-modified-since"].contains($0.name.lowercased()) }
    }

    /// Whether an answer repeats a secret of the request, in any of its forms: APIs echo what they were asked, and lead
    /// to the next page with the key in the link.
    package func isRepeated(in response: HTTPResponse) -> Bool {
        let mask = SecretMask(secrets)
        guard !mask.isEmpty else { return false }
        // The request's own words too: a user may have pasted the key where the title belongs.
        return mask.hasSecret(in: response.body) || mask.hasSecret(in: Array(answerIdentity.utf8))
            || response.headers.fields.contains { mask.hasSecret(in: Array("\($0.name): \($0.value)".utf8)) }
    }

    private var secrets: [Secret] {
        let texts = query.map(\.value) + headers.map(\.value) + (body.map { [$0] } ?? [])
        return texts.flatMap(\.secrets) + furtherSecrets + (authorizer?.secrets ?? [])
    }
}

/// Puts what its source gave for it into a request, such as a token.
package protocol RequestAuthorizer: AnyObject, Sendable {
    /// What an answer might repeat.
    var secrets: [Secret] { get }

    /// The request with a token: the one that is there, unless it is the `refused` one, or one that is fetched.
    func authorized(_ request: HTTPRequest, insteadOf refused: Int?) async throws(ProviderError) -> AuthorizedRequest

    /// The source has refused a token that it had just given: for a while none is fetched in its place.
    func refused(_ token: Int)
}

package struct AuthorizedRequest: Sendable {
    package var request: HTTPRequest
    /// The number of the token in it.
    package var token: Int
    /// Whether the token was fetched for this request.
    package var isNew: Bool

    package init(request: HTTPRequest, token: Int, isNew: Bool) {
        self.request = request
        self.token = token
        self.isNew = isNew
    }
}
