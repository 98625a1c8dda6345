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
            return DisabledRepository(profile, .switchedOff(reason: "disabled in \(definition.location.file)"))
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
        attribution = definition.attribution
        locales = definition.http?.locales.tags ?? []
        for region in definition.http?.regions ?? [] {
            if let index = regions.firstIndex(where: { $0.code == region.value }) {
                regions[index].otherNames.append(region.name)
            } else {
                regions.append(Region(name: region.name, code: region.value))
            }
        }
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
