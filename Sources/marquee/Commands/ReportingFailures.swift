import ArgumentParser

/// Runs `body`; what keeps it from working goes to stderr in its own words, and the exit code says of what kind it is.
func reportingFailures<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let failure as StartFailure {
        StandardError.write(failure.text)
        throw failure.exitCode
    }
}
