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
