import Platform

/// A field of a film: what sources say about it, and what is merged, with named sources.
///
/// A new field needs a stored property of ``MovieFacts`` and two lines here, a case and its declaration: how it is
/// written in definitions, merged, and answered follows from the declaration. The order is that of answers.
public enum MovieField: Int, CaseIterable, Sendable, Comparable {
    case title, originalTitle, titles, year, releaseDate, status, runtimeMinutes
    case genres, keywords, countries, languages, originalLanguage
    case overview, tagline, directors, cast, crew
    case ratings, popularity, certifications, releases, watch, images, videos, homepage, pages
    case budget, revenue, awards, adult, companies, distributors, screenTypes, collection, series

    fileprivate var row: FilmField {
        switch self {
        case .title:
            FilmField(
                .title,
                "The title under which the source shows the film.",
                inAnswers: "In the first of the preferred languages in which a source has it."
            )
        case .originalTitle:
            FilmField(.text(\.originalTitle), "The title in the film's own language.", isSingle: true)
        case .titles:
            FilmField(
                .titles,
                "Further titles, each with its language.",
                inAnswers: "Every known title.",
                merge: .union
            )
        case .year:
            FilmField(
                .year(\.year),
                "The year of the first release or of production.",
                inAnswers:
                    "The year of the film; if no source gives one, that of `releaseDate`, and then `provenance` has "
                    + "no `year`.",
                isSingle: true
            )
        case .releaseDate: FilmField(.date(\.releaseDate), "The day of release.", isSingle: true)
        case .status:
            FilmField(
                .text(\.status),
                "How far it is: \(FilmStatus.allCases.map(\.rawValue).joined(separator: ", ")), or a word of the source for "
                    + "one of these.",
                inAnswers: FilmStatus.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                    + "; the last two are for series. Another word is the source's own."
            )
        case .runtimeMinutes:
            FilmField(.minutes(\.runtimeMinutes), word: "runtime", "The running time.", isSingle: true)
        case .genres:
            FilmField(
                .texts(\.genres),
                "The genres, which are normalized to a list of slugs.",
                inAnswers: "Slugs: `drama`, `science-fiction`; see `unlisted`.",
                merge: .union
            )
        case .keywords:
            FilmField(
                .texts(\.keywords),
                "Words for what it is about.",
                inAnswers: "What it is about, in the words of the sources.",
                merge: .union
            )
        case .countries:
            FilmField(
                .texts(\.countries),
                "Countries of production.",
                inAnswers: "ISO 3166-1 alpha-2; see `unlisted`.",
                merge: .union
            )
        case .languages:
            FilmField(
                .texts(\.languages),
                "The spoken languages.",
                inAnswers: "ISO 639-1 if it is known.",
                merge: .union
            )
        case .originalLanguage: FilmField(.text(\.originalLanguage), "The original language.", isSingle: true)
        case .overview: FilmField(.localized(\.overview), "A summary of the plot.")
        case .tagline: FilmField(.localized(\.tagline), "The tagline.")
        case .directors: FilmField(.people(\.directors), "The directors.", isSingle: true)
        case .cast: FilmField(.people(\.cast), "The cast.")
        case .crew: FilmField(.people(\.crew), "The rest of the crew, each with a job.", merge: .union)
        case .ratings:
            FilmField(.ratings, one: "rating", "The ratings of the source's users.", merge: .perSource)
        case .popularity:
            FilmField(
                .decimal(\.popularity),
                "The source's own measure of popularity, for sorting.",
                inAnswers: "In the source's own measure."
            )
        case .certifications:
            FilmField(.certifications, one: "certification", "The age rating.", merge: .union)
        case .releases:
            FilmField(
                .releases,
                "Release dates and certifications, by region.",
                inAnswers: "If `include` asks for it.",
                merge: .union
            )
        case .watch:
            FilmField(
                .watch,
                "Where it can be watched at home, by region.",
                inAnswers: "If `include` asks for it.",
                merge: .union
            )
        case .images:
            FilmField(
                .images,
                "Posters, backdrops, and other images.",
                inAnswers:
                    "Posters first, then backdrops and logos; within a kind, the preferred languages first, then "
                    + "the largest.",
                merge: .union
            )
        case .videos: FilmField(.videos, "Trailers and clips.", merge: .union)
        case .homepage: FilmField(.address(\.homepage), "The homepage of the film or the person.")
        case .pages:
            FilmField(
                .pages,
                one: "page",
                "The page of the film or the person at the source's site.",
                inAnswers: "The film's page at each source that has one.",
                merge: .union
            )
        case .budget: FilmField(.money(\.budget), "The budget.", isSingle: true)
        case .revenue:
            FilmField(
                .money(\.revenue),
                "The box-office revenue, with a region if it is not worldwide.",
                inAnswers: "The box-office revenue.",
                isSingle: true
            )
        case .awards:
            FilmField(
                .localized(\.awards),
                "Awards and nominations.",
                inAnswers: "Awards and nominations, in a sentence."
            )
        case .adult: FilmField(.flag(\.adult), "Whether it is for adults only.", isSingle: true)
        case .companies:
            FilmField(
                .texts(\.companies),
                "The companies that produced it.",
                inAnswers: "The companies that produced it, by their names.",
                merge: .union
            )
        case .distributors:
            FilmField(
                .texts(\.distributors),
                "The companies that distributed, imported, or broadcast it.",
                inAnswers: "The companies that distributed, imported, or broadcast it, by their names.",
                merge: .union
            )
        case .screenTypes:
            FilmField(
                .texts(\.screenTypes),
                "The kinds of screens and seats for which it was made: 2D, IMAX, 4D, ScreenX.",
                inAnswers: "The kinds of screens and seats for which it was made: `2D`, `IMAX`, `4D`, `ScreenX`.",
                merge: .union
            )
        case .collection:
            FilmField(
                .collection,
                "The name of the collection that it belongs to: a film and its sequels.",
                inAnswers: "The films that it belongs with: a film and its sequels."
            )
        case .series:
            FilmField(
                .flag(\.series),
                "Whether it is a television series. TMDB, TheTVDB, and Trakt number series apart from films, so the `tmdb` of "
                    + "a series becomes `tmdb-tv`. A series and a film match only if they share another id.",
                inAnswers: "`true` for a television series, if the source also lists series."
            )
        }
    }
}

/// What is declared of a field of a film.
///
/// A class, because every field of every film looks its declaration up, which then copies nothing.
package final class FilmField: Sendable {
    package typealias Place<Value> = any WritableKeyPath<MovieFacts, Value> & Sendable

    /// The type of the field's value, and its place in the facts; the types that only one field has name the field.
    package enum Value: Sendable {
        case text(Place<String?>)
        /// An address on the web.
        case address(Place<String?>)
        case localized(Place<LocalizedText?>)
        case year(Place<Int?>)
        case minutes(Place<Int?>)
        case decimal(Place<Double?>)
        case flag(Place<Bool?>)
        case date(Place<CalendarDate?>)
        case money(Place<Money?>)
        case texts(Place<[String]>)
        case people(Place<[Person]>)
        case title, titles, ratings, certifications, releases, watch, images, videos, pages, collection
    }

    package let value: Value
    /// The name in `providers.yaml`; `nil` if it is the field's own, in snake case.
    fileprivate let word: String?
    /// The name of a single value in a row, if the name of the field is that of several.
    fileprivate let one: String?
    /// What a definition's author reads about it.
    package let summary: String
    /// What a client's author reads about it; `nil` if the name says it all.
    package let inAnswers: String?
    /// How it is merged unless the configuration has a rule.
    package let merge: MergeStrategy
    /// Whether a film has only one, so that a source that has another one is noted.
    package let isSingle: Bool

    fileprivate init(
        _ value: Value,
        word: String? = nil,
        one: String? = nil,
        _ summary: String,
        inAnswers: String? = nil,
        merge: MergeStrategy = .first,
        isSingle: Bool = false
    ) {
        self.value = value
        self.word = word
        self.one = one
        self.summary = summary
        self.inAnswers = inAnswers
        self.merge = merge
        self.isSingle = isSingle
    }

    /// Whether a film has several values of the field, so that those of all sources can be kept.
    package var isList: Bool {
        switch value {
        case .texts, .people, .titles, .ratings, .certifications, .releases, .watch, .images, .videos, .pages: true
        default: false
        }
    }

    /// Whether the facts have a value; `title` and `titles` count together.
    package func isStated(in facts: MovieFacts) -> Bool {
        switch value {
        case .text(let place), .address(let place): facts[keyPath: place] != nil
        case .localized(let place): facts[keyPath: place]?.isBlank == false
        case .year(let place), .minutes(let place): facts[keyPath: place] != nil
        case .decimal(let place): facts[keyPath: place] != nil
        case .flag(let place): facts[keyPath: place] != nil
        case .date(let place): facts[keyPath: place] != nil
        case .money(let place): facts[keyPath: place] != nil
        case .texts(let place): !facts[keyPath: place].isEmpty
        case .people(let place): !facts[keyPath: place].isEmpty
        case .title, .titles: facts.title != nil || !facts.titles.isEmpty
        case .ratings: !facts.ratings.isEmpty
        case .certifications: !facts.certifications.isEmpty
        case .releases: !facts.releases.isEmpty
        case .watch: !facts.watch.isEmpty
        case .images: !facts.images.isEmpty
        case .videos: !facts.videos.isEmpty
        case .pages: !facts.pages.isEmpty
        case .collection: facts.collection != nil
        }
    }
}

extension MovieField {
    private static let table = allCases.map { (name: "\($0)", row: $0.row) }
    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The name on the wire.
    public var name: String { Self.table[rawValue].name }

    /// The name in `settings.merge.fields`.
    package var word: String { declaration.word ?? name.camelCaseWords(separatedBy: "_") }

    /// The key that gives it in a row.
    package var key: String { declaration.one ?? word }

    package var declaration: FilmField { Self.table[rawValue].row }

    package init?(word: String) {
        guard let field = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = field
    }

    public init?(name: String) {
        guard let field = Self.byName[name] else { return nil }
        self = field
    }

    public static func < (left: MovieField, right: MovieField) -> Bool { left.name < right.name }
}

/// The sources of every field that has a value, the winner first, followed by those that agree or add to it.
///
/// Sources with another value are in ``Movie/differences``.
public struct Provenance: Hashable, Sendable {
    /// The sources by the fields' raw values; a field without a value has none.
    private var sources = [[ProviderID]](repeating: [], count: MovieField.allCases.count)

    public init() {}

    public init(_ sources: some Sequence<(MovieField, [ProviderID])>) {
        for (field, providers) in sources { self[field] = providers }
    }

    /// The sources of a field; `nil` if it has no value.
    public subscript(field: MovieField) -> [ProviderID]? {
        get {
            let found = sources[field.rawValue]
            return found.isEmpty ? nil : found
        }
        set { sources[field.rawValue] = newValue ?? [] }
    }
}

extension Provenance: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (MovieField, [ProviderID])...) {
        self.init(elements)
    }
}

/// A source's value for a field if another source's value was chosen.
public struct FieldDifference: Hashable, Sendable {
    /// In the type of the field.
    public enum Value: Hashable, Sendable {
        case number(Int)
        case date(CalendarDate)
        case flag(Bool)
        case text(String)
        case money(Money)
        case people([Person])
    }

    public var field: MovieField
    /// The source that says so.
    public var provider: ProviderID
    public var value: Value

    public init(_ field: MovieField, _ provider: ProviderID, _ value: Value) {
        self.field = field
        self.provider = provider
        self.value = value
    }
}
