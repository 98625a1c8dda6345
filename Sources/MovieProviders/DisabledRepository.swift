import MovieDomain

/// A repository that fails every call because its source is disabled or switched off; its profile gives the reason.
struct DisabledRepository: MovieRepository {
    let profile: ProviderProfile
    private let reason: String

    init(_ profile: ProviderProfile, reason: String) {
        self.init(profile, .disabled(reason: reason), reason)
    }

    init(_ profile: ProviderProfile, missing reasons: [String]) {
        let reason = reasons.joined(separator: "; ")
        let hint = profile.keyURL.map { "get a key at \($0)" }
        self.init(profile, .disabled(reason: reason, hint: hint), reason)
    }

    init(_ profile: ProviderProfile, switchedOffIn file: String) {
        let reason = "switched off in \(file)"
        self.init(profile, .switchedOff(reason: reason), reason)
    }

    init(notRecorded profile: ProviderProfile) {
        let reason = "the recording has no answer of this source"
        self.init(profile, .switchedOff(reason: reason), reason)
    }

    private init(_ profile: ProviderProfile, _ availability: ProviderProfile.Availability, _ reason: String) {
        var profile = profile
        profile.availability = availability
        self.profile = profile
        self.reason = reason
    }

    func boxOffice(
        _ query: BoxOfficeQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        throw failure
    }
    func search(_ query: SearchQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList>
    {
        throw failure
    }
    func list(_ query: ListQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw failure
    }
    func lookup(_ query: LookupQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<MovieFacts>
    {
        throw failure
    }
    func related(
        _ query: RelatedQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        throw failure
    }

    func people(_ query: PeopleQuery, in context: CallContext) async throws(ProviderError) -> ProviderAnswer<PeopleList>
    {
        throw failure
    }
    func person(
        _ query: PersonQuery,
        in context: CallContext
    ) async throws(ProviderError) -> ProviderAnswer<PersonFacts> {
        throw failure
    }

    private var failure: ProviderError {
        ProviderError(.disabled, provider: profile.id, message: reason)
    }
}
