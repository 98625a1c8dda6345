package import MovieDomain
import ProviderLanguage

/// A repository that asks the source of one provider for rows and makes films of them.
package struct ProviderRepository: MovieRepository {
    package let profile: ProviderProfile
    let source: any RowSource
    let calendar: ProviderCalendar
    /// The configured order of languages, for calls that name none.
    let languages: [String]
    private let tally = MappingTally()

    package func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        let date = query.date ?? calendar.lastCompleteDate(of: query.span)
        let period = query.span.period(holding: date)
        let request = RowRequest(
            operation: query.span == .day ? .dailyBoxOffice : .weeklyBoxOffice,
            values: CallInputs.values(of: query, date: date),
            filters: RequestedFilter.all(of: query),
            secondsSincePeriod: calendar.secondsSinceEnd(of: period.to)
        )
        let page = try await page(request, context) { $0.boxOfficeRow($1.element, root: $1.root)?.normalized() }
        let rows = try read(page, request.operation)
            .enumerated()
            .sorted { ($0.element.figures.rank, $0.offset) < ($1.element.figures.rank, $1.offset) }
            .map(\.element)
        let wanted = query.limit.map { Array(rows.prefix(max(0, $0))) } ?? rows
        return ProviderAnswer(BoxOffice(period: period, rows: wanted), freshness: page.freshness)
    }

    package func search(
        _ query: SearchQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let request = RowRequest(
            operation: .search,
            values: CallInputs.values(of: query),
            languages: query.languages,
            window: query.window
        )
        return try await films(request, context) { film, page in
            query.year.map { !page.ignoresYear || film.mayBeOf(year: $0) } ?? true
        }
    }

    package func list(
        _ query: ListQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        // The first namespace that the look-up of people takes is that of the source's own ids.
        if let person = query.person, profile.namespaces[.person]?.first != person.namespace {
            throw failure(.unsupported, "the source takes no person by ids of \(person.namespace)")
        }
        let request = RowRequest(
            operation: query.capability,
            values: CallInputs.values(of: query),
            languages: query.languages,
            window: query.window,
            filters: RequestedFilter.all(of: query)
        )
        return try await films(request, context) { film, _ in
            query.minimumRating.map { film.mayBeRated(atLeast: $0) } ?? true
        }
    }

    package func lookup(
        _ query: LookupQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        let (found, leadsTo) = try await film(by: .lookup, query.ids, query, context)
        return await completing(await following(found, to: leadsTo, for: query, context), for: query, context)
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
        let page = try await page(request, context) { $0.person($1.element, root: $1.root)?.normalized() }
        let list = PeopleList(people: try read(page, .peopleSearch), totalItems: page.totalItems, hasMore: page.hasMore)
        var answer = ProviderAnswer(list, freshness: page.freshness)
        answer.failures = [page.failure].compactMap(\.self)
        return answer
    }

    package func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        let (found, leadsTo) = try await person(by: query.ids, query, context)
        guard let leadsTo, let id = found.value.ids[leadsTo] else { return found }
        var whole = try await person(by: [leadsTo: id], query, context).answer
        whole.value.ids.merge(found.value.ids) { own, _ in own }
        whole.freshness = whole.freshness.combined(with: found.freshness)
        return whole
    }

    /// Adds the counts of mapped rows and the state of the source itself.
    package func add(to health: inout ProviderHealth) {
        health.mapping = MappingCounts(tally.current)
        source.add(to: &health)
    }
}

extension ProviderRepository {
    /// Returns the film with these ids from one operation, and the namespace that leads to the whole record.
    func film(
        by operation: Capability,
        _ ids: [String: String],
        _ query: LookupQuery,
        _ context: CallContext
    ) async throws(ProviderError) -> (answer: ProviderAnswer<MovieFacts>, leadsTo: String?) {
        let request = RowRequest(operation: operation, ids: ids, languages: query.languages)
        let page = try await page(request, context) { $0.movie($1.element, root: $1.root)?.normalized() }
        let films = try read(page, operation)
        guard let film = films.first(where: { !$0.ids.isOther(than: page.ids) }) else {
            throw films.first.map { answeredOther($0.ids, than: page.ids) } ?? hasNone(page.ids, "film")
        }
        return (ProviderAnswer(film, freshness: page.freshness), page.leadsTo)
    }

    /// Returns the person with these ids, and the namespace that leads to the whole record.
    private func person(
        by ids: [String: String],
        _ query: PersonQuery,
        _ context: CallContext
    ) async throws(ProviderError) -> (answer: ProviderAnswer<PersonFacts>, leadsTo: String?) {
        let request = RowRequest(operation: .person, ids: ids, languages: query.languages)
        let page = try await page(request, context) { $0.person($1.element, root: $1.root)?.normalized() }
        let people = try read(page, .person)
        guard let person = people.first(where: { !$0.ids.isOther(than: page.ids) }) else {
            throw people.first.map { answeredOther($0.ids, than: page.ids) } ?? hasNone(page.ids, "person")
        }
        return (ProviderAnswer(person, freshness: page.freshness), page.leadsTo)
    }

    /// Returns the films of a window, without those that `isWanted` rejects.
    private func films(
        _ request: RowRequest,
        _ context: CallContext,
        where isWanted: (MovieFacts, RowPage<MovieFacts>) -> Bool = { _, _ in true }
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        let page = try await page(request, context) { $0.movie($1.element, root: $1.root)?.normalized() }
        let read = try read(page, request.operation)
        var list = MovieList(ofRows: page.rows.map { film in film.flatMap { isWanted($0, page) ? $0 : nil } })
        // The source's total includes the films that were rejected here.
        list.totalItems = list.movies.count == read.count ? page.totalItems : nil
        list.hasMore = page.hasMore
        var answer = ProviderAnswer(list, freshness: page.freshness)
        answer.failures = [page.failure].compactMap(\.self)
        return answer
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
        tally.add(page.report, of: operation)
        if let excess = page.excess { throw excess.failure(of: operation, at: profile.id) }
        let values = page.rows.compactMap(\.self)
        guard values.isEmpty, !page.rows.isEmpty else { return values }
        throw source.unreadable(page.rows.count, of: operation)
    }

    private func hasNone(_ asked: [String: String], _ what: String) -> ProviderError {
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
