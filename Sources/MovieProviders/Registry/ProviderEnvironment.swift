package import MovieDomain
package import Upstream

/// What repositories are made with: everything from outside of their definitions.
package struct ProviderEnvironment: Sendable {
    package var transport: any HTTPTransport
    package var secrets: SecretSource
    package var clock: WallClock
    package var zones: any TimeZoneDatabase
    /// The configured order of languages.
    package var languages: [String]
    /// The origins that a recording has answers of, the only ones asked; `nil` where the network answers.
    package var recordedOrigins: Set<HTTPOrigin>?

    package init(
        transport: any HTTPTransport,
        secrets: SecretSource,
        clock: WallClock,
        zones: any TimeZoneDatabase,
        languages: [String] = []
    ) {
        self.transport = transport
        self.secrets = secrets
        self.clock = clock
        self.zones = zones
        self.languages = languages
    }
}
