import HTTPModel
import Synchronization

/// The origins that have answered, to which there may be a kept connection.
final class KnownOrigins: Sendable {
    /// Far more than definitions name; past it the memory begins anew.
    private static let capacity = 1_024

    private let origins = Mutex<Set<HTTPOrigin>>([])

    func insert(_ origin: HTTPOrigin) {
        origins.withLock { origins in
            if origins.count >= Self.capacity { origins = [] }
            origins.insert(origin)
        }
    }

    func holds(_ origin: HTTPOrigin) -> Bool {
        origins.withLock { $0.contains(origin) }
    }
}
