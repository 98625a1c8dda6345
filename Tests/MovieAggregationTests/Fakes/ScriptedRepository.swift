import MovieDomain
import Synchronization

/// A source that answers as a test scripts it, and remembers what it was asked.
final class ScriptedRepository: MovieRepository {
    let profile: ProviderProfile
    private let script: Script
    private let asked = Mutex<[Question]>([])

    enum Question: Equatable {
        case boxOffice(BoxOfficeQuery)
        case search(SearchQuery)
        case list(ListQuery)
        case lookup(LookupQuery)
        case related(RelatedQuery)
    }

    struct Script: Sendable {
        var boxOffice: @Sendable (BoxOfficeQuery) async throws(ProviderError) -> ProviderAnswer<BoxOffice> = unscripted
        var search: @Sendable (SearchQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> = unscripted
        var list: @Sendable (ListQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> = unscripted
        var lookup: @Sendable (LookupQuery) async throws(ProviderError) -> ProviderAnswer<MovieFacts> = unscripted
        var related: @Sendable (RelatedQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> = unscripted
    }

    init(
        _ id: ProviderID,
        _ capabilities: Set<Capability>,
        takes namespaces: [Capability: [String]] = [:],
        languages: [String] = [],
        availability: ProviderProfile.Availability = .available,
        script: Script = Script()
    ) {
        profile = ProviderProfile(
            id: id,
            title: id.rawValue,
            languages: languages,
            availability: availability,
            capabilities: capabilities,
            namespaces: namespaces
        )
        self.script = script
    }

    var questions: [Question] { asked.withLock(\.self) }

    func boxOffice(_ query: BoxOfficeQuery) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        asked.withLock { $0.append(.boxOffice(query)) }
        return try await script.boxOffice(query)
    }

    func search(_ query: SearchQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        asked.withLock { $0.append(.search(query)) }
        return try await script.search(query)
    }

    func list(_ query: ListQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        asked.withLock { $0.append(.list(query)) }
        return try await script.list(query)
    }

    func lookup(_ query: LookupQuery) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        asked.withLock { $0.append(.lookup(query)) }
        return try await script.lookup(query)
    }

    func related(_ query: RelatedQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        asked.withLock { $0.append(.related(query)) }
        return try await script.related(query)
    }
}

/// What a test did not script is not there.
@Sendable private func unscripted<Query, Value>(_ query: Query) async throws(ProviderError) -> ProviderAnswer<Value> {
    throw ProviderError(.notFound, provider: "scripted", message: "nothing is scripted for \(query)")
}
