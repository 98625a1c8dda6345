package import MovieDomain
package import ProviderLanguage

/// The kinds of sources that are known, and the one place where definitions become repositories.
package struct ProviderRegistry: Sendable {
    private let kinds: [any ProviderKind]

    package init(kinds: [any ProviderKind] = [HTTPProviderKind()]) {
        self.kinds = kinds
    }

    /// A repository for each provider of the configuration, in its order; those switched off or without their key
    /// are there and say so.
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
            return DisabledMovieRepository(profile, switchedOffIn: definition.location.file)
        }
        guard let kind = kinds.first(where: { $0.runs(definition) }) else {
            return DisabledMovieRepository(profile, reason: "this program cannot run a source of its kind")
        }
        return kind.makeRepository(for: definition, profile: profile, in: environment)
    }
}
