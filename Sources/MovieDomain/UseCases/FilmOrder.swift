/// The order of merged films in a list.
enum FilmOrder: Hashable, Sendable {
    /// By the best place that any source gives the film.
    case rank
    /// By a key of the film, those without it last.
    case sorted(ListQuery.Sort, ListQuery.Order)

    init(_ query: ListQuery) {
        switch (query.sort, query.order) {
        case (.year?, let order): self = .sorted(.year, order ?? .descending)
        case (.rating?, let order): self = .sorted(.rating, order ?? .descending)
        case (.title?, let order): self = .sorted(.title, order ?? .ascending)
        case (.popularity?, _), (.added?, _), (nil, _): self = .rank
        }
    }

    /// Whether `left` comes before `right`; `nil` where the order is silent and their places decide.
    func precedes(_ left: [MovieFacts], _ right: [MovieFacts]) -> Bool? {
        switch self {
        case .rank: nil
        case .sorted(.title, let order): compare(left.compactMap(title), right.compactMap(title), order)
        case .sorted(.year, let order): compare(left.compactMap(\.year), right.compactMap(\.year), order)
        case .sorted(.rating, let order): compare(left.flatMap(ratings), right.flatMap(ratings), order)
        case .sorted(.popularity, _), .sorted(.added, _): nil
        }
    }

    private func compare<Key: Comparable>(_ left: [Key], _ right: [Key], _ order: ListQuery.Order) -> Bool? {
        let (mine, theirs) = order == .ascending ? (left.min(), right.min()) : (left.max(), right.max())
        guard let mine else { return theirs == nil ? nil : false }
        guard let theirs else { return true }
        if mine == theirs { return nil }
        return order == .ascending ? mine < theirs : mine > theirs
    }

    private func title(_ facts: MovieFacts) -> String? {
        (facts.title?.text ?? facts.originalTitle)?.lowercased()
    }

    /// Of ten.
    private func ratings(_ facts: MovieFacts) -> [Double] {
        facts.ratings.filter { $0.scale > 0 }.map { $0.value / $0.scale * 10 }
    }
}
