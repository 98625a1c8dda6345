/// A search among all films of some keys, which compares them as a search of the whole lists would.
package struct BlockSearch {
    private var table: FilmTable
    private let survey: ListSurvey
    private var keys: [BlockKey] = []
    private var looks: [Bool] = []
    private var marks: [FilmMark] = []
    private var keyCount = 0

    /// Creates a search without keys.
    package init(_ survey: ListSurvey) {
        self.survey = survey
        table = survey.table()
    }

    /// The number of added films; a film counts once for each of its keys.
    package var count: Int { keys.count }

    /// Begins the next key.
    package mutating func beginKey() { keyCount += 1 }

    /// Adds a film that has the current key; `film` adds it to the table.
    package mutating func add(_ kind: BlockKey.Kind, looks: Bool, film: (inout FilmTable) -> Void) {
        film(&table)
        keys.append(BlockKey(number: UInt32(truncatingIfNeeded: keyCount - 1), kind: kind))
        self.looks.append(looks)
        marks.append(table.mark(of: count - 1))
    }

    /// A pair of films with enough evidence for a match.
    package struct Pair: Sendable {
        /// The positions of the films in the order in which they were added.
        package var positions: (Int, Int)
        package var marks: (FilmMark, FilmMark)
        package var bits: Double
    }

    /// Returns the pairs with enough evidence for a match.
    package consuming func search() -> [Pair] {
        table.count(as: survey)
        table.meetUnder(keys)
        let order = table.arrange()
        table.weigh()
        table.addSounds()
        // Each film has exactly one key, so the entries are in the order of the films.
        let selection = WordSelection(selected: order.positions.map { looks[Int($0)] })
        let plan = CandidateSearch.Plan(
            holders: KeyHolders(table, selection, keyCount: keyCount),
            selection: selection,
            sounds: nil,
            cardinality: survey.cardinality,
            basis: ComparisonBasis(table, weights: .standard),
            outlines: FilmOutlines(table)
        )
        var search = CandidateSearch(plan)
        let found = search.search(table.films.indices)
        return (found.edges + found.oneSided).map { edge in
            let positions = (order.position(of: Int(edge.left)), order.position(of: Int(edge.right)))
            return Pair(
                positions: positions,
                marks: (marks[positions.0], marks[positions.1]),
                bits: Double(edge.score)
            )
        }
    }
}

extension FilmTable {
    /// Replaces the keys of each film with a single key.
    fileprivate mutating func meetUnder(_ keys: [BlockKey]) {
        self.keys = keys
        for film in films.indices { films[film].keys = Run(from: film, to: film + 1) }
    }
}

/// A digest that identifies a film in several runs over the same lists.
///
/// Films share it if all their compared data, including ids, are equal.
package struct FilmMark: Hashable, Sendable {
    package let value: UInt64

    package init(value: UInt64) {
        self.value = value
    }

    init(_ film: FilmProfile) {
        let year = UInt64(UInt32(bitPattern: film.year))
        value = Digest.mixed(Digest.mixed(film.digest &+ year) &+ film.idDigest)
    }
}

extension FilmTable {
    /// Returns the mark of the film at a position.
    package func mark(of position: Int) -> FilmMark { FilmMark(films[position]) }
}

/// The keys that films share with their candidates, for lists that are searched key by key.
package struct FilmKeys {
    /// One key of one film.
    package struct Key: Hashable, Sendable {
        package var kind: BlockKey.Kind
        package var digest: UInt64
        /// The number of films in all lists that have the key.
        package var films: Int
        /// Whether the film looks for other films under the key; otherwise it is only found there.
        package var looks: Bool
    }

    private let table: FilmTable
    private let survey: ListSurvey
    private let selection: WordSelection
    private var sounds = SoundKeys()

    /// Reads some of the films of the surveyed lists.
    package init(_ films: consuming FilmTable, _ survey: ListSurvey) {
        var table = films
        table.count(as: survey)
        selection = WordSelection(table)
        self.table = table
        self.survey = survey
    }

    /// Returns the keys of the film at a position of the table, without those that lead to no other film.
    package mutating func keys(of position: Int) -> [Key] {
        let film = table.films[position]
        var found: [Key] = []
        for entry in film.keys.range {
            let key = table.keys[entry]
            let films = Int(table.keyTable.counts[Int(key.number)])
            if films < 2 || key.isWord && films > WordSelection.most(table.population) { continue }
            let looks = !key.isWord || selection.contains(entry)
            found.append(
                Key(kind: key.kind, digest: table.keyTable.digest(of: Int(key.number)), films: films, looks: looks)
            )
        }
        guard survey.comparesSounds else { return found }
        if film.isHangulOnly {
            for digest in sounds.places(of: film, in: table).map(\.digest) {
                guard let films = survey.films(with: digest), films <= SoundKeys.mostOfSounds else { continue }
                found.append(Key(kind: .sound, digest: digest, films: films, looks: false))
            }
        } else if film.hasLatin, !film.hasHangul {
            let lookups = sounds.lookups(of: film, in: table) { 0..<(survey.films(with: $0.digest) ?? 0) }
            for (place, films) in lookups {
                found.append(Key(kind: .sound, digest: place.digest, films: films.count, looks: true))
            }
        }
        return found
    }
}
