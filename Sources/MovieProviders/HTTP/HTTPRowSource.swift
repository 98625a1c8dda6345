import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage

/// Runs one operation of a definition: builds the requests of its pages, sends them, and takes the rows out.
struct HTTPRowSource: Sendable {
    let provider: ProviderID
    let definition: HTTPDefinition
    let transport: any HTTPClient
    let secrets: [SecretReference: Secret]
    let clock: WallClock
    let hosts: HostMemory

    /// What an operation gave for a window of rows.
    struct Outcome: Sendable {
        var rows: [DocumentRow]
        var totalItems: Int?
        var hasMore: Bool?
        var freshness: Freshness
    }

    /// One page and where it came from.
    private struct Answer {
        var request: HTTPRequest
        var base: WebURL
        var response: HTTPResponse
        var root: JSONElement
    }

    /// The rows of `window`, in as many requests as it takes; everything that one walk gives where it is `nil`.
    ///
    /// `secondsSincePeriod` is how long the period that is asked for has been over at the source, if one is.
    ///
    /// - Throws: `unsupported` where the window begins beyond the pages that one call may fetch; what requests and
    ///   answers fail with otherwise.
    func run(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        window: RowWindow?,
        secondsSincePeriod: Int? = nil,
        in context: CallContext
    ) async throws(ProviderError) -> Outcome {
        let cachePolicy = operation.cachePolicy(secondsSincePeriod: secondsSincePeriod)
        var walk = PageWalk<DocumentRow>(
            style: operation.paging.style,
            offset: window?.offset ?? 0,
            count: window?.count,
            maximumPages: operation.paging.maximumPages,
            lastPage: operation.paging.lastPage
        )
        var freshness: Freshness?
        var base: WebURL?
        var asked: Set<String> = []
        while let page = walk.next() {
            let bases = bases(for: page, after: base)
            // A link to a page that is there already: round in a circle.
            if case .link = page, let first = bases.first,
                asked.contains(try builder.request(operation, inputs: inputs, page: page, at: first).identity)
            {
                walk.end()
                break
            }
            let answer = try await answer(operation, inputs: inputs, page: page, at: bases, cachePolicy, context)
            base = answer.base
            asked.insert(answer.request.identity)
            var facts = operation.paging.facts(root: answer.root, headers: answer.response.headers)
            facts.nextLink = facts.nextLink.flatMap { WebURL.nextPage($0, from: answer.request) }
            walk.received(rows: try rows(of: operation, in: withoutSecrets(answer)), facts: facts)
            let fresh = Freshness(answer.response)
            freshness = freshness.map { $0.combined(with: fresh) } ?? fresh
        }
        if walk.isOutOfReach { throw outOfReach(operation) }
        return Outcome(
            rows: walk.window,
            totalItems: walk.trustedTotal,
            hasMore: walk.hasMore,
            freshness: freshness ?? .live
        )
    }

    private var builder: RequestBuilder {
        RequestBuilder(provider: provider, definition: definition, secrets: secrets)
    }

    /// Where a page may be asked for: a link at its own host, a further page first where the one before came from.
    private func bases(for page: PageWalk<DocumentRow>.Page, after last: WebURL?) -> [WebURL] {
        guard let last else { return hosts.ordered(definition.baseURLs) }
        if case .link(let link) = page {
            let origin = WebURL(link)?.origin
            return [definition.baseURLs.first { $0.origin == origin } ?? last]
        }
        return [last] + definition.baseURLs.filter { $0 != last }
    }

    /// One page, from the first base URL that is up.
    private func answer(
        _ operation: OperationDefinition,
        inputs: TemplateInputs,
        page: PageWalk<DocumentRow>.Page,
        at bases: [WebURL],
        _ cachePolicy: CachePolicy?,
        _ context: CallContext
    ) async throws(ProviderError) -> Answer {
        let reader = AnswerReader(provider: provider, definition: definition, secrets: secrets, clock: clock)
        var lastFailure: ProviderError?
        // What fails over https is never tried in clear, unless on this machine.
        let bases = bases.enumerated().filter {
            $0.offset == 0 || $0.element.origin.scheme == .https || $0.element.origin.isLoopback
        }
        .map(\.element)
        for base in bases {
            var request = try builder.request(operation, inputs: inputs, page: page, at: base)
            request.cachePolicy = cachePolicy
            request.context = context
            request.classify = { reader.verdict(on: $0, to: operation) }
            request.hasAlternative = base != bases.last
            let response: HTTPResponse
            do {
                response = try await transport.send(request)
            } catch {
                guard error.consequences.triesNextHost else { throw error.of(provider) }
                lastFailure = error
                continue
            }
            hosts.answered(base, of: definition.baseURLs, isSubstitute: lastFailure != nil)
            let root = try reader.document(of: response, to: operation.name)
            return Answer(request: request, base: base, response: response, root: root)
        }
        hosts.failed()
        throw (lastFailure ?? ProviderError(at: .forbidden, "the definition names no base_url")).of(provider)
    }

    /// The document without what the source repeats of a key: as a title it would be shown, and noted in the library.
    private func withoutSecrets(_ answer: Answer) throws(ProviderError) -> JSONElement {
        let mask = SecretMask(secrets.values).sparingWords
        guard mask.hasSecret(in: answer.response.body) else { return answer.root }
        switch AnswerBody(MessageMask(mask).masking(AnswerBody(answer.response.body).bytes)).document {
        case .success(let root): return root
        case .failure(let problem):
            throw ProviderError(
                .malformed,
                provider: provider,
                message: "the source's answer repeats a secret, and cannot be read without it: \(problem.message)"
            )
        }
    }

    private func rows(of operation: OperationDefinition, in root: JSONElement) throws(ProviderError) -> [DocumentRow] {
        switch operation.rows.rows(in: root) {
        case .rows(let elements):
            return elements.map { DocumentRow(element: $0, root: root) }
        case .missing(let path):
            throw ProviderError(
                .malformed,
                provider: provider,
                message: "\(operation.name.rawValue): the answer has no rows at '\(path)'",
                hint: "has the API changed? if nothing there means no rows, the definition says if_missing: empty",
                field: path
            )
        case .tooMuch(let excess):
            throw excess.failure(of: operation.name, at: provider)
        }
    }

    private func outOfReach(_ operation: OperationDefinition) -> ProviderError {
        ProviderError(
            .unsupported,
            provider: provider,
            message: "\(operation.name.rawValue): these rows lie beyond the \(operation.paging.maximumPages) pages "
                + "that one call fetches",
            hint: "raise max_pages of its paging, or ask for an earlier page"
        )
    }
}

extension Freshness {
    fileprivate init(_ response: HTTPResponse) {
        self =
            switch response.provenance {
            case .network, .recording: .live
            case .cache(let age, let isStale): Freshness(fromCache: true, ageSeconds: age, isStale: isStale)
            }
        freshSeconds = isStale ? nil : response.freshSeconds
    }
}

extension WebURL {
    /// Where a link to the next page leads, as text; what leads to no page of the web stays as it is, to be refused.
    ///
    /// `nil` for an empty link, which means that there is no further page.
    static func nextPage(_ link: String, from page: HTTPRequest) -> String? {
        let link = link.filter { !$0.isWhitespace }
        guard !link.isEmpty else { return nil }
        return WebURL(origin: page.origin, path: page.path).resolve(link)?.description ?? link
    }
}
