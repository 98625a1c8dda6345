import MovieDomain
import ProviderLanguage

extension ProviderKind {
    /// Returns the repository of a provider of this kind; a disabled one where the kind makes none.
    func repository(
        for definition: RegisteredDefinition,
        _ profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> any MovieRepository {
        let options = Dictionary(definition.options.map { ($0.name, $0.value) }) { first, _ in first }
        let settings = ProviderSettings(id: profile.id, options: options, languages: environment.languages)
        do throws(ProviderError) {
            return KindRepository(try repository(for: settings), profile: profile, idNamespaces: idNamespaces)
        } catch {
            return DisabledRepository(profile, reason: error.message)
        }
    }
}

/// A repository that a kind made, as its definition names it; limits answers to what was asked, and normalizes them.
private struct KindRepository: MovieRepository {
    let profile: ProviderProfile
    private let base: any MovieRepository

    init(_ base: any MovieRepository, profile: ProviderProfile, idNamespaces: [String]) {
        var profile = profile
        profile.availability = base.profile.availability
        for capability in profile.capabilities where capability.takesID {
            profile.namespaces[capability] =
                base.profile.namespaces[capability] ?? [profile.id.rawValue] + idNamespaces
        }
        self.profile = profile
        self.base = base
    }

    var lastCompleteDay: CalendarDate? { base.lastCompleteDay }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        try await answer { () throws(ProviderError) in try await base.boxOffice(query, in: context) }
            .map { BoxOffice(period: $0.period, rows: $0.rows.map { $0.normalized() }) }
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        try await answer { () throws(ProviderError) in try await base.search(query, in: context) }
            .map { $0.held(to: query.window) { film in query.year.map { film.mayBeOf(year: $0) } ?? true } }
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await answer { () throws(ProviderError) in try await base.list(query, in: context) }
            .map { $0.held(to: query.window) }
    }

    func refusal(of query: ListQuery) -> ProviderError? { base.refusal(of: query) }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        try await answer { () throws(ProviderError) in try await base.lookup(query, in: context) }
            .map { $0.withoutEmptyValues.normalized() }
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await answer { () throws(ProviderError) in try await base.related(query, in: context) }
            .map { $0.held(to: query.window) }
    }

    func collection(
        _ query: CollectionQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<CollectionFacts> {
        try await answer { () throws(ProviderError) in try await base.collection(query, in: context) }
            .map { $0.normalized() }
    }

    func people(_ query: PeopleQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<PeopleList>
    {
        try await answer { () throws(ProviderError) in try await base.people(query, in: context) }
            .map { $0.held(to: query.window) }
    }

    func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        try await answer { () throws(ProviderError) in try await base.person(query, in: context) }
            .map { $0.normalized() }
    }

    private func answer<Value>(
        _ ask: () async throws(ProviderError) -> ProviderAnswer<Value>
    ) async throws(ProviderError) -> ProviderAnswer<Value> {
        do throws(ProviderError) {
            return try await ask()
        } catch {
            throw error.of(profile.id)
        }
    }
}

extension MovieList {
    /// Returns at most as many films as requested, only the wanted ones; drops a total that also counts unwanted films.
    fileprivate func held(to window: RowWindow, where isWanted: (MovieFacts) -> Bool = { _ in true }) -> MovieList {
        let films = movies.prefix(window.count).map { $0.withoutEmptyValues.normalized() }
        let wanted = films.filter(isWanted)
        let end = window.offset + films.count
        return MovieList(
            movies: wanted,
            totalItems: wanted.count == films.count ? totalItems : nil,
            hasMore: hasMore ?? totalItems.map { $0 > end } ?? (films.count < window.count ? false : nil)
        )
    }
}

extension PeopleList {
    fileprivate func held(to window: RowWindow) -> PeopleList {
        let people = people.prefix(window.count).filter { !$0.name.isEmpty }.map { $0.normalized() }
        return PeopleList(people: people, totalItems: totalItems, hasMore: hasMore)
    }
}

extension MovieFacts {
    fileprivate var withoutEmptyValues: MovieFacts {
        var facts = self
        facts.ids = ids.filter { !$0.value.isEmpty }
        facts.title = title.flatMap { $0.text.isEmpty ? nil : $0 }
        facts.titles = titles.filter { !$0.text.isEmpty }
        return facts
    }
}
