/// What the user noted on a card in addition to the opinion: tags, a like, and an earlier viewing whose day is not
/// known.
public struct CardMarks: Hashable, Sendable {
    /// The number of characters of a tag, and of tags on a card.
    public static let (longestTag, mostTags) = (100, 100)

    /// Words of the user, each once whatever its case, in the order of the alphabet.
    public private(set) var tags: [String] = []
    public var isLiked = false
    /// Whether the film was watched before the first day on the card, too.
    public var isSeenBefore = false

    public init(tags: [String] = [], isLiked: Bool = false, isSeenBefore: Bool = false) {
        (self.isLiked, self.isSeenBefore) = (isLiked, isSeenBefore)
        setTags(tags)
    }

    /// Replaces all tags.
    public mutating func setTags(_ tags: [String]) {
        let named = tags.map { String($0.onOneLine.trimmed.prefix(Self.longestTag)) }.filter { !$0.isEmpty }
            .map { (key: Self.key(ofTag: $0), tag: $0) }
            .sorted { ($0.key, $0.tag) < ($1.key, $1.tag) }
        self.tags = named.enumerated()
            .filter { place, tag in place == 0 || named[place - 1].key != tag.key }
            .map(\.element.tag)
    }

    /// Whether the card has a tag, whatever its case.
    public func hasTag(_ tag: String) -> Bool {
        let key = Self.key(ofTag: tag)
        return tags.contains { Self.key(ofTag: $0) == key }
    }

    private static func key(ofTag tag: String) -> String { HistoryEntry.key(of: tag) }

    /// Returns the marks of one film on several cards: all tags, and a like if any has it.
    ///
    /// The card with the earliest day says whether there were earlier viewings, because that day may be the earlier
    /// viewing of another card.
    static func joined(_ cards: [Card]) -> CardMarks {
        let first = cards.compactMap(\.watchedDays.last).min()
        return CardMarks(
            tags: cards.flatMap(\.marks.tags),
            isLiked: cards.contains(where: \.marks.isLiked),
            isSeenBefore: cards.contains { $0.marks.isSeenBefore && $0.watchedDays.last == first }
        )
    }
}

extension Card {
    /// Returns the marks of this card and of another one of the same film.
    public func joinedMarks(with other: Card) -> CardMarks { .joined([self, other]) }
}
