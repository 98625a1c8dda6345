import MovieDomain

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
        for key in Self.keys(film) { named[key, default: []].insert(place) }
    }

    /// Holds all films that are noted to be two films where they are.
    mutating func keepAll() { kept = films.count }

    /// Looks for a film, and for others with a title and the year of it.
    ///
    /// Two films of the library stay two, for an import does not decide about what is there already.
    func find(_ film: LibraryFilm) -> Finding {
        let own = places.places(of: film.ids, apartFrom: corrections)
        var named = Set<Int>()
        for key in Self.keys(film) { named.formUnion(self.named[key] ?? []) }
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

    private static func keys(_ film: LibraryFilm) -> [String] {
        guard let year = film.year else { return [] }
        return film.titles.map { $0.asQuery.lowercased() + " (\(year))" }
    }
}

extension [MovieID] {
    /// Returns the ids with those of others that are not among them.
    func including(_ others: [MovieID]) -> [MovieID] { self + others.filter { !contains($0) } }
}
