import MovieDomain
import Platform
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
    /// The window of a trend is no filter: a requested one looks like the default. Films that are announced for a day
    /// after `today` are not the newest.
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
