package import MovieDomain
import Synchronization

/// Asks sources side by side under one deadline; a source that is slow or broken becomes a status, never the failure of
/// the whole.
package struct FanOut: Sendable {
    /// Of the whole call.
    package let deadline: Deadline
    private let paces: LatencyHistory
    private let purpose: CallPurpose
    /// Whether a source whose rate has no room is waited for.
    package var waitsForTurn = true

    package init(deadline: Deadline, paces: LatencyHistory, purpose: CallPurpose = .essential) {
        self.deadline = deadline
        self.paces = paces
        self.purpose = purpose
    }

    package typealias Call<Value: Sendable> =
        @Sendable (any MovieRepository, CallContext) async throws(ProviderError) -> ProviderAnswer<Value>

    /// The result of each repository, in their order; those that are disabled or cannot do it are not asked.
    ///
    /// `items` counts the rows of an answer, one where it is left out, and `onResult` is called once for each source, as they answer.
    package func ask<Value: Sendable>(
        _ repositories: [any MovieRepository],
        for capability: Capability,
        items: @escaping @Sendable (Value) -> Int = { _ in 1 },
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
        items: @escaping @Sendable (Value) -> Int = { _ in 1 },
        _ call: @escaping Call<Value>
    ) async -> SourceResult<Value> {
        let profile = repository.profile
        if let report = ProviderReport(notAsking: profile, for: capability) { return SourceResult(report: report) }
        let start = deadline.elapsed
        let context = CallContext(deadline: deadline, purpose: purpose, waitsForTurn: waitsForTurn)
        do throws(ProviderError) {
            let answer = try await deadline.race { () async throws(ProviderError) in
                try await call(repository, context)
            }
            let duration = deadline.elapsed - start
            guard let answer else {
                if !Task.isCancelled { paces.note(duration, of: profile.id) }
                throw .late(profile.id, deadline)
            }
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
        } catch {
            return SourceResult(report: ProviderReport(error, provider: profile.id, after: deadline.elapsed - start))
        }
    }
}

extension ProviderError {
    /// A source that has not answered when its time is up.
    static func late(_ provider: ProviderID, _ deadline: Deadline) -> ProviderError {
        ProviderError(.timeout, provider: provider, message: "\(provider) did not answer within \(deadline.limit)")
    }

    /// A source that takes none of the ids that are known of a `subject`: `film` or `person`.
    static func noID(of subject: String, for provider: ProviderID) -> ProviderError {
        let message = "\(provider) takes none of the ids that are known of this \(subject)"
        return ProviderError(.unsupported, provider: provider, message: message)
    }
}

extension ProviderProfile {
    func canBeAsked(for capability: Capability) -> Bool { ProviderReport(notAsking: self, for: capability) == nil }

    /// Those of the ids of a film or person by which the source can be asked; `nil` where there is none.
    func accepted(_ ids: [String: String], for capability: Capability) -> [String: String]? {
        let accepted = ids.filter { namespaces[capability]?.contains($0.key) ?? false }
        return accepted.isEmpty ? nil : accepted
    }

    /// Why there was no way to ask the source about a `subject`.
    func report(notReachedFor capability: Capability, of subject: String) -> ProviderReport {
        ProviderReport(notAsking: self, for: capability)
            ?? ProviderReport(.noID(of: subject, for: id), provider: id, after: nil)
    }
}

extension Sequence<Bool?> {
    /// Whether one of the sources has more; `nil` where none has, and one does not say.
    var anyHasMore: Bool? { contains(true) ? true : allSatisfy { $0 == false } ? false : nil }
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

extension SourceResult<MovieFacts> {
    var record: MovieRecord? {
        answer.map { MovieRecord(provider: provider, facts: $0.value, freshness: $0.freshness) }
    }
}

extension SourceResult<MovieList> {
    var records: [MovieRecord] {
        guard let answer else { return [] }
        return answer.value.movies.map { MovieRecord(provider: provider, facts: $0, freshness: answer.freshness) }
    }
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

    /// Called for each source as it answers, in whatever order that is; must be quick.
    package typealias Observer = @Sendable (PartialAnswer) -> Void
}
