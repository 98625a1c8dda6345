package import MovieDomain
package import MovieMatching
package import Platform

/// What every use case works with: the sources, how they are merged, and the time that a whole call may take.
package struct Catalogue: Sendable {
    /// Every source of the configuration, in its order, those that are switched off among them.
    package let configured: [any MovieRepository]
    /// The sources that calls are about, in configured order: all that are not switched off.
    package let repositories: [any MovieRepository]
    package var policy: MergePolicy
    package var timeLimit: Duration
    package var clock: any MonotonicClock
    package var matcher: Matcher
    /// Where notes about matches are kept.
    package let book: any MatchStore
    /// The user's library.
    package let library: any LibraryStore
    /// The films of earlier answers.
    package let films: any FilmIndex
    /// Whether a recording answers instead of the sources.
    package var isRecorded = false
    /// The pictures of films.
    package var images: any ImageRepository = ClosedImageRepository()
    /// What the day is told by; `nil` is the library's own clock.
    package var wallClock: WallClock?
    /// Whether the library remembers searches that found something.
    package var remembersSearches = true
    /// The films in the library, as of ``corrected()``.
    package private(set) var kept = LibraryIDs()
    /// What is counted about the sources.
    package let monitor: any ProviderMonitor
    let titleKeys = TitleKeyMemory()
    private let paces = LatencyHistory()

    package init(
        repositories: [any MovieRepository],
        policy: MergePolicy,
        timeLimit: Duration,
        clock: any MonotonicClock,
        matcher: Matcher = Matcher(),
        book: (any MatchStore)? = nil,
        library: (any LibraryStore)? = nil,
        films: any FilmIndex = TransientFilmIndex(),
        monitor: (any ProviderMonitor)? = nil
    ) {
        configured = repositories
        self.monitor = monitor ?? ProfileMonitor(profiles: repositories.map(\.profile))
        self.repositories = repositories.filter { repository in
            if case .switchedOff = repository.profile.availability { false } else { true }
        }
        self.policy = policy
        self.timeLimit = timeLimit
        self.clock = clock
        self.matcher = matcher
        let start = WallClock.fixed(at: Timestamp(secondsSinceEpoch: 0))
        self.book = book ?? TransientMatchStore(clock: start, capacity: 0)
        self.films = films
        self.library = library ?? TransientLibrary(clock: start)
    }

    /// The same with the user's corrections and bookmarks as they are now: what one call works with.
    package func corrected() async -> Catalogue {
        var catalogue = self
        async let corrections = book.corrections()
        async let kept = library.ids()
        catalogue.matcher.corrections = await corrections
        catalogue.policy.choices = catalogue.matcher.corrections.choices
        catalogue.kept = await kept
        catalogue.policy.bookmarked = catalogue.kept.bookmarked
        return catalogue
    }

    var now: Timestamp { wallClock?.timestamp ?? library.now }

    func startDeadline() -> Deadline { Deadline(after: timeLimit, on: clock) }

    func fanOut(until deadline: Deadline, for purpose: CallPurpose = .essential) -> FanOut {
        FanOut(deadline: deadline, paces: paces, purpose: purpose)
    }

    /// The sources that a call is restricted to, in configured order; all that are switched on where it names none.
    func repositories(named wanted: [ProviderID]) throws(CallError) -> [any MovieRepository] {
        guard !wanted.isEmpty else { return repositories }
        let known = configured.map(\.profile.id)
        for provider in wanted where !known.contains(provider) {
            throw .unknownProvider(provider, nearest: provider.nearest(of: known), known: known)
        }
        return configured.filter { wanted.contains($0.profile.id) }
    }
}

/// The monitor of a catalogue whose sources are not counted: it knows whether they may be asked at all.
private struct ProfileMonitor: ProviderMonitor {
    let profiles: [ProviderProfile]

    func health() async -> [ProviderHealth] { profiles.map(ProviderHealth.init) }
    func cacheContents() async -> CacheContents { CacheContents() }
    func clearCache(of provider: ProviderID?) async -> ClearedCache { ClearedCache() }
}
