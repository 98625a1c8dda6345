import MovieDomain
import ProviderLanguage

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
    /// The window of a trend is no filter: a requested one looks like the default.
    init(_ query: ListQuery) {
        values[.limit] = .integer(query.window.count)
        values[.window] = query.trending.map { .text($0.rawValue) }
        take(.sort, query.sort.map { .text($0.rawValue) })
        let usualOrder = query.sort.map { $0 == .title ? ListQuery.Order.ascending : .descending }
        take(.order, query.order.map { .text($0.rawValue) }, isFilter: usualOrder != nil && query.order != usualOrder)
        take(.genre, query.genre.map(InputValue.text))
        take(.kind, query.kind.map { .text($0.rawValue) })
        take(.year, query.year.map(InputValue.integer))
        take(.country, query.country.map(InputValue.text))
        take(.person, query.person.map { .text($0.value) }, words: query.person.map { "person \($0)" })
        let rating = query.minimumRating
        take(.minimumRating, rating.map(InputValue.decimal), words: rating.map { "minimum rating \($0)" })
    }

    private mutating func take(_ input: Input, _ value: InputValue?, isFilter: Bool = true, words: String? = nil) {
        guard let value else { return }
        values[input] = value
        guard isFilter else { return }
        filters.append(RequestedFilter(input: input, words: words ?? "\(input.rawValue) \(value.text)"))
    }
}

extension [String: String] {
    /// Whether these ids belong to another film or person than the ids asked for.
    ///
    /// Case and leading zeros do not count, because sources write ids in their own way.
    func isOther(than asked: [String: String]) -> Bool {
        asked.contains { namespace, id in
            guard let mine = self[namespace], mine != id else { return false }
            return mine.lowercased() != id.lowercased() && (Int(mine) == nil || Int(mine) != Int(id))
        }
    }
}

/// Checks of films against a query whose filters the source does not apply itself.
extension MovieFacts {
    /// Whether the film can be from a year: production and release, and releases in two countries, may be up to a year
    /// apart, and some films have no year.
    func mayBeOf(year wanted: Int) -> Bool {
        let years = [year, releaseDate?.year].compactMap(\.self)
        return years.isEmpty || years.contains { abs($0 - wanted) <= 1 }
    }

    /// Whether no rating of the source itself is below `wanted`, out of ten; some sources filter by whole numbers only.
    func mayBeRated(atLeast wanted: Double) -> Bool {
        ratings.filter { $0.name == nil }.allSatisfy { $0.scale <= 0 || $0.value / $0.scale * 10 >= wanted }
    }
}

extension OperationDefinition {
    /// Whether the value of an input changes the operation's request.
    ///
    /// The source would silently ignore a filter that changes nothing.
    func takes(_ input: Input, of inputs: TemplateInputs) -> Bool {
        var others = inputs
        others.values[input] = nil
        return wording(inputs) != wording(others)
    }

    private func wording(_ inputs: TemplateInputs) -> [RenderedText?] {
        [path.render(inputs), body?.render(inputs)]
            + query.flatMap { parameter in
                parameter.value.values(inputs).map(Optional.some) + [nil]
            }
            + headers.map { $0.value.render(inputs) }
    }
}
