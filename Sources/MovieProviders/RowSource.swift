import JSON
import MovieDomain
import Platform
import ProviderLanguage

/// Gives the rows of one provider, over HTTP or from a program; a ``ProviderRepository`` makes films of them.
protocol RowSource: Sendable {
    /// The parts of a film that have operations of their own.
    var parts: Set<Capability> { get }

    /// The rows, each as what `make` makes of it.
    func rows<Value: Sendable>(
        _ request: RowRequest,
        in context: CallContext,
        as make: @escaping RowReading<Value>
    ) async throws(ProviderError) -> RowPage<Value>

    /// What it means that none of several rows can be read: that is no empty list.
    func unreadable(_ count: Int, of operation: Capability) -> ProviderError

    /// Adds what is known of the source itself.
    func add(to health: inout ProviderHealth)
}

/// What a repository asks of its source.
struct RowRequest: Sendable {
    var operation: Capability
    var values: [Input: InputValue] = [:]
    var ids: [String: String] = [:]
    var languages: [String] = []
    /// `nil` is everything that one walk through the pages gives.
    var window: RowWindow?
    /// What the source must not pass over in silence, where it can tell.
    var filters: [RequestedFilter] = []
    /// How long the period that is asked for has been over at the source; `nil` for what has no period.
    var secondsSincePeriod: Int?
}

/// The rows that a source gave.
struct RowPage<Value: Sendable>: Sendable {
    var mapped: MappedRows<Value>
    var totalItems: Int?
    var hasMore: Bool?
    /// Why the rows end before the window does.
    var failure: ProviderError?
    var freshness = Freshness.live
    /// The ids of the request that the source took.
    var ids: [String: String]
    /// The id name space under which the whole record is looked up; `nil` where this is the whole record.
    var leadsTo: String?
    /// Whether the year of the request was passed over.
    var ignoresYear: Bool

    /// What was made of the rows, as the answer to a call.
    func answer<Answer: Sendable>(_ value: Answer) -> ProviderAnswer<Answer> {
        var answer = ProviderAnswer(value, freshness: freshness)
        answer.failures = [failure].compactMap(\.self)
        return answer
    }
}

/// What becomes of one row.
typealias RowReading<Value> = @Sendable (inout RowMapper, DocumentRow) -> Value?

struct MappedRows<Value: Sendable>: Sendable {
    /// `nil` for a row that cannot be read.
    var rows: [Value?] = []
    var report = MappingReport()
    /// What the answer has too much of: the rows are not all of it then.
    var excess: MappingBudget.Excess?

    mutating func add(_ other: MappedRows) {
        rows += other.rows
        report.add(other.report)
        excess = excess ?? other.excess
    }
}

extension RowMapping {
    /// Some milliseconds of work; usual answers take a tenth of it.
    private static let fewSteps = 500_000

    /// Maps rows here where that takes little, else on a thread where it holds up nothing.
    func map<Value: Sendable>(_ rows: [DocumentRow], as make: @escaping RowReading<Value>) async -> MappedRows<Value> {
        let mapped = map(rows, with: mapper(limits: MappingBudget.Limits(steps: Self.fewSteps)), as: make)
        guard mapped.excess == .steps else { return mapped }
        return await WorkerThreads.shared.run { isCancelled in
            map(rows, with: mapper(isCancelled: isCancelled), as: make)
        }
    }

    private func map<Value: Sendable>(
        _ rows: [DocumentRow],
        with mapper: RowMapper,
        as make: RowReading<Value>
    ) -> MappedRows<Value> {
        var mapper = mapper
        var values: [Value?] = []
        for row in rows where mapper.excess == nil { values.append(make(&mapper, row)) }
        return MappedRows(rows: values, report: mapper.report, excess: mapper.excess)
    }
}

/// One row of an answer, and the answer that it stands in (paths may begin at its root).
struct DocumentRow: Sendable {
    let element: JSONElement
    let root: JSONElement
}
