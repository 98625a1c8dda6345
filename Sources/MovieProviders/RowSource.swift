import JSON
import MovieDomain
import Platform
import ProviderLanguage

/// A source of the rows of one provider, over HTTP or from a program; a ``ProviderRepository`` makes films of them.
protocol RowSource: Sendable {
    /// The parts of a film that have operations of their own.
    var parts: Set<Capability> { get }

    /// Returns the rows, each converted by `make`.
    func rows<Value: Sendable>(
        _ request: RowRequest,
        in context: CallContext,
        as make: @escaping RowReading<Value>
    ) async throws(ProviderError) -> RowPage<Value>

    /// Returns the failure of an answer in which no row is readable, because that is not an empty list.
    func unreadable(_ count: Int, of operation: Capability) -> ProviderError

    /// Adds the state of the source itself.
    func add(to health: inout ProviderHealth)
}

/// A request from a repository to its source.
struct RowRequest: Sendable {
    var operation: Capability
    var values: [Input: InputValue] = [:]
    var ids: [String: String] = [:]
    var languages: [String] = []
    /// The wanted rows; `nil` for all rows that one walk through the pages gives.
    var window: RowWindow?
    /// The filters that the source must not silently ignore, as far as it can tell.
    var filters: [RequestedFilter] = []
    /// The seconds since the requested period ended at the source; `nil` for operations without a period.
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
    /// The id namespace that leads to the whole record; `nil` if this is the whole record.
    var leadsTo: String?
    /// Whether the source ignored the year of the request.
    var ignoresYear: Bool

    /// What was made of the rows, as the answer to a call.
    func answer<Answer: Sendable>(_ value: Answer) -> ProviderAnswer<Answer> {
        var answer = ProviderAnswer(value, freshness: freshness)
        answer.failures = [failure].compactMap(\.self)
        return answer
    }
}

/// A function that converts one row, or returns `nil` if the row cannot be read.
typealias RowReading<Value> = @Sendable (inout RowMapper, DocumentRow) -> Value?

struct MappedRows<Value: Sendable>: Sendable {
    /// `nil` for a row that cannot be read, or is missing on a short page.
    var rows: [Value?] = []
    var report = MappingReport()
    /// What the answer has too much of: the rows are not all of it then.
    var excess: MappingBudget.Excess?

    mutating func add(_ other: MappedRows) {
        rows += other.rows
        report.add(other.report)
        excess = excess ?? other.excess
    }

    /// Keeps the places of rows that are missing on a short page.
    mutating func skip(_ count: Int) {
        rows += Array(repeating: nil, count: max(0, count))
    }
}

extension RowMapping {
    /// The steps of some milliseconds of work; usual answers take a tenth of them.
    private static let fewSteps = 500_000

    /// Maps rows directly if that takes few steps, otherwise on a worker thread, where it holds up nothing.
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
