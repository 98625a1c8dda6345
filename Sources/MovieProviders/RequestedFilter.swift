import MovieDomain
import ProviderLanguage

/// Something that a caller asks for and that not every source can give.
struct RequestedFilter: Sendable, Hashable {
    let input: Input
    /// As a message names it: `region 0105001`.
    let words: String

    /// What narrows a box office.
    ///
    /// A week is what a source means that knows one kind of period only.
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

    /// What sorts and narrows a list.
    ///
    /// The usual order, which the domain always names, is what a source means that sorts in one direction only. The
    /// window of a trend is not among them: a requested one looks like the default.
    static func all(of query: ListQuery) -> [RequestedFilter] {
        var wishes: [RequestedFilter] = []
        if let sort = query.sort {
            wishes.append(RequestedFilter(input: .sort, words: "sort \(sort.rawValue)"))
            if let order = query.order, order != sort.usualOrder {
                wishes.append(RequestedFilter(input: .order, words: "order \(order.rawValue)"))
            }
        }
        if let genre = query.genre { wishes.append(RequestedFilter(input: .genre, words: "genre \(genre)")) }
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

/// The domain's queries as the inputs that templates name.
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
        values[.window] = query.trending.map { .text($0.rawValue) }
        values[.minimumRating] = query.minimumRating.map(InputValue.decimal)
        return values
    }
}

/// Whether a film is an answer to what was asked, where the source itself does not see to it.
extension MovieFacts {
    /// Whether an id tells that this is another film than the one of the ids asked for.
    ///
    /// Sources write an id in their own case of letters, and a number without the zeros before it.
    func isOther(than asked: [String: String]) -> Bool {
        asked.contains { namespace, id in
            guard let mine = ids[namespace], mine != id else { return false }
            return mine.lowercased() != id.lowercased() && (Int(mine) == nil || Int(mine) != Int(id))
        }
    }

    /// Whether the film can have been released in a year: production and release, and releases in two countries, lie up
    /// to a year apart, and some films have no year.
    func mayBeOf(year wanted: Int) -> Bool {
        let years = [year, releaseDate?.year].compactMap(\.self)
        return years.isEmpty || years.contains { abs($0 - wanted) <= 1 }
    }

    /// Whether no rating is below this one, of ten: some sources take whole numbers only.
    func mayBeRated(atLeast wanted: Double) -> Bool {
        ratings.filter { $0.name == nil }.allSatisfy { $0.scale <= 0 || $0.value / $0.scale * 10 >= wanted }
    }
}

extension OperationDefinition {
    /// Whether an input that has a value changes anything in the operation's request.
    ///
    /// A wish that changes nothing is one that the source would pass over in silence.
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
