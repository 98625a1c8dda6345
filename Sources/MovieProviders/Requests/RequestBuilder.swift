import MovieDomain
import ProviderLanguage
import Upstream

/// Turns an operation of a definition and the inputs of a call into a request, key included.
struct RequestBuilder: Sendable {
    let provider: ProviderID
    let definition: HTTPDefinition
    /// Every secret that the definition names.
    let secrets: [SecretReference: Secret]

    /// The request for one page, at one of the definition's base URLs.
    ///
    /// - Throws: `badRequest` where the path names an input without a value, or a next-page link leaves the host.
    func request(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        page: PageWalk<DocumentRow>.Page,
        at base: BaseURL
    ) throws(SourceFailure) -> HTTPRequest {
        guard let path = operation.path.render(inputs) else {
            throw SourceFailure(
                .badRequest,
                provider: provider,
                message: "\(operation.name.rawValue): an input that its path needs has no value"
            )
        }
        var request = HTTPRequest(
            source: provider.rawValue,
            method: operation.method == .post ? .post : .get,
            origin: HTTPOrigin(base),
            path: base.path + encodedPath(path),
            query: query(operation, inputs, page),
            headers: headers(operation, inputs),
            body: operation.body.map { body($0.render(inputs)) },
            limits: HTTPRequest.Limits(
                attemptTimeout: definition.timeout,
                connectTimeout: definition.connectTimeout,
                maximumBodyBytes: definition.maximumBodyBytes
            )
        )
        if case .link(let link) = page { try follow(link, in: &request) }
        authenticate(&request)
        return request
    }

    private func query(
        _ operation: OperationDefinition,
        _ inputs: TemplateInputs,
        _ page: PageWalk<DocumentRow>.Page
    ) -> [HTTPRequest.Field] {
        let own = operation.query.compactMap { parameter in
            parameter.value.render(inputs).map { HTTPRequest.Field(parameter.name, secretText($0)) }
        }
        return own + pageFields(operation.paging, page)
    }

    private func pageFields(_ paging: Paging, _ page: PageWalk<DocumentRow>.Page) -> [HTTPRequest.Field] {
        func fields(_ parameter: String, _ number: Int, _ sizeParameter: String?, _ size: Int?) -> [HTTPRequest.Field] {
            let position = HTTPRequest.Field(parameter, SecretText(String(number)))
            guard let sizeParameter, let size else { return [position] }
            return [position, HTTPRequest.Field(sizeParameter, SecretText(String(size)))]
        }
        return switch (paging, page) {
        case (.page(let pages), .number(let number)):
            fields(pages.parameter, pages.first + number, pages.sizeParameter, pages.size)
        case (.offset(let offsets), .offset(let offset)):
            fields(offsets.parameter, offset, offsets.sizeParameter, offsets.size)
        default: []
        }
    }

    private func headers(_ operation: OperationDefinition, _ inputs: TemplateInputs) -> [HTTPRequest.Field] {
        (definition.headers + operation.headers).compactMap { header in
            header.value.render(inputs).map { HTTPRequest.Field(header.name, secretText($0)) }
        }
    }

    /// A next-page link is absolute or begins with a slash, and stays on the host that gave it.
    private func follow(_ link: String, in request: inout HTTPRequest) throws(SourceFailure) {
        let absolute = link.hasPrefix("/") && !link.hasPrefix("//") ? request.origin.description + link : link
        guard let url = SplitURL(absolute), url.origin == request.origin else {
            throw SourceFailure(
                .upstream,
                provider: provider,
                message: "the link to the next page leads away from \(request.origin)"
            )
        }
        request.path = url.path
        request.query = url.query.map { HTTPRequest.Field($0.name, SecretText($0.value)) }
    }
}
