import MovieDomain
import ProviderLanguage

/// A date, filter, or order that a caller requests and that not every source supports.
struct RequestedFilter: Sendable, Hashable {
    let input: Input
    /// The name of the filter in messages: `region 0105001`.
    let words: String

    /// Returns the filters of a box office query.
    ///
    /// A span counts only if it is a weekend or weekdays: a source with only one kind of longer period means a week.
    static func all(of query: BoxOfficeQuery) -> [RequestedFilter] {
        var wishes: [RequestedFilter] = []
        if let date = query.date { wishes.append(RequestedFilter(input: .date, words: "date \(date)")) }
        if query.span == .weekend || query.span == .weekdays {
            wishes.append(RequestedFilter(input: .span, words: "span \(query.span.rawValue)"))
        }
        if let region = query.region { wishes.append(RequestedFilter(input: .region, words: "region \(region)")) }
        if let nationality = query.nationality {
            wishes.append(RequestedFilter(input: .nationality, words: "nationality \(nationality.rawValue)"))
        }
        if let category = query.category {
            wishes.append(RequestedFilter(input: .category, words: "category \(category.rawValue)"))
        }
        return wishes
    }

    /// Returns the order and the filters of a list query.
    ///
    /// The usual order does not count: the domain always names an order, and a source that sorts in one direction uses
    /// the usual one. Nor does the window of a trend: a requested one looks like the default.
    static func all(of query: ListQuery) -> [RequestedFilter] {
        var wishes: [RequestedFilter] = []
        if let sort = query.sort {
            wishes.append(RequestedFilter(input: .sort, words: "sort \(sort.rawValue)"))
            if let order = query.order, order != sort.usualOrder {
                wishes.append(RequestedFilter(input: .order, words: "order \(order.rawValue)"))
            }
        }
        if let genre = query.genre { wishes.append(RequestedFilter(input: .genre, words: "genre \(genre)")) }
        if let kind = query.kind { wishes.append(RequestedFilter(input: .kind, words: "kind \(kind.rawValue)")) }
        if let year = query.year { wishes.append(RequestedFilter(input: .year, words: "year \(year)")) }
        if let country = query.country {
            wishes.append(RequestedFilter(input: .country, words: "country \(country)"))
        }
        if let person = query.person { wishes.append(RequestedFilter(input: .person, words: "person \(person)")) }
        if let rating = query.minimumRating {
            wishes.append(RequestedFilter(input: .minimumRating, words: "minimum rating \(rating)"))
        }
        return wishes
    }
}

extension ListQuery.Sort {
    fileprivate var usualOrder: ListQuery.Order {
        self == .title ? .ascending : .descending
    }
}

/// The conversion of the domain's queries into the inputs that templates name.
enum CallInputs {
    static func values(of query: BoxOfficeQuery, date: CalendarDate) -> [Input: InputValue] {
        var values: [Input: InputValue] = [:]
        values[.date] = .date(date)
        values[.region] = query.region.map(InputValue.text)
        values[.nationality] = query.nationality.map { .text($0.rawValue) }
        values[.category] = query.category.map { .text($0.rawValue) }
        values[.limit] = query.limit.map(InputValue.integer)
        if query.span != .day { values[.span] = .text(query.span.rawValue) }
        return values
    }

    static func values(of query: SearchQuery) -> [Input: InputValue] {
        var values: [Input: InputValue] = [.query: .text(query.text)]
        values[.year] = query.year.map(InputValue.integer)
        values[.limit] = .integer(query.window.count)
        return values
    }

    static func values(of query: ListQuery) -> [Input: InputValue] {
        var values: [Input: InputValue] = [.limit: .integer(query.window.count)]
        values[.sort] = query.sort.map { .text($0.rawValue) }
        values[.order] = query.order.map { .text($0.rawValue) }
        values[.genre] = query.genre.map(InputValue.text)
        values[.kind] = query.kind.map { .text($0.rawValue) }
        values[.year] = query.year.map(InputValue.integer)
        values[.country] = query.country.map(InputValue.text)
        values[.person] = query.person.map { .text($0.value) }
        values[.window] = query.trending.map { .text($0.rawValue) }
        values[.minimumRating] = query.minimumRating.map(InputValue.decimal)
        return values
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
