import BundledFiles
package import HTTPModel
package import MovieDomain
package import Platform
package import ProviderLanguage
package import Upstream

/// The one place where definitions become repositories, each by the factory of its kind.
package struct ProviderRegistry: Sendable {
    private let factories: [any RepositoryFactory]

    /// A registry of these factories, and of the kinds that the program brings along.
    package init(factories: [any RepositoryFactory] = [HTTPRepositoryFactory()], kinds: [ProviderKind] = []) {
        self.factories = factories + kinds.map(KindRepositoryFactory.init)
    }

    /// Returns a repository for each provider of the configuration, in its order, including disabled ones for providers
    /// that are switched off or lack their key.
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
            return DisabledRepository(profile, switchedOffIn: definition.location.file)
        }
        if let refusal = environment.refusal(definition) { return DisabledRepository(profile, reason: refusal) }
        for factory in factories {
            let repository = factory.makeRepository(for: definition, profile: profile, in: environment)
            if let repository { return repository }
        }
        return DisabledRepository(profile, reason: "this program cannot run a source of its kind")
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

/// Turns checked definitions of one kind (`kind: http`) into repositories.
package protocol RepositoryFactory: Sendable {
    /// The repository for a definition that is switched on; a disabled one where something that it needs is missing, and
    /// `nil` where the definition is of another kind.
    func makeRepository(
        for definition: ProviderDefinition,
        profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> (any MovieRepository)?
}

/// A repository that fails every call because its source is disabled or switched off, for the reason
/// that its profile gives.
struct DisabledRepository: MovieRepository {
    let profile: ProviderProfile

    init(_ profile: ProviderProfile, reason: String) {
        self.init(profile, .disabled(reason: reason))
    }

    init(_ profile: ProviderProfile, missing reasons: [String]) {
        let hint = profile.keyURL.map { "get a key at \($0)" }
        self.init(profile, .disabled(reason: reasons.joined(separator: "; "), hint: hint))
    }

    init(_ profile: ProviderProfile, switchedOffIn file: String) {
        self.init(profile, .switchedOff(reason: "switched off in \(file)"))
    }

    init(notRecorded profile: ProviderProfile) {
        self.init(profile, .switchedOff(reason: "the recording has no answer of this source"))
    }

    private init(_ profile: ProviderProfile, _ availability: ProviderProfile.Availability) {
        var profile = profile
        profile.availability = availability
        self.profile = profile
    }
}

/// `kind: http`: sources that are asked over HTTP.
package struct HTTPRepositoryFactory: RepositoryFactory {
    package init() {}

    package func makeRepository(
        for definition: ProviderDefinition,
        profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> (any MovieRepository)? {
        guard let http = definition.http else { return nil }
        if let recorded = environment.recordedOrigins,
            recorded.isDisjoint(with: http.baseURLs.map(\.origin))
        {
            return DisabledRepository(notRecorded: profile)
        }
        let (secrets, missing) = environment.secrets.secrets(of: definition)
        guard missing.isEmpty else { return DisabledRepository(profile, missing: missing) }
        if let problem = http.addressProblem { return DisabledRepository(profile, reason: problem) }
        guard let calendar = calendar(of: http, in: environment) else {
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

    /// `nil` where `yesterday` would be a guess: the source has a box office, and its time zone is not known.
    private func calendar(of http: HTTPDefinition, in environment: ProviderEnvironment) -> ProviderCalendar? {
        let needsZone = http.operations.keys.contains(where: \.hasDate)
        return ProviderCalendar(
            clock: environment.clock,
            zones: environment.zones,
            zone: needsZone ? http.timeZone : nil
        )
    }
}

extension ProviderProfile {
    /// Creates the profile of a source from its definition.
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
