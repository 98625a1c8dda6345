import MovieDomain
import ProviderLanguage

/// The domain's queries as the inputs that templates name.
enum CallInputs {
    static func values(of query: BoxOfficeQuery, date: CalendarDate) -> [Input: InputValue] {
        var values: [Input: InputValue] = [:]
        values[.date] = MappedDate(year: date.year, month: date.month, day: date.day).map(InputValue.date)
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
