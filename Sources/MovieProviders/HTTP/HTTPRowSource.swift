import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Upstream

/// A source that builds the requests of an operation's pages, sends them, and takes the rows from the answers.
struct HTTPRowSource: RowSource {
    /// One alternative of an operation, with the reader of its answers.
    private struct Operation {
        let definition: OperationDefinition
        let reader: AnswerReader
    }

    private struct Page {
        var request: HTTPRequest
        var base: WebURL
        var answer: HTTPAnswer
        var document: HTTPAnswer.Document
    }

    private let operations: [Capability: [Operation]]
    private let builder: RequestBuilder
    private let client: any HTTPClient
    private let hosts: HostMemory
    private let places = PagePlaces()
    /// The inputs that are the same in every call.
    private let surroundings: TemplateInputs

    init(
        provider: ProviderID,
        definition: HTTPDefinition,
        secrets: [SecretReference: Secret],
        in environment: ProviderEnvironment
    ) {
        var builder = RequestBuilder(provider: provider, definition: definition, secrets: secrets)
        builder.tokens = TokenSource(
            builder,
            client: environment.transport,
            clock: environment.monotonicClock,
            wallClock: environment.clock
        )
        operations = definition.operations.mapValues { [builder] alternatives in
            alternatives.map { alternative in
                let reader = AnswerReader(builder, alternative, clock: environment.clock)
                return Operation(definition: alternative, reader: reader)
            }
        }
        self.builder = builder
        client = environment.transport
        hosts = HostMemory(clock: environment.monotonicClock)
        var surroundings = definition.withImages(TemplateInputs())
        surroundings.utcOffset = environment.zones.utcOffset(of: definition)
        self.surroundings = surroundings
    }

    private var provider: ProviderID { builder.provider }
    private var definition: HTTPDefinition { builder.definition }

    var parts: Set<Capability> { Set(operations.keys) }

    /// Returns the rows of the window, in as many requests as needed.
    ///
    /// If a page fails after rows of the window have come, the result contains those rows and the failure.
    ///
    /// - Throws: `unsupported` if no alternative takes the ids, a filter would be ignored, or the window begins beyond
    ///   the pages of one call; otherwise the failure of a page before any row of the window came.
    func rows<Value: Sendable>(
        _ request: RowRequest,
        in context: CallContext,
        as make: @escaping RowReading<Value>
    ) async throws(ProviderError) -> RowPage<Value> {
        let alternative = try alternative(for: request)
        let operation = alternative.definition
        var inputs = surroundings
        inputs.values = request.values
        inputs.ids = request.ids
        inputs.locale = definition.locales.locale(for: request.languages)
        if let window = request.window {
            // A source without pages answers with the rows before the window, too.
            let isWhole = operation.paging.style == .none
            inputs.values[.limit] = .integer(isWhole ? window.offset + window.count : window.count)
        }
        let list = try listName(operation, inputs)
        if let ignored = request.filters.first(where: { !operation.takes($0.input, of: inputs) }) {
            throw unsupported("\(operation.name.rawValue) of this source takes no \(ignored.words)")
        }
        let cachePolicy = operation.cachePolicy(secondsSincePeriod: request.secondsSincePeriod)
        var walk = PageWalk(
            style: operation.paging.style,
            offset: request.window?.offset ?? 0,
            count: request.window?.count,
            maximumPages: operation.paging.pageLimit,
            lastPage: operation.paging.lastPage,
            from: list.flatMap { places.place(before: request.window?.offset ?? 0, in: $0) }
        )
        let mapping = RowMapping(operation.item, inputs: inputs, provider: provider, deadline: context.deadline)
        var mapped = MappedRows<Value>()
        var freshness: Freshness?
        var base: WebURL?
        var asked: Set<String> = []
        var failure: ProviderError?
        while let page = walk.next() {
            let bases = bases(for: page, after: base)
            // A link to a page that was already fetched: the links go in a circle.
            if case .link = page, let first = bases.first,
                asked.contains(try builder.request(operation, inputs: inputs, page: page, at: first).identity)
            {
                walk.end()
                break
            }
            do throws(ProviderError) {
                let ask = { @Sendable [base = bases, inputs] (context: CallContext) async throws(ProviderError) in
                    try await self.fetch(alternative, inputs: inputs, page: page, at: base, cachePolicy, context)
                }
                let fetched = walk.fetched == 0 ? try await ask(context) : try await inTime(context, ask)
                base = fetched.base
                asked.insert(fetched.request.identity)
                let document = fetched.document
                var facts = operation.paging.facts(root: document.root, headers: fetched.answer.response.headers)
                facts.nextLink = facts.nextLink.flatMap { WebURL.nextPage($0, from: fetched.request) }
                // Map the rows before the next request, so that no call holds one document while it waits for another.
                let wanted = document.rows[walk.wanted(among: document.rows.count)]
                    .map { DocumentRow(element: $0, root: document.rowRoot) }
                mapped.add(await mapping.map(wanted, as: make))
                let windowCount = walk.windowCount
                walk.received(rows: document.rows.count, facts: facts)
                mapped.skip(walk.windowCount - windowCount - wanted.count)
                if mapped.excess != nil { walk.end() }
                if let list, let place = walk.nextPlace { places.note(place, in: list) }
                let fresh = fetched.answer.freshness
                freshness = freshness.map { $0.combined(with: fresh) } ?? fresh
            } catch {
                // The source may no longer know the cursor: let the next call begin anew.
                if let list, walk.fetched == 0, [.badRequest, .notFound, .upstream].contains(error.kind) {
                    places.forget(list)
                }
                guard mapped.report.rows > 0, error.stage != .cancelled else { throw error }
                failure = error.onPage(walk.number(of: page))
                break
            }
        }
        if walk.isOutOfReach { throw outOfReach(operation) }
        return RowPage(
            mapped: mapped,
            totalItems: walk.totalItems(before: failure),
            hasMore: walk.hasMore(before: failure),
            failure: failure,
            freshness: freshness ?? .live,
            ids: request.ids.filter { operation.namespaces.contains($0.key) },
            leadsTo: operation.leadsTo,
            ignoresYear: request.values[.year] != nil && !operation.takes(.year, of: inputs)
        )
    }

    func unreadable(_ count: Int, of operation: Capability) -> ProviderError {
        .unreadable(count, of: operation, at: provider)
    }

    /// Adds nothing, because the layers between a request and the network count everything about an API.
    func add(to health: inout ProviderHealth) {}

    /// What names a list whose pages are only found one after the other; `nil` for any other.
    private func listName(_ operation: OperationDefinition, _ inputs: TemplateInputs) throws(ProviderError) -> String? {
        let walk = PageWalk(style: operation.paging.style, count: 1)
        guard walk.isSequential, let base = definition.baseURLs.first, let first = walk.next() else { return nil }
        return try builder.request(operation, inputs: inputs, page: first, at: base).answerIdentity
    }

    /// Returns the first alternative of the operation that takes one of the ids.
    private func alternative(for request: RowRequest) throws(ProviderError) -> Operation {
        let alternatives = operations[request.operation] ?? []
        let fitting = alternatives.first { alternative in
            !request.operation.takesID || alternative.definition.namespaces.contains { request.ids[$0] != nil }
        }
        if let fitting { return fitting }
        let taken = alternatives.flatMap(\.definition.namespaces).joined(separator: ", ")
        throw unsupported("\(request.operation.rawValue) takes ids of \(taken)")
    }

    private func unsupported(_ message: String) -> ProviderError {
        ProviderError(.unsupported, provider: provider, message: message)
    }

    /// Fetches a further page until just before the call ends, so that the rows of earlier pages are not lost.
    private func inTime<Value: Sendable>(
        _ context: CallContext,
        _ ask: @escaping @Sendable (CallContext) async throws(ProviderError) -> Value
    ) async throws(ProviderError) -> Value {
        var context = context
        // Further pages of a list wait for their turn.
        context.waitsForTurn = true
        guard let deadline = context.deadline?.beforehand else { return try await ask(context) }
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

    /// Returns the base URLs to try for a page: only the one with the host of a link; otherwise all of them, beginning
    /// with the one that delivered the previous page.
    private func bases(for page: PageWalk.Page, after last: WebURL?) -> [WebURL] {
        if case .link(let link) = page, let first = last ?? definition.baseURLs.first {
            let origin = WebURL(link)?.origin
            return [definition.baseURLs.first { $0.origin == origin } ?? first]
        }
        guard let last else { return hosts.ordered(definition.baseURLs) }
        return [last] + definition.baseURLs.filter { $0 != last }
    }

    /// Fetches one page from the first base URL that is up.
    private func fetch(
        _ operation: Operation,
        inputs: TemplateInputs,
        page: PageWalk.Page,
        at bases: [WebURL],
        _ cachePolicy: CachePolicy?,
        _ context: CallContext
    ) async throws(ProviderError) -> Page {
        var lastFailure: ProviderError?
        // What fails over HTTPS is never sent in clear, except to this machine.
        let isSecure = bases.first?.origin.scheme == .https
        let bases = bases.filter { !isSecure || $0.origin.scheme == .https || $0.origin.isLoopback }
        for base in bases {
            var request = try builder.request(operation.definition, inputs: inputs, page: page, at: base)
            request.cachePolicy = cachePolicy
            request.context = context
            request.hasAlternative = base != bases.last
            let answer: HTTPAnswer
            do {
                answer = try await client.send(request, readBy: operation.reader)
            } catch {
                guard error.consequences.triesNextHost else { throw error.of(provider) }
                lastFailure = error
                continue
            }
            hosts.answered(base, of: definition.baseURLs, isSubstitute: lastFailure != nil)
            return Page(request: request, base: base, answer: answer, document: try await answer.document())
        }
        hosts.failed()
        throw (lastFailure ?? ProviderError(at: .forbidden, "the definition names no base_url")).of(provider)
    }

    private func outOfReach(_ operation: OperationDefinition) -> ProviderError {
        ProviderError(
            .unsupported,
            provider: provider,
            message: "\(operation.name.rawValue): these rows lie beyond the \(operation.paging.pageLimit) pages "
                + "that one call fetches",
            hint: "raise max_pages of its paging, or ask for an earlier page"
        ).onPage(operation.paging.pageLimit + 1)
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
    /// Returns the number of a page for users, from 1.
    fileprivate func number(of page: Page) -> Int {
        if case .number(let number) = page { number + 1 } else { fetched + 1 }
    }

    /// Returns the total number of rows; `nil` if the next page does not exist, because the list ends there.
    fileprivate func totalItems(before failure: ProviderError?) -> Int? {
        failure?.kind == .notFound ? nil : trustedTotal
    }

    /// Returns whether rows follow; `nil` if only the failed page could tell.
    fileprivate func hasMore(before failure: ProviderError?) -> Bool? {
        guard let failure else { return hasMore ?? (leavesRest ? true : nil) }
        return failure.kind == .notFound ? false : nil
    }
}

extension WebURL {
    /// Returns the absolute URL of a link to the next page; a link to no web page stays as it is, and is refused later.
    ///
    /// Returns `nil` for an empty link, which means that there is no further page.
    static func nextPage(_ link: String, from page: HTTPRequest) -> String? {
        let link = link.filter { !$0.isWhitespace }
        guard !link.isEmpty else { return nil }
        return WebURL(origin: page.origin, path: page.path).resolve(link)?.description ?? link
    }
}
