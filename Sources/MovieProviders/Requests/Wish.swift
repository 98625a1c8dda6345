import MovieDomain
import ProviderLanguage

/// Something that a caller asks for and that not every source can give.
struct Wish: Sendable, Hashable {
    let input: Input
    /// As a message names it: `region 0105001`.
    let words: String

    /// What narrows a box office.
    ///
    /// A week is what a source means that knows one kind of period only.
    static func all(of query: BoxOfficeQuery) -> [Wish] {
        var wishes: [Wish] = []
        if let date = query.date { wishes.append(Wish(input: .date, words: "date \(date)")) }
        if query.span == .weekend || query.span == .weekdays {
            wishes.append(Wish(input: .span, words: "span \(query.span.rawValue)"))
        }
        if let region = query.region { wishes.append(Wish(input: .region, words: "region \(region)")) }
        if let nationality = query.nationality {
            wishes.append(Wish(input: .nationality, words: "nationality \(nationality.rawValue)"))
        }
        if let category = query.category {
            wishes.append(Wish(input: .category, words: "category \(category.rawValue)"))
        }
        return wishes
    }

    /// What sorts and narrows a list.
    ///
    /// The usual order, which the domain always names, is what a source means that sorts in one direction only. The
    /// window of a trend is not among them: nobody can tell a wished one from the standard.
    static func all(of query: ListQuery) -> [Wish] {
        var wishes: [Wish] = []
        if let sort = query.sort {
            wishes.append(Wish(input: .sort, words: "sort \(sort.rawValue)"))
            if let order = query.order, order != sort.usualOrder {
                wishes.append(Wish(input: .order, words: "order \(order.rawValue)"))
            }
        }
        if let genre = query.genre { wishes.append(Wish(input: .genre, words: "genre \(genre)")) }
        if let rating = query.minimumRating {
            wishes.append(Wish(input: .minimumRating, words: "minimum rating \(rating)"))
        }
        return wishes
    }
}

extension ListQuery.Sort {
    fileprivate var usualOrder: ListQuery.Order {
        self == .title ? .ascending : .descending
    }
}
