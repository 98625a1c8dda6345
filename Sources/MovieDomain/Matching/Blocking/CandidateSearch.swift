/// Finds the pairs of films that are worth comparing, through what they have in common, and compares them.
///
/// Films are gone through in canonical order, which begins with those without a year and goes on by year: whatever may be
/// one film with the next one stands soon after it in the list of a block key.
struct CandidateSearch {
    let table: FilmTable
    let order: [Int]
    let cardinality: MatchCardinality
    private var comparer: PairComparer
    private let postings: Postings
    /// The films in canonical order: what is compared lies near together.
    private let films: [FilmProfile]
    /// The film that each film was last compared with, so that no pair is compared twice.
    private var comparedWith: [UInt32]
    /// The list positions of the current film's rarest words.
    private var rarest: [(count: Int, key: UInt32)] = []
    private(set) var edges: [MatchEdge] = []
    private(set) var comparisons = 0
    /// Films that may have the rarest word of a title, or another one, for it to be looked up.
    private let mostOfRarest: Int
    private let mostOfOther: Int

    /// Most films that are compared because of one title, one person, one word.
    private static let mostOfTitle = 128
    private static let mostOfPerson = 48
    private static let mostOfWord = 32
    private static let wordsOfFilm = 3

    init(_ comparer: PairComparer, order: [Int], postings: Postings, cardinality: MatchCardinality) {
        table = comparer.table
        self.comparer = comparer
        self.order = order
        self.postings = postings
        self.cardinality = cardinality
        films = order.map { [table] in table.films[$0] }
        let count = Double(table.count) + 5_000 * Double(table.sourceCount)
        mostOfRarest = Int(count / 64)
        mostOfOther = max(8, Int(count / 512))
        comparedWith = [UInt32](repeating: .max, count: table.count)
    }

    /// Compares everything that is worth it.
    mutating func run() {
        for place in order.indices { compare(place) }
        if table.needsSounds { compareAcrossScripts() }
    }

    private mutating func compare(_ place: Int) {
        let film = films[place]
        rarest.removeAll(keepingCapacity: true)
        for index in film.keys.range {
            let key = table.keys[index]
            if key.isWord {
                rarest.append((Int(table.keyTable.counts[Int(key.number)]), key.number))
            } else {
                let limit = key.isTitle ? CandidateSearch.mostOfTitle : CandidateSearch.mostOfPerson
                walk(key.number, from: place, film, atMost: limit)
            }
        }
        rarest.sort { ($0.count, $0.key) < ($1.count, $1.key) }
        for (rank, (count, key)) in rarest.prefix(CandidateSearch.wordsOfFilm).enumerated() where count > 1 {
            // A word that many films have leads to none of them; but the rarest one of a title is all that there is.
            if count > (rank == 0 && film.year != 0 ? mostOfRarest : mostOfOther) { break }
            walk(key, from: place, film, atMost: CandidateSearch.mostOfWord)
        }
    }

    /// Compares the film at a place with those after it under a key that lie within two years.
    private mutating func walk(_ key: UInt32, from place: Int, _ film: FilmProfile, atMost limit: Int) {
        let range = postings.range(of: key)
        guard range.count > 1 else { return }
        var index = firstIndex(after: place, in: range)
        var left = limit
        while index < range.upperBound, left > 0 {
            let other = Int(postings.places[index])
            index += 1
            left -= 1
            if film.year != 0, films[other].year - film.year > 2 { return }
            compare(place, film, other)
        }
    }

    private func firstIndex(after place: Int, in range: Range<Int>) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if Int(postings.places[middle]) <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func compare(_ place: Int, _ film: FilmProfile, _ other: Int) {
        guard comparedWith[other] != UInt32(truncatingIfNeeded: place) else { return }
        comparedWith[other] = UInt32(truncatingIfNeeded: place)
        consider(film, at: order[place], films[other], at: order[other])
    }

    private mutating func consider(_ mine: FilmProfile, at left: Int, _ theirs: FilmProfile, at right: Int) {
        if mine.source == theirs.source, !cardinality.allowsDuplicates(in: mine.source) { return }
        comparisons += 1
        let threshold = comparer.weights.threshold
        let score = comparer.score(mine, theirs, atLeast: threshold)
        guard score >= threshold, comparer.veto(left, right) == nil else { return }
        edges.append(
            MatchEdge(
                left: UInt32(truncatingIfNeeded: left),
                right: UInt32(truncatingIfNeeded: right),
                score: Float(score)
            )
        )
    }

    /// Compares films whose titles are in Hangul alone with films in Latin letters that sound like them or came out on
    /// the same day.
    private mutating func compareAcrossScripts() {
        let index = SoundIndex(table, order: order)
        for film in order where table.films[film].hasLatin && !table.films[film].hasHangul {
            for candidate in index.candidates(for: film, in: table) {
                consider(table.films[film], at: film, table.films[candidate], at: candidate)
            }
        }
    }
}
