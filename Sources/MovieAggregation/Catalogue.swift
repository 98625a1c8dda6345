package import MovieDomain
package import MovieMatching
package import Platform

/// The inputs of every use case: the sources, how to merge them, and the time limit of a whole call.
package struct Catalogue: Sendable {
    /// Every configured source in order, including those that are switched off.
    package let configured: [any MovieRepository]
    /// The sources that calls use, in configured order: all that are not switched off.
    package private(set) var repositories: [any MovieRepository]
    package var policy: MergePolicy
    package var timeLimit: Duration
    /// Whether calls wait for a turn at a source whose rate is used up, although others can answer.
    package var waitsForTurn = false
    package var clock: any MonotonicClock
    /// Reports which sources a call is waiting for, and can end it early; `nil` if no one is watching.
    package var watch: CallWatch?
    package var matcher: Matcher
    /// The store of the notes about matches.
    package let book: any MatchStore
    /// The user's library.
    package let library: any LibraryStore
    /// The films of earlier answers.
    package let films: any FilmIndex
    /// Whether a recording answers instead of the sources.
    package var isRecorded = false
    /// The pictures of films.
    package var images: any ImageRepository = ClosedImageRepository()
    /// The clock that tells the current day; `nil` uses the clock of the library.
    package var wallClock: WallClock?
    /// Whether searches and lists show films for adults only.
    package var showsAdult = false
    /// Whether the library remembers searches that found something.
    package var remembersSearches = true
    /// The films in the library, as of ``corrected()``; `nil` if they cannot be read.
    package private(set) var kept: LibraryIDs? = LibraryIDs()
    /// The monitor of the sources' health and cache.
    package let monitor: any ProviderMonitor
    let titleKeys = TitleKeyMemory()
    private let latencies = LatencyHistory()

    package init(
        repositories: [any MovieRepository],
        policy: MergePolicy,
        timeLimit: Duration,
        clock: any MonotonicClock,
        matcher: Matcher = Matcher(),
        book: any MatchStore,
        library: any LibraryStore,
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
        self.book = book
        self.films = films
        self.library = library
    }

    /// Returns a copy with the user's current corrections and bookmarks, for one call.
    package func corrected() async -> Catalogue {
        var catalogue = self
        async let corrections = book.corrections()
        async let kept = library.ids()
        catalogue.matcher.corrections = await corrections
        catalogue.policy.choices = catalogue.matcher.corrections.choices
        catalogue.kept = await kept
        catalogue.kept?.corrections = catalogue.matcher.corrections
        catalogue.policy.library = catalogue.kept
        if let kept = catalogue.kept { films.spare(kept) }
        return catalogue
    }

    /// Returns a record without the ids that the user split from its own one, or from the `known` ids of its film.
    func separated(_ record: MovieRecord, known: [MovieID] = []) -> MovieRecord {
        guard !matcher.corrections.split.isEmpty else { return record }
        var record = record
        let trusted = known + [ownID(of: record)].compactMap(\.self)
        record.facts.ids = matcher.corrections.separated(record.facts.ids, trusting: trusted)
        return record
    }

    /// The id by which the record's source itself looks it up; `nil` if the record lacks it.
    func ownID(of record: MovieRecord) -> MovieID? {
        let profile = repositories.first { $0.profile.id == record.provider }?.profile
        let namespace = profile?.namespaces[.lookup]?.first ?? record.provider.rawValue
        return record.facts.ids[namespace].map { MovieID(namespace: namespace, value: $0) }
    }

    package var now: Timestamp { wallClock?.timestamp ?? library.now }

    /// The current day where the user is.
    package var today: CalendarDate { day(of: now) }

    /// Returns the day of a moment where the user is.
    package func day(of moment: Timestamp) -> CalendarDate {
        moment.date(utcOffsetSeconds: wallClock?.utcOffsetSeconds(at: moment.secondsSinceEpoch) ?? 0)
    }

    func startDeadline() -> Deadline { Deadline(after: timeLimit, on: clock, watch: watch) }

    /// Returns the catalogue for one of several questions, which has no more time than all of them.
    func within(_ deadline: Deadline) -> Catalogue {
        var catalogue = self
        catalogue.timeLimit = min(timeLimit, deadline.remaining)
        return catalogue
    }

    func fanOut(until deadline: Deadline, for purpose: CallPurpose = .essential) -> FanOut {
        FanOut(deadline: deadline, latencies: latencies, purpose: purpose)
    }

    /// Returns one report for each source, in configured order.
    package func combine(_ reports: [ProviderReport], with others: [ProviderReport]) -> [ProviderReport] {
        repositories.compactMap { repository in
            let own = (reports + others).filter { $0.provider == repository.profile.id }
            return own.dropFirst().reduce(own.first) { $0?.combined(with: $1) }
        }
    }

    /// Returns a copy whose only sources are those that a call names; all that are switched on if it names none.
    package func limited(to wanted: [ProviderID]) throws(CallError) -> Catalogue {
        var catalogue = self
        catalogue.repositories = try repositories(named: wanted)
        return catalogue
    }

    /// Returns the sources that a call names, in configured order; all that are switched on if it names none.
    func repositories(named wanted: [ProviderID]) throws(CallError) -> [any MovieRepository] {
        guard !wanted.isEmpty else { return repositories }
        let known = configured.map(\.profile.id)
        for provider in wanted where !known.contains(provider) {
            throw .unknownProvider(provider, nearest: provider.nearest(of: known), known: known)
        }
        return configured.filter { wanted.contains($0.profile.id) }
    }
}

/// A monitor without counts: it only knows whether each source may be asked.
private struct ProfileMonitor: ProviderMonitor {
    let profiles: [ProviderProfile]

    func health() async -> [ProviderHealth] { profiles.map(ProviderHealth.init) }
    func cacheContents() async -> CacheContents { CacheContents() }
    func clearCache(of provider: ProviderID?) async -> ClearedCache { ClearedCache() }
}
