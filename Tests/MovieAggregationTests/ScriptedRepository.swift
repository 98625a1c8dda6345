import MarqueeTestKit
import MovieAggregation
import MovieDomain
import MovieStore
import Platform
import Synchronization

/// A source that answers as a test scripts it and records its queries.
final class ScriptedRepository: MovieRepository {
    let profile: ProviderProfile
    let lastCompleteDay: CalendarDate?
    private let script: Script
    private let asked = Mutex<[(question: Question, context: CallContext)]>([])

    enum Question: Equatable {
        case boxOffice(BoxOfficeQuery)
        case search(SearchQuery)
        case list(ListQuery)
        case lookup(LookupQuery)
        case related(RelatedQuery)
        case people(PeopleQuery)
        case person(PersonQuery)
        case collection(CollectionQuery)
    }

    struct Script: Sendable {
        var boxOffice: @Sendable (BoxOfficeQuery) async throws(ProviderError) -> ProviderAnswer<BoxOffice> = unscripted
        var search: @Sendable (SearchQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> = unscripted
        var list: @Sendable (ListQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> = unscripted
        var lookup: @Sendable (LookupQuery) async throws(ProviderError) -> ProviderAnswer<MovieFacts> = unscripted
        var related: @Sendable (RelatedQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> = unscripted
        var people: @Sendable (PeopleQuery) async throws(ProviderError) -> ProviderAnswer<PeopleList> = unscripted
        var person: @Sendable (PersonQuery) async throws(ProviderError) -> ProviderAnswer<PersonFacts> = unscripted
        var collection: @Sendable (CollectionQuery) async throws(ProviderError) -> ProviderAnswer<CollectionFacts> =
            unscripted
    }

    init(
        _ id: ProviderID,
        _ capabilities: Set<Capability>,
        takes namespaces: [Capability: [String]] = [:],
        languages: [String] = [],
        locales: [String] = [],
        availability: ProviderProfile.Availability = .available,
        regions: [Region] = [],
        lastCompleteDay: CalendarDate? = nil,
        attribution: String? = nil,
        script: Script = Script()
    ) {
        var profile = ProviderProfile(
            id: id,
            title: id.rawValue,
            languages: languages,
            availability: availability,
            capabilities: capabilities,
            namespaces: namespaces
        )
        profile.attribution = attribution
        profile.regions = regions
        profile.locales = locales
        self.profile = profile
        self.lastCompleteDay = lastCompleteDay
        self.script = script
    }

    var questions: [Question] { asked.withLock { $0.map(\.question) } }
    var contexts: [CallContext] { asked.withLock { $0.map(\.context) } }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        asked.withLock { $0.append((.boxOffice(query), context)) }
        return try await script.boxOffice(query)
    }

    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        asked.withLock { $0.append((.search(query), context)) }
        return try await script.search(query)
    }

    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        asked.withLock { $0.append((.list(query), context)) }
        return try await script.list(query)
    }

    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        asked.withLock { $0.append((.lookup(query), context)) }
        return try await script.lookup(query)
    }

    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        asked.withLock { $0.append((.related(query), context)) }
        return try await script.related(query)
    }

    func people(_ query: PeopleQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<PeopleList>
    {
        asked.withLock { $0.append((.people(query), context)) }
        return try await script.people(query)
    }

    func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        asked.withLock { $0.append((.person(query), context)) }
        return try await script.person(query)
    }

    func collection(
        _ query: CollectionQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<CollectionFacts> {
        asked.withLock { $0.append((.collection(query), context)) }
        return try await script.collection(query)
    }
}

/// Fails with `notFound` because the test scripted no answer.
@Sendable private func unscripted<Query, Value>(_ query: Query) async throws(ProviderError) -> ProviderAnswer<Value> {
    throw ProviderError(.notFound, provider: "scripted", message: "nothing is scripted for \(query)")
}

extension ScriptedRepository {
    /// Returns a source that answers every search and list with its films, window by window.
    static func shelf(_ id: ProviderID, _ films: [MovieFacts], knowsTotal: Bool = false) -> ScriptedRepository {
        var script = Script()
        script.search = { query throws(ProviderError) in answer(films, query.window, knowsTotal: knowsTotal) }
        script.list = { query throws(ProviderError) in answer(films, query.window, knowsTotal: knowsTotal) }
        return ScriptedRepository(id, [.search, .list], script: script)
    }

    private static func answer(
        _ films: [MovieFacts],
        _ window: RowWindow,
        knowsTotal: Bool
    ) -> ProviderAnswer<MovieList> {
        let rows = films.dropFirst(window.offset).prefix(window.count)
        return ProviderAnswer(
            MovieList(
                movies: Array(rows),
                totalItems: knowsTotal ? films.count : nil,
                hasMore: films.count > window.offset + window.count
            )
        )
    }

    /// Returns a source that answers with at most `step` rows at once, some of which may have no film.
    static func limited(_ id: ProviderID, _ rows: [MovieFacts?], step: Int) -> ScriptedRepository {
        var script = Script()
        script.search = { query throws(ProviderError) in
            let page = rows.dropFirst(query.window.offset).prefix(min(step, query.window.count))
            var list = MovieList(ofRows: Array(page))
            list.hasMore = query.window.offset + page.count < rows.count
            return ProviderAnswer(list)
        }
        return ScriptedRepository(id, [.search], script: script)
    }

    /// Returns a source that fails every search in the same way.
    static func failing(_ id: ProviderID, _ kind: ProviderError.Kind) -> ScriptedRepository {
        var script = Script()
        script.search = { _ throws(ProviderError) in throw ProviderError(kind, provider: id, message: "scripted") }
        return ScriptedRepository(id, [.search], script: script)
    }

    /// Returns a source that answers a search only when the gate opens and ignores cancellation.
    static func stubborn(_ id: ProviderID, until gate: Gate) -> ScriptedRepository {
        var script = Script()
        script.search = { _ throws(ProviderError) in
            await gate.passEvenIfCanceled()
            return ProviderAnswer(MovieList(movies: [.film("Late", 2000)]))
        }
        return ScriptedRepository(id, [.search], script: script)
    }

    /// Returns a source that looks films up by id and, if `searchable`, finds them by exact title.
    static func library(
        _ id: ProviderID,
        takes namespaces: [String],
        languages: [String] = [],
        _ films: [MovieFacts],
        searchable: Bool = false
    ) -> ScriptedRepository {
        var script = Script()
        script.lookup = { query throws(ProviderError) in
            let ids = query.ids.filter { namespaces.contains($0.key) }
            guard let film = films.first(where: { film in ids.contains { film.ids[$0.key] == $0.value } }) else {
                throw ProviderError(.notFound, provider: id, message: "no such film")
            }
            return ProviderAnswer(film)
        }
        script.search = { query throws(ProviderError) in
            let found = films.filter { film in
                (film.titles + [film.title].compactMap(\.self)).contains { $0.text == query.text }
                    && (query.year == nil || film.year == query.year)
            }
            return ProviderAnswer(MovieList(movies: found))
        }
        return ScriptedRepository(
            id,
            searchable ? [.lookup, .search] : [.lookup],
            takes: [.lookup: namespaces],
            languages: languages,
            script: script
        )
    }
}

extension Catalogue {
    /// Returns a catalogue of scripted sources whose deadline no test reaches unless it sets one.
    static func scripted(
        _ repositories: [ScriptedRepository],
        policy: MergePolicy = MergePolicy(),
        timeLimit: Duration = .seconds(300),
        library: LibraryFile = LibraryFile(inMemory: .fixed(at: Timestamp(secondsSinceEpoch: 0)), mostRemembered: 0)
    ) -> Catalogue {
        Catalogue(
            repositories: repositories,
            policy: policy,
            timeLimit: timeLimit,
            clock: SystemMonotonicClock(),
            book: library,
            library: library
        )
    }
}
