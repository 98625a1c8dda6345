/// Compares the films of some keys, of each key all that have it, as the search of the whole lists would.
package struct BlockSearch {
    private var table: FilmTable
    private let survey: ListSurvey
    private var keys: [BlockKey] = []
    private var looks: [Bool] = []
    private var marks: [FilmMark] = []
    private var keyCount = 0

    /// A search in which there are no keys yet.
    package init(_ survey: ListSurvey) {
        self.survey = survey
        table = survey.table()
    }

    /// How many films have been added, one that has several keys as often.
    package var count: Int { keys.count }

    /// Begins the next key.
    package mutating func beginKey() { keyCount += 1 }

    /// Adds a film that has the key; `film` puts it into the table.
    package mutating func add(_ kind: BlockKey.Kind, looks: Bool, film: (inout FilmTable) -> Void) {
        film(&table)
        keys.append(BlockKey(number: UInt32(truncatingIfNeeded: keyCount - 1), kind: kind))
        self.looks.append(looks)
        marks.append(table.mark(of: count - 1))
    }

    /// A pair of films that has enough for a match.
    package struct Pair: Sendable {
        /// Where the films stand in the order in which they were added.
        package var positions: (Int, Int)
        package var marks: (FilmMark, FilmMark)
        package var bits: Double
    }

    /// The pairs that have enough for a match.
    package consuming func search() -> [Pair] {
        table.count(as: survey)
        table.meetUnder(keys)
        let order = table.arrange()
        table.weigh()
        table.addSounds()
        // Each film has one key, so that entries stand as the films do.
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
    /// Gives each film one key, in place of those that it has.
    fileprivate mutating func meetUnder(_ keys: [BlockKey]) {
        self.keys = keys
        for film in films.indices { films[film].keys = Run(from: film, to: film + 1) }
    }
}

/// What tells a film from all others in several runs over the same lists: films that are equal in all that is compared,
/// ids included, share it.
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
    /// The mark of the film at a position.
    package func mark(of position: Int) -> FilmMark { FilmMark(films[position]) }
}
