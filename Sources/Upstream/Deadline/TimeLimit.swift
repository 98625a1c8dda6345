import HTTPModel
import MovieDomain
import Platform

/// Sends a request and, where no answer is there at `moment`, cancels it and gives `nil`.
///
/// The sending ends before this does: a transport gives up at once when its task is cancelled, and nothing is left behind.
func send(
    _ request: HTTPRequest,
    to next: some HTTPTransport,
    until moment: Duration,
    on clock: any MonotonicClock
) async throws(ProviderError) -> HTTPResponse? {
    if Task.isCancelled { throw .cancelled(request) }
    let result = await withTaskGroup(of: Result<HTTPResponse, ProviderError>?.self) { group in
        group.addTask { await next.outcome(of: request) }
        group.addTask {
            _ = await clock.sleep(until: moment)
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
    if let result { return try result.get() }
    if Task.isCancelled { throw .cancelled(request) }
    return nil
}

extension HTTPTransport {
    /// What sending comes to, as a value.
    func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, ProviderError> {
        do {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}
