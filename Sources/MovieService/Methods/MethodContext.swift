import JSON
import JSONRPC
import MovieAggregation
import MovieDomain
import Synchronization

/// What the handlers of all calls share.
final class MethodServices: Sendable {
    let access: any CatalogueAccess
    let notifications: ClientNotifications
    let document: OpenRPCDocument
    private let firstSuggestion = Mutex<Task<Void, Never>?>(nil)

    init(access: any CatalogueAccess, notifications: ClientNotifications, document: OpenRPCDocument) {
        self.access = access
        self.notifications = notifications
        self.document = document
    }

    /// Does what must be done once before the first suggestion; every call waits until it is done.
    func beforeSuggesting(_ prepare: @escaping @Sendable () async -> Void) async {
        // Not a child of the first call: others wait for it too, and a cancelled call must not end it.
        let preparation = firstSuggestion.withLock { task in
            let preparation = task ?? Task { await prepare() }
            task = preparation
            return preparation
        }
        await preparation.value
    }
}

/// What the handler of one call may use.
struct MethodContext: Sendable {
    let services: MethodServices
    let progress: RPCProgress
    /// What the client allows the call; `nil` is what the configuration does.
    var timeLimit: Duration?

    /// The sources as they are now; a use case takes them once and keeps them.
    var catalogue: Catalogue {
        get throws(ServiceError) {
            do throws(CatalogueUnavailable) {
                return try services.access.current
            } catch {
                throw .noCatalogue
            }
        }
    }

    /// Runs a use case that gives films, as ``ask(_:sourceCount:_:)`` does, and learns from them.
    ///
    /// The client gets them with images of a width, the partial ones too.
    func run<Result: AnswerOfFilms>(
        asking providers: [ProviderID] = [],
        sourceCount: Int? = nil,
        imageWidth: Int? = nil,
        _ useCase: (Catalogue, PartialAnswer.Observer?) async throws(CallError) -> Result
    ) async throws(ServiceError) -> Result {
        try await ask(providers, sourceCount: sourceCount) { catalogue, observer async throws(CallError) in
            let sized = observer.map { observer -> PartialAnswer.Observer in
                { observer($0.withImages(atWidth: imageWidth)) }
            }
            let result = try await useCase(catalogue, sized)
            catalogue.learn(from: result)
            return result.withImages(atWidth: imageWidth)
        }
    }

    /// Runs a use case, and tells the client about every source that answers.
    ///
    /// `sourceCount` is how many sources will answer, if not all of them.
    func ask<Result>(
        _ providers: [ProviderID] = [],
        sourceCount: Int? = nil,
        _ useCase: (Catalogue, PartialAnswer.Observer?) async throws(CallError) -> Result
    ) async throws(ServiceError) -> Result {
        var catalogue = await (try catalogue).corrected()
        if let timeLimit { catalogue.timeLimit = min(catalogue.timeLimit, timeLimit) }
        let named = providers.isEmpty ? catalogue.repositories.count : Set(providers).count
        let sources = SourceProgress(progress, expected: sourceCount ?? named)
        sources.begin()
        do {
            return try await useCase(catalogue, sources.observer)
        } catch {
            throw .useCase(error)
        }
    }
}

/// Tells the client which sources have answered a call, and sends their answers.
private final class SourceProgress: Sendable {
    private let progress: RPCProgress
    private let expected: Int
    private let answered = Mutex(0)

    init(_ progress: RPCProgress, expected: Int) {
        self.progress = progress
        self.expected = expected
    }

    /// What a use case calls; `nil` if the client does not want it.
    var observer: PartialAnswer.Observer? {
        guard progress.isWanted || progress.wantsPartialResults else { return nil }
        return { self.take($0) }
    }

    func begin() {
        progress.begin(title: "Asking \(expected) sources", percentage: 0)
    }

    private func take(_ answer: PartialAnswer) {
        if progress.wantsPartialResults, !answer.movies.isEmpty || !answer.entries.isEmpty {
            progress.partial(answer.jsonBytes)
        }
        if answer.isMore { return }
        let count = answered.withLock { count in
            count = min(count + 1, expected)
            return count
        }
        progress.report(message: "\(count) of \(expected) sources", percentage: count * 100 / max(1, expected))
    }
}
