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

    /// What stays the same in all requests of a call.
    private struct Call {
        let operation: Operation
        let inputs: TemplateInputs
        let cachePolicy: CachePolicy?
        let context: CallContext

        var definition: OperationDefinition { operation.definition }
    }

    /// What the pages of a call have given so far.
    private struct Progress<Value: Sendable> {
        var walk: PageWalk
        var mapped = MappedRows<Value>()
        var freshness: Freshness?
        /// The base URL that delivered the last page.
        var base: WebURL?
        /// The pages that were asked for, by the identities of their answers.
        var asked: Set<String> = []
        /// The fingerprint of the last page's rows.
        var former: Int?
        /// A day of the period that the answer is about, where it names one.
        var day: CalendarDate?
        /// What a source of GraphQL says about the parts that it left out, beside its data.
        var partialErrors: String?

        init(_ walk: PageWalk) { self.walk = walk }
    }

    private struct Page {
        var request: HTTPRequest
        var base: WebURL
        var answer: HTTPAnswer
    }

    /// What is needed from a page's document in addition to its mapped rows.
    private struct PageContent: Sendable {
        var rowCount: Int
        /// The rows of the document that are in the window.
        var wanted: Range<Int>
        var fingerprint: Int?
        /// Whether the rows are those of the page before.
        var isRepeated: Bool
        var facts: PageWalk.Facts
        var partialErrors: String?
        /// A day of the period that the answer is about, where it names one.
        var day: Result<CalendarDate?, ProviderError>
    }

    private let operations: [Capability: [Operation]]
    private let builder: RequestBuilder
    private let client: any HTTPClient
    private let hosts: HostMemory
    private let places = PagePlaces()
    /// The inputs that are the same in every call.
    private let fixedInputs: TemplateInputs

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
        var fixedInputs = definition.withImages(TemplateInputs())
        fixedInputs.utcOffset = environment.zones.utcOffset(of: definition)
        self.fixedInputs = fixedInputs
    }

    private var provider: ProviderID { builder.provider }
    private var definition: HTTPDefinition { builder.definition }

    var parts: Set<Capability> { Set(operations.keys) }

    func occasion(of operation: Capability) -> BoxOfficeOccasion {
        operations[operation]?.first?.definition.occasion ?? .asked
    }

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
        let call = try call(for: request, in: context)
        let operation = call.definition
        let list = try listName(of: call)
        let offset = request.window?.offset ?? 0
        let place = list.flatMap { places.place(before: offset, in: $0) }
        var progress = Progress<Value>(
            PageWalk(operation.paging, offset: offset, count: request.window?.count, from: place)
        )
        let mapping = RowMapping(
            operation.item,
            inputs: call.inputs,
            provider: provider,
            allCredits: request.allCredits,
            deadline: context.deadline
        )
        var failure: ProviderError?
        while let page = progress.walk.next() {
            do throws(ProviderError) {
                try await take(page, of: call, by: mapping, as: make, &progress)
                if let list, let place = progress.walk.nextPlace { places.note(place, in: list) }
            } catch {
                // Many sources have no page past the last one.
                if error.saysNoPage, page.isCounted, !progress.walk.expectsMore,
                    await isBehindGoodPage(progress.walk, of: call, after: progress.base)
                {
                    progress.walk.endedBefore()
                    break
                }
                // The source may no longer know the cursor: let the next call begin anew.
                if let list, progress.walk.fetched == 0, [.badRequest, .notFound, .upstream].contains(error.kind) {
                    places.forget(list)
                }
                let number = progress.walk.number(of: page)
                guard progress.mapped.report.rows > 0, error.stage != .cancelled else {
                    throw number > 1 ? error.onPage(number) : error
                }
                failure = error.onPage(number)
                break
            }
        }
        let walk = progress.walk
        if failure == nil, let obstacle = walk.obstacle {
            let message = "\(operation.name.rawValue): the next page is not known: \(builder.mask.masking(obstacle))"
            let error = ProviderError(.malformed, provider: provider, message: message)
            guard progress.mapped.report.rows > 0 else { throw error }
            failure = error.onPage(walk.fetched + 1)
        }
        if walk.isOutOfReach { throw outOfReach(operation) }
        return RowPage(
            mapped: progress.mapped,
            totalItems: walk.totalItems(before: failure),
            hasMore: walk.hasMore(before: failure),
            isContradicted: walk.isContradicted,
            failure: failure,
            remark: [walk.remark, progress.partialErrors].compactMap(\.self).joinedRemark,
            freshness: progress.freshness ?? .live,
            ids: request.ids.filter { operation.namespaces.contains($0.key) },
            leadsTo: operation.leadsTo,
            unsent: Set(
                [.year, .releasedFrom].filter { request.values[$0] != nil && !operation.takes($0, of: call.inputs) }
            ),
            day: progress.day
        )
    }

    func refusal(of request: RowRequest) -> ProviderError? {
        do throws(ProviderError) {
            _ = try call(for: request, in: CallContext())
            return nil
        } catch {
            return error.kind == .unsupported ? error : nil
        }
    }

    /// Returns what all requests of a call share; throws if a filter would be ignored.
    private func call(for request: RowRequest, in context: CallContext) throws(ProviderError) -> Call {
        let operation = try alternative(for: request)
        let definition = operation.definition
        var inputs = fixedInputs
        inputs.values = request.values
        inputs.ids = request.ids
        inputs.locale = self.definition.locales.locale(for: request.languages)
        if let window = request.window {
            // A source without pages answers with the rows before the window, too.
            let isWhole = definition.paging.kind == .none
            inputs.values[.limit] = .integer(isWhole ? window.offset + window.count : window.count)
        }
        if let ignored = request.filters.first(where: { !definition.takes($0.input, of: inputs) }) {
            let missing = definition.inputsMissing(for: ignored.input, of: inputs).map { "${input.\($0.rawValue)}" }
            let lack = missing.isEmpty ? "" : " without \(missing.joined(separator: " and "))"
            var refusal = unsupported("\(definition.name.rawValue) of this source takes no \(ignored.words)\(lack)")
            if definition.name == .charts { refusal.hint = Self.hint(for: request, withoutKind: ignored.input) }
            throw refusal
        }
        if !definition.needs.isEmpty, definition.needs.allSatisfy({ inputs.values[$0] == nil }) {
            let names = definition.needs.map { $0.rawValue.replacing(scalars: "_", with: " ") }
            throw unsupported(
                "\(definition.name.rawValue) of this source needs one of \(names.joined(separator: ", "))"
            )
        }
        // Without its words, a search would find just any films.
        if inputs.values[.query] != nil, definition.inputs.contains(.query), !definition.takes(.query, of: inputs) {
            let missing = definition.inputsMissing(for: .query, of: inputs).map { "${input.\($0.rawValue)}" }
            let lack =
                missing.isEmpty ? "" : ": its text also needs \(missing.joined(separator: " and ")), which has no value"
            throw builder.unsent(definition, "the request would go out without ${input.query}\(lack)")
        }
        let cachePolicy = definition.cachePolicy(secondsSincePeriod: request.secondsSincePeriod)
        return Call(operation: operation, inputs: inputs, cachePolicy: cachePolicy, context: context)
    }

    /// Returns what to leave out of a request for a list of a kind; such a list alone has a region.
    private static func hint(for request: RowRequest, withoutKind ignored: Input) -> String? {
        switch ignored {
        case .kind: nil
        case .region: "leave out region"
        default: request.filters.contains { $0.input == .region } ? "leave out kind and region" : "leave out kind"
        }
    }

    /// Fetches the next page and maps its wanted rows; the list ends here if the page or its rows have come before.
    private func take<Value>(
        _ page: PageWalk.Page,
        of call: Call,
        by mapping: RowMapping,
        as make: @escaping RowReading<Value>,
        _ progress: inout Progress<Value>
    ) async throws(ProviderError) {
        let bases = bases(for: page, after: progress.base)
        // A link to a page that was already fetched: the links go in a circle.
        if case .link = page, let first = bases.first {
            let request = try builder.request(call.definition, inputs: call.inputs, page: page, at: first)
            if progress.asked.contains(request.answerIdentity) { return progress.walk.endOfCircle() }
        }
        let (walk, former) = (progress.walk, progress.former)
        let ask = { @Sendable (context: CallContext) async throws(ProviderError) in
            let fetched = try await self.fetch(page, of: call, at: bases, context)
            let isFirst = walk.fetched == 0 && walk.isBehindFirstPage
            let former = isFirst ? await self.firstPage(of: call, at: fetched.base) : former
            return (fetched, try await self.read(fetched, of: call, by: mapping, as: make, walk, after: former))
        }
        // Further pages of a list wait for their turn.
        var further = call.context
        further.waitsForTurn = true
        let isFirst = walk.fetched == 0
        let (fetched, read) =
            isFirst ? try await ask(call.context) : try await further.withMargin(for: provider, ask)
        let content = read.facts
        progress.base = fetched.base
        progress.asked.insert(fetched.request.answerIdentity)
        let fresh = fetched.answer.freshness
        progress.freshness = progress.freshness.map { $0.combined(with: fresh) } ?? fresh
        if content.isRepeated { return progress.walk.repeated() }
        progress.day = try content.day.get() ?? progress.day
        progress.former = content.fingerprint
        progress.partialErrors = progress.partialErrors ?? content.partialErrors
        progress.mapped.add(read.rows)
        let windowCount = walk.windowCount
        progress.walk.received(rows: content.rowCount, facts: content.facts)
        progress.mapped.skip(progress.walk.windowCount - windowCount - content.wanted.count)
        if progress.mapped.excess != nil { progress.walk.end() }
    }

    /// Maps the wanted rows of a page, unless it has the rows of the one before it.
    private func read<Value: Sendable>(
        _ fetched: Page,
        of call: Call,
        by mapping: RowMapping,
        as make: @escaping RowReading<Value>,
        _ walk: PageWalk,
        after former: Int?
    ) async throws(ProviderError) -> (rows: MappedRows<Value>, facts: PageContent) {
        let definition = call.definition
        return try await fetched.answer.mapped(by: mapping, as: make) { [builder] document in
            let fingerprint = document.rows.fingerprint
            let isRepeated = fingerprint != nil && fingerprint == former
            var facts = definition.paging.facts(root: document.root, headers: fetched.answer.response.headers)
            facts.nextLink = facts.nextLink.flatMap { WebURL.nextPage($0, from: fetched.request) }
            if definition.rows.isFiltered, document.rows.isEmpty { facts.count = nil }
            let wanted = isRepeated ? 0..<0 : walk.wanted(among: document.rows.count)
            let content = PageContent(
                rowCount: document.rows.count,
                wanted: wanted,
                fingerprint: fingerprint,
                isRepeated: isRepeated,
                facts: facts,
                partialErrors: document.root.partialErrors.map(builder.mask.masking),
                day: Result { () throws(ProviderError) in
                    try definition.day(in: document.root, call.inputs, of: builder.provider)
                }
            )
            return (wanted.map { DocumentRow($0, of: document) }, content)
        }
    }

    func unreadable(_ report: MappingReport, of operation: Capability) -> ProviderError {
        .unreadable(report, of: operation, at: provider)
    }

    /// Adds nothing, because the layers between a request and the network count everything about an API.
    func add(to health: inout ProviderHealth) {}

    /// What names a list whose pages are only found one after the other; `nil` for any other.
    private func listName(of call: Call) throws(ProviderError) -> String? {
        let walk = PageWalk(call.definition.paging, count: 1)
        guard walk.isSequential, let base = definition.baseURLs.first, let first = walk.next() else { return nil }
        return try builder.request(call.definition, inputs: call.inputs, page: first, at: base).answerIdentity
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
        _ page: PageWalk.Page,
        of call: Call,
        at bases: [WebURL],
        _ context: CallContext
    ) async throws(ProviderError) -> Page {
        var lastFailure: ProviderError?
        // What fails over HTTPS is never sent in clear, except to this machine.
        let isSecure = bases.first?.origin.scheme == .https
        let bases = bases.filter { !isSecure || $0.origin.scheme == .https || $0.origin.isLoopback }
        for base in bases {
            var request = try builder.request(call.definition, inputs: call.inputs, page: page, at: base)
            request.cachePolicy = call.cachePolicy
            request.context = context
            request.hasAlternative = base != bases.last
            let answer: HTTPAnswer
            do {
                answer = try await client.send(request, readBy: call.operation.reader)
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
            return Page(request: request, base: base, answer: answer)
        }
        hosts.failed()
        throw (lastFailure ?? ProviderError(at: .forbidden, "the definition names no base_url")).of(provider)
    }

    /// Returns the fingerprint of the rows of the first page of a list, if it is kept; nothing is asked for it.
    ///
    /// A call for a later page alone cannot tell otherwise that the source ignores the number of the page.
    private func firstPage(of call: Call, at base: WebURL) async -> Int? {
        guard call.cachePolicy != nil, let page = PageWalk(call.definition.paging, count: 1).next() else { return nil }
        do throws(ProviderError) {
            var request = try builder.request(call.definition, inputs: call.inputs, page: page, at: base)
            request.cachePolicy = call.cachePolicy
            request.context = call.context
            request.context.cachedAnswers = .only
            let answer = try await client.send(request, readBy: call.operation.reader)
            return try await answer.use { document, _ in document.rows.fingerprint }
        } catch {
            return nil
        }
    }

    /// Whether the walk has come from good pages, or begins after a first page that is kept and tells no end.
    private func isBehindGoodPage(_ walk: PageWalk, of call: Call, after last: WebURL?) async -> Bool {
        if walk.fetched > 0 { return true }
        guard walk.isBehindFirstPage, case .shortPage = call.definition.paging.end,
            let base = last ?? hosts.ordered(definition.baseURLs).first
        else { return false }
        return await firstPage(of: call, at: base) != nil
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

extension [String] {
    /// The remarks in one; `nil` without any.
    fileprivate var joinedRemark: String? { isEmpty ? nil : joined(separator: "; ") }
}

extension JSONElement {
    /// What an answer of GraphQL with both data and errors says about the latter (GraphQL, section 7.1); `nil` for any
    /// other.
    fileprivate var partialErrors: String? {
        guard self["data"]?.kind == .object, let errors = self["errors"], errors.kind == .array,
            let message = errors.elements.first?["message"]?.string, !message.isEmpty
        else { return nil }
        let rest = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        return "a part of the answer is missing, because of an error of the source: \(message.cut)\(rest)"
    }
}

extension PageWalk {
    /// Returns the number of a page for users, from 1.
    fileprivate func number(of page: Page) -> Int {
        if case .number(let number) = page { number + 1 } else { fetched + 1 }
    }

    /// Returns the total number of rows; `nil` if the next page does not exist, because the list ends there.
    fileprivate func totalItems(before failure: ProviderError?) -> Int? {
        failure?.kind == .notFound ? nil : trustedTotal ?? trustedCount
    }

    /// Returns whether rows follow; `nil` if only the failed page could tell.
    fileprivate func hasMore(before failure: ProviderError?) -> Bool? {
        guard let failure else { return hasMore ?? (leavesRest && !isContradicted ? true : nil) }
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
