import HTTPModel
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage
import Testing
import Upstream

/// Returns the configuration in `text`, which must have no errors.
func configuration(_ text: String) throws -> Configuration {
    let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "test.yaml", bundled: BundledDefinition.all)
    #expect(outcome.diagnostics.map(\.description).filter { $0.contains(" error: ") } == [])
    return try #require(outcome.configuration)
}

/// Returns a provider `shelf` at `https://shelf.example/v1` with the given operations and further keys.
func shelf(_ operations: String, _ keys: String = "") throws -> ProviderDefinition {
    let base = keys.contains("base_url") ? "" : "base_url: https://shelf.example/v1"
    let text = """
        version: 1
        providers:
          - id: shelf
            \(base)
        \(keys.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
            operations:
        \(operations.split(separator: "\n").map { "      " + $0 }.joined(separator: "\n"))
        """
    return try #require(try configuration(text).providers.first)
}

/// Returns a definition that is bundled with the program.
func bundled(_ id: String) throws -> ProviderDefinition {
    try #require(try configuration("version: 1\nproviders: [{ id: \(id), extends: \(id) }]").providers.first)
}

/// Returns the repository of a definition over a scripted transport.
func repository(
    _ definition: ProviderDefinition,
    _ transport: some HTTPClient,
    now: String = "2024-03-11T09:30:00+09:00",
    languages: [String] = []
) throws -> any MovieRepository {
    let environment = ProviderEnvironment(
        transport: transport,
        secrets: SecretSource(
            environment: {
                [
                    "KOFIC_API_KEY": "k0f1c-key", "SHELF_KEY": "s3cr+t/key", "SHELF_USER": "anna",
                    "TMDB_READ_TOKEN": "t0ken",
                ][$0]
            },
            files: .inMemory([:])
        ),
        clock: .fixed(at: try #require(Timestamp(parsing: now))),
        zones: SystemTimeZoneDatabase(files: .inMemory([:])),
        languages: languages
    )
    let repositories = ProviderRegistry().repositories(for: Configuration(providers: [definition]), in: environment)
    return try #require(repositories.first)
}

/// Queries with an empty call context, and so without a deadline.
extension MovieRepository {
    func boxOffice(_ query: BoxOfficeQuery) async throws(ProviderError) -> ProviderAnswer<BoxOffice> {
        try await boxOffice(query, in: CallContext())
    }

    func search(_ query: SearchQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await search(query, in: CallContext())
    }

    func list(_ query: ListQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await list(query, in: CallContext())
    }

    func lookup(_ query: LookupQuery) async throws(ProviderError) -> ProviderAnswer<MovieFacts> {
        try await lookup(query, in: CallContext())
    }

    func related(_ query: RelatedQuery) async throws(ProviderError) -> ProviderAnswer<MovieList> {
        try await related(query, in: CallContext())
    }
}

/// Returns the failure of a call, or records an issue if the call succeeds.
func failure<Value>(
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    of call: () async throws -> Value
) async throws -> ProviderError {
    do {
        let value = try await call()
        Issue.record("answered with \(value)", sourceLocation: sourceLocation)
        throw CancellationError()
    } catch let failure as ProviderError {
        return failure
    }
}

extension CalendarDate {
    /// Creates a day from its ISO 8601 form.
    init(_ text: String) throws {
        self = try #require(CalendarDate(parsing: text))
    }
}
