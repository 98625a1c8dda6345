package import MovieDomain
import Synchronization

/// The catalogue in force: made when somebody first asks for it, and replaceable between two calls.
///
/// Making it reads definitions, which is half of the time that a start takes; `ping` and `initialize` need none of it.
package final class CatalogueSource: Sendable {
    private enum State: Sendable {
        case planned(@Sendable () -> Catalogue)
        case made(Catalogue)
    }

    private let state: Mutex<State>

    /// A catalogue that `make` gives at the first use, or in ``prepare()``.
    package init(_ make: @escaping @Sendable () -> Catalogue) {
        state = Mutex(.planned(make))
    }

    /// The catalogue as it is now; who comes while it is made waits for it.
    package var current: Catalogue {
        state.withLock { state in
            switch state {
            case .made(let catalogue): return catalogue
            case .planned(let make):
                let catalogue = make()
                state = .made(catalogue)
                return catalogue
            }
        }
    }

    /// Makes it now, so that the first call finds it.
    @concurrent
    package func prepare() async {
        _ = current
    }

    /// Puts another one in place; calls that are under way keep what they began with.
    package func replace(with catalogue: Catalogue) {
        state.withLock { $0 = .made(catalogue) }
    }
}
