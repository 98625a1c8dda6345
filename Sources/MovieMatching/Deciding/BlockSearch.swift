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
        return (found.edges + found.unnamed).map { edge in
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
