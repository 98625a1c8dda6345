/// The statistics of whole lists of films, with which parts of the lists are compared as if all films were present.
package struct ListSurvey: Sendable {
    /// A list with the name of its source.
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
    /// Whether films in Latin letters look for films with titles only in Hangul by sound.
    package let comparesSounds: Bool
    private var counts: KeyTable

    /// Creates a survey without keys; ``add(_:films:)`` adds them.
    package init(lists: [List], comparesSounds: Bool) {
        self.lists = lists
        self.comparesSounds = comparesSounds
        counts = KeyTable(capacity: 0)
    }

    /// Surveys whole lists; `names` are the names of their sources, by the sources' numbers.
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

    /// Adds the sounds and days of films in Hangul under which a film in Latin letters looks for them.
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

    /// Adds a key and the number of films that have it.
    package mutating func add(_ digest: UInt64, films: Int) {
        counts.count(counts.insert(digest), by: UInt32(clamping: films))
    }

    /// The number of counted keys; at most one film has a title, word, or person that is not counted.
    package var keyCount: Int { counts.count }

    /// Returns the key with a number, from 0, and the number of films that have it.
    package func key(_ number: Int) -> (digest: UInt64, films: Int) {
        (counts.digest(of: number), Int(counts.counts[number]))
    }

    /// Returns the number of films that have a key, or `nil` if the key is not counted.
    func films(with digest: UInt64) -> Int? { counts.find(digest).map { Int(counts.counts[$0]) } }

    var population: Population { Population(films: lists.reduce(0) { $0 + $1.films }, sources: lists.count) }

    var cardinality: MatchCardinality {
        let twice = lists.indices.filter { lists[$0].holdsFilmsTwice }
        return twice.isEmpty ? .oneToOne : .duplicates(in: Set(twice))
    }

    /// Returns an empty table for some of the films; its sources are the lists.
    package func table(capacity: Int = 0) -> FilmTable {
        var table = FilmTable(capacity: capacity)
        for list in lists { _ = table.addSource(named: list.name) }
        return table
    }
}

extension FilmTable {
    /// Sets the counts of films and keys to those of the whole lists of which this table holds a part.
    mutating func count(as survey: ListSurvey) {
        wholeLists = survey.population
        (hasHangulOnly, hasLatinOnly) = (survey.comparesSounds, survey.comparesSounds)
        for number in 0..<keyTable.count {
            keyTable.set(survey.films(with: keyTable.digest(of: number)) ?? 1, for: number)
        }
    }
}
