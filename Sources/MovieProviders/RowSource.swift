import MovieDomain
import ProviderLanguage

/// A source of the rows of one provider, over HTTP or from a program; a ``ProviderRepository`` makes films of them.
protocol RowSource: Sendable {
    /// The parts of a film that have operations of their own.
    var parts: Set<Capability> { get }

    /// Returns which period a box office of the source is about.
    func occasion(of operation: Capability) -> BoxOfficeOccasion

    /// Returns why the source cannot answer a request, if that is known without sending it; `nil` otherwise.
    func refusal(of request: RowRequest) -> ProviderError?

    /// Returns the rows, each converted by `make`.
    func rows<Value: Sendable>(
        _ request: RowRequest,
        in context: CallContext,
        as make: @escaping RowReading<Value>
    ) async throws(ProviderError) -> RowPage<Value>

    /// Returns the failure of an answer in which no row is readable, because that is not an empty list.
    func unreadable(_ report: MappingReport, of operation: Capability) -> ProviderError

    /// Adds the state of the source itself.
    func add(to health: inout ProviderHealth)
}

extension RowSource {
    func occasion(of operation: Capability) -> BoxOfficeOccasion { .asked }

    func refusal(of request: RowRequest) -> ProviderError? { nil }
}

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
    /// Whether the whole cast and crew are wanted.
    var allCredits = false
}

struct RowPage<Value: Sendable>: Sendable {
    var mapped: MappedRows<Value>
    var totalItems: Int?
    var hasMore: Bool?
    /// Whether the source counts rows and lists none.
    var isContradicted = false
    /// Why the rows end before the window does.
    var failure: ProviderError?
    /// Why rows of the source may be missing, although no page failed.
    var remark: String?
    var freshness = Freshness.live
    /// The ids of the request that the source took.
    var ids: [String: String]
    /// The id namespace that leads to the whole record; `nil` if this is the whole record.
    var leadsTo: String?
    /// The year and the first day, if the call has them and the request to the source does not; `nil` if that is unknown.
    var unsent: Set<Input>?
    /// A day of the period that the answer is about, where it names one.
    var day: CalendarDate?

    /// What was made of the rows, as the answer to a call.
    func answer<Answer: Sendable>(_ value: Answer) -> ProviderAnswer<Answer> {
        var answer = ProviderAnswer(value, freshness: freshness)
        answer.failures = [failure].compactMap(\.self)
        answer.remarks =
            [remark].compactMap(\.self) + mapped.report.leftOutMessages
            + [mapped.report.unreadableMessage].compactMap(\.self)
        return answer
    }
}

/// A function that converts one row, or returns `nil` if the row cannot be read.
typealias RowReading<Value> = @Sendable (inout RowMapper, DocumentRow) -> Value?
