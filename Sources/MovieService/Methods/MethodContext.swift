import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import Synchronization

/// What the handler of one call may use.
struct MethodContext: Sendable {
    let access: any CatalogueAccess
    let progress: RPCProgress
    let notifications: ClientNotifications
    /// The description of all methods.
    let document: OpenRPCDocument

    /// The sources as they are now; a use case takes them once and keeps them.
    ///
    /// - Throws: ``ServiceError/noCatalogue`` where the definitions cannot be used.
    var catalogue: Catalogue {
        get throws(ServiceError) {
            do throws(CatalogueUnavailable) {
                return try access.current
            } catch {
                throw .noCatalogue
            }
        }
    }

    /// Runs a use case, tells the client of every source that answers, and turns the failure into ours.
    ///
    /// - Parameters:
    ///   - providers: the sources that are asked; all of the configuration where none are named.
    ///   - sourceCount: how many of them will answer, where that is not all.
    ///   - useCase: what to run.
    /// - Returns: what the use case gives.
    /// - Throws: ``ServiceError/useCase(_:)``, or ``ServiceError/noCatalogue``.
    func run<Result>(
        asking providers: [ProviderID] = [],
        sourceCount: Int? = nil,
        _ useCase: (Catalogue, PartialAnswer.Observer?) async throws(CallError) -> Result
    ) async throws(ServiceError) -> Result {
        let catalogue = await (try catalogue).corrected()
        let named = providers.isEmpty ? catalogue.repositories.count : Set(providers).count
        let sources = SourceProgress(progress, expected: sourceCount ?? named)
        sources.begin()
        do {
            let result = try await useCase(catalogue, sources.observer)
            if let result = result as? any MovieAnswer { catalogue.learn(from: result) }
            return result
        } catch {
            throw .useCase(error)
        }
    }
}

/// Tells the client of one call which sources have answered, and hands over what they said.
private final class SourceProgress: Sendable {
    private let progress: RPCProgress
    private let expected: Int
    private let answered = Mutex(0)

    /// Counts answers up to `expected`, the number of sources that the call asks.
    init(_ progress: RPCProgress, expected: Int) {
        self.progress = progress
        self.expected = expected
    }

    /// What a use case is to call; `nil` where the client does not want to know.
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
