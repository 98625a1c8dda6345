package import MovieAggregation
import MovieDomain
import Synchronization

/// What gives the methods the catalogue in force.
package protocol CatalogueAccess: AnyObject, Sendable {
    /// The catalogue as it is now; a call takes it once and keeps it.
    ///
    /// - Throws: ``CatalogueUnavailable``, each time, where it could not be made.
    var current: Catalogue { get throws(CatalogueUnavailable) }

    /// Counts what makes earlier answers void; read before ``current``, it says of which one an answer was made.
    var generation: Int { get }

    /// Makes void what was answered so far, and what is being answered: what the sources say is to be fetched again.
    func outdateAnswers()

    /// Reads the definitions again; `nil` where there is nothing to be read.
    func reload() async -> ProvidersChange?
}

/// The catalogue in force: made when somebody first asks for it, and replaceable between two calls.
///
/// Making it reads definitions, which is half of the time that a start takes; `ping` and `initialize` need none of it.
package final class CatalogueSource: CatalogueAccess {
    private enum State: Sendable {
        case planned(@Sendable () throws(CatalogueUnavailable) -> Catalogue)
        case made(Result<Catalogue, CatalogueUnavailable>)
    }

    private let state: Mutex<State>
    private let generations = Atomic(0)
    private let reloading = Mutex<(@Sendable () async -> ProvidersChange)?>(nil)

    /// A catalogue that `make` gives at the first use, or in ``prepare()``; it is called once.
    package init(_ make: @escaping @Sendable () throws(CatalogueUnavailable) -> Catalogue) {
        state = Mutex(.planned(make))
    }

    /// The catalogue as it is now; who comes while it is made waits for it.
    ///
    /// - Throws: ``CatalogueUnavailable``, each time, where it could not be made.
    package var current: Catalogue {
        get throws(CatalogueUnavailable) {
            try state.withLock { state in
                switch state {
                case .made(let result): return result
                case .planned(let make):
                    let result = Result { () throws(CatalogueUnavailable) in try make() }
                    state = .made(result)
                    return result
                }
            }
            .get()
        }
    }

    /// Counts what makes earlier answers void; read before ``current``, it says of which one an answer was made.
    package var generation: Int { generations.load(ordering: .acquiring) }

    /// Makes it now, so that the first call finds it.
    ///
    /// - Throws: ``CatalogueUnavailable`` where it cannot be made.
    @concurrent
    package func prepare() async throws(CatalogueUnavailable) {
        _ = try current
    }

    /// Puts another one in place; calls that are under way keep what they began with.
    package func replace(with catalogue: Catalogue) {
        state.withLock { $0 = .made(.success(catalogue)) }
        // Afterwards: an answer of the new one under the old number is lost, the other way round it would be wrong.
        generations.add(1, ordering: .releasing)
    }

    /// Has `reload` read the definitions again whenever somebody asks for it.
    package func onReload(_ reload: @escaping @Sendable () async -> ProvidersChange) {
        reloading.withLock { $0 = reload }
    }

    /// Reads the definitions again; `nil` where there is nothing to be read.
    package func reload() async -> ProvidersChange? {
        await reloading.withLock { $0 }?()
    }

    /// Makes void what was answered so far, and what is being answered: what the sources say is to be fetched again.
    package func outdateAnswers() {
        generations.add(1, ordering: .releasing)
    }
}

/// The sources cannot be made.
package struct CatalogueUnavailable: Error {
    /// Why, in the words of whoever makes them.
    package let cause: any Error

    /// Because of `cause`.
    package init(_ cause: any Error) {
        self.cause = cause
    }
}
