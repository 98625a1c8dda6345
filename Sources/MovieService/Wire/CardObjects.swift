import MovieAggregation
package import MovieDomain

/// A card with its film, and whether the film is bookmarked.
struct ShownCard: WireObject {
    var card: Card
    /// `nil` if the bookmarks cannot be read.
    var bookmarked: Bool?
    /// The outline of the card that the film shows, as everywhere but in exports.
    var outline: CardOutline?
    var isExported = false

    static let wire = WireDescription<ShownCard>(
        "Card",
        "Your opinion of a film.",
        [
            .always(
                "movie",
                {
                    LibraryMovie(
                        film: $0.card.film,
                        bookmarked: $0.bookmarked,
                        card: $0.outline,
                        isExported: $0.isExported
                    )
                }
            ),
            .known("stars", \.card.stars, as: .number(0...5), "In steps of 0.5."),
            .known("comment", \.card.comment),
            .known("watchedOn", \.card.watchedOn, "The last day on which you watched it."),
            .nonEmpty("watchedBefore", \.card.watchedBefore, "The other days on which you watched it, newest first."),
            .always("changedAt", \.card.changedAt, "In UTC."),
        ]
    )
}

extension CardOutline: WireObject {
    package static let wire = WireDescription<CardOutline>(
        "CardOutline",
        "What you think of a film, without the comment.",
        [
            .known("stars", \.stars, as: .number(0...5), "Your own stars."),
            .known("watchedOn", \.watchedOn, "The last day on which you watched it."),
        ]
    )
}

extension LibraryEntry: WireObject {
    package static let wire = WireDescription<LibraryEntry>(
        "LibraryEntry",
        "Your card of a film, and the lists that it is in.",
        [
            .known("stars", \.card?.stars, as: .number(0...5)),
            .known("comment", \.card?.comment),
            .known("watchedOn", \.card?.watchedOn),
            .nonEmpty("watchedBefore", { $0.card?.watchedBefore ?? [] }),
            .nonEmpty("lists", \.lists, "Their names."),
        ]
    )
}

struct CardResult: WireObject {
    var card: ShownCard
    var sources: [ProviderReport]

    static let wire = WireDescription<CardResult>(
        "CardResult",
        "A card, and the outcome of the sources that were asked for its film.",
        [.always("card", \.card)] + WireField.outcome(\.sources)
    )
}

struct CardsResult: WireObject {
    var cards: [ShownCard]
    var lacking = LackingFields()
    var seed: Int?
    var page: Page

    static let wire = WireDescription<CardsResult>(
        "CardsResult",
        "Cards.",
        [
            .always("cards", \.cards), LackingFields.field(\.lacking),
            .known("seed", \.seed, as: .count, LackingFields.seedSummary), .always("page", \.page),
        ]
    )
}
