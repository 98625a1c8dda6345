import HTTPModel
import JSON
import MovieAggregation
import MovieDomain
import Platform
import ProviderLanguage

/// Asks the sources of a configuration side by side, and merges what they say into one film each.
///
/// This is the engine for programs of one's own. Sources over HTTP and child processes need the network and the
/// machine, which only the program `marquee` brings along: here they are disabled.
public struct FilmCatalogue: Sendable {
    /// Why a configuration cannot be used.
    public struct InvalidConfiguration: Error, Sendable, Hashable {
        /// Every problem as `file:line:column: error: text`.
        public var problems: [String]
    }

    /// What came of a search.
    public struct Answer: Sendable, Hashable {
        /// Each film once.
        public var films: [Film]
        /// By provider: `ok`, `empty`, `disabled: …`, or what went wrong.
        public var statuses: [String: String]
    }

    private let catalogue: Catalogue

    /// Reads a configuration.
    ///
    /// - Parameters:
    ///   - yaml: the text of a `providers.yaml`.
    ///   - registry: the kinds that it may name.
    /// - Throws: ``InvalidConfiguration`` with every problem of the text.
    public init(yaml: String, registry: FilmSourceRegistry) throws(InvalidConfiguration) {
        let outcome = ConfigurationLoader.load(
            bytes: Array(yaml.utf8),
            file: "providers.yaml",
            bundled: BundledDefinition.all,
            kinds: registry.names
        )
        guard let configuration = outcome.configuration else {
            throw InvalidConfiguration(problems: outcome.diagnostics.map(\.description))
        }
        let kinds = registry.kinds.map { RegisteredProviderKind($0) }
        let repositories = ProviderRegistry(kinds: kinds).repositories(
            for: configuration,
            in: ProviderEnvironment(
                transport: NoTransport(),
                secrets: SecretSource(environment: { _ in nil }, files: .inMemory([:])),
                clock: .fixed(at: Timestamp(secondsSinceEpoch: 0)),
                zones: SystemTimeZoneDatabase(files: .inMemory([:])),
                languages: configuration.settings.languages
            )
        )
        catalogue = Catalogue(
            repositories: repositories,
            policy: configuration.settings.merge,
            timeLimit: configuration.settings.deadline,
            clock: SystemMonotonicClock()
        )
    }

    /// The films whose titles hold some words, as all sources together tell of them.
    ///
    /// - Parameters:
    ///   - text: words of a title.
    ///   - year: the film's year; `nil` is any.
    ///   - page: from 1.
    ///   - limit: films on a page.
    /// - Returns: the films, and what became of each source.
    /// - Throws: ``FilmSourceFailure`` where no source could answer.
    public func search(
        _ text: String,
        year: Int? = nil,
        page: Int = 1,
        limit: Int = 20
    ) async throws(FilmSourceFailure) -> Answer {
        let request = SearchMovies.Request(text: text, year: year, page: PageRequest(page: page, limit: limit))
        do throws(CallError) {
            let result = try await SearchMovies(catalogue: catalogue).run(request)
            return Answer(films: result.movies.map { Film($0.facts) }, statuses: Self.statuses(result.sources))
        } catch {
            throw FilmSourceFailure(error)
        }
    }

    /// Everything that the sources know of one film.
    ///
    /// - Parameter id: with its name space: `imdb:tt6751668`.
    /// - Returns: the film, and what became of each source.
    /// - Throws: ``FilmSourceFailure``, of kind `not_found` where every source says that it does not know it.
    public func film(_ id: String) async throws(FilmSourceFailure) -> Answer {
        guard let id = MovieID(parsing: id) else {
            throw FilmSourceFailure(.badRequest, "expected an id such as imdb:tt6751668, came '\(id)'")
        }
        do throws(CallError) {
            let result = try await GetMovie(catalogue: catalogue).run(GetMovie.Request(id: id))
            return Answer(films: [Film(result.movie.facts)], statuses: Self.statuses(result.sources))
        } catch {
            throw FilmSourceFailure(error)
        }
    }

    private static func statuses(_ reports: [ProviderReport]) -> [String: String] {
        var statuses: [String: String] = [:]
        for report in reports {
            let reason = report.failure.map { ": \($0.message)" } ?? ""
            statuses[report.provider.rawValue] = report.status.rawValue + reason
        }
        return statuses
    }
}

/// The network of programs that have none.
private struct NoTransport: HTTPClient {
    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        throw ProviderError(at: .forbidden, "there is no network here")
    }
}

extension FilmSourceFailure {
    fileprivate init(_ failure: CallError) {
        self =
            switch failure {
            case .notFound: FilmSourceFailure(.notFound, "no source has the film")
            case .invalidParameter(_, let message): FilmSourceFailure(.badRequest, message)
            case .noSource: FilmSourceFailure(.unsupported, "no source can do this")
            default: FilmSourceFailure(.unavailable, "no source could answer")
            }
    }
}
