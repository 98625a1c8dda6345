import ImageDecoding
import MovieDomain
import Platform

/// Decoding of pictures that ends in time.
enum TimedDecoding {
    /// The time that a picture has unless the user gives another.
    static let usualTime = Duration.seconds(8)

    /// Decodes on a thread of its own, which ends with the process if it takes too long: the decoders cannot be interrupted.
    static func run<Value: Sendable>(
        until deadline: Deadline,
        _ decode: @escaping @Sendable () throws(ImageDecodingError) -> Value
    ) async -> Result<Value, ImageDecodingError> {
        let (results, result) = AsyncStream.makeStream(of: Result<Value, ImageDecodingError>.self)
        do throws(SystemError) {
            try SystemThread.start(stackBytes: 4 << 20) { result.yield(Result(catching: decode)) }
        } catch {
            return .failure(ImageDecodingError(message: "\(error)"))
        }
        let alarm = SystemEnvironment.current.monotonicClock.set(after: deadline.remaining) { hasRung in
            if hasRung { result.finish() }
        }
        defer { SystemEnvironment.current.monotonicClock.lift(alarm) }
        for await result in results { return result }
        let message = "decoding it takes longer than \(deadline.limit.shortText)"
        return .failure(ImageDecodingError(message: message))
    }
}
