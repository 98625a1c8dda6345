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
            for digest in Set(sounds.places(of: film, in: table).map(\.digest)).sorted() {
                guard let films = survey.films(with: digest), films <= SoundKeys.mostOfSounds else { continue }
                found.append(Key(kind: .sound, digest: digest, films: films, looks: false))
            }
        } else if film.hasLatin, !film.hasHangul {
            for (place, films) in sounds.lookups(of: film, in: table, count: { survey.films(with: $0.digest) ?? 0 }) {
                found.append(Key(kind: .sound, digest: place.digest, films: films, looks: true))
            }
        }
        return found
    }
}
