import MovieDomain
import ProviderLanguage

extension BoxOffice.Row {
    /// The place in a box office that a mapped row tells of; `nil` where it has no rank.
    init?(_ item: MappedItem, provider: ProviderID) {
        guard let rank = item.integer(.rank) else { return nil }
        var figures = BoxOfficeFigures(rank: rank)
        figures.rankChange = item.integer(.rankChange)
        figures.isNew = item.boolean(.isNew)
        figures.audience.count = item.integer(.audience)
        figures.audience.change = item.integer(.audienceChange)
        figures.audience.changePercent = item.decimal(.audienceChangePercent)
        figures.audience.total = item.integer(.audienceTotal)
        figures.sales = BoxOfficeFigures.Sales(item)
        figures.screens = item.integer(.screens)
        figures.showings = item.integer(.showings)
        self.init(figures: figures, movie: item.movie.map { MovieFacts($0, provider: provider) } ?? MovieFacts())
    }
}

extension BoxOfficeFigures.Sales {
    fileprivate init(_ item: MappedItem) {
        self.init()
        amount = item.amount(.sales)?.value
        share = item.decimal(.salesShare)
        change = item.amount(.salesChange)?.value
        changePercent = item.decimal(.salesChangePercent)
        total = item.amount(.salesTotal)?.value
        currency = [Field.sales, .salesTotal, .salesChange].lazy.compactMap { item.amount($0)?.currency }.first
    }
}
