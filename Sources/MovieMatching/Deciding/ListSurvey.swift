/// What only whole lists of films tell: with it, parts of them are compared as if all films were there.
package struct ListSurvey: Sendable {
    /// A list, by the name of its source.
    package struct List: Hashable, Sendable {
        package var name: String
        package var films: Int
        package var holdsFilmsTwice: Bool

        package init(name: String, films: Int, holdsFilmsTwice: Bool) {
            self.name = name
            self.films = films
            self.holdsFilmsTwice = holdsFilmsTwice
        }
    }

    package let lists: [List]
    /// Whether films in Hangul alone are to be found by films in Latin letters.
    package let comparesSounds: Bool
    private var counts: KeyTable

    /// A survey without keys, for those that ``add(_:films:)`` gives.
    package init(lists: [List], comparesSounds: Bool) {
        self.lists = lists
        self.comparesSounds = comparesSounds
        counts = KeyTable(capacity: 0)
    }

    /// Reads whole lists; `names` are those of their sources, in the order of their numbers.
    package init(_ films: consuming FilmTable, names: [String], duplicates: MatchDuplicates = .detected) {
        var table = films
        _ = table.arrange()
        table.weigh()
        table.addSounds()
        var comparer = PairComparer(table, weights: .standard)
        let survey = DuplicateSurvey(table: table, holders: KeyHolders(table, WordSelection(table)))
        let cardinality = survey.cardinality(duplicates, &comparer)
        var films = [Int](repeating: 0, count: names.count)
        for film in table.films { films[Int(film.source)] += 1 }
        lists = names.indices.map {
            let isTwice = cardinality.allowsDuplicates(in: UInt32(truncatingIfNeeded: $0))
            return List(name: names[$0], films: films[$0], holdsFilmsTwice: isTwice)
        }
        comparesSounds = table.needsSounds
        counts = KeyTable(capacity: table.keyTable.count / 2)
        for key in 0..<table.keyTable.count where table.keyTable.counts[key] > 1 {
            add(table.keyTable.digest(of: key), films: Int(table.keyTable.counts[key]))
        }
        if comparesSounds { addSounds(of: table) }
    }

    /// Adds the sounds and days of films in Hangul at which a film in Latin letters looks for them.
    private mutating func addSounds(of table: FilmTable) {
        let sounds = SoundIndex(table)
        var asked: Set<UInt64> = []
        var reader = SoundKeys()
        for film in table.films where film.hasLatin && !film.hasHangul {
            _ = reader.lookups(of: film, in: table) { place in
                let films = sounds.count(at: place)
                if films > 0, asked.insert(place.digest).inserted { add(place.digest, films: films) }
                return films
            }
        }
    }

    /// Says how many films have a key.
    package mutating func add(_ digest: UInt64, films: Int) {
        counts.count(counts.insert(digest), by: UInt32(clamping: films))
    }

    /// How many keys it counts; others stand in one film at most.
    package var keyCount: Int { counts.count }

    /// A key and how many films have it, by its number from 0.
    package func key(_ number: Int) -> (digest: UInt64, films: Int) {
        (counts.digest(of: number), Int(counts.counts[number]))
    }

    /// How many films have a key; `nil` where it is not counted.
    func films(with digest: UInt64) -> Int? { counts.find(digest).map { Int(counts.counts[$0]) } }

    var population: Population { Population(films: lists.reduce(0) { $0 + $1.films }, sources: lists.count) }

    var cardinality: MatchCardinality {
        let twice = lists.indices.filter { lists[$0].holdsFilmsTwice }
        return twice.isEmpty ? .oneToOne : .duplicates(in: Set(twice))
    }

    /// An empty table for some of the films; its sources are the lists.
    package func table(capacity: Int = 0) -> FilmTable {
        var table = FilmTable(capacity: capacity)
        for list in lists { _ = table.addSource(named: list.name) }
        return table
    }
}

extension FilmTable {
    /// Counts films and keys as in the whole lists of which this table holds a part.
    mutating func count(as survey: ListSurvey) {
        wholeLists = survey.population
        (hasHangulOnly, hasLatinOnly) = (survey.comparesSounds, survey.comparesSounds)
        for number in 0..<keyTable.count {
            keyTable.set(survey.films(with: keyTable.digest(of: number)) ?? 1, for: number)
        }
    }
}
