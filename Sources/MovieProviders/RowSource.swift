import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Upstream

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
    mutating func skip(_ count: Int) { rows += Array(repeating: nil, count: max(0, count)) }
}

extension HTTPAnswer {
    /// Maps rows of the document where it is read: directly if it is small and that takes few steps, otherwise on a
    /// worker thread, where it holds up nothing.
    ///
    /// `choose` returns the rows to map, and what else is needed of the document.
    func mapped<Value: Sendable, Facts: Sendable>(
        by mapping: RowMapping,
        as make: @escaping RowReading<Value>,
        choosing choose: @escaping @Sendable (Document) -> (rows: [DocumentRow], facts: Facts)
    ) async throws(ProviderError) -> (rows: MappedRows<Value>, facts: Facts) {
        let direct = try useIfSmall { document in
            let chosen = choose(document)
            return (rows: mapping.map(chosen.rows, with: mapping.mapper(limits: .ofFewSteps), as: make), chosen.facts)
        }
        if let direct, direct.rows.excess != .steps { return direct }
        return try await use { document, isCancelled in
            let chosen = choose(document)
            let mapper = mapping.mapper(isCancelled: isCancelled)
            return (rows: mapping.map(chosen.rows, with: mapper, as: make), chosen.facts)
        }
    }
}

extension RowMapping {
    fileprivate func map<Value: Sendable>(
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
    /// The key of the row in a map of rows.
    var key: String?
}

extension DocumentRow {
    init(_ index: Int, of document: HTTPAnswer.Document) {
        let key = document.keys.isEmpty ? nil : document.keys[index]
        self.init(element: document.rows[index], root: document.rowRoot, key: key)
    }
}

/// A date, filter, or order that a caller requests and that not every source supports.
struct RequestedFilter: Sendable, Hashable {
    let input: Input
    /// The name of the filter in messages: `region 0105001`.
    let words: String
}

/// A query of the domain as the inputs that templates name, and those of them that narrow or sort what is asked for.
struct CallInputs {
    private(set) var values: [Input: InputValue] = [:]
    private(set) var filters: [RequestedFilter] = []

    /// A week is what a source means that knows one kind of period only.
    init(_ query: BoxOfficeQuery, date: CalendarDate) {
        take(.date, .date(date), isFilter: query.date != nil)
        if query.span != .day { take(.span, .text(query.span.rawValue), isFilter: query.span != .week) }
        take(.region, query.region.map(InputValue.text))
        take(.nationality, query.nationality.map { .text($0.rawValue) })
        take(.category, query.category.map { .text($0.rawValue) })
        values[.limit] = query.limit.map(InputValue.integer)
    }

    init(_ query: SearchQuery) {
        values = [.query: .text(query.text), .limit: .integer(query.window.count)]
        values[.year] = query.year.map(InputValue.integer)
    }

    /// The usual order, which the domain always names, is what a source means that sorts in one direction only.
    ///
    /// The window of a trend is not a filter: a requested one looks like the default. Films that are announced for a
    /// day after `today` are not the newest.
    init(_ query: ListQuery, today: CalendarDate) {
        values[.limit] = .integer(query.window.count)
        values[.window] = query.trending.map { .text($0.rawValue) }
        take(.sort, query.sort.map { .text($0.rawValue) })
        let usualOrder = query.sort == .title ? ListQuery.Order.ascending : .descending
        take(.order, query.order.map { .text($0.rawValue) }, isFilter: query.order != usualOrder)
        take(.genre, query.genre.map(InputValue.text))
        take(.withoutGenre, query.withoutGenre.map(InputValue.text))
        take(.kind, query.kind.map { .text($0.rawValue) })
        take(.services, query.services.isEmpty ? nil : .texts(query.services.map(\.text)))
        take(.region, query.region.map(InputValue.text))
        take(.year, query.year.map(InputValue.integer))
        take(.releasedFrom, query.firstDay.map(InputValue.date))
        take(.releasedBy, query.lastDay.map(InputValue.date))
        if query.kind == .upcoming, query.firstDay == nil { values[.releasedFrom] = .date(today) }
        if query.sort == .year, query.year == nil, query.lastDay == nil { values[.releasedBy] = .date(today) }
        take(.minimumMinutes, query.minimumMinutes.map(InputValue.integer))
        take(.maximumMinutes, query.maximumMinutes.map(InputValue.integer))
        take(.country, query.country.map(InputValue.text))
        take(.originalLanguage, query.originalLanguage.map(InputValue.text))
        take(.director, query.director.map(InputValue.text))
        take(.person, query.person.map { .text($0.value) }, words: query.person.map { "person \($0)" })
        take(.minimumRating, query.minimumRating.map(InputValue.decimal))
        take(.minimumVotes, query.minimumVotes.map(InputValue.integer))
    }

    private mutating func take(_ input: Input, _ value: InputValue?, isFilter: Bool = true, words: String? = nil) {
        guard let value else { return }
        values[input] = value
        guard isFilter else { return }
        filters.append(
            RequestedFilter(
                input: input,
                words: words ?? "\(input.rawValue.replacing(scalars: "_", with: " ")) \(value.text)"
            )
        )
    }
}
