/// The stored films that a list shows, and their order.
public struct LibraryQuery: Hashable, Sendable {
    public enum Sort: String, CaseIterable, Sendable {
        /// The user's own order of a list.
        case position
        /// When a bookmark was added, when a film was watched or its card changed; newest first by default.
        case date
        /// Best first by default.
        case stars
        case title
        /// Newest first by default.
        case year
        /// Shortest first by default.
        case runtime
        /// Shuffled, in the same way for the same ``LibraryQuery/seed``.
        case random

        /// The direction if none is asked for.
        public var usualDirection: ListQuery.Order {
            switch self {
            case .date, .stars, .year: .descending
            case .position, .title, .runtime, .random: .ascending
            }
        }
    }

    /// What films are filtered by, and may lack.
    public enum Field: String, CaseIterable, Sendable {
        case genre, year, runtime, stars
    }

    public var sort: Sort
    /// `nil` is the usual one; films without what is sorted by are last in both.
    public var direction: ListQuery.Order?
    /// Words that a title or a comment contains, all of them.
    public var words: SearchWords?
    public var genre: GenreName?
    public var years: ClosedRange<Int>?
    public var maximumMinutes: Int?
    /// The user's own stars.
    public var minimumStars: Double?
    /// Whether the user has a card of the film.
    public var isWatched: Bool?
    /// A tag on the user's card, whatever its case.
    public var tag: String?
    /// Whether the user's card says that the user likes the film.
    public var isLiked: Bool?
    public var seed = 0

    public init(sort: Sort = .date, text: String? = nil) {
        self.sort = sort
        words = text.map(SearchWords.init)
    }

    /// Whether the query looks at titles and comments, of which a library has many.
    package var needsTexts: Bool { words != nil || sort == .title }

    /// Returns the films that match the query, in its order; films that it does not order stay as they are.
    package func select(_ films: [LibraryOutline]) -> LibrarySelection {
        var selection = LibrarySelection()
        var found: [LibraryOutline] = []
        for film in films {
            guard let lacking = lacking(in: film) else { continue }
            if lacking.isEmpty { found.append(film) }
            for field in lacking { selection.lacking[field, default: 0] += 1 }
        }
        selection.films = sorted(found).map(\.film)
        return selection
    }

    /// Returns the fields that decide whether a film matches and that it lacks; `nil` if it does not match anyway.
    private func lacking(in film: LibraryOutline) -> [Field]? {
        if let isWatched, film.isWatched != isWatched { return nil }
        if let isLiked, film.marks.isLiked != isLiked { return nil }
        if let tag, !film.marks.hasTag(tag) { return nil }
        var lacking: [Field] = []
        func matches<Value>(_ value: Value?, _ field: Field, _ matches: (Value) -> Bool) -> Bool {
            guard let value else {
                lacking.append(field)
                return true
            }
            return matches(value)
        }
        if let years, !matches(film.year, .year, years.contains) { return nil }
        if let maximumMinutes, !matches(film.minutes, .runtime, { $0 <= maximumMinutes }) { return nil }
        if let minimumStars, !matches(film.stars, .stars, { $0 >= minimumStars }) { return nil }
        if let genre, !matches(film.genres.isEmpty ? nil : film.genres, .genre, genre.isIn) { return nil }
        // The texts are looked at last, because that takes longest.
        if let words, !film.titles.contains(where: words.areIn), film.comment.map(words.areIn) != true { return nil }
        return lacking
    }

    private func sorted(_ films: [LibraryOutline]) -> [LibraryOutline] {
        let isRising = (direction ?? sort.usualDirection) == .ascending
        return switch sort {
        case .position: isRising ? films : films.reversed()
        case .date:
            films.sorted { one, other in
                let (earlier, later) = isRising ? (one, other) : (other, one)
                return (earlier.day, earlier.moment) < (later.day, later.moment)
            }
        case .stars: films.sorted(by: \.stars, isRising)
        case .title: films.sorted { ($0.title, $0.moment) < ($1.title, $1.moment) }.sorted(by: \.title, isRising)
        case .year: films.sorted(by: \.year, isRising)
        case .runtime: films.sorted(by: \.minutes, isRising)
        case .random:
            films.map { (place: Self.place(of: $0.film, seed), film: $0) }.sorted { $0.place < $1.place }.map(\.film)
        }
    }

    /// Returns the place of a film among all numbers, by the mixing steps of SplitMix64.
    private static func place(of film: Int, _ seed: Int) -> UInt64 {
        var mixed = UInt64(bitPattern: Int64(film)) &+ UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension [LibraryOutline] {
    /// Returns the films in the order of a value, and those without it last; equal ones stay as they are.
    fileprivate func sorted<Value: Comparable>(by value: (LibraryOutline) -> Value?, _ isRising: Bool) -> Self {
        sorted { one, other in
            guard let mine = value(one) else { return false }
            guard let theirs = value(other) else { return true }
            return isRising ? mine < theirs : mine > theirs
        }
    }
}

/// What filters and orders look at in a stored film, which is less than its document.
package struct LibraryOutline: Hashable, Sendable {
    /// The film in the store.
    package var film: Int
    /// The shown title, and then the others; nothing if ``LibraryQuery/needsTexts`` is false.
    package var titles: [String]
    /// The shown title, by which films are sorted.
    package var title: String { titles.first ?? "" }
    package var year: Int?
    package var minutes: Int?
    /// Nothing if the query has no genre.
    package var genres: [String]
    /// The user's own stars.
    package var stars: Double?
    package var comment: String?
    /// Whether the user has a card of the film.
    package var isWatched: Bool
    /// The marks that the query looks at.
    package var marks: CardMarks
    /// When the bookmark was added, or the card was changed.
    package var moment: Timestamp
    /// The day by which a card is sorted, as ``CalendarDate/daysSinceEpoch``; 0 for films that are sorted by moment.
    package var day = 0

    package init(
        film: Int,
        titles: [String],
        year: Int? = nil,
        minutes: Int? = nil,
        genres: [String] = [],
        stars: Double? = nil,
        comment: String? = nil,
        isWatched: Bool = false,
        marks: CardMarks = CardMarks(),
        moment: Timestamp
    ) {
        self.film = film
        self.titles = titles
        self.year = year
        self.minutes = minutes
        self.genres = genres
        self.stars = stars
        self.comment = comment
        self.isWatched = isWatched
        self.marks = marks
        self.moment = moment
    }
}

/// The stored films that match a query.
package struct LibrarySelection: Hashable, Sendable {
    /// The films in the store, in order.
    package var films: [Int] = []
    /// The number of films that were left out only because they lack a field.
    package var lacking: [LibraryQuery.Field: Int] = [:]

    package init() {}
}

/// One page of what matches a query.
package struct LibraryPage<Entry: Sendable>: Sendable {
    package var entries: [Entry]
    /// The number of entries on all pages.
    package var total: Int
    /// The number of films that were left out only because they lack a field.
    package var lacking: [LibraryQuery.Field: Int]

    package init(entries: [Entry], of selection: LibrarySelection) {
        self.entries = entries
        total = selection.films.count
        lacking = selection.lacking
    }
}

/// A genre by which films of the library are filtered: a slug, or a word that only a source has for it.
public struct GenreName: Hashable, Sendable {
    public let slug: String
    /// The word without case and whitespace; `nil` for a genre of the list.
    private let key: String?

    public init(_ name: String) {
        slug = Genre.slug(of: name)
        key = Genre(rawValue: slug) == nil ? HistoryEntry.key(of: slug) : nil
    }

    /// Whether it is a genre of the list.
    public var isListed: Bool { key == nil }

    public func isIn(_ genres: [String]) -> Bool {
        genres.contains { $0 == slug || key != nil && HistoryEntry.key(of: $0) == key }
    }
}

/// Words to search texts for, in which case, spaces, and punctuation do not count.
public struct SearchWords: Hashable, Sendable {
    private let words: [[UInt8]]
    private let text: String

    public init(_ text: String) {
        self.text = text
        words = text.split(whereSeparator: \.isWhitespace).map { Self.letters(of: String($0)) }.filter { !$0.isEmpty }
    }

    public func areIn(_ text: String) -> Bool {
        // A text of punctuation alone is looked for as it is.
        guard !words.isEmpty else { return text.contains(self.text) }
        let letters = Self.letters(of: text)
        return words.allSatisfy { letters.contains($0) }
    }

    private static func letters(of text: String) -> [UInt8] {
        var letters: [UInt8] = []
        letters.reserveCapacity(text.utf8.count)
        // Most texts are composed, and a library has many.
        for scalar in (text.unicodeScalars.contains(where: isUnusual) ? text.asQuery : text).unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": letters.append(UInt8(scalar.value))
            case "A"..."Z": letters.append(UInt8(scalar.value + 32))
            case "\u{0}"..."\u{7F}": continue
            case "\u{AC00}"..."\u{D7A3}": letters.append(contentsOf: UTF8.encode(scalar) ?? .init())
            default:
                guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else { continue }
                letters += scalar.properties.lowercaseMapping.utf8
            }
        }
        return letters
    }

    /// Whether a scalar may be a part of a decomposed character, or has another width than usual.
    private static func isUnusual(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1100...0x11FF, 0x3099...0x309A, 0xFF01...0xFF5E: true
        default: false
        }
    }
}
