package import HTTPModel
import JSON
package import MovieDomain
import Platform
package import ProviderLanguage

/// A builder of requests, including the key, from an operation of a definition and the inputs of a call.
package struct RequestBuilder: Sendable {
    /// The source that is asked.
    package let provider: ProviderID
    /// What its definition says about requests.
    package let definition: HTTPDefinition
    /// Every secret that the definition names.
    package let secrets: [SecretReference: Secret]
    /// The source of tokens, if the definition's requests need one.
    package var tokens: TokenSource?
    /// The mask for the secrets, made once.
    private let secretMask: SecretMask

    /// Creates a builder for one source.
    package init(provider: ProviderID, definition: HTTPDefinition, secrets: [SecretReference: Secret]) {
        self.provider = provider
        self.definition = definition
        self.secrets = secrets
        secretMask = SecretMask(secrets.values)
    }

    /// Returns the request for one page, at one of the definition's base URLs.
    ///
    /// - Throws: `unsupported` if an input that the path needs has no value; `badRequest` if a value would change the path
    ///   or split a header, or if the request would be larger than any source accepts; `malformed` if a next-page link leaves the host.
    package func request(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        page: PageWalk.Page,
        at base: WebURL
    ) throws(ProviderError) -> HTTPRequest {
        let ofPage = operation.paging.inputs(of: page)
        var inputs = inputs
        inputs.values.merge(ofPage) { $1 }
        inputs = operation.converted(inputs)
        var request = HTTPRequest(
            source: provider,
            method: operation.method == .post ? .post : .get,
            origin: base.origin,
            path: try path(operation, inputs, base),
            query: try query(operation, inputs, ofPage),
            headers: try headers(operation, inputs),
            limits: definition.requestLimits
        )
        switch operation.body {
        case nil: break
        case .json(let template):
            request.body = body(template.render(inputs))
            if request.contentType == nil { request.headers.replace(Self.jsonType) }
        case .form(let fields):
            let values = fields.flatMap { field in field.value.values(inputs).map { (field.name, $0) } }
            send(values.map { ($0, SecretText($1, secrets)) }, in: &request)
        }
        if let body = request.body, body.revealed().utf8.count > Self.largestBody {
            throw unsent(operation, "its body would be larger than 1 MiB")
        }
        request.authorityFile = definition.authorityFile
        if case .link(let link) = page { try follow(link, in: &request) }
        request.canonicalAddress = canonicalAddress(of: request.path, at: base)
        try authenticate(&request)
        request.authorizer = tokens
        return request
    }

    /// Returns the request's address at the first base URL; `nil` if `base` is the first or does not contain the path.
    private func canonicalAddress(of path: String, at base: WebURL) -> String? {
        guard let first = definition.baseURLs.first, first != base, path.hasPrefix(scalars: base.path) else {
            return nil
        }
        let rest = path.dropFirst(base.path.count)
        return first.origin.description + first.path + (rest.isEmpty && first.path.isEmpty ? "/" : rest)
    }

    /// In bytes; servers refuse addresses of a tenth of it.
    private static let largestQuery = 64 << 10
    private static let largestBody = 1 << 20

    func unsent(_ operation: OperationDefinition, _ reason: String) -> ProviderError {
        ProviderError(.badRequest, provider: provider, message: "\(operation.name.rawValue): \(reason)")
    }

    private func path(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ base: WebURL
    ) throws(ProviderError) -> String {
        let unfilled = operation.path.unfilledPlace(inputs)
        guard unfilled == nil, let rendered = operation.path.render(inputs) else {
            var error = unsent(operation, "its path needs \(unfilled ?? "a value"), which this call does not have")
            error.kind = .unsupported
            throw error
        }
        let path = base.path + encodedPath(rendered)
        // An id of two dots would request something else, however it is encoded.
        guard !path.split(scalar: "/").contains(where: { $0 == "." || $0 == ".." }) else {
            throw unsent(operation, "a part of its path would be '.' or '..'")
        }
        guard !path.contains(where: { $0 == "?" || $0 == "#" }) else {
            throw unsent(operation, "its path contains '?' or '#'; put parameters under 'query'")
        }
        return path.isEmpty ? "/" : path
    }

    private func query(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ ofPage: [Input: InputValue]
    ) throws(ProviderError) -> [HTTPRequest.Field] {
        var own: [HTTPRequest.Field] = []
        var bytes = 0
        for parameter in operation.query {
            for value in parameter.value.values(inputs) {
                let field = HTTPRequest.Field(parameter.name, SecretText(value, secrets))
                bytes += field.value.description.utf8.count
                guard bytes <= Self.largestQuery else {
                    throw unsent(operation, "its query would be larger than 64 KiB")
                }
                own.append(field)
            }
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
        return headers
    }

    private static let jsonType = HTTPRequest.Field("Content-Type", SecretText("application/json"))

    /// Puts the fields of a form in a request.
    private func send(_ form: [(name: String, value: SecretText)], in request: inout HTTPRequest) {
        var pieces: [SecretText.Piece] = []
        for field in form {
            let name = PercentEncoding.queryComponent(field.name)
            pieces += [.plain((pieces.isEmpty ? "" : "&") + name + "=")] + field.value.encodedForQuery.pieces
            request.furtherSecrets += field.value.secrets
        }
        request.body = SecretText(pieces)
        let type = "application/x-www-form-urlencoded"
        if request.contentType?.lowercased().hasPrefix(scalars: type) == true { return }
        request.headers.replace(HTTPRequest.Field("Content-Type", SecretText(type)))
    }

    /// Changes the request to one for a link in an answer, which must stay on the same host.
    ///
    /// Fields with a secret come from the definition: a link may repeat them in clear, or leave them out.
    func follow(_ link: String, in request: inout HTTPRequest) throws(ProviderError) {
        guard let url = WebURL(link), url.origin == request.origin else {
            let target = WebURL(link).map { " to \($0.origin)" } ?? ""
            throw ProviderError(
                .malformed,
                provider: provider,
                message: "the link to the next page leads away from \(request.origin)\(target)",
                hint: "if its pages may come from there, add the address to 'base_url'"
            )
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
        mask.hasSecret(in: Array(text.utf8)) ? SecretText([.secret(Secret(text))]) : SecretText(text)
    }

    /// The mask for the definition's secrets and the current tokens.
    var mask: SecretMask {
        guard let tokens = tokens?.secrets, !tokens.isEmpty else { return secretMask }
        return secretMask.covering(SecretMask(tokens))
    }

    /// Puts the key in the place that the definition names.
    ///
    /// - Throws: `badRequest` if the key names something without a value: no request is sent without its key.
    func authenticate(_ request: inout HTTPRequest) throws(ProviderError) {
        switch definition.authentication {
        // A token is added later, below the cache.
        case .none, .token: break
        case .key(let value, let place): request.put(try credential(value).pieces, at: place)
        case .basic(let username, let password):
            let password = try credential(password)
            authorize(&request, try credential(username).revealed(), password)
        }
    }

    private func authorize(_ request: inout HTTPRequest, _ username: String, _ password: SecretText) {
        request.furtherSecrets = password.secrets
        let pair = username + ":" + password.revealed()
        request.put([.secret(Secret(Base64.text(Array(pair.utf8))))], at: .authorization("Basic"))
    }

    /// Returns the request for a token, to a base URL or to the login's own URL.
    ///
    /// The provider's headers are sent to the provider only.
    func request(for login: TokenLogin, at base: WebURL) throws(ProviderError) -> HTTPRequest {
        let path = base.path + (login.path.render(TemplateInputs()).map(encodedPath) ?? "")
        var request = HTTPRequest(
            source: provider,
            method: .post,
            origin: base.origin,
            path: path.isEmpty ? "/" : path,
            headers: [HTTPRequest.Field("Accept", SecretText("application/json"))],
            limits: definition.requestLimits
        )
        request.authorityFile = definition.authorityFile
        for header in (login.url == nil ? definition.headers : []) + login.headers {
            request.headers.replace(HTTPRequest.Field(header.name, try credential(header.value)))
        }
        switch login.body {
        case nil: break
        case .json(let template):
            request.body = body(template.render(TemplateInputs()))
            request.headers.replace(Self.jsonType)
        case .form(let fields):
            var values: [(String, SecretText)] = []
            for field in fields { values.append((field.name, try credential(field.value))) }
            send(values, in: &request)
        }
        if let (id, secret) = login.client {
            // Encode both before joining them (RFC 6749, section 2.3.1).
            let secret = try credential(secret)
            authorize(&request, try credential(id).encodedForQuery.revealed(), secret.encodedForQuery)
            request.furtherSecrets += secret.secrets
        }
        return request
    }

    func credential(_ template: Template) throws(ProviderError) -> SecretText {
        guard let rendered = template.render(TemplateInputs()) else {
            throw ProviderError(.badRequest, provider: provider, message: "its auth names something that has no value")
        }
        return SecretText(rendered, secrets)
    }

    /// Returns a path with encoded values, so that a slash in a value does not lead elsewhere.
    func encodedPath(_ rendered: RenderedText) -> String {
        rendered.pieces.reduce(into: "") { path, piece in
            switch piece {
            case .literal(let text): path += PercentEncoding.wholeURL(text.utf8)
            case .value(let text): path += PercentEncoding.queryComponent(text)
            case .secret(let reference):
                path += secrets[reference]?.reveal { PercentEncoding.queryComponent($0) } ?? ""
            }
        }
    }

    /// Returns a JSON body; a secret is always inside a JSON string.
    func body(_ rendered: RenderedText) -> SecretText {
        SecretText(rendered, secrets) { secret in Secret(secret.reveal { String($0.jsonText.dropFirst().dropLast()) }) }
    }
}

extension RenderedText {
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

extension HTTPRequest {
    /// Puts a credential in its place, instead of what is there.
    mutating func put(_ credential: [SecretText.Piece], at place: CredentialPlace) {
        let field = Field(
            place.name,
            SecretText([.plain(place.prefix)] + credential + (place.suffix.isEmpty ? [] : [.plain(place.suffix)]))
        )
        switch place.part {
        case .query: query = query.filter { $0.name != place.name } + [field]
        case .header: headers.replace(field)
        }
    }
}

extension HTTPRequest {
    fileprivate var contentType: String? {
        headers.first { $0.name.lowercased() == "content-type" }?.value.description
    }
}

extension [HTTPRequest.Field] {
    /// Adds a header in place of any with the same name, regardless of case.
    mutating func replace(_ header: HTTPRequest.Field) {
        removeAll { $0.name.lowercased() == header.name.lowercased() }
        append(header)
    }
}

extension SecretText {
    /// A filled-in template with its secrets put in, each as `written` in that place.
    init(_ text: RenderedText, _ secrets: [SecretReference: Secret], written: (Secret) -> Secret = { $0 }) {
        self.init(
            text.pieces.map { piece in
                switch piece {
                case .literal(let text), .value(let text): .plain(text)
                case .secret(let reference): secrets[reference].map { .secret(written($0)) } ?? .plain("")
                }
            }
        )
    }

    /// The text as a value of a query or a form; what is secret stays so.
    fileprivate var encodedForQuery: SecretText {
        SecretText(
            pieces.map { piece in
                switch piece {
                case .plain(let text): .plain(PercentEncoding.queryComponent(text))
                case .secret(let secret): .secret(Secret(secret.reveal { PercentEncoding.queryComponent($0) }))
                }
            }
        )
    }
}

extension OperationDefinition {
    /// Whether the value of an input changes the operation's request for the first page.
    ///
    /// The source would silently ignore a filter that changes nothing.
    func takes(_ input: Input, of inputs: TemplateInputs) -> Bool {
        var others = ofFirstPage(inputs)
        if omits(input, of: others) { return true }
        let own = wording(others)
        others.values[input] = nil
        return own != wording(others)
    }

    /// Returns the inputs that the call lacks, and without which the value of `input` is not sent.
    func inputsMissing(for input: Input, of inputs: TemplateInputs) -> [Input] {
        let inputs = ofFirstPage(inputs)
        let absent = self.inputs.filter { inputs.values[$0] == nil }
        func isTaken(with others: Set<Input>) -> Bool {
            var filled = inputs
            for other in others { filled.values[other] = .text(sample(of: other)) }
            return takes(input, of: filled)
        }
        guard isTaken(with: absent) else { return [] }
        return absent.filter { !isTaken(with: absent.subtracting([$0])) }.sorted { $0.rawValue < $1.rawValue }
    }

    private func ofFirstPage(_ inputs: TemplateInputs) -> TemplateInputs {
        guard let page = PageWalk(paging, count: 1).next() else { return inputs }
        var inputs = inputs
        inputs.values.merge(paging.inputs(of: page)) { $1 }
        return inputs
    }

    private func wording(_ inputs: TemplateInputs) -> [RenderedText?] {
        let inputs = converted(inputs)
        func wording(_ parameters: [NamedValue<RequestValue>]) -> [RenderedText?] {
            parameters.flatMap { $0.value.values(inputs).map(Optional.some) + [nil] }
        }
        let ofBody: [RenderedText?] =
            switch body {
            case nil: []
            case .json(let template): [template.render(inputs)]
            case .form(let fields): wording(fields)
            }
        return [path.render(inputs)] + ofBody + wording(query) + headers.map { $0.value.render(inputs) }
    }
}
