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
    private let replacements = Atomic(0)

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

    /// How often another one has been put in place; read before ``current``, it says of which one an answer was made.
    package var generation: Int { replacements.load(ordering: .acquiring) }

    /// Makes it now, so that the first call finds it.
    @concurrent
    package func prepare() async {
        _ = current
    }

    /// Puts another one in place; calls that are under way keep what they began with.
    package func replace(with catalogue: Catalogue) {
        state.withLock { $0 = .made(catalogue) }
        // Afterwards: an answer of the new one under the old number is lost, the other way round it would be wrong.
        replacements.add(1, ordering: .releasing)
    }
}
