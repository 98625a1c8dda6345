package import MovieDomain
import Synchronization

/// Asks sources side by side under one deadline; a source that is slow or broken becomes a status, never the failure of
/// the whole.
package struct FanOut: Sendable {
    /// Of the whole call.
    package let deadline: Deadline
    private let paces: LatencyHistory
    private let purpose: CallPurpose

    package init(deadline: Deadline, paces: LatencyHistory, purpose: CallPurpose = .essential) {
        self.deadline = deadline
        self.paces = paces
        self.purpose = purpose
    }

    package typealias Call<Value: Sendable> =
        @Sendable (any MovieRepository, CallContext) async throws(ProviderError) -> ProviderAnswer<Value>

    /// The result of each repository, in their order; those that are disabled or cannot do it are not asked.
    ///
    /// `items` counts the rows of an answer, and `onResult` is called once for each source, as they answer.
    package func ask<Value: Sendable>(
        _ repositories: [any MovieRepository],
        for capability: Capability,
        items: @escaping @Sendable (Value) -> Int,
        onResult: (@Sendable (SourceResult<Value>) -> Void)? = nil,
        _ call: @escaping Call<Value>
    ) async -> [SourceResult<Value>] {
        await withTaskGroup(of: (Int, SourceResult<Value>).self) { group in
            for index in paces.slowestFirst(repositories.map(\.profile.id)) {
                group.addTask { (index, await ask(repositories[index], for: capability, items: items, call)) }
            }
            var results = [SourceResult<Value>?](repeating: nil, count: repositories.count)
            for await (index, result) in group {
                onResult?(result)
                results[index] = result
            }
            return results.compactMap(\.self)
        }
    }

    package func ask<Value: Sendable>(
        _ repository: any MovieRepository,
        for capability: Capability,
        items: @escaping @Sendable (Value) -> Int,
        _ call: @escaping Call<Value>
    ) async -> SourceResult<Value> {
        let profile = repository.profile
        if let report = ProviderReport(notAsking: profile, for: capability) { return SourceResult(report: report) }
        let start = deadline.elapsed
        let context = CallContext(deadline: deadline, purpose: purpose)
        let outcome = await deadline.race { () async -> Result<ProviderAnswer<Value>, ProviderError> in
            do throws(ProviderError) {
                return .success(try await call(repository, context))
            } catch {
                return .failure(error)
            }
        }
        let duration = deadline.elapsed - start
        switch outcome {
        case .success(let answer):
            if !answer.freshness.fromCache { paces.note(duration, of: profile.id) }
            let whole = ProviderReport(
                provider: profile.id,
                items: items(answer.value),
                freshness: answer.freshness,
                after: duration
            )
            let report = answer.failures.reduce(whole) { report, failure in
                report.combined(with: ProviderReport(failure, provider: profile.id, after: nil))
            }
            return SourceResult(report: report, answer: answer)
        case .failure(let failure):
            return SourceResult(report: ProviderReport(failure, provider: profile.id, after: duration))
        case nil:
            if !Task.isCancelled { paces.note(duration, of: profile.id) }
            let failure = ProviderError.late(profile.id, deadline)
            return SourceResult(report: ProviderReport(failure, provider: profile.id, after: duration))
        }
    }
}

extension ProviderError {
    /// A source that has not answered when its time is up.
    static func late(_ provider: ProviderID, _ deadline: Deadline) -> ProviderError {
        ProviderError(.timeout, provider: provider, message: "\(provider) did not answer within \(deadline.limit)")
    }
}

/// How long each source lately took to answer, so that the slowest is asked first.
///
/// A call takes as long as its slowest source: whatever is done before that one's question has left is added to the whole.
package final class LatencyHistory: Sendable {
    private let paces = Mutex<[ProviderID: Duration]>([:])

    package init() {}

    /// Takes an answer into account that was not kept from before; the last few count most.
    package func note(_ duration: Duration, of provider: ProviderID) {
        paces.withLock { paces in
            let before = paces[provider] ?? duration
            paces[provider] = before + (duration - before) / 4
        }
    }

    /// The places in `providers` in the order in which they are best asked; those that nothing is known of come last, as
    /// they stand.
    package func slowestFirst(_ providers: [ProviderID]) -> [Int] {
        let known = paces.withLock { paces in providers.map { paces[$0] ?? .zero } }
        return known.indices.sorted { known[$0] == known[$1] ? $0 < $1 : known[$0] > known[$1] }
    }
}

/// The result of one source: its status for the answer, and its rows where it has some.
package struct SourceResult<Value: Sendable>: Sendable {
    package var report: ProviderReport
    /// `nil` where the source failed, was late, or was not asked.
    package var answer: ProviderAnswer<Value>?

    package var provider: ProviderID { report.provider }
}

/// What is handed over as soon as a source has answered, before the whole is merged.
package struct PartialAnswer: Sendable {
    /// The source that has answered, or those that an enriched entry is from.
    package var reports: [ProviderReport]
    /// The source's own films, each a film of one record.
    package var movies: [Movie] = []
    /// The box office before it is enriched, or one entry that is.
    package var entries: [BoxOfficeEntry] = []
    /// Whether more has come of a source that had answered already.
    package var isMore = false

    init(report: ProviderReport, movies: [Movie]) {
        reports = [report]
        self.movies = movies
    }

    init(reports: [ProviderReport], entries: [BoxOfficeEntry], isMore: Bool = false) {
        self.reports = reports
        self.entries = entries
        self.isMore = isMore
    }

    /// Called for each source as it answers, in whatever order that is; must be quick.
    package typealias Observer = @Sendable (PartialAnswer) -> Void
}
