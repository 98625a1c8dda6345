import MovieAggregation
package import MovieDomain

extension OwnCard: WireObject {
    package static let wire = WireDescription<OwnCard>(
        "Card",
        "Your opinion of a film. A card with nothing else says that you have watched it.",
        OwnCard.members(\.self)
    )

    /// The members of everything that has a card.
    fileprivate static func members<Object>(_ card: @escaping @Sendable (Object) -> OwnCard) -> [WireField<Object>] {
        [
            .known("stars", { card($0).stars }, as: .number(0...5), "In steps of 0.5."),
            .known("comment", { card($0).comment }),
            .known("watchedOn", { card($0).watchedDays.first }, "The last day on which you watched it."),
            .nonEmpty(
                "watchedBefore",
                { Array(card($0).watchedDays.dropFirst()) },
                "The other days on which you watched it, newest first."
            ),
            .nonEmpty("tags", { card($0).marks.tags }, "Your own words for it, in the order of the alphabet."),
            .known("liked", { card($0).marks.isLiked ? true : nil }, "Present if you like it, whatever its stars."),
            .known(
                "seenBefore",
                { card($0).marks.isSeenBefore ? true : nil },
                "Present if you had watched it before the first of these days, too, on a day that is not known."
            ),
            .always("changedAt", { card($0).changedAt }, "In UTC."),
        ]
    }
}

/// A card with its film.
struct ShownCard: WireObject {
    var card: Card
    var movie: LibraryMovie

    static let wire = WireDescription<ShownCard>(
        "CardOfFilm",
        "Your opinion of a film, with the film.",
        [.always("movie", \.movie)] + OwnCard.members { OwnCard($0.card) }
    )
}

extension LibraryEntry: WireObject {
    package static let wire = WireDescription<LibraryEntry>(
        "LibraryEntry",
        "Your card of a film, and the lists that it is in.",
        [
            .known("card", { $0.card.map(OwnCard.init) }),
            .nonEmpty("lists", \.lists, "Their names."),
        ]
    )
}

struct CardResult: WireObject {
    var card: ShownCard?
    var revision: Int
    var sources: [ProviderReport]

    static let wire = WireDescription<CardResult>(
        "CardResult",
        "A card, and the outcome of the sources that were asked for its film.",
        [
            .known("card", \.card, "Absent if nothing is left on it, so it was removed."),
            .always("revision", \.revision, as: .count, "The revision of the library, for `ifRevision`."),
        ] + WireField.outcome(\.sources)
    )
}

package struct CardsResult: WireObject {
    var cards: [ShownCard]
    var revision: Int
    var lacking = LackingFields()
    var seed: Int?
    var page: Page

    package static let wire = WireDescription<CardsResult>(
        "CardsResult",
        "Cards.",
        [
            .always("cards", \.cards),
            .always("revision", \.revision, as: .count, "The revision of the library, for `ifRevision`."),
            LackingFields.field(\.lacking),
            .known("seed", \.seed, as: .count, LackingFields.seedSummary), .always("page", \.page),
        ]
    )
}
