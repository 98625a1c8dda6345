import HTTPModel
import Platform
import Upstream

/// Runs `body` for at most `limit`: then it is cancelled, which closes its connection, and the failure is a timeout.
func withDeadline<Value: Sendable>(
    _ limit: Duration,
    on clock: any MonotonicClock,
    for origin: HTTPOrigin,
    _ body: @escaping @Sendable () async throws(TransportFailure) -> Value
) async throws(TransportFailure) -> Value {
    if Task.isCancelled { throw cancellation(of: origin) }
    let result = await withTaskGroup(of: Result<Value, TransportFailure>?.self) { group in
        group.addTask {
            do throws(TransportFailure) {
                return Result<Value, TransportFailure>.success(try await body())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            // Cancelled when the body was done first.
            await clock.sleep(for: limit)
            return nil
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return first
    }
    if Task.isCancelled { throw cancellation(of: origin) }
    guard let result else {
        throw TransportFailure(.timeout, "\(origin.host) did not answer in full within \(limit.shortText)")
    }
    return try result.get()
}

private func cancellation(of origin: HTTPOrigin) -> TransportFailure {
    TransportFailure(.cancelled, "the request to \(origin.host) was cancelled")
}
