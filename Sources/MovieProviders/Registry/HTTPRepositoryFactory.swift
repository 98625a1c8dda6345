import HTTPModel
package import MovieDomain
package import ProviderLanguage

/// The factory for `kind: http`, sources that are asked over HTTP.
package struct HTTPRepositoryFactory: RepositoryFactory {
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
            return DisabledRepository(profile, reason: "not an HTTP source")
        }
        if let recorded = environment.recordedOrigins,
            recorded.isDisjoint(with: http.baseURLs.map(\.origin))
        {
            return DisabledRepository(notRecorded: profile)
        }
        let (secrets, missing) = environment.secrets(of: definition)
        guard missing.isEmpty else {
            return DisabledRepository(profile, missing: missing)
        }
        if let problem = http.addressProblem { return DisabledRepository(profile, reason: problem) }
        guard let calendar = calendar(of: http, in: environment) else {
            return DisabledRepository(
                profile,
                reason: "the time zone '\(http.timeZone ?? "")' is not known here; such names are Asia/Seoul or UTC"
            )
        }
        return ProviderRepository(
            profile: profile,
            source: HTTPRowSource(provider: profile.id, definition: http, secrets: secrets, in: environment),
            calendar: calendar,
            languages: environment.languages
        )
    }

    /// Returns the calendar, or `nil` if `yesterday` would be a guess: a box office whose time zone is unknown.
    private func calendar(of http: HTTPDefinition, in environment: ProviderEnvironment) -> ProviderCalendar? {
        let needsZone = http.operations.keys.contains(where: \.hasDate)
        return ProviderCalendar(
            clock: environment.clock,
            zones: environment.zones,
            zone: needsZone ? http.timeZone : nil
        )
    }
}
