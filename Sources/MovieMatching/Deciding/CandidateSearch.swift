import MovieDomain

/// A search that finds pairs of films with a common block key and compares them.
///
/// The films are in canonical order, that is, by year after the films without a year, so the candidates for a film are
/// near it among the holders of a block key. The search for one film does not depend on any other search, so parts of
/// the films can be searched separately.
struct CandidateSearch {
    /// The data that the searches of all parts of the films share.
    struct Plan: Sendable {
        let holders: KeyHolders
        let selection: WordSelection
        let sounds: SoundIndex?
        let cardinality: MatchCardinality
        let basis: ComparisonBasis
        let outlines: FilmOutlines

        var table: FilmTable { basis.table }
    }

    /// The result of a search: the pairs with enough evidence for a match, and the number of compared pairs.
    struct Found: Sendable {
        var edges: [MatchEdge] = []
        /// The pairs whose evidence is too one-sided.
        var oneSided: [MatchEdge] = []
        var comparisons = 0
        /// The films with more candidates than are compared.
        var crowded: [UInt32] = []
        /// The number of previously found pairs with a film that is not in the table.
        var strangers = 0
    }

    private let plan: Plan
    private let table: FilmTable
    private var comparer: PairComparer
    private var limit: ScoreLimit
    private var soundKeys = SoundKeys()
    /// The films that share a key with the current film, with repetitions, and those that can reach the threshold, each
    /// with the number of keys that it shares.
    private var candidates: [Int] = []
    private var likely: [(film: FilmProfile, place: Int, keys: Int)] = []
    private var isCrowded = false
    private var found = Found()

    /// The most films before or after a film that are compared because of one title, one person, or one word.
    private static let mostOfTitle = 128
    private static let mostOfPerson = 48
    private static let mostOfWord = 16
    /// The most films if a title or a person has too many of them to be evidence.
    private static let mostOfCommon = 16
    private static let common = 512
    /// The number of films to which titles, or people, lead after which the film's further ones are left out.
    private static let mostOfTitles = 128
    private static let mostOfPeople = 192
    /// The number of pairs of titles and names after which only candidates with an equal title are compared, and after
    /// twice as many none.
    private static let mostWork = 128
    private static let mostCopies = 8

    init(_ plan: Plan) {
        self.plan = plan
        table = plan.table
        comparer = PairComparer(plan.basis)
        limit = ScoreLimit(plan.basis, plan.outlines, plan.cardinality)
    }

    /// Compares the films of previously found pairs.
    static func among(_ pairs: [(FilmMark, FilmMark)], _ plan: Plan) -> Found {
        var numbers = KeyTable(capacity: pairs.count)
        var known: Set<UInt64> = []
        for pair in pairs {
            let (one, other) = (numbers.insert(pair.0.value), numbers.insert(pair.1.value))
            known.insert(MatchEdge.pair(UInt32(truncatingIfNeeded: one), UInt32(truncatingIfNeeded: other)))
        }
        // Films with equal data share a mark and are joined by their ids, so comparing a few of them is enough.
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

    /// Compares the films at the given places with all their candidates.
    mutating func search(_ places: Range<Int>) -> Found {
        found = Found()
        for place in places { search(place) }
        return found
    }

    private mutating func search(_ place: Int) {
        let film = table.films[place]
        candidates.removeAll(keepingCapacity: true)
        isCrowded = false
        gather(place, film)
        limit.turn(to: place)
        findLikely()
        // If not all can be compared, those that share the most keys are.
        if likely.count > 1 { likely.sort { $0.keys == $1.keys ? $0.place < $1.place : $0.keys > $1.keys } }
        let start = comparer.work
        for other in likely {
            let work = comparer.work - start
            if work >= 2 * CandidateSearch.mostWork {
                isCrowded = true
                break
            }
            if work >= CandidateSearch.mostWork, !comparer.haveEqualTitle(film, other.film) {
                isCrowded = true
                continue
            }
            consider(film, at: place, other.film, at: other.place)
        }
        if isCrowded { found.crowded.append(UInt32(truncatingIfNeeded: place)) }
    }

    /// Finds the candidates that can reach the threshold, and fetches them together, because most of the time is spent
    /// waiting for memory.
    private mutating func findLikely() {
        likely.removeAll(keepingCapacity: true)
        candidates.sort()
        var index = 0
        while index < candidates.count {
            let first = index
            let other = candidates[index]
            while index < candidates.count, candidates[index] == other { index += 1 }
            if limit.allows(other) { likely.append((table.films[other], other, index - first)) }
        }
    }

    /// Gathers the candidates of a film.
    private mutating func gather(_ place: Int, _ film: FilmProfile) {
        let reach = reach(of: film)
        // A film may be released long after its production, or again; its day or its director tells it from a remake.
        let isToldApart = !film.directors.isEmpty || film.date != FilmProfile.noDate
        let reachOfTitle = isToldApart ? 0..<table.count : reach
        var (ofTitles, ofPeople) = (0, 0)
        for entry in film.keys.range {
            let key = table.keys[entry]
            let before = candidates.count
            switch key.kind {
            case .title:
                if ofTitles > CandidateSearch.mostOfTitles {
                    isCrowded = true
                    continue
                }
                walkForward(under: key, place, reachOfTitle, atMost: CandidateSearch.mostOfTitle)
                ofTitles += candidates.count - before
            case .person:
                if ofPeople > CandidateSearch.mostOfPeople {
                    isCrowded = true
                    continue
                }
                walkForward(under: key, place, reach, atMost: CandidateSearch.mostOfPerson)
                ofPeople += candidates.count - before
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

    /// Returns the places of the films with a year at most two years from a film's, or all if the film has no year.
    private func reach(of film: FilmProfile) -> Range<Int> {
        guard film.year != 0 else { return 0..<table.count }
        return table.firstPlace(since: film.year - 2)..<table.firstPlace(since: film.year + 3)
    }

    /// Gathers the later films that share a key with a film.
    private mutating func walkForward(
        under key: BlockKey,
        _ place: Int,
        _ reach: Range<Int>,
        atMost limit: Int
    ) {
        let range = plan.holders.range(of: key)
        let isCommon = !key.isWord && range.count > CandidateSearch.common
        let next = plan.holders.place(of: place + 1, in: range)
        let end = max(next, min(range.upperBound, next + (isCommon ? CandidateSearch.mostOfCommon : limit)))
        for index in next..<end {
            let other = plan.holders[index].film
            if other >= reach.upperBound { return }
            candidates.append(other)
        }
        // A title that this many films share is no evidence, but a person whom they share would be.
        if isCommon, key.kind == .person, end < range.upperBound, plan.holders[end].film < reach.upperBound {
            isCrowded = true
        }
    }

    /// Gathers the earlier films that share a word with a film but do not look other films up by it.
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
        // The films without a year come before all others.
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
        if comparer.areTooFarApart(mine, theirs) { return }
        found.comparisons += 1
        let threshold = comparer.weights.threshold
        let evidence = comparer.compare(mine, theirs, atLeast: threshold)
        guard evidence.score >= threshold, comparer.veto(left, right) == nil else { return }
        if mine.source == theirs.source, evidence.title <= 0 { return }
        let edge = MatchEdge(
            left: UInt32(truncatingIfNeeded: min(left, right)),
            right: UInt32(truncatingIfNeeded: max(left, right)),
            score: Float(evidence.score)
        )
        if evidence.lack(comparer.weights) == nil { found.edges.append(edge) } else { found.oneSided.append(edge) }
    }
}

extension CandidateSearch.Found {
    mutating func append(_ other: CandidateSearch.Found) {
        edges += other.edges
        oneSided += other.oneSided
        crowded += other.crowded
        comparisons += other.comparisons
    }

    /// Keeps the edges that need more evidence apart from those that are enough for a match.
    mutating func leaveOpen(where isDoubtful: (MatchEdge) -> Bool) {
        oneSided += edges.filter(isDoubtful)
        edges.removeAll(where: isDoubtful)
    }

    /// Subtracts the excess of a prior that was too high, and removes the edges with a score below `least` without it.
    mutating func lowerScores(by bits: Double, least: Double) {
        func lowered(_ edges: [MatchEdge]) -> [MatchEdge] {
            edges.compactMap { edge in
                let score = edge.score - Float(bits)
                return score < Float(least) ? nil : MatchEdge(left: edge.left, right: edge.right, score: score)
            }
        }
        edges = lowered(edges)
        oneSided = lowered(oneSided)
    }
}

/// The words by which films are looked up: the rarest ones of each film.
struct WordSelection: Sendable {
    private var isSelected: [Bool]
    private static let wordsOfFilm = 3
    /// The most films with a word that is looked up regardless of how many rarer words there are: it costs very little.
    private static let fewFilms = 4
    /// The number of films with the rarer words of a film after which its other words are left out.
    private static let filmsOfWords: UInt32 = 256

    /// Returns the number of films beyond which a word is too common to be looked up.
    static func most(_ population: Population) -> Int { (population.films + 5_000 * population.sources) / 64 }

    init(selected: [Bool]) {
        isSelected = selected
    }

    init(_ table: FilmTable) {
        // The limits for the rarest word of a film and for its other words.
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
            // Equally rare words are sorted by their digests, because their numbers depend on the order of the films.
            rarest.sort { $0.count == $1.count ? $0.digest < $1.digest : $0.count < $1.count }
            var films: UInt32 = 0
            for (rank, (count, _, entry)) in rarest.enumerated() where count > 1 {
                if films > WordSelection.filmsOfWords { break }
                films += count
                if rank >= WordSelection.wordsOfFilm, count > WordSelection.fewFilms { break }
                // A word of many films identifies none of them, but a film may have nothing rarer than its rarest word.
                if count > (rank == 0 && film.year != 0 ? mostOfRarest : mostOfOther) { break }
                isSelected[entry] = true
            }
        }
    }

    /// Whether films are looked up by this entry of ``FilmTable/keys``.
    @inline(__always)
    func contains(_ entry: Int) -> Bool { isSelected[entry] }
}

/// A block key: the search compares two films only if they share one.
package struct BlockKey: Hashable, Sendable {
    package enum Kind: UInt32, Sendable {
        case title, word, person
        /// The sound of a title, or a release day: films in Latin letters look up films in Hangul under it.
        case sound
    }

    private let packed: UInt32

    init(number: UInt32, kind: Kind) {
        packed = number << 2 | kind.rawValue
    }

    /// Returns the same kind of key with another number.
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
