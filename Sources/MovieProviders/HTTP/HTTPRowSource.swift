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
        /// Why the rows end before the window does.
        var failure: ProviderError?
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
    /// A page that fails after others leaves what those gave, and its failure is in the outcome.
    ///
    /// - Throws: `unsupported` where the window begins beyond the pages that one call may fetch; what the first request
    ///   and its answer fail with otherwise.
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
            do throws(ProviderError) {
                let ask = { @Sendable (context: CallContext) async throws(ProviderError) in
                    try await self.answer(operation, inputs: inputs, page: page, at: bases, cachePolicy, context)
                }
                let answer = walk.fetched == 0 ? try await ask(context) : try await inTime(context, ask)
                let rows = try rows(of: operation, in: answer.root)
                base = answer.base
                asked.insert(answer.request.identity)
                var facts = operation.paging.facts(root: answer.root, headers: answer.response.headers)
                facts.nextLink = facts.nextLink.flatMap { WebURL.nextPage($0, from: answer.request) }
                walk.received(rows: rows, facts: facts)
                let fresh = Freshness(answer.response)
                freshness = freshness.map { $0.combined(with: fresh) } ?? fresh
            } catch {
                guard !walk.window.isEmpty, error.stage != .cancelled else { throw error }
                return Outcome(walk, failing: error.onPage(walk.number(of: page)), freshness: freshness)
            }
        }
        if walk.isOutOfReach { throw outOfReach(operation) }
        return Outcome(
            rows: walk.window,
            totalItems: walk.trustedTotal,
            hasMore: walk.hasMore ?? (walk.leavesRest ? true : nil),
            freshness: freshness ?? .live
        )
    }

    /// What a further page comes to, a moment before the call ends: else what earlier ones gave would be lost with it.
    private func inTime<Value: Sendable>(
        _ context: CallContext,
        _ ask: @escaping @Sendable (CallContext) async throws(ProviderError) -> Value
    ) async throws(ProviderError) -> Value {
        guard let deadline = context.deadline?.beforehand else { return try await ask(context) }
        var context = context
        context.deadline = deadline
        let limited = context
        let result = await deadline.race { () async -> Result<Value, ProviderError> in
            do throws(ProviderError) {
                return .success(try await ask(limited))
            } catch {
                return .failure(error)
            }
        }
        if let result { return try result.get() }
        if Task.isCancelled { throw ProviderError(at: .cancelled, "the call was cancelled").of(provider) }
        let message = "\(provider) did not answer within \(deadline.limit)"
        throw ProviderError(.timeout, provider: provider, message: message)
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
        }
    }

    private func outOfReach(_ operation: OperationDefinition) -> ProviderError {
        ProviderError(
            .unsupported,
            provider: provider,
            message: "\(operation.name.rawValue): these rows lie beyond the \(operation.paging.maximumPages) pages "
                + "that one call fetches",
            hint: "raise max_pages of its paging, or ask for an earlier page"
        ).onPage(operation.paging.maximumPages + 1)
    }
}

extension HTTPRowSource.Outcome {
    /// What the pages before a failing one gave; a source that has no such page has ended, whatever its total says.
    fileprivate init(_ walk: PageWalk<DocumentRow>, failing failure: ProviderError, freshness: Freshness?) {
        rows = walk.window
        totalItems = failure.kind == .notFound ? nil : walk.trustedTotal
        hasMore = failure.kind == .notFound ? false : nil
        self.freshness = freshness ?? .live
        self.failure = failure
    }
}

extension ProviderError {
    fileprivate func onPage(_ number: Int) -> ProviderError {
        var error = self
        error.page = number
        return error
    }
}

extension PageWalk {
    /// What a person calls a page, from 1.
    fileprivate func number(of page: Page) -> Int {
        if case .number(let number) = page { number + 1 } else { fetched + 1 }
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
