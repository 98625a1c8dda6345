import MovieService
import Synchronization

/// What of a run reads definitions again, once it has been put together.
final class ReloadingPart: Sendable {
    /// Reads them again, and tells whoever wants to know.
    typealias Take = @Sendable (ReloadCause) -> ProvidersChange

    private let part = Mutex<(DefinitionsInForce, Take)?>(nil)

    /// What there is.
    var current: (DefinitionsInForce, Take)? { part.withLock { $0 } }

    /// Takes note of it.
    func set(_ definitions: DefinitionsInForce, _ take: @escaping Take) {
        part.withLock { $0 = (definitions, take) }
    }
}
