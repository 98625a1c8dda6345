import MovieDomain
import ProviderLanguage

/// Makes a kind that is registered in Swift one of the registry's kinds.
struct RegisteredProviderKind: ProviderKind {
    private let kind: any FilmSourceKind

    init(_ kind: any FilmSourceKind) {
        self.kind = kind
    }

    func runs(_ definition: ProviderDefinition) -> Bool { registered(definition) != nil }

    func makeRepository(
        for definition: ProviderDefinition,
        profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> any MovieRepository {
        guard let registered = registered(definition) else {
            return DisabledMovieRepository(profile, reason: "not a source of the kind '\(kind.name)'")
        }
        var profile = profile
        for capability in [Capability.lookup, .similar, .recommendations]
        where profile.capabilities.contains(capability) {
            profile.namespaces[capability] = [definition.id] + kind.idNameSpaces
        }
        let options = Dictionary(
            registered.options.map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
        let settings = FilmSourceSettings(id: definition.id, options: options, languages: environment.languages)
        do throws(FilmSourceFailure) {
            return FilmSourceRepository(profile: profile, source: try kind.makeSource(settings))
        } catch {
            return DisabledMovieRepository(profile, reason: error.message)
        }
    }

    private func registered(_ definition: ProviderDefinition) -> RegisteredDefinition? {
        guard case .registered(let registered) = definition.kind, registered.kind == kind.name else { return nil }
        return registered
    }
}
