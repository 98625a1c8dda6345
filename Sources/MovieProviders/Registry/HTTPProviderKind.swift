package import MovieDomain
package import ProviderLanguage
import Upstream

/// `kind: http`: sources that are asked over HTTP.
package struct HTTPProviderKind: ProviderKind {
    package init() {}

    package func runs(_ definition: ProviderDefinition) -> Bool {
        definition.http != nil
    }

    package func makeRepository(
        for definition: ProviderDefinition,
        profile: ProviderProfile,
        in environment: ProviderEnvironment
    ) -> any MovieRepository {
        guard let http = definition.http else {
            return DisabledMovieRepository(profile, reason: "not an HTTP source")
        }
        var secrets: [SecretReference: Secret] = [:]
        for use in definition.secrets {
            do {
                secrets[use.secret] = try environment.secrets.secret(SecretSource.Reference(use.secret))
            } catch {
                return DisabledMovieRepository(profile, reason: error.reason)
            }
        }
        return HTTPMovieRepository(
            profile: profile,
            definition: http,
            languages: environment.languages,
            runner: OperationRunner(
                provider: profile.id,
                definition: http,
                transport: environment.transport,
                secrets: secrets
            ),
            calendar: SourceCalendar(clock: environment.clock, zones: environment.zones, zone: http.timeZone)
        )
    }
}

extension SecretSource.Reference {
    fileprivate init(_ reference: SecretReference) {
        self =
            switch reference.kind {
            case .environment: .environment(reference.name)
            case .file: .file(reference.name)
            }
    }
}
