import MovieDomain
import Testing

/// What a call fails with; an issue where it does not.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
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
    /// A day in ISO 8601, for tests.
    init(_ text: String) throws {
        self = try #require(CalendarDate(parsing: text))
    }
}
