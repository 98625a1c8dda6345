package import MovieDomain
package import ProviderLanguage

/// A kind of source that definitions may have (`kind: http`): turns a checked definition into a repository.
package protocol ProviderKind: Sendable {
    /// Whether this kind runs the definition.
    func runs(_ definition: ProviderDefinition) -> Bool

    /// The repository for a definition that is switched on; a disabled one where something that it needs is missing.
    func makeRepository(
        for definition: ProviderDefinition,
        profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> any MovieRepository
}
