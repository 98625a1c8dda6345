import MovieDomain

/// Finds the pairs of films that are worth comparing, through what they have in common, and compares them.
///
/// The films are in canonical order, which begins with those without a year and goes on by year: whatever may be one film
/// with the next one stands soon after it in the chain of a block key.
struct CandidateSearch {
    let table: FilmTable
    let cardinality: MatchCardinality
    private var comparer: PairComparer
    private let chains: KeyChains
    /// The film that each film was last compared with, so that no pair is compared twice.
    private var comparedWith: [UInt32]
    /// The entries of the current film's words, the rarest first.
    private var rarest: [(count: UInt32, digest: UInt64, entry: Int)] = []
    /// The first entry of a film that is more than two years later than the current one.
    private var firstOutOfReach = 0
    private(set) var edges: [MatchEdge] = []
    private(set) var comparisons = 0
    /// Films that may have the rarest word of a title, or another one, for it to be looked up.
    private let mostOfRarest: UInt32
    private let mostOfOther: UInt32

    /// Most films that are compared because of one title, one person, one word.
    private static let mostOfTitle = 128
    private static let mostOfPerson = 48
    private static let mostOfWord = 32
    private static let wordsOfFilm = 3
    /// Films that have a word which is looked up however many rarer ones there are: it leads to hardly anything.
    private static let fewFilms = 4

    init(_ comparer: PairComparer, chains: KeyChains, cardinality: MatchCardinality) {
        table = comparer.table
        self.comparer = comparer
        self.chains = chains
        self.cardinality = cardinality
        let count = Double(table.count) + 5_000 * Double(table.sourceCount)
        mostOfRarest = UInt32(count / 64)
        mostOfOther = max(8, UInt32(count / 512))
        comparedWith = [UInt32](repeating: .max, count: table.count)
    }

    mutating func run() {
        var beyond = 0
        for (place, film) in table.films.enumerated() {
            while beyond < table.count, table.films[beyond].year - film.year <= 2 { beyond += 1 }
            firstOutOfReach = film.year == 0 || beyond == table.count ? .max : Int(table.films[beyond].keys.start)
            compare(place, film)
        }
        if table.needsSounds { compareAcrossScripts() }
    }

    private mutating func compare(_ place: Int, _ film: FilmProfile) {
        rarest.removeAll(keepingCapacity: true)
        for entry in film.keys.range {
            let key = table.keys[entry]
            if key.isWord {
                let number = Int(key.number)
                rarest.append((table.keyTable.counts[number], table.keyTable.digest(of: number), entry))
            } else {
                walk(
                    from: entry,
                    place,
                    film,
                    atMost: key.isTitle ? CandidateSearch.mostOfTitle : CandidateSearch.mostOfPerson
                )
            }
        }
        // Equally rare ones by their letters: their numbers depend on which film came first.
        rarest.sort { $0.count == $1.count ? $0.digest < $1.digest : $0.count < $1.count }
        for (rank, (count, _, entry)) in rarest.enumerated() where count > 1 {
            if rank >= CandidateSearch.wordsOfFilm, count > CandidateSearch.fewFilms { break }
            // A word that many films have leads to none of them; but the rarest one of a title is all that there is.
            if count > (rank == 0 && film.year != 0 ? mostOfRarest : mostOfOther) { break }
            walk(from: entry, place, film, atMost: CandidateSearch.mostOfWord)
        }
    }

    /// Compares a film with those after it in the chain of an entry that lie within two years.
    private mutating func walk(from entry: Int, _ place: Int, _ film: FilmProfile, atMost limit: Int) {
        var next = chains.next(after: entry)
        var left = limit
        while let entry = next, left > 0 {
            if entry >= firstOutOfReach { return }
            next = chains.next(after: entry)
            left -= 1
            compare(place, film, chains.film(of: entry))
        }
    }

    private mutating func compare(_ place: Int, _ film: FilmProfile, _ other: Int) {
        guard comparedWith[other] != UInt32(truncatingIfNeeded: place) else { return }
        comparedWith[other] = UInt32(truncatingIfNeeded: place)
        consider(film, at: place, table.films[other], at: other)
    }

    private mutating func consider(_ mine: FilmProfile, at left: Int, _ theirs: FilmProfile, at right: Int) {
        if mine.source == theirs.source, !cardinality.allowsDuplicates(in: mine.source) { return }
        comparisons += 1
        let threshold = comparer.weights.threshold
        let score = comparer.compare(mine, theirs, atLeast: threshold).score
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
        let index = SoundIndex(table)
        for film in table.films.indices where table.films[film].hasLatin && !table.films[film].hasHangul {
            for candidate in index.candidates(for: film, in: table) {
                consider(table.films[film], at: film, table.films[candidate], at: candidate)
            }
        }
    }
}

/// Which films have which block key: each entry of ``FilmTable/keys`` leads to the next one of the same key, at a later film.
///
/// The films are in canonical order, so what a film is compared with comes soon after it, and a walk along a chain stays
/// near it in memory.
struct KeyChains {
    private var following: [UInt32]
    private var holders: [UInt32]
    private static let end = UInt32.max

    /// Reads the keys of a table in canonical order.
    init(_ table: FilmTable) {
        following = [UInt32](repeating: KeyChains.end, count: table.keys.count)
        holders = following
        var last = [UInt32](repeating: KeyChains.end, count: table.keyTable.count)
        for film in table.films.indices.reversed() {
            for entry in table.films[film].keys.range {
                let key = Int(table.keys[entry].number)
                following[entry] = last[key]
                last[key] = UInt32(truncatingIfNeeded: entry)
                holders[entry] = UInt32(truncatingIfNeeded: film)
            }
        }
    }

    /// The next entry of the same key; `nil` after the last one.
    @inline(__always)
    func next(after entry: Int) -> Int? {
        following[entry] == KeyChains.end ? nil : Int(following[entry])
    }

    @inline(__always)
    func film(of entry: Int) -> Int { Int(holders[entry]) }
}

/// What two films must have in common to be compared.
package struct BlockKey: Hashable {
    enum Kind: UInt32 {
        case title, word, person
    }

    private let packed: UInt32

    init(number: UInt32, kind: Kind) {
        packed = number << 2 | kind.rawValue
    }

    @inline(__always)
    package var number: UInt32 { packed >> 2 }
    @inline(__always)
    var isWord: Bool { packed & 3 == Kind.word.rawValue }
    @inline(__always)
    var isTitle: Bool { packed & 3 == Kind.title.rawValue }
}
