import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Synchronization
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
    ///   the pages of one call; otherwise the failure of a page before any row of the window came, with its number.
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
            let isWhole = operation.paging.kind == .none
            inputs.values[.limit] = .integer(isWhole ? window.offset + window.count : window.count)
        }
        let list = try listName(operation, inputs)
        if let ignored = request.filters.first(where: { !operation.takes($0.input, of: inputs) }) {
            throw unsupported("\(operation.name.rawValue) of this source takes no \(ignored.words)")
        }
        let cachePolicy = operation.cachePolicy(secondsSincePeriod: request.secondsSincePeriod)
        var walk = PageWalk(
            operation.paging,
            offset: request.window?.offset ?? 0,
            count: request.window?.count,
            from: list.flatMap { places.place(before: request.window?.offset ?? 0, in: $0) }
        )
        let mapping = RowMapping(operation.item, inputs: inputs, provider: provider, deadline: context.deadline)
        var mapped = MappedRows<Value>()
        var freshness: Freshness?
        var base: WebURL?
        var asked: Set<String> = []
        var former: Int?
        var failure: ProviderError?
        // Further pages of a list wait for their turn.
        var further = context
        further.waitsForTurn = true
        while let page = walk.next() {
            let bases = bases(for: page, after: base)
            do throws(ProviderError) {
                // A link to a page that was already fetched: the links go in a circle.
                if case .link = page, let first = bases.first,
                    asked.contains(try builder.request(operation, inputs: inputs, page: page, at: first).answerIdentity)
                {
                    walk.endOfCircle()
                    break
                }
                let ask = { @Sendable [base = bases, inputs] (context: CallContext) async throws(ProviderError) in
                    try await self.fetch(alternative, inputs: inputs, page: page, at: base, cachePolicy, context)
                }
                let fetched =
                    walk.fetched == 0 ? try await ask(context) : try await further.beforehand(of: provider, ask)
                base = fetched.base
                asked.insert(fetched.request.answerIdentity)
                let document = fetched.document
                var facts = operation.paging.facts(root: document.root, headers: fetched.answer.response.headers)
                facts.nextLink = facts.nextLink.flatMap { WebURL.nextPage($0, from: fetched.request) }
                let fresh = fetched.answer.freshness
                freshness = freshness.map { $0.combined(with: fresh) } ?? fresh
                let content = document.rows.fingerprint
                if content != nil, walk.fetched == 0, walk.isBehindFirstPage {
                    former = await firstPage(of: alternative, inputs: inputs, at: fetched.base, cachePolicy, context)
                }
                if let content, content == former {
                    walk.repeated()
                    break
                }
                former = content
                // Map the rows before the next request, so that no call holds one document while it waits for another.
                let wanted = walk.wanted(among: document.rows.count).map { DocumentRow($0, of: document) }
                mapped.add(await mapping.map(wanted, as: make))
                let windowCount = walk.windowCount
                walk.received(rows: document.rows.count, facts: facts)
                mapped.skip(walk.windowCount - windowCount - wanted.count)
                if mapped.excess != nil { walk.end() }
                if let list, let place = walk.nextPlace { places.note(place, in: list) }
            } catch {
                // Many sources have no page behind the last one.
                if error.saysNoPage, page.isCounted, !walk.expectsMore,
                    await isBehindGoodPage(walk, of: alternative, inputs: inputs, at: bases, cachePolicy, context)
                {
                    walk.endedBefore()
                    break
                }
                // The source may no longer know the cursor: let the next call begin anew.
                if let list, walk.fetched == 0, [.badRequest, .notFound, .upstream].contains(error.kind) {
                    places.forget(list)
                }
                let number = walk.number(of: page)
                guard mapped.report.rows > 0, error.stage != .cancelled else {
                    throw number > 1 ? error.onPage(number) : error
                }
                failure = error.onPage(number)
                break
            }
        }
        if failure == nil, let obstacle = walk.obstacle {
            let message = "\(operation.name.rawValue): the next page is not known: \(builder.mask.masking(obstacle))"
            let error = ProviderError(.malformed, provider: provider, message: message)
            guard mapped.report.rows > 0 else { throw error }
            failure = error.onPage(walk.fetched + 1)
        }
        if walk.isOutOfReach { throw outOfReach(operation) }
        return RowPage(
            mapped: mapped,
            totalItems: walk.totalItems(before: failure),
            hasMore: walk.hasMore(before: failure),
            failure: failure,
            remark: walk.remark,
            freshness: freshness ?? .live,
            ids: request.ids.filter { operation.namespaces.contains($0.key) },
            leadsTo: operation.leadsTo,
            ignoresYear: request.values[.year] != nil && !operation.takes(.year, of: inputs)
        )
    }

    func unreadable(_ report: MappingReport, of operation: Capability) -> ProviderError {
        .unreadable(report, of: operation, at: provider)
    }

    /// Adds nothing, because the layers between a request and the network count everything about an API.
    func add(to health: inout ProviderHealth) {}

    /// What names a list whose pages are only found one after the other; `nil` for any other.
    private func listName(_ operation: OperationDefinition, _ inputs: TemplateInputs) throws(ProviderError) -> String? {
        let walk = PageWalk(operation.paging, count: 1)
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
            if let error = answer.failure, error.consequences.triesNextHost {
                lastFailure = error
                continue
            }
            hosts.answered(base, of: definition.baseURLs, isSubstitute: lastFailure != nil)
            return Page(request: request, base: base, answer: answer, document: try await answer.document())
        }
        hosts.failed()
        throw (lastFailure ?? ProviderError(at: .forbidden, "the definition names no base_url")).of(provider)
    }

    /// Returns the fingerprint of the rows of the first page of a list, if it is kept; nothing is asked for it.
    ///
    /// A call for a later page alone cannot tell otherwise that the source ignores the number of the page.
    private func firstPage(
        of operation: Operation,
        inputs: TemplateInputs,
        at base: WebURL,
        _ cachePolicy: CachePolicy?,
        _ context: CallContext
    ) async -> Int? {
        guard let cachePolicy, let page = PageWalk(operation.definition.paging, count: 1).next() else { return nil }
        do throws(ProviderError) {
            var request = try builder.request(operation.definition, inputs: inputs, page: page, at: base)
            request.cachePolicy = cachePolicy
            request.context = context
            request.context.keptAnswers = .only
            return try await client.send(request, readBy: operation.reader).document().rows.fingerprint
        } catch {
            return nil
        }
    }

    /// Whether the walk has come from good pages, or begins behind a first page that is kept and tells no end.
    private func isBehindGoodPage(
        _ walk: PageWalk,
        of operation: Operation,
        inputs: TemplateInputs,
        at bases: [WebURL],
        _ cachePolicy: CachePolicy?,
        _ context: CallContext
    ) async -> Bool {
        if walk.fetched > 0 { return true }
        guard walk.isBehindFirstPage, case .shortPage = operation.definition.paging.end, let base = bases.first else {
            return false
        }
        return await firstPage(of: operation, inputs: inputs, at: base, cachePolicy, context) != nil
    }

    private func outOfReach(_ operation: OperationDefinition) -> ProviderError {
        ProviderError(
            .unsupported,
            provider: provider,
            message: "\(operation.name.rawValue): each page of this source leads to the next one, one call reads "
                + "\(operation.paging.pageLimit), and these rows come after them",
            hint: "ask for one long page (page 1 and a higher limit), for the earlier pages first in the same session "
                + "(marquee serve), or raise max_pages"
        ).onPage(operation.paging.pageLimit + 1)
    }
}

extension ProviderError {
    /// Whether the source answered that nothing is at the address of a page.
    fileprivate var saysNoPage: Bool { stage == .answer && (code == "404" || code == "410") }

    fileprivate func onPage(_ number: Int) -> ProviderError {
        var error = self
        error.page = number
        return error
    }
}

extension [JSONElement] {
    /// A number that is the same for the same rows; `nil` without rows.
    fileprivate var fingerprint: Int? {
        guard !isEmpty else { return nil }
        var hasher = Hasher()
        for row in self { hasher.combine(row.text) }
        return hasher.finalize()
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

/// Which of a source's hosts is asked first: the one that had to answer for another, for a while, then the first again.
final class HostMemory: Sendable {
    /// How long the first host is spared after another had to answer for it.
    static let duration = Duration.seconds(300)

    private let clock: any MonotonicClock
    private let preferred = Mutex<(index: Int, until: Duration)?>(nil)

    init(clock: any MonotonicClock) { self.clock = clock }

    /// The base URLs in the order in which they are asked: the preferred one, then the others as the definition has them.
    func ordered(_ bases: [WebURL]) -> [WebURL] {
        guard let preferred = preferred.withLock(\.self), preferred.until > clock.now,
            bases.indices.contains(preferred.index)
        else { return bases }
        return [bases[preferred.index]] + bases.enumerated().filter { $0.offset != preferred.index }.map(\.element)
    }

    /// One of the definition's `bases` answered; `isSubstitute` where another one was asked before it and is down.
    func answered(_ base: WebURL, of bases: [WebURL], isSubstitute: Bool) {
        guard let index = bases.firstIndex(of: base) else { return }
        let end = clock.now + Self.duration
        preferred.withLock { preferred in
            if index == 0 {
                preferred = nil
            } else if isSubstitute {
                preferred = (index, end)
            }
        }
    }

    /// None of them answered: there is none to prefer.
    func failed() { preferred.withLock { $0 = nil } }
}
