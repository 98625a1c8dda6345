/// A question for films in some order, without words to search for.
package struct ListQuery: Hashable, Sendable {
    package enum Sort: String, Sendable, CaseIterable { case popularity, rating, year, title, added }
    /// The time that a trend is counted over.
    package enum Trend: String, Sendable, CaseIterable { case day, week }
    package enum Order: String, Sendable, CaseIterable { case ascending, descending }

    package var sort: Sort?
    package var order: Order?
    /// A slug of the controlled list (``Genre``).
    package var genre: String?
    /// Of ten.
    package var minimumRating: Double?
    /// What is talked about in this time instead of a sorted list; the operation is ``Capability/trending`` then.
    package var trending: Trend?
    package var window: RowWindow
    package var languages: [String]

    package init(window: RowWindow, languages: [String] = []) {
        self.window = window
        self.languages = languages
    }
}

/// A question for the box office of a day or a week.
package struct BoxOfficeQuery: Hashable, Sendable {
    package var span: BoxOfficeSpan
    /// Any day of the wanted period; `nil` is the last complete one where the source is (yesterday, or last week).
    package var date: CalendarDate?
    /// A region as the source calls it.
    package var region: String?
    package var nationality: Nationality?
    package var category: Category?
    /// How many rows at most; `nil` is as many as the source gives.
    package var limit: Int?

    package enum Nationality: String, Sendable, CaseIterable { case domestic, foreign }
    package enum Category: String, Sendable, CaseIterable { case art, commercial }

    package init(span: BoxOfficeSpan, date: CalendarDate? = nil) {
        self.span = span
        self.date = date
    }
}

/// A question for everything that a source knows of one film.
package struct LookupQuery: Hashable, Sendable {
    package enum Part: String, Sendable, CaseIterable { case credits, images, videos, similar, recommendations }

    /// The ids that the film is known by, one for each name space; a source takes the one that it understands.
    package var ids: [String: String]
    package var include: Set<Part>
    package var languages: [String]
    package var purpose = CallPurpose.essential

    package init(ids: [String: String], include: Set<Part> = [], languages: [String] = []) {
        self.ids = ids
        self.include = include
        self.languages = languages
    }
}

/// A question for films that go with one film.
package struct RelatedQuery: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable { case similar, recommended }

    package var kind: Kind
    package var ids: [String: String]
    package var window: RowWindow
    package var languages: [String]

    package init(kind: Kind, ids: [String: String], window: RowWindow, languages: [String] = []) {
        self.kind = kind
        self.ids = ids
        self.window = window
        self.languages = languages
    }
}

/// A question for films whose titles hold some words.
package struct SearchQuery: Hashable, Sendable {
    package var text: String
    package var year: Int?
    package var window: RowWindow
    /// Wanted languages of texts, best first; empty is the configured order.
    package var languages: [String]
    package var purpose = CallPurpose.essential

    package init(text: String, year: Int? = nil, window: RowWindow, languages: [String] = []) {
        self.text = text
        self.year = year
        self.window = window
        self.languages = languages
    }
}
