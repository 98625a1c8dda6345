import Synchronization

/// The parts of a live run, which are made together with the catalogue: the first answers do not wait for them.
final class PlannedParts: Sendable {
    private let made = Mutex<LiveParts?>(nil)

    /// The parts, made by `make` the first time.
    func parts(_ make: () -> LiveParts) -> LiveParts {
        made.withLock { made in
            let parts = made ?? make()
            made = parts
            return parts
        }
    }

    /// Writes what waits to be kept, where anything was asked at all.
    func close() async {
        await made.withLock(\.self)?.close()
    }
}
