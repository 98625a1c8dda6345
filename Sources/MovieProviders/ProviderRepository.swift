package import MovieDomain
import Platform
import ProviderLanguage
import Synchronization

/// A repository that asks the source of one provider for rows and makes films of them.
package struct ProviderRepository: MovieRepository {
    package let profile: ProviderProfile
    let source: any RowSource
    let calendar: ProviderCalendar
    /// The configured order of languages, for calls that name none.
    let languages: [String]
    private let tally = MappingTally()

    package var lastCompleteDay: CalendarDate? { calendar.lastCompleteDate(of: .day) }

    package func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        let operation: Capability = query.span == .day ? .dailyBoxOffice : .weeklyBoxOffice
        let occasion = source.occasion(of: operation)
        let last = calendar.lastCompleteDate(of: query.span)
        let usual = occasion == .live ? calendar.today : last
        let period = query.span.period(holding: query.date ?? usual)
        var query = query
        if occasion == .live || occasion == .last, query.date != nil {
            let own = query.span.period(holding: usual)
            guard period == own else {
                let words = own.from == own.to ? "\(own.from)" : "\(own.from) to \(own.to)"
                throw failure(.unsupported, "\(operation.rawValue) of this source is that of \(words) only")
            }
            query.date = nil
        }
        let inputs = CallInputs(query, date: query.date ?? usual)
        let request = RowRequest(
            operation: operation,
            values: inputs.values,
            filters: inputs.filters,
            secondsSincePeriod: calendar.secondsSinceEnd(of: period.to)
        )
        return try await reading(request, context) {
            $0.boxOfficeRow($1.element, root: $1.root, key: $1.key)?.normalized()
        } _: { page throws(ProviderError) in
            let rows = try read(page, request.operation)
                .enumerated()
                .sorted { ($0.element.figures.rank, $0.offset) < ($1.element.figures.rank, $1.offset) }
                .map(\.element)
            let answered = page.day.map(query.span.period) ?? period
            guard answered == period || query.date == nil else {
                let words = "a day of \(answered.from) to \(answered.to), and not of \(period.from) to \(period.to)"
                throw failure(.malformed, "\(operation.rawValue): the source answered with \(words)")
            }
            var answer = page.answer(BoxOffice(period: answered, rows: rows))
            answer.remarks += [calendar.remark(on: answered)].compactMap(\.self)
            return answer
        }
    }

    package func search(
        _ query: SearchQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let request = RowRequest(
            operation: .search,
            values: CallInputs(query).values,
            languages: query.languages,
            window: query.window
        )
        guard let year = query.year else { return try await films(request, context) }
        var others = 0
        var isUnsent = false
        var answer = try await films(request, context) { film, page in
            let isWanted = film.mayBeOf(year: year)
            if !isWanted { (others, isUnsent) = (others + 1, page.unsent?.contains(.year) ?? false) }
            return isWanted
        }
        // A source that was not told the year cannot keep to it.
        let isIgnored = others > 0 && !isUnsent
        if isIgnored { answer.remarks.append(Self.ignored("year \(year)", others)) }
        if others > 0, !isIgnored {
            answer.remarks.append(
                "\(others) \(others == 1 ? "film of another year was" : "films of other years were") left out"
            )
        }
        return answer
    }

    package func list(
        _ query: ListQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let request = try request(for: query)
        var ignored: [Input: Int] = [:]
        var answer = try await films(request, context) { film, page in
            for filter in film.contradictions(to: query.coarse) { ignored[filter, default: 0] += 1 }
            // Another source has a list of its own for upcoming films, whose days may be those of a region.
            let isOver = film.releaseDate.map { $0 < calendar.today } ?? false
            let isAskedByDay = query.kind == .upcoming && page.unsent?.contains(.releasedFrom) == false
            return !(isAskedByDay && isOver) && film.contradictions(to: query).isEmpty
        }
        answer.remarks += request.filters.compactMap { filter in
            ignored[filter.input].map { Self.ignored(filter.words, $0) }
        }
        return answer
    }

    package func refusal(of query: ListQuery) -> ProviderError? {
        do throws(ProviderError) {
            return source.refusal(of: try request(for: query))
        } catch {
            return error
        }
    }

    private func request(for query: ListQuery) throws(ProviderError) -> RowRequest {
        // The first namespace that the look-up of people takes is that of the source's own ids.
        if let person = query.person, profile.namespaces[.person]?.first != person.namespace {
            throw failure(.unsupported, "the source takes no person by ids of \(person.namespace)")
        }
        let inputs = CallInputs(query, today: calendar.today)
        return RowRequest(
            operation: query.capability,
            values: inputs.values,
            languages: query.languages,
            window: query.window,
            filters: inputs.filters
        )
    }

    private static func ignored(_ filter: String, _ count: Int) -> String {
        let films = count == 1 ? "film that contradicts it was" : "films that contradict it were"
        return "the source ignores \(filter): \(count) \(films) left out"
    }

    package func lookup(
        _ query: LookupQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        guard profile.capabilities.contains(.lookup) || wantedParts(query).isEmpty else {
            return try await parts(query, context)
        }
        return await completing(try await record(.lookup(query), context), for: query, context)
    }

    package func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let request = RowRequest(
            operation: query.kind == .similar ? .similar : .recommendations,
            ids: query.ids,
            languages: query.languages,
            window: query.window
        )
        return try await films(request, context)
    }

    package func people(
        _ query: PeopleQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PeopleList> {
        let request = RowRequest(
            operation: .peopleSearch,
            values: [.query: .text(query.text), .limit: .integer(query.window.count)],
            languages: query.languages,
            window: query.window
        )
        return try await reading(request, context, as: PersonFacts.reading) { page throws(ProviderError) in
            let people = try read(page, .peopleSearch)
            var list = PeopleList(people: people, totalItems: page.totalItems, hasMore: page.hasMore)
            list.rowCount = page.mapped.rows.count
            return page.answer(list)
        }
    }

    package func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        try await record(RowRequest(operation: .person, ids: query.ids, languages: query.languages), context)
    }

    package func collection(
        _ query: CollectionQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<CollectionFacts> {
        try await record(RowRequest(operation: .collection, ids: query.ids, languages: query.languages), context)
    }

    /// Adds the counts of mapped rows and the state of the source itself.
    package func add(to health: inout ProviderHealth) {
        health.mapping = MappingCounts(tally.current)
        source.add(to: &health)
    }

    /// Returns what has the ids of a request; if the answer has only a part of the record and an id of the whole one,
    /// the whole one, unless it cannot be fetched.
    private func record<Facts: IdentifiedFacts>(
        _ request: RowRequest,
        _ context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<Facts> {
        var (found, leadsTo): (ProviderAnswer<Facts>, String?) = try await one(request, context)
        guard let leadsTo, let id = found.value.ids[leadsTo] else { return found }
        var further = request
        further.ids = [leadsTo: id]
        do throws(ProviderError) {
            var whole = try await context.withMargin(for: profile.id) { [further] context throws(ProviderError) in
                try await one(further, context).answer as ProviderAnswer<Facts>
            }
            whole.value.ids.merge(found.value.ids) { own, _ in own }
            whole.take(found, of: request.operation)
            return whole
        } catch {
            found.take(error, of: request.operation)
            return found
        }
    }

    /// Returns what has the ids of a request, and the namespace that leads to the whole record.
    func one<Facts: IdentifiedFacts>(
        _ request: RowRequest,
        _ context: CallContext
    ) async throws(ProviderError) -> (answer: ProviderAnswer<Facts>, leadsTo: String?) {
        try await reading(request, context, as: Facts.reading) { page throws(ProviderError) in
            let found = try read(page, request.operation)
            // The number of a film may also be that of a series, which is not asked for.
            let films = found.filter { !$0.ids.isSeries(of: page.ids) }
            guard let facts = films.first(where: { !$0.ids.isOther(than: page.ids) }) else {
                throw films.first.map { answeredOther($0.ids, than: page.ids) } ?? hasNone(page.ids, Facts.word)
            }
            return (page.answer(facts), page.leadsTo)
        }
    }

    /// Returns what `read` makes of the rows; asks the source anew if a cached answer turns out to be malformed.
    ///
    /// Only the rows show that an answer is about another film, or has no readable row, and the cache doesn't see them.
    private func reading<Value: Sendable, Result>(
        _ request: RowRequest,
        _ context: CallContext,
        as make: @escaping RowReading<Value>,
        _ read: (RowPage<Value>) throws(ProviderError) -> Result
    ) async throws(ProviderError) -> Result {
        let page = try await page(request, context, as: make)
        do throws(ProviderError) {
            return try read(page)
        } catch {
            guard error.kind == .malformed, page.freshness.fromCache, context.cachedAnswers == .accepted else {
                throw error
            }
        }
        var anew = context
        anew.cachedAnswers = .refused
        return try read(try await self.page(request, anew, as: make))
    }

    /// Returns the films of a window, without those that `isWanted` rejects.
    private func films(
        _ request: RowRequest,
        _ context: CallContext,
        where isWanted: (MovieFacts, RowPage<MovieFacts>) -> Bool = { _, _ in true }
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await reading(request, context, as: MovieFacts.reading) { page throws(ProviderError) in
            let read = try read(page, request.operation)
            var list = MovieList(
                ofRows: page.mapped.rows.map { film in film.flatMap { isWanted($0, page) ? $0 : nil } }
            )
            // The source counted those that were turned down here, too.
            list.totalItems = list.movies.count == read.count ? page.totalItems : nil
            list.hasMore = page.hasMore
            list.isFilteredHere = page.unsent?.contains(.year) ?? false
            list.isContradicted = page.isContradicted
            return page.answer(list)
        }
    }

    private func page<Value: Sendable>(
        _ request: RowRequest,
        _ context: CallContext,
        as make: @escaping RowReading<Value>
    ) async throws(ProviderError) -> RowPage<Value> {
        guard profile.capabilities.contains(request.operation) else {
            throw failure(.unsupported, "the source has no \(request.operation.rawValue)")
        }
        var request = request
        if request.languages.isEmpty { request.languages = languages }
        if !request.languages.isEmpty { request.values[.languages] = .texts(request.languages) }
        return try await source.rows(request, in: context, as: make)
    }

    /// Returns the readable rows of a page and counts its failures; throws if none of its rows is readable.
    private func read<Value>(_ page: RowPage<Value>, _ operation: Capability) throws(ProviderError) -> [Value] {
        let mapped = page.mapped
        tally.add(mapped.report, of: operation)
        if let excess = mapped.excess { throw excess.failure(of: operation, at: profile.id) }
        let values = mapped.rows.compactMap(\.self)
        guard values.isEmpty, mapped.report.rows > 0 else { return values }
        throw source.unreadable(mapped.report, of: operation)
    }

    func hasNone(_ asked: [String: String], _ what: String) -> ProviderError {
        let ids = asked.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
        return failure(.notFound, "the source has no \(what) \(ids.joined(separator: ", "))")
    }

    private func answeredOther(_ ids: [String: String], than asked: [String: String]) -> ProviderError {
        let pairs = asked.sorted { $0.key < $1.key }.compactMap { namespace, id in
            ids[namespace].map { "\(namespace):\($0) where \(namespace):\(id) was asked for" }
        }
        return failure(.malformed, "the source answered with \(pairs.joined(separator: ", "))")
    }

    private func failure(_ kind: ProviderError.Kind, _ message: String) -> ProviderError {
        ProviderError(kind, provider: profile.id, message: message)
    }
}

/// What is asked for by its ids: a film, a person, or a collection.
protocol IdentifiedFacts: Sendable {
    /// The word for it in messages.
    static var word: String { get }
    /// Converts a row to the requested value.
    static var reading: RowReading<Self> { get }

    var ids: [String: String] { get set }
}

extension MovieFacts: IdentifiedFacts {
    static let word = "film"
    static let reading: RowReading<MovieFacts> = { $0.movie($1.element, root: $1.root, key: $1.key)?.normalized() }
}

extension PersonFacts: IdentifiedFacts {
    static let word = "person"
    static let reading: RowReading<PersonFacts> = { $0.person($1.element, root: $1.root, key: $1.key)?.normalized() }
}

extension CollectionFacts: IdentifiedFacts {
    static let word = "collection"
    static let reading: RowReading<CollectionFacts> = {
        $0.collection($1.element, root: $1.root, key: $1.key)?.normalized()
    }
}

extension RowRequest {
    /// Creates the request for a film, or for a part of it.
    static func lookup(
        _ query: LookupQuery,
        by operation: Capability = .lookup,
        ids: [String: String]? = nil
    ) -> RowRequest {
        var request = RowRequest(operation: operation, ids: ids ?? query.ids, languages: query.languages)
        if operation.inputs.contains(.region) { request.values[.region] = query.region.map(InputValue.text) }
        request.allCredits = query.allCredits
        return request
    }
}

extension [String: String] {
    /// Whether these ids belong to another film or person than the ids asked for.
    ///
    /// Case and leading zeros do not count, because sources write ids in their own way.
    func isOther(than asked: [String: String]) -> Bool {
        asked.contains { namespace, id in
            guard let mine = self[namespace], mine != id, mine != MovieID.canonical(id, of: namespace) else {
                return false
            }
            return mine.lowercased() != id.lowercased() && (Int(mine) == nil || Int(mine) != Int(id))
        }
    }

    /// Whether these are the ids of a series that has the number of the film that was asked for.
    func isSeries(of asked: [String: String]) -> Bool {
        asked.contains { namespace, _ in
            MovieID.namespacesOfSeries[namespace].map { self[$0] != nil && self[namespace] == nil } ?? false
        }
    }
}
