import HTTPModel
import MovieDomain
import ProviderLanguage

/// A builder of requests, including the key, from an operation of a definition and the inputs of a call.
struct RequestBuilder: Sendable {
    let provider: ProviderID
    let definition: HTTPDefinition
    /// Every secret that the definition names.
    let secrets: [SecretReference: Secret]
    /// The source of tokens, if the definition's requests need one.
    var tokens: TokenSource?

    var limits: HTTPRequest.Limits {
        HTTPRequest.Limits(
            attemptTimeout: definition.timeout,
            connectTimeout: definition.connectTimeout,
            maximumBodyBytes: definition.maximumBodyBytes
        )
    }

    /// Returns the request for one page, at one of the definition's base URLs.
    ///
    /// - Throws: `badRequest` if an input that the path needs has no value, or if a value would change the path or
    ///   split a header; `upstream` if a next-page link leaves the host.
    func request(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        page: PageWalk.Page,
        at base: WebURL
    ) throws(ProviderError) -> HTTPRequest {
        let ofPage = operation.paging.inputs(of: page)
        var inputs = inputs
        inputs.values.merge(ofPage) { $1 }
        var request = HTTPRequest(
            source: provider.rawValue,
            method: operation.method == .post ? .post : .get,
            origin: base.origin,
            path: try path(operation, inputs, base),
            query: query(operation, inputs, ofPage),
            headers: try headers(operation, inputs),
            body: operation.body.map { body($0.render(inputs)) },
            limits: limits
        )
        if case .link(let link) = page { try follow(link, in: &request) }
        request.canonicalAddress = canonicalAddress(of: request.path, at: base)
        try authenticate(&request)
        request.authorizer = tokens
        return request
    }

    /// Returns the request's address at the first base URL; `nil` if `base` is the first or does not contain the path.
    private func canonicalAddress(of path: String, at base: WebURL) -> String? {
        guard let first = definition.baseURLs.first, first != base, path.hasPrefix(base.path) else { return nil }
        let rest = path.dropFirst(base.path.count)
        return first.origin.description + first.path + (rest.isEmpty && first.path.isEmpty ? "/" : rest)
    }

    func unsent(_ operation: OperationDefinition, _ reason: String) -> ProviderError {
        ProviderError(.badRequest, provider: provider, message: "\(operation.name.rawValue): \(reason)")
    }

    private func path(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ base: WebURL
    ) throws(ProviderError) -> String {
        guard let rendered = operation.path.render(inputs), !rendered.hasEmptyValue else {
            throw unsent(operation, "an input that its path needs has no value")
        }
        let path = base.path + encodedPath(rendered)
        // An id of two dots would request something else, however it is encoded.
        guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            throw unsent(operation, "a part of its path would be '.' or '..'")
        }
        guard !path.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw unsent(operation, "its path holds '?' or '#'; parameters go under 'query'")
        }
        return path.isEmpty ? "/" : path
    }

    private func query(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ ofPage: [Input: InputValue]
    ) -> [HTTPRequest.Field] {
        let own = operation.query.flatMap { parameter in
            parameter.value.values(inputs).map { HTTPRequest.Field(parameter.name, SecretText($0, secrets)) }
        }
        guard operation.paging.place == .query else { return own }
        return own
            + operation.paging.parameters.compactMap { name, input in
                ofPage[input].map { HTTPRequest.Field(name, SecretText($0.text)) }
            }
    }

    /// Returns the provider's headers and the operation's own, which replace those of the same name.
    private func headers(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs
    ) throws(ProviderError) -> [HTTPRequest.Field] {
        var headers: [HTTPRequest.Field] = []
        for header in definition.headers + operation.headers {
            guard let rendered = header.value.render(inputs) else { continue }
            guard rendered.isOneLine else { throw unsent(operation, "the header \(header.name) would be two lines") }
            headers.replace(HTTPRequest.Field(header.name, SecretText(rendered, secrets)))
        }
        if operation.body != nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(HTTPRequest.Field("Content-Type", SecretText("application/json")))
        }
        return headers
    }
}

extension RenderedText {
    /// Whether one of its values is an empty text.
    fileprivate var hasEmptyValue: Bool {
        pieces.contains { if case .value(let text) = $0 { text.isEmpty } else { false } }
    }

    /// Whether the text can be in a header; secrets are always one line.
    fileprivate var isOneLine: Bool {
        pieces.allSatisfy { piece in
            switch piece {
            case .literal(let text), .value(let text):
                text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            case .secret: true
            }
        }
    }
}

extension [HTTPRequest.Field] {
    /// Adds a header in place of any with the same name, regardless of case.
    mutating func replace(_ header: HTTPRequest.Field) {
        removeAll { $0.name.lowercased() == header.name.lowercased() }
        append(header)
    }
}

extension RequestBuilder {
    /// Changes the request to one for a link in an answer, which must stay on the same host.
    ///
    /// Fields with a secret come from the definition: a link may repeat them in clear, or leave them out.
    func follow(_ link: String, in request: inout HTTPRequest) throws(ProviderError) {
        guard let url = WebURL(link), url.origin == request.origin else {
            let message = "the link to the next page leads away from \(request.origin)"
            throw ProviderError(.upstream, provider: provider, message: message)
        }
        let secretFields = request.query.filter(\.value.holdsSecret)
        let linked = url.parameters.filter { field in
            field.name != tokens?.parameter && !secretFields.contains { $0.name == field.name }
        }
        request.path = url.path
        request.query = linked.map { HTTPRequest.Field($0.name, concealing($0.value)) } + secretFields
    }

    /// Returns a text of an answer, as a secret if it repeats one.
    private func concealing(_ text: String) -> SecretText {
        let repeatsSecret = SecretMask(secrets.values + (tokens?.secrets ?? [])).hasSecret(in: Array(text.utf8))
        return repeatsSecret ? SecretText([.secret(Secret(text))]) : SecretText(text)
    }
}
