import JSON
package import JSONRPC
package import MovieAggregation
import MovieDomain
import Synchronization

/// What a method's handler may use.
package struct MethodContext: Sendable {
    private let source: any CatalogueAccess
    /// Where the client hears how the call goes, if it wants to.
    package let progress: RPCProgress
    /// What the client is told unasked.
    let changes: ChangeWatch
    /// What the client is told of edited definitions.
    let definitions: ProvidersWatch

    /// The context of one call.
    init(source: any CatalogueAccess, progress: RPCProgress, changes: ChangeWatch, definitions: ProvidersWatch) {
        self.source = source
        self.progress = progress
        self.changes = changes
        self.definitions = definitions
    }

    /// Says that no answer given so far may be given again: the sources are to be asked.
    func outdateAnswers() {
        source.outdateAnswers()
    }

    /// Reads the definitions again; where nobody can, `catalogue` stays as it is.
    func reload(_ catalogue: Catalogue) async -> ProvidersChange {
        await source.reload() ?? ProvidersChange(isInForce: true, file: nil)
    }

    /// The sources as they are now; a use case takes them once and keeps them.
    ///
    /// - Throws: ``ServiceFailure/noCatalogue`` where the definitions cannot be used.
    package var catalogue: Catalogue {
        get throws(ServiceFailure) {
            do throws(CatalogueUnavailable) {
                return try source.current
            } catch {
                throw .noCatalogue
            }
        }
    }
}

extension MethodContext {
    /// Runs a use case, tells the client of every source that answers, and turns the failure into ours.
    ///
    /// `sourceCount` says how many sources will answer; it is all of the configuration where it is not said.
    func run<Result>(
        sourceCount: Int? = nil,
        _ useCase: (Catalogue, PartialAnswer.Observer?) async throws(UseCaseFailure) -> Result
    ) async throws(ServiceFailure) -> Result {
        let catalogue = await (try catalogue).corrected()
        let sources = SourceProgress(progress, expected: sourceCount ?? catalogue.repositories.count)
        sources.begin()
        do {
            return try await useCase(catalogue, sources.observer)
        } catch {
            throw .useCase(error)
        }
    }
}

/// Tells the client of one call which sources have answered, and hands over what they said.
final class SourceProgress: Sendable {
    private let progress: RPCProgress
    private let expected: Int
    private let answered = Mutex(0)

    /// Counts answers up to `expected`, the number of sources that the call asks.
    init(_ progress: RPCProgress, expected: Int) {
        self.progress = progress
        self.expected = expected
    }

    /// What a use case is to call; `nil` where nobody wants to know, so that nothing is made for nothing.
    var observer: PartialAnswer.Observer? {
        guard progress.isWanted || progress.wantsPartialResults else { return nil }
        return { self.take($0) }
    }

    func begin() {
        progress.begin(title: "Asking \(expected) sources", percentage: 0)
    }

    private func take(_ answer: PartialAnswer) {
        let count = answered.withLock { count in
            count = min(count + 1, expected)
            return count
        }
        if progress.wantsPartialResults, !answer.movies.isEmpty { progress.partial(answer.jsonBytes) }
        progress.report(message: "\(count) of \(expected) sources", percentage: count * 100 / max(1, expected))
    }
}
