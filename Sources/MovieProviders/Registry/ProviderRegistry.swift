import BundledFiles
package import HTTPModel
package import MovieDomain
package import Platform
package import ProviderLanguage
package import Upstream

/// The one place where definitions become repositories, each as its kind demands.
package struct ProviderRegistry: Sendable {
    private let programs: ProcessRepositoryFactory?
    private let kinds: [ProviderKind]

    /// A registry of APIs, of programs unless `programs` is `nil`, and of the kinds that the program brings along.
    package init(programs: ProcessRepositoryFactory? = nil, kinds: [ProviderKind] = []) {
        self.programs = programs
        self.kinds = kinds
    }

    /// Returns a repository for each provider, in order; a disabled one for those switched off or without their key.
    package func repositories(
        for configuration: Configuration,
        in environment: ProviderEnvironment
    ) -> [any MovieRepository] {
        configuration.providers.map { repository(for: $0, in: environment) }
    }

    private func repository(
        for definition: ProviderDefinition,
        in environment: ProviderEnvironment
    ) -> any MovieRepository {
        let profile = ProviderProfile(definition)
        guard definition.enabled else {
            return DisabledRepository(profile, .switchedOff(reason: "switched off in \(definition.location.file)"))
        }
        if let refusal = environment.refusal(definition) { return DisabledRepository(profile, reason: refusal) }
        switch definition.kind {
        case .http(let http): return repository(for: definition, http, profile, in: environment)
        case .process(let process):
            if let programs { return programs.repository(for: definition, process, profile, in: environment) }
        case .registered(let registered):
            let kind = kinds.first { $0.name == registered.kind }
            if let kind { return kind.repository(for: registered, profile, in: environment) }
        }
        return DisabledRepository(profile, reason: "this program cannot run a source of its kind")
    }

    private func repository(
        for definition: ProviderDefinition,
        _ http: HTTPDefinition,
        _ profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> any MovieRepository {
        if let recorded = environment.recordedOrigins,
            recorded.isDisjoint(with: http.baseURLs.map(\.origin))
        {
            return DisabledRepository(profile, .switchedOff(reason: "the recording has no answer of this source"))
        }
        let (secrets, missing) = environment.secrets.secrets(of: definition)
        guard missing.isEmpty else { return DisabledRepository(profile, missing: missing) }
        if let problem = http.addressProblem { return DisabledRepository(profile, reason: problem) }
        // Without its time zone, `yesterday` would be a guess; only a source with a box office needs it.
        let zone = http.operations.keys.contains(where: \.hasDate) ? http.timeZone : nil
        guard let calendar = ProviderCalendar(clock: environment.clock, zones: environment.zones, zone: zone) else {
            let problem = "the time zone '\(http.timeZone ?? "")' is not known here; such names are Asia/Seoul or UTC"
            return DisabledRepository(profile, reason: problem)
        }
        return ProviderRepository(
            profile: profile,
            source: HTTPRowSource(provider: profile.id, definition: http, secrets: secrets, in: environment),
            calendar: calendar,
            languages: environment.languages
        )
    }
}

/// The dependencies of repositories: everything from outside of their definitions.
package struct ProviderEnvironment: Sendable {
    package var transport: any HTTPClient
    package var secrets: SecretSource
    package var clock: WallClock
    package var monotonicClock: any MonotonicClock
    package var zones: any TimeZoneDatabase
    /// The configured order of languages.
    package var languages: [String]
    /// Puts the layers over a program, which answers instead of the network; `nil` if no program runs.
    package var programs: (@Sendable (any HTTPTransport) -> any HTTPClient)?
    /// The origins that a recording has answers from, the only ones asked; `nil` if the network answers.
    package var recordedOrigins: Set<HTTPOrigin>?
    /// Returns why a provider may not use what its definition names, or `nil` if it may.
    package var refusal: @Sendable (ProviderDefinition) -> String? = { _ in nil }

    package init(
        transport: any HTTPClient,
        secrets: SecretSource,
        clock: WallClock,
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        zones: any TimeZoneDatabase,
        languages: [String] = []
    ) {
        self.transport = transport
        self.secrets = secrets
        self.clock = clock
        self.monotonicClock = monotonicClock
        self.zones = zones
        self.languages = languages
    }
}

/// A repository that fails every call because its source is disabled or switched off, as its profile says.
struct DisabledRepository: MovieRepository {
    let profile: ProviderProfile

    init(_ profile: ProviderProfile, reason: String) { self.init(profile, .disabled(reason: reason)) }

    init(_ profile: ProviderProfile, missing reasons: [String]) {
        let hint = profile.keyURL.map { "get a key at \($0)" }
        self.init(profile, .disabled(reason: reasons.joined(separator: "; "), hint: hint))
    }

    init(_ profile: ProviderProfile, _ availability: ProviderProfile.Availability) {
        var profile = profile
        profile.availability = availability
        self.profile = profile
    }
}

extension ProviderProfile {
    init(_ definition: ProviderDefinition) {
        var namespaces: [Capability: [String]] = [:]
        for (capability, alternatives) in definition.http?.operations ?? [:] where capability.takesID {
            namespaces[capability] = alternatives.flatMap(\.namespaces)
        }
        self.init(
            id: ProviderID(definition.id),
            title: definition.title,
            homepage: definition.homepage,
            languages: definition.languages,
            capabilities: Set(definition.operationNames),
            namespaces: namespaces
        )
        keyURL = definition.keyURL
        regions = (definition.http?.regions ?? []).map { Region(name: $0.name, code: $0.value) }
    }
}

extension BundledDefinition {
    /// The definitions that come with the program, for `extends`.
    package static var all: [BundledDefinition] {
        [
            BundledDefinition(id: "kofic", file: "kofic.yaml", bytes: BundledFiles.kofic),
            BundledDefinition(id: "yts", file: "yts.yaml", bytes: BundledFiles.yts),
            BundledDefinition(id: "tmdb", file: "tmdb.yaml", bytes: BundledFiles.tmdb),
            BundledDefinition(id: "omdb", file: "omdb.yaml", bytes: BundledFiles.omdb),
            BundledDefinition(id: "tvmaze", file: "tvmaze.yaml", bytes: BundledFiles.tvmaze),
        ]
    }
}

extension Configuration {
    /// The policy of each provider that is asked over HTTP or is a program, by its id.
    package var policies: [String: ProviderPolicy] {
        let policies = providers.compactMap { provider -> (String, ProviderPolicy)? in
            switch provider.kind {
            case .http(let definition): (provider.id, ProviderPolicy(definition))
            case .process(let definition): (provider.id, ProviderPolicy(definition))
            case .registered: nil
            }
        }
        return Dictionary(policies, uniquingKeysWith: { first, _ in first })
    }

    /// The periods in which the quotas are counted, each in its time zone, else that of its source, else UTC.
    func quotaCalendar(in zones: any TimeZoneDatabase) -> QuotaCalendar {
        let limits = policies.mapValues(\.limits)
        return { source, seconds in
            guard let limits = limits[source], let quota = limits.quota else { return nil }
            return QuotaPeriod(quota.period, at: Timestamp(secondsSinceEpoch: seconds)) { moment in
                // Use UTC if the system does not know the zone: a day that begins at another hour is still a day.
                limits.quotaTimeZone.flatMap { zones.utcOffsetSeconds(of: $0, at: moment) } ?? 0
            }
        }
    }

    /// The hosts that each provider may be asked at, which are those that its definition names.
    package var allowedOrigins: AllowedOrigins {
        let origins = providers.map { provider in
            (provider.id, Set(provider.http?.origins ?? []))
        }
        return AllowedOrigins(Dictionary(origins, uniquingKeysWith: { first, _ in first }))
    }
}

extension ProviderClient {
    /// Adopts the limits of a configuration.
    package func adopt(_ configuration: Configuration, zones: any TimeZoneDatabase) {
        adopt(configuration.policies, calendar: configuration.quotaCalendar(in: zones))
    }
}

extension ProviderPolicy {
    fileprivate init(_ definition: HTTPDefinition) {
        self.init()
        limits = definition.limits
        limits.quotaTimeZone = limits.quotaTimeZone ?? definition.timeZone
        retry = definition.retry
        // The time for all attempts is at least as long as the time for one.
        totalTimeout = max(totalTimeout, definition.timeout)
    }

    fileprivate init(_ definition: ProcessDefinition) {
        self.init()
        limits = definition.limits ?? RequestLimits(concurrent: ProcessLimits().openCalls)
        totalTimeout = max(totalTimeout, definition.timeout)
        // The session of the program restarts it, and leaves it alone after failures.
        retry = RetryPolicy(attempts: 1)
        breaker.minimumCalls = .max
    }
}

extension OperationDefinition {
    /// Returns how answers may be reused: without a rule in the definition, the provider's headers decide for a GET,
    /// and a POST is not kept.
    ///
    /// `secondsSincePeriod` is the time since the requested period ended, in the provider's calendar.
    func cachePolicy(secondsSincePeriod: Int?) -> CachePolicy? {
        cache?.settled(secondsSincePeriod: secondsSincePeriod) ?? (method == .get ? .asProviderSays : nil)
    }
}

extension QuotaPeriod {
    /// Creates the period that contains `now`, for clocks that are `offset` seconds ahead of UTC.
    init(_ period: Quota.Period, at now: Timestamp, offset: (Timestamp) -> Int) {
        let present = offset(now)
        let today = now.date(utcOffsetSeconds: present)
        switch period {
        case .hour:
            let hours = (now.secondsSinceEpoch + present) / 3_600
            let hour = hours - today.daysSinceEpoch * 24
            self.init(name: "\(today)T\(hour.padded(to: 2))", end: (hours + 1) * 3_600 - present)
        case .day:
            self.init(name: "\(today)", end: Self.midnight(of: today.adding(days: 1), present, offset))
        case .month:
            // Four days after the 28th, it is the next month, whatever the month.
            let next = today.adding(days: 28 - today.day + 4)
            let first = next.adding(days: 1 - next.day)
            self.init(name: String("\(today)".prefix(7)), end: Self.midnight(of: first, present, offset))
        }
    }

    /// Returns the time at which a day begins, with the UTC offset of that time.
    private static func midnight(of date: CalendarDate, _ present: Int, _ offset: (Timestamp) -> Int) -> Int {
        let guess = date.daysSinceEpoch * 86_400 - present
        return date.daysSinceEpoch * 86_400 - offset(Timestamp(secondsSinceEpoch: guess))
    }
}
