import MovieAggregation
import MovieDomain
import Platform

/// The films of the library and of an imported table by their titles and years, which tell that two services mean one
/// film where no id does.
struct Namesakes {
    /// A film that has the title and the year of another one.
    struct Other {
        let ids: [MovieID]
        /// Whether no id and no correction tells the two apart.
        let mayBeSame: Bool
    }

    /// What is known of a film itself, and the other films with a title and the year of it.
    struct Finding {
        var own: [MovieID] = []
        var others: [Other] = []
        var possible: [Other] { others.filter(\.mayBeSame) }
    }

    private var films: [[MovieID]] = []
    private var places = FilmPlaces()
    private var named: [String: Set<Int>] = [:]
    private let corrections: Corrections
    /// The number of films in the library, which come first.
    private var kept = 0

    init(_ films: [LibraryFilm] = [], apartFrom corrections: Corrections = .none) {
        self.corrections = corrections
        for film in films { note(film) }
        kept = self.films.count
    }

    /// Notes a film, or more ids of one.
    mutating func note(_ film: LibraryFilm) {
        let known = places.places(of: film.ids, apartFrom: corrections).first
        let place = known ?? films.count
        if known == nil {
            films.append(film.ids)
            places.append(film.ids)
        } else {
            films[place] += film.ids.filter { !films[place].contains($0) }
            places.add(film.ids, to: place)
        }
        for key in Self.keys(film) + Self.looseKeys(film) { named[key, default: []].insert(place) }
    }

    /// Holds all films that are noted to be two films where they are.
    mutating func keepAll() { kept = films.count }

    /// Looks for a film, and for others with a title and the year of it; if there are none, for others whose title is the
    /// same in other signs, such as `II` for `2` or `&` for `and`.
    ///
    /// Two films of the library stay two, for an import does not decide about what is there already.
    func find(_ film: LibraryFilm) -> Finding {
        let own = places.places(of: film.ids, apartFrom: corrections)
        var named = places(Self.keys(film))
        if named.subtracting(own).isEmpty { named = places(Self.looseKeys(film)) }
        let ids = own.first.map { films[$0] } ?? []
        let isKept = own.contains { $0 < kept }
        let others = named.subtracting(own).sorted().map { place in
            let mayBeSame = !(isKept && place < kept) && mayBeSame(film.ids.including(ids), films[place])
            return Other(ids: films[place], mayBeSame: mayBeSame)
        }
        return Finding(own: ids, others: others)
    }

    /// Whether the user pinned one of these ids.
    func isPinned(_ id: MovieID) -> Bool { corrections.pinned.contains { $0.partner(of: id) != nil } }

    /// Whether no namespace and no correction tells the ids apart.
    private func mayBeSame(_ ids: [MovieID], _ others: [MovieID]) -> Bool {
        let differs = ids.contains { id in
            let rivals = others.filter { $0.namespace == id.namespace }
            return id.namespace != "title" && !rivals.isEmpty && !rivals.contains(id)
        }
        return !differs && !corrections.separate(ids, from: others)
    }

    private func places(_ keys: [String]) -> Set<Int> {
        keys.reduce(into: []) { $0.formUnion(named[$1] ?? []) }
    }

    private static func keys(_ film: LibraryFilm) -> [String] {
        guard let year = film.year else { return [] }
        return film.titles.map { $0.asQuery.lowercased() + " (\(year))" }
    }

    /// The keys of titles without blanks, punctuation, and marks on letters, and with numbers in digits.
    private static func looseKeys(_ film: LibraryFilm) -> [String] {
        guard let year = film.year else { return [] }
        return film.titles.compactMap { title in
            let words = title.asQuery.lowercased().replacing(scalars: "&", with: " and ")
                .split { $0.isWhitespace || "-–—:,.·/".contains($0) }
            let parts = words.enumerated().map { place, word in
                // `I` and `X` may also be words, and a title.
                place > 0 ? numbers[String(word)] ?? String(word) : String(word)
            }
            let key = TitleKey(whole: parts.joined(separator: " ")).text
            return key.isEmpty ? nil : "\(key) \(year)"
        }
    }

    private static let numbers: [String: String] = {
        let romans = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"]
        let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
        let signs = ["ⅰ", "ⅱ", "ⅲ", "ⅳ", "ⅴ", "ⅵ", "ⅶ", "ⅷ", "ⅸ", "ⅹ"]
        return Dictionary(
            uniqueKeysWithValues: [romans, words, signs].flatMap { names in
                names.enumerated().map { ($1, String($0 + 1)) }
            }
        )
    }()
}

extension [MovieID] {
    /// Returns the ids with those of others that are not among them.
    func including(_ others: [MovieID]) -> [MovieID] { self + others.filter { !contains($0) } }
}
