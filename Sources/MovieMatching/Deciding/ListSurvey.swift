import Platform

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
    package init(
        _ films: consuming FilmTable,
        names: [String],
        duplicates: MatchDuplicates = .detected,
        threads: Int = 1
    ) {
        var table = films
        _ = table.arrange()
        table.weigh()
        table.addSounds()
        let holders = KeyHolders(table, WordSelection(table))
        let cardinality = DuplicateSurvey(table: table, holders: holders, threads: threads)
            .cardinality(duplicates, PairComparer(table, weights: .standard))
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
                return 0..<films
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

/// A survey of which sources list films twice: how often two of their films have the same title and year and no other
/// difference.
///
/// Two films may also share a title by chance, more often in a large source. Years three to five apart tell how often:
/// the share of such pairs among all pairs of films with these years is that of chance in one year.
struct DuplicateSurvey {
    let table: FilmTable
    let holders: KeyHolders
    let threads: Int

    /// The least share of a source's films, and the least number, that must be listed twice.
    private static let share = 0.01
    private static let least = 5
    /// The most films of a title whose films are compared; a more common one does not tell whether two films are one.
    private static let mostOfTitle = 64
    /// The number of films after which the further titles of a film are left out.
    private static let mostOfFilm = 32
    /// The distances in years at which films with an equal title are different films.
    private static let distances: ClosedRange<Int32> = 3...5

    /// Allows several records for a film in the sources that list films twice, and one in the others.
    func cardinality(_ duplicates: MatchDuplicates, _ comparer: PairComparer) -> MatchCardinality {
        guard duplicates != .forbidden else { return .oneToOne }
        let rates = rates(comparer)
        let clear = rates.indices.filter {
            rates[$0].twins >= Double(DuplicateSurvey.least) && rates[$0].share >= DuplicateSurvey.share
        }
        if !clear.isEmpty { return .duplicates(in: Set(clear)) }
        guard duplicates == .expected else { return .oneToOne }
        let greatest = rates.map(\.share).max()
        return .duplicates(in: Set(rates.indices.filter { rates[$0].share == greatest }))
    }

    /// Returns how many films of each source are listed twice, without those expected by chance.
    private func rates(_ comparer: PairComparer) -> [(twins: Double, share: Double)] {
        let parts = Parallel.map(table.count, inPartsOf: Matcher.filmsOfPart, threads: threads) {
            comparer
        } body: { comparer, places in
            counts(places, &comparer)
        }
        return (0..<table.sourceCount).map { source in
            let counts = parts.reduce(into: Counts()) { $0.append($1[source]) }
            let twins = max(0, Double(counts.twins) - counts.twinsByChance)
            return (twins, twins / Double(max(1, counts.films.values.reduce(0, +))))
        }
    }

    /// The films of one source by year, the number of those with a twin, and that of pairs of equal films years apart.
    private struct Counts: Sendable {
        var films: [Int32: Int] = [:]
        var twins = 0
        var apart = 0

        mutating func append(_ other: Counts) {
            films.merge(other.films, uniquingKeysWith: +)
            twins += other.twins
            apart += other.apart
        }

        var twinsByChance: Double {
            let same = films.values.reduce(0) { $0 + $1 * ($1 - 1) / 2 }
            let different = films.reduce(0) { sum, year in
                distances.reduce(sum) { $0 + year.value * films[year.key + $1, default: 0] }
            }
            return different == 0 ? 0 : Double(apart) * Double(same) / Double(different)
        }
    }

    private func counts(_ places: Range<Int>, _ comparer: inout PairComparer) -> [Counts] {
        var counts = [Counts](repeating: Counts(), count: table.sourceCount)
        for place in places where table.films[place].year != 0 {
            let film = table.films[place]
            let (hasTwin, apart) = lookAlikes(of: place, &comparer)
            counts[Int(film.source)].films[film.year, default: 0] += 1
            if hasTwin { counts[Int(film.source)].twins += 1 }
            counts[Int(film.source)].apart += apart
        }
        return counts
    }

    /// Looks at the later films of the same source that have the same title and no other difference: whether there is
    /// one of the same year, and how many there are of a year at a distance that twins don't have.
    private func lookAlikes(of place: Int, _ comparer: inout PairComparer) -> (hasTwin: Bool, apart: Int) {
        let film = table.films[place]
        var found: (hasTwin: Bool, apart: Int) = (false, 0)
        var seen: [Int] = []
        for title in film.keys.range where table.keys[title].isTitle {
            let range = holders.range(of: table.keys[title])
            if range.count > DuplicateSurvey.mostOfTitle || seen.count > DuplicateSurvey.mostOfFilm { continue }
            for index in holders.place(of: place + 1, in: range)..<range.upperBound {
                let other = holders[index].film
                let difference = table.films[other].year - film.year
                if difference > DuplicateSurvey.distances.upperBound { break }
                guard table.films[other].source == film.source, !seen.contains(other) else { continue }
                guard difference == 0 || DuplicateSurvey.distances.contains(difference) else { continue }
                seen.append(other)
                guard looksTheSame(place, other, &comparer) else { continue }
                if difference == 0 { found.hasTwin = true } else { found.apart += 1 }
            }
        }
        return found
    }

    /// Whether two films would match if their years were equal.
    private func looksTheSame(_ place: Int, _ other: Int, _ comparer: inout PairComparer) -> Bool {
        if let veto = comparer.veto(place, other), veto != .yearsApart { return false }
        let evidence = comparer.compare(place, other)
        return evidence.score - evidence.year + comparer.weights.years[0] >= comparer.weights.threshold
    }
}

/// How many records of one source may be the same film.
package enum MatchCardinality: Hashable, Sendable {
    /// One: no source lists a film twice.
    case oneToOne
    /// Several in the sources with these numbers.
    case duplicates(in: Set<Int>)

    func allowsDuplicates(in source: UInt32) -> Bool {
        switch self {
        case .oneToOne: false
        case .duplicates(let sources): sources.contains(Int(source))
        }
    }
}

/// Whether sources may list films twice.
package enum MatchDuplicates: Hashable, Sendable {
    /// Never: each record of a source is a film of its own.
    case forbidden
    /// In the sources in which enough films have a twin.
    case detected
    /// In at least one source: if none has enough twins, in those with the largest share of them.
    case expected
}

/// Ids without a namespace that two sources share although their films differ: `1` in both files means nothing.
struct BareIDs {
    /// Pairs of different films with an equal bare id, by their places in canonical order.
    private(set) var disbelieved: [(Int, Int)] = []

    /// The number of films with one id that are compared with the first of them; any further ones are ignored.
    private static let mostHolders = 64

    init(_ table: FilmTable, _ comparer: inout PairComparer) {
        guard table.sourceCount > 1 else { return }
        for films in table.filmsOfEqualIDs(where: \.isBare) {
            let first = Int(films[0])
            for film in films.prefix(BareIDs.mostHolders).dropFirst().map({ Int($0) })
            where table.films[film].source != table.films[first].source && comparer.differ(first, film) {
                disbelieved.append((first, film))
            }
        }
    }
}

extension PairComparer {
    /// The least score without the prior at which an equal id is believed.
    private static let leastOfEqualID = -1.0

    /// Whether two films with an equal id are too different to be the same.
    fileprivate mutating func differ(_ left: Int, _ right: Int) -> Bool {
        if let veto = veto(left, right) { return veto != .noTitle }
        let evidence = compare(left, right)
        return evidence.score - evidence.prior < PairComparer.leastOfEqualID
    }
}

extension FilmMatching {
    /// Returns the films that have an id of an earlier film of their source but are too different to be the same: pairs
    /// of positions in the table, the first film with the id first.
    package func contradictions() -> [(Int, Int)] {
        var comparer = assignment.comparer
        let table = comparer.table
        var firstOf: [Int: Int] = [:]
        for films in table.filmsOfEqualIDs() {
            // The first film of each source that has the id.
            var firsts: [UInt32: Int] = [:]
            for position in films.map({ order.position(of: Int($0)) }).sorted() {
                let place = order.place(of: position)
                let source = table.films[place].source
                guard let first = firsts[source] else {
                    firsts[source] = position
                    continue
                }
                if first < firstOf[position, default: .max], comparer.differ(order.place(of: first), place) {
                    firstOf[position] = first
                }
            }
        }
        return firstOf.map { ($0.value, $0.key) }.sorted { $0.1 < $1.1 }
    }
}

extension FilmTable {
    /// Returns the films of each id that several films have, in their order.
    func filmsOfEqualIDs(where isIncluded: (IDProfile) -> Bool = { _ in true }) -> [[UInt32]] {
        var numbers = KeyTable(capacity: ids.count)
        var first: [UInt32] = []
        var groupOfID: [Int: Int] = [:]
        var groups: [[UInt32]] = []
        for (index, profile) in films.enumerated() {
            let film = UInt32(truncatingIfNeeded: index)
            for place in profile.ids.range where isIncluded(ids[place]) {
                let id = numbers.insert(ids[place].digest)
                if id == first.count {
                    first.append(film)
                } else if let group = groupOfID[id] {
                    groups[group].append(film)
                } else {
                    groupOfID[id] = groups.count
                    groups.append([first[id], film])
                }
            }
        }
        return groups
    }

    /// Limits the bare ids of some films to their own source, so that no film of another source has them.
    mutating func disown(_ pairs: [(Int, Int)]) {
        for place in Set(pairs.flatMap { [$0.0, $0.1] }) {
            for index in films[place].ids.range where ids[index].isBare {
                ids[index].digest = Digest.mixed(ids[index].digest &+ UInt64(films[place].source) &+ 1)
                ids[index].space = ids[index].digest
            }
        }
    }
}
