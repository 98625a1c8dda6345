import MovieStore
import Synchronization

/// The stack of a live run, which is made together with the catalogue: the first answers do not wait for it.
final class PlannedStack: Sendable {
    private let made = Mutex<UpstreamStack?>(nil)

    /// The stack, made by `make` the first time.
    func stack(_ make: () -> UpstreamStack) -> UpstreamStack {
        made.withLock { made in
            let stack = made ?? make()
            made = stack
            return stack
        }
    }

    /// Writes what waits to be kept, where anything was asked at all.
    func close() async {
        _ = await made.withLock { $0?.file }?.close(within: 250)
    }
}
