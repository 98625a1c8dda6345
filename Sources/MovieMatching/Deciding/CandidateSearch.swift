import MovieDomain

/// Finds the pairs of films that are worth comparing, through what they have in common, and compares them.
///
/// The films are in canonical order, which begins with those without a year and goes on by year: whatever may be one film
/// with another one stands near it among the holders of a block key. Each film is looked up by itself, so that any part of
/// the films can be searched apart from the others.
struct CandidateSearch {
    /// What is the same for all parts of the films.
    struct Plan: Sendable {
        let holders: KeyHolders
        let selection: WordSelection
        let sounds: SoundIndex?
        let cardinality: MatchCardinality
        let basis: ComparisonBasis
        let outlines: FilmOutlines

        var table: FilmTable { basis.table }
    }

    /// What was found: pairs that have enough for a match, and how many were compared.
    struct Found: Sendable {
        var edges: [MatchEdge] = []
        /// Pairs that have enough, but nothing in titles or names.
        var unnamed: [MatchEdge] = []
        var comparisons = 0
        /// Pairs found before of which a film is not in the table.
        var strangers = 0
    }

    private let plan: Plan
    private let table: FilmTable
    private var comparer: PairComparer
    private var limit: ScoreLimit
    private var soundKeys = SoundKeys()
    /// The films that share a key with a film, with repetitions, and those of them that can be the same film.
    private var candidates: [Int] = []
    private var likely: [(film: FilmProfile, place: Int)] = []
    private var found = Found()

    /// Most films that are compared because of one title, one person, one word, to either side.
    private static let mostOfPerson = 48
    private static let mostOfWord = 16
    private static let mostCopies = 8

    /// Most films that are compared because of one title: fewer where it is too common to tell anything.
    static func most(of holders: Range<Int>) -> Int { holders.count > 512 ? 16 : 128 }

    init(_ plan: Plan) {
        self.plan = plan
        table = plan.table
        comparer = PairComparer(plan.basis)
        limit = ScoreLimit(plan.basis, plan.outlines, plan.cardinality)
    }

    /// Compares the films of pairs that were found before.
    static func among(_ pairs: [(FilmMark, FilmMark)], _ plan: Plan) -> Found {
        var numbers = KeyTable(capacity: pairs.count)
        var known: Set<UInt64> = []
        for pair in pairs {
            let (one, other) = (numbers.insert(pair.0.value), numbers.insert(pair.1.value))
            known.insert(MatchEdge.pair(UInt32(truncatingIfNeeded: one), UInt32(truncatingIfNeeded: other)))
        }
        // Films that are equal in everything have one mark, and become one by their ids: some of them stand for all.
        var places = [[Int]](repeating: [], count: numbers.count)
        for (place, film) in plan.table.films.enumerated() {
            guard let number = numbers.find(FilmMark(film).value), places[number].count < mostCopies else { continue }
            places[number].append(place)
        }
        var search = CandidateSearch(plan)
        for pair in known.sorted() {
            if places[Int(pair >> 32)].isEmpty || places[Int(pair & 0xFFFF_FFFF)].isEmpty {
                search.found.strangers += 1
            }
            for one in places[Int(pair >> 32)] {
                for other in places[Int(pair & 0xFFFF_FFFF)] where one != other {
                    search.consider(plan.table.films[one], at: one, plan.table.films[other], at: other)
                }
            }
        }
        return search.found
    }

    /// Compares the films at some places with all that may be one with them.
    mutating func search(_ places: Range<Int>) -> Found {
        found = Found()
        for place in places { search(place) }
        return found
    }

    private mutating func search(_ place: Int) {
        let film = table.films[place]
        candidates.removeAll(keepingCapacity: true)
        gather(place, film)
        limit.turn(to: place)
        // Most of the time is spent waiting for memory, so fetch the films together.
        likely.removeAll(keepingCapacity: true)
        for other in candidates where limit.allows(other) && !likely.contains(where: { $0.place == other }) {
            likely.append((table.films[other], other))
        }
        for other in likely { consider(film, at: place, other.film, at: other.place) }
    }

    /// Gathers the candidates of a film.
    private mutating func gather(_ place: Int, _ film: FilmProfile) {
        let reach = reach(of: film)
        for entry in film.keys.range {
            let key = table.keys[entry]
            switch key.kind {
            case .title:
                let most = CandidateSearch.most(of: plan.holders.range(of: key))
                walkForward(under: key, place, reach, atMost: most)
            case .person:
                walkForward(under: key, place, reach, atMost: CandidateSearch.mostOfPerson)
            case .word where plan.selection.contains(entry):
                walkForward(under: key, place, reach, atMost: CandidateSearch.mostOfWord)
                walkBack(under: key, place, film, reach, atMost: CandidateSearch.mostOfWord)
            case .sound where plan.selection.contains(entry):
                for index in plan.holders.range(of: key) where !plan.holders[index].looks {
                    candidates.append(plan.holders[index].film)
                }
            case .word, .sound: break
            }
        }
        guard let sounds = plan.sounds, film.hasLatin, !film.hasHangul else { return }
        sounds.addCandidates(for: place, in: table, &soundKeys, to: &candidates)
    }

    /// The films whose year is at most two apart from a film's, those without a year left out.
    private func reach(of film: FilmProfile) -> Range<Int> {
        guard film.year != 0 else { return 0..<table.count }
        return table.firstPlace(since: film.year - 2)..<table.firstPlace(since: film.year + 3)
    }

    /// Gathers the films after a film that share a key with it.
    private mutating func walkForward(
        under key: BlockKey,
        _ place: Int,
        _ reach: Range<Int>,
        atMost limit: Int
    ) {
        let range = plan.holders.range(of: key)
        let next = plan.holders.place(of: place + 1, in: range)
        for index in next..<max(next, min(range.upperBound, next + limit)) {
            let other = plan.holders[index].film
            if other >= reach.upperBound { return }
            candidates.append(other)
        }
    }

    /// Gathers the films before a film that have a word which leads from this film to them, but not back.
    private mutating func walkBack(
        under key: BlockKey,
        _ place: Int,
        _ film: FilmProfile,
        _ reach: Range<Int>,
        atMost limit: Int
    ) {
        let range = plan.holders.range(of: key)
        let own = plan.holders.place(of: place, in: range)
        var index = own - 1
        while index >= max(range.lowerBound, own - limit) {
            let holder = plan.holders[index]
            if holder.film < reach.lowerBound { break }
            if !holder.looks { candidates.append(holder.film) }
            index -= 1
        }
        // Those without a year stand before all others.
        guard film.year != 0 else { return }
        let yearless = min(table.firstPlace(since: 1), reach.lowerBound)
        for first in range.lowerBound..<max(range.lowerBound, min(index + 1, range.lowerBound + limit)) {
            let holder = plan.holders[first]
            if holder.film >= yearless { return }
            if !holder.looks { candidates.append(holder.film) }
        }
    }

    private mutating func consider(_ mine: FilmProfile, at left: Int, _ theirs: FilmProfile, at right: Int) {
        if mine.source == theirs.source, !plan.cardinality.allowsDuplicates(in: mine.source) || mine.isTwin(of: theirs)
        {
            return
        }
        if mine.year != 0, theirs.year != 0, abs(mine.year - theirs.year) > 2 { return }
        found.comparisons += 1
        let threshold = comparer.weights.threshold
        let evidence = comparer.compare(mine, theirs, atLeast: threshold)
        guard evidence.score >= threshold, comparer.veto(left, right) == nil else { return }
        let edge = MatchEdge(
            left: UInt32(truncatingIfNeeded: min(left, right)),
            right: UInt32(truncatingIfNeeded: max(left, right)),
            score: Float(evidence.score)
        )
        if evidence.isNamed { found.edges.append(edge) } else { found.unnamed.append(edge) }
    }
}

extension CandidateSearch.Found {
    mutating func append(_ other: CandidateSearch.Found) {
        edges += other.edges
        unnamed += other.unnamed
        comparisons += other.comparisons
    }

    /// Takes back what a prior that was too high added, and the edges that are no match without it.
    mutating func lowerScores(by bits: Double, least: Double) {
        func lowered(_ edges: [MatchEdge]) -> [MatchEdge] {
            edges.compactMap { edge in
                let score = edge.score - Float(bits)
                return score < Float(least) ? nil : MatchEdge(left: edge.left, right: edge.right, score: score)
            }
        }
        edges = lowered(edges)
        unnamed = lowered(unnamed)
    }
}

/// Which of their words films are looked up by: the rarest ones.
struct WordSelection: Sendable {
    private var isSelected: [Bool]
    private static let wordsOfFilm = 3
    /// Films that have a word which is looked up however many rarer ones there are: it leads to hardly anything.
    private static let fewFilms = 4
    /// The films to which rarer words lead after which the others are left out.
    private static let filmsOfWords: UInt32 = 256

    /// Most films that may have a word that is looked up.
    static func most(_ population: Population) -> Int { (population.films + 5_000 * population.sources) / 64 }

    init(selected: [Bool]) {
        isSelected = selected
    }

    init(_ table: FilmTable) {
        // The rarest word of a title, or another one.
        let mostOfRarest = UInt32(WordSelection.most(table.population))
        let mostOfOther = max(8, mostOfRarest / 8)
        isSelected = [Bool](repeating: false, count: table.keys.count)
        var rarest: [(count: UInt32, digest: UInt64, entry: Int)] = []
        for film in table.films {
            rarest.removeAll(keepingCapacity: true)
            for entry in film.keys.range where table.keys[entry].isWord {
                let number = Int(table.keys[entry].number)
                rarest.append((table.keyTable.counts[number], table.keyTable.digest(of: number), entry))
            }
            // Equally rare words are sorted by their letters, because their numbers depend on the order of the films.
            rarest.sort { $0.count == $1.count ? $0.digest < $1.digest : $0.count < $1.count }
            var films: UInt32 = 0
            for (rank, (count, _, entry)) in rarest.enumerated() where count > 1 {
                if films > WordSelection.filmsOfWords { break }
                films += count
                if rank >= WordSelection.wordsOfFilm, count > WordSelection.fewFilms { break }
                // A word that many films have leads to none of them; but the rarest of a title is all that there is.
                if count > (rank == 0 && film.year != 0 ? mostOfRarest : mostOfOther) { break }
                isSelected[entry] = true
            }
        }
    }

    /// Whether films are looked up by this entry of ``FilmTable/keys``.
    @inline(__always)
    func contains(_ entry: Int) -> Bool { isSelected[entry] }
}

/// What two films must have in common to be compared.
package struct BlockKey: Hashable, Sendable {
    package enum Kind: UInt32, Sendable {
        case title, word, person
        /// How a title sounds, or a day: of a film in Hangul, which stands there, or in Latin letters, which looks there.
        case sound
    }

    private let packed: UInt32

    init(number: UInt32, kind: Kind) {
        packed = number << 2 | kind.rawValue
    }

    /// The same kind of key with another number.
    func renumbered(_ number: UInt32) -> BlockKey {
        BlockKey(packed: number << 2 | packed & 3)
    }

    private init(packed: UInt32) {
        self.packed = packed
    }

    @inline(__always)
    package var number: UInt32 { packed >> 2 }
    @inline(__always)
    var isWord: Bool { packed & 3 == Kind.word.rawValue }
    @inline(__always)
    var isTitle: Bool { packed & 3 == Kind.title.rawValue }
    @inline(__always)
    var kind: Kind { Kind(rawValue: packed & 3) ?? .title }
}
