import Logging
import MovieDomain
import MovieProviders
import MovieService
import ProviderLanguage
import Upstream

extension Composition {
    /// A handler over the definitions of the file, which edited ones take the place of.
    func handler(
        aging: AnswerClock = .running,
        _ surroundings: @escaping @Sendable () throws(StartFailure) -> Surroundings
    ) -> MovieServiceHandler {
        let definitions = DefinitionsInForce(self, surroundings: surroundings)
        let catalogue = CatalogueSource { () throws(CatalogueUnavailable) in
            do throws(StartFailure) {
                return try definitions.make()
            } catch {
                throw CatalogueUnavailable(error)
            }
        }
        let info = ServiceInfo(version: MarqueeVersion.current)
        let handler = MovieServiceHandler(info: info, catalogue: catalogue, clock: aging)
        let take: ReloadingPart.Take = { [watch = handler.definitions, weak catalogue] cause in
            guard let catalogue else { return ProvidersChange(isInForce: true, file: nil) }
            let (change, isNews) = definitions.reload(catalogue, cause)
            if isNews {
                watch.note(change)
                log(change)
            }
            return change
        }
        catalogue.onReload {
            await definitions.settle()
            return take(.asked)
        }
        reloading.set(definitions, take)
        return handler
    }

    /// The sources of a configuration by their names, with their hosts as the only ones that they may be asked at.
    func sources(of configuration: Configuration, in surroundings: Surroundings) -> [String: any MovieRepository] {
        var environment = ProviderEnvironment(
            transport: guarded(surroundings.transport, configuration),
            secrets: surroundings.secrets,
            clock: surroundings.clock,
            zones: SystemTimeZoneDatabase(files: environment.files),
            languages: configuration.settings.languages
        )
        environment.recordedOrigins = surroundings.recordedOrigins
        let sources = registry.repositories(for: configuration, in: environment)
        return Dictionary(sources.map { ($0.profile.id.rawValue, $0) }) { first, _ in first }
    }

    /// The catalogue of a configuration over its sources; the layers take over its limits.
    func catalogue(
        of configuration: Configuration,
        _ sources: [String: any MovieRepository],
        in surroundings: Surroundings
    ) -> Catalogue {
        surroundings.stack?.adopt(configuration, zones: SystemTimeZoneDatabase(files: environment.files))
        let repositories = configuration.providers.compactMap { sources[$0.id] }
        return Catalogue(
            repositories: repositories,
            policy: MergePolicy(configuration.settings),
            timeLimit: configuration.settings.deadline,
            clock: environment.alarms,
            book: surroundings.book,
            monitor: StackMonitor(repositories: repositories, stack: surroundings.stack, clock: environment.clock)
        )
    }

    private func guarded(_ transport: some HTTPTransport, _ configuration: Configuration) -> any HTTPTransport {
        OriginGuard(AllowedOrigins(configuration), before: transport)
    }

    /// Says to the log what is wrong with definitions that can be used.
    func logWarnings(_ warnings: [Diagnostic]) {
        for warning in warnings { logger.warning("\(warning)") }
    }

    private func log(_ change: ProvidersChange) {
        for problem in change.problems {
            logger.warning("\(problem.file):\(problem.line):\(problem.column): \(problem.severity): \(problem.message)")
        }
        let file = change.file ?? "the definitions built in"
        if !change.isInForce { logger.warning("\(file): not taken over; the definitions of before stay") }
        guard change.changesAnything else { return }
        let parts = [("new", change.added), ("gone", change.removed), ("changed", change.changed)]
            .filter { !$0.1.isEmpty }
            .map { "\($0.0): \($0.1.map(\.rawValue).joined(separator: ", "))" }
        let words = parts + (change.hasOtherSettings ? ["other settings"] : [])
        logger.notice("\(file): taken over; \(words.joined(separator: "; "))")
    }
}
