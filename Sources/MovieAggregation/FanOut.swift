package import MovieDomain
import Synchronization

/// Asks sources concurrently under one deadline; a slow or broken source becomes a status and never fails the whole
/// call.
package struct FanOut: Sendable {
    /// The deadline of the whole call.
    package let deadline: Deadline
    private let latencies: LatencyHistory
    private let purpose: CallPurpose
    /// Whether to wait for a source whose rate limit is reached.
    package var waitsForTurn = true
    /// With `only`, nothing is sent.
    var cachedAnswers = CachedAnswers.accepted

    /// The number of sources that are asked at a time: more than usual definitions have; each request takes memory.
    private static let mostAtOnce = 256

    package init(deadline: Deadline, latencies: LatencyHistory, purpose: CallPurpose = .essential) {
        self.deadline = deadline
        self.latencies = latencies
        self.purpose = purpose
    }

    package typealias Call<Value: Sendable> =
        @Sendable (any MovieRepository, CallContext) async throws(ProviderError) -> ProviderAnswer<Value>

    /// Returns the result of each repository in their order, without asking those that are disabled or lack the
    /// capability.
    ///
    /// `items` counts the rows of an answer (one by default), and `onResult` is called once for each source as it
    /// answers.
    package func ask<Value: Sendable>(
        _ repositories: [any MovieRepository],
        for capability: Capability,
        items: @escaping @Sendable (Value) -> Int = { _ in 1 },
        onResult: (@Sendable (ProviderResult<Value>) async -> Void)? = nil,
        _ call: @escaping Call<Value>
    ) async -> [ProviderResult<Value>] {
        await withTaskGroup(of: (Int, ProviderResult<Value>).self) { group in
            var waiting = latencies.slowestFirst(repositories.map(\.profile.id))[...]
            func askNext() {
                guard let index = waiting.popFirst() else { return }
                group.addTask { (index, await ask(repositories[index], for: capability, items: items, call)) }
            }
            for _ in 0..<Self.mostAtOnce { askNext() }
            var results = [ProviderResult<Value>?](repeating: nil, count: repositories.count)
            for await (index, result) in group {
                await onResult?(result)
                results[index] = result
                askNext()
            }
            return results.compactMap(\.self)
        }
    }

    package func ask<Value: Sendable>(
        _ repository: any MovieRepository,
        for capability: Capability,
        items: @escaping @Sendable (Value) -> Int = { _ in 1 },
        _ call: @escaping Call<Value>
    ) async -> ProviderResult<Value> {
        let profile = repository.profile
        if let report = ProviderReport(notAsking: profile, for: capability) { return ProviderResult(report: report) }
        deadline.watch?.began(profile.id)
        let result = await result(of: repository, items: items, call)
        deadline.watch?.ended(profile.id, items: result.report.items)
        return result
    }

    private func result<Value: Sendable>(
        of repository: any MovieRepository,
        items: @escaping @Sendable (Value) -> Int,
        _ call: @escaping Call<Value>
    ) async -> ProviderResult<Value> {
        let profile = repository.profile
        let start = deadline.elapsed
        var context = CallContext(deadline: deadline, purpose: purpose, waitsForTurn: waitsForTurn)
        context.cachedAnswers = cachedAnswers
        do throws(ProviderError) {
            let answer = try await deadline.race { [context] () async throws(ProviderError) in
                try await call(repository, context)
            }
            let duration = deadline.elapsed - start
            guard let answer else {
                if !Task.isCancelled { latencies.note(duration, of: profile.id) }
                throw .late(profile.id, deadline)
            }
            if !answer.freshness.fromCache { latencies.note(duration, of: profile.id) }
            var whole = ProviderReport(
                provider: profile.id,
                items: items(answer.value),
                freshness: answer.freshness,
                after: duration
            )
            whole.remarks = answer.remarks
            if whole.items ?? 0 > 0 { whole.attribution = profile.attribution }
            whole.staleParts = answer.staleParts
            let report = answer.failures.reduce(whole) { report, failure in
                report.combined(with: ProviderReport(failure, provider: profile.id, after: nil))
            }
            return ProviderResult(report: report, answer: answer)
        } catch {
            return ProviderResult(report: ProviderReport(error, provider: profile.id, after: deadline.elapsed - start))
        }
    }
}

extension ProviderError {
    /// Creates the error of a source that accepts none of the known ids of a `subject`: `film` or `person`.
    static func noID(of subject: String, for profile: ProviderProfile, _ capability: Capability) -> ProviderError {
        let taken = (profile.namespaces[capability] ?? []).joined(separator: " and ")
        let message = "\(profile.id) takes only ids of \(taken), and none of this \(subject) is known"
        return ProviderError(.unsupported, provider: profile.id, message: message)
    }
}

extension ProviderProfile {
    func canBeAsked(for capability: Capability) -> Bool { ProviderReport(notAsking: self, for: capability) == nil }

    /// Returns the ids of a film or person that the source accepts; `nil` if there are none.
    func accepted(_ ids: [String: String], for capability: Capability) -> [String: String]? {
        let accepted = ids.filter { namespaces[capability]?.contains($0.key) ?? false }
        return accepted.isEmpty ? nil : accepted
    }

    /// Returns the reason why the source could not be asked about a `subject`.
    func report(notReachedFor capability: Capability, of subject: String) -> ProviderReport {
        ProviderReport(notAsking: self, for: capability)
            ?? ProviderReport(.noID(of: subject, for: self, capability), provider: id, after: nil)
    }
}

extension Sequence<Bool?> {
    /// Whether one of the sources has more; `nil` where none has, and one does not say.
    var anyHasMore: Bool? { contains(true) ? true : allSatisfy { $0 == false } ? false : nil }
}

/// The recent latency of each source, which lets the slowest one be asked first.
///
/// A call takes as long as its slowest source, so all work before that source's request adds to the total.
package final class LatencyHistory: Sendable {
    private let latencies = Mutex<[ProviderID: Duration]>([:])

    package init() {}

    /// Adds the latency of an uncached answer to the source's moving average.
    package func note(_ duration: Duration, of provider: ProviderID) {
        latencies.withLock { latencies in
            let before = latencies[provider] ?? duration
            latencies[provider] = before + (duration - before) / 4
        }
    }

    /// Returns the indices of `providers`, slowest first; sources without a history come last, in their order.
    package func slowestFirst(_ providers: [ProviderID]) -> [Int] {
        let known = latencies.withLock { latencies in providers.map { latencies[$0] ?? .zero } }
        return known.indices.sorted { known[$0] == known[$1] ? $0 < $1 : known[$0] > known[$1] }
    }
}

/// The result of one source: its report, and its rows if it answered.
package struct ProviderResult<Value: Sendable>: Sendable {
    package var report: ProviderReport
    /// `nil` if the source failed, was late, or was not asked.
    package var answer: ProviderAnswer<Value>?

    package var provider: ProviderID { report.provider }
}

extension ProviderResult<MovieFacts> {
    var record: MovieRecord? {
        answer.map { MovieRecord(provider: provider, facts: $0.value, freshness: $0.freshness) }
    }
}

extension ProviderResult<MovieList> {
    /// Returns the films, without the ids that the user split from them.
    func records(in catalogue: Catalogue) -> [MovieRecord] {
        guard let answer else { return [] }
        return answer.value.movies.map {
            var record = MovieRecord(provider: provider, facts: $0, freshness: answer.freshness)
            record.isRow = true
            return catalogue.separated(record)
        }
    }
}

/// The answer of one source, or one enriched entry, handed over before everything is merged.
package struct PartialAnswer: Sendable {
    /// The report of the source that answered, or the reports of the sources of an enriched entry.
    package var reports: [ProviderReport]
    /// The films of the source, each made of one record.
    package var movies: [Movie] = []
    /// The box office before enrichment, or one enriched entry.
    package var entries: [BoxOfficeEntry] = []
    /// Whether this adds to the answer of a source that has already answered.
    package var isMore = false

    /// Called for each source as it answers, in any order; must return quickly.
    package typealias Observer = @Sendable (PartialAnswer) -> Void
}

extension Array where Element: Sendable {
    /// Works on the elements in order, at most `count` at the same time, and takes each result, with the index of its
    /// element, as it comes.
    func work<Result: Sendable>(
        atMost count: Int,
        _ work: @escaping @Sendable (Element) async -> Result,
        taking take: (Int, Result) -> Void
    ) async {
        await withTaskGroup(of: (Int, Result).self) { group in
            var waiting = enumerated().makeIterator()
            func startNext() {
                guard let (index, element) = waiting.next() else { return }
                group.addTask { (index, await work(element)) }
            }
            for _ in 0..<count { startNext() }
            for await (index, result) in group {
                take(index, result)
                startNext()
            }
        }
    }
}
