extension FilmTable {
    /// Sorts the films by year, beginning with the films without a year, then by a digest of their data, by all films
    /// of their source, and last by their ids, so that neither the order in which they were added nor the names of the
    /// sources make a difference.
    ///
    /// The titles, names, and other data of the films get the same order. Candidates are then close together in memory,
    /// which is important because comparing many films is mostly waiting for memory.
    package mutating func arrange() -> CanonicalOrder {
        let order = CanonicalOrder(positions: canonicalPositions())
        films = order.positions.map { films[Int($0)] }
        ids = arranged(ids) { $0.ids = $1($0.ids) }
        titles = arranged(titles) { $0.titles = $1($0.titles) }
        names = arranged(names) { film, moved in
            film.directors = moved(film.directors)
            film.cast = moved(film.cast)
        }
        countries = arranged(countries) { $0.countries = $1($0.countries) }
        keys = arranged(keys) { $0.keys = $1($0.keys) }
        arrangeWords()
        arrangeLetters()
        return order
    }

    /// Returns the first place in canonical order whose film is from the given year or later.
    func firstPlace(since year: Int32) -> Int {
        var (low, high) = (0, films.count)
        while low < high {
            let middle = (low + high) / 2
            if films[middle].year < year { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func canonicalPositions() -> [UInt32] {
        var keyed: [(year: Int32, film: UInt32, digest: UInt64)] = []
        keyed.reserveCapacity(films.count)
        var sources = [UInt64](repeating: 0, count: max(1, sourceCount))
        for (index, film) in films.enumerated() {
            keyed.append((film.year, UInt32(truncatingIfNeeded: index), film.digest))
            sources[Int(film.source)] &+= Digest.mixed(film.digest &+ UInt64(truncatingIfNeeded: Int(film.year)))
        }
        keyed.sort { left, right in
            if left.year != right.year { return left.year < right.year }
            if left.digest != right.digest { return left.digest < right.digest }
            let (mine, theirs) = (films[Int(left.film)], films[Int(right.film)])
            let (own, other) = (sources[Int(mine.source)], sources[Int(theirs.source)])
            if own != other { return own < other }
            return mine.idDigest != theirs.idDigest ? mine.idDigest < theirs.idDigest : left.film < right.film
        }
        return keyed.map(\.film)
    }

    /// Returns the elements in the order of the films that they belong to; `move` updates a film's runs of elements.
    @inline(__always)
    private mutating func arranged<Element>(
        _ elements: [Element],
        _ move: (inout FilmProfile, (Run) -> Run) -> Void
    ) -> [Element] {
        var arranged: [Element] = []
        arranged.reserveCapacity(elements.count)
        for place in films.indices {
            move(&films[place]) { FilmTable.append($0, of: elements, to: &arranged) }
        }
        return arranged
    }

    private mutating func arrangeWords() {
        var arranged: [TitleWordProfile] = []
        arranged.reserveCapacity(words.count)
        for title in titles.indices {
            titles[title].words = FilmTable.append(titles[title].words, of: words, to: &arranged)
        }
        words = arranged
    }

    private mutating func arrangeLetters() {
        var arranged: [UInt8] = []
        arranged.reserveCapacity(letters.count)
        for index in titles.indices {
            let former = titles[index].letters
            titles[index].letters = FilmTable.append(former, of: letters, to: &arranged)
            for word in titles[index].words.range {
                words[word].letters.start = words[word].letters.start - former.start + titles[index].letters.start
            }
        }
        for index in names.indices {
            names[index].letters = FilmTable.append(names[index].letters, of: letters, to: &arranged)
        }
        letters = arranged
    }

    /// Appends the elements of a run to another array and returns their run in that array.
    @inline(__always)
    private static func append<Element>(_ run: Run, of elements: [Element], to others: inout [Element]) -> Run {
        let start = others.count
        for index in run.range { others.append(elements[index]) }
        return Run(from: start, to: others.count)
    }
}

extension FilmTable {
    /// Returns links between films of one source with exactly the same data; the films must be in canonical order.
    func twins(_ areSame: (Int, Int) -> Bool) -> [MatchEdge] {
        var twins: [MatchEdge] = []
        for film in films.indices {
            for other in films.indices[(film + 1)...].prefix(64) {
                guard films[other].digest == films[film].digest, films[other].year == films[film].year else { break }
                guard films[other].source == films[film].source, areSame(film, other) else { continue }
                let (left, right) = (UInt32(truncatingIfNeeded: film), UInt32(truncatingIfNeeded: other))
                twins.append(MatchEdge(left: left, right: right, score: MatchEdge.sure))
                break
            }
        }
        return twins
    }
}

/// The place of each film of a ``FilmTable`` in canonical order, and its position before.
package struct CanonicalOrder {
    /// The former position of the film at each place.
    package let positions: [UInt32]
    /// The place of the film that was at each position.
    package let places: [UInt32]

    init(positions: [UInt32]) {
        self.positions = positions
        var places = [UInt32](repeating: 0, count: positions.count)
        for (place, position) in positions.enumerated() { places[Int(position)] = UInt32(truncatingIfNeeded: place) }
        self.places = places
    }

    /// Returns the place of the film that was at a position.
    @inline(__always)
    package func place(of position: Int) -> Int { Int(places[position]) }

    /// Returns the former position of the film at a place.
    @inline(__always)
    package func position(of place: Int) -> Int { Int(positions[place]) }
}

extension FilmTable {
    /// The number of films assumed to exist outside the lists, so that a word that most of ten films have is not
    /// considered common.
    private static let unseenFilms = 5_000.0

    /// Common words of titles and the shares of films that have them, which a small table may not show.
    private static let commonWords: [(String, Double)] = [
        ("the", 0.2), ("of", 0.1), ("and", 0.05), ("a", 0.04), ("in", 0.04), ("to", 0.02), ("for", 0.01), ("on", 0.01),
        ("my", 0.01), ("love", 0.01), ("man", 0.01), ("movie", 0.01), ("de", 0.02), ("2", 0.03), ("3", 0.01),
    ]

    /// Sets the weights of words by the number of films that have them, and the weights of titles by their words.
    mutating func weigh(_ weights: MatchWeights = .standard) {
        let share = 1 / Double(max(1, population.sources))
        let total = Double(population.films) * share + FilmTable.unseenFilms
        var known = [Float?](repeating: nil, count: 256)
        let common = commonKeys()
        for index in words.indices {
            let key = Int(words[index].key)
            let holders = Int(keyTable.counts[key])
            if let expected = common[key] {
                let films = Double(holders) * share + expected * FilmTable.unseenFilms
                words[index].weight = FilmTable.rounded(BinaryLogarithm.of(total / films))
            } else if holders < known.count, let weight = known[holders] {
                words[index].weight = weight
            } else {
                let weight = FilmTable.rounded(BinaryLogarithm.of(total / (Double(holders) * share + 0.5)))
                if holders < known.count { known[holders] = weight }
                words[index].weight = weight
            }
        }
        for index in titles.indices {
            var sum: Float = 0
            for word in titles[index].words.range { sum += words[word].weight }
            titles[index].information = sum
            let holders = keyTable.find(titles[index].whole).map { Double(keyTable.counts[$0]) } ?? 1
            let rarity = weights.titleRarity * BinaryLogarithm.of(total / (holders * share + 0.5))
            titles[index].equality = max(sum, Float(rarity))
        }
    }

    /// Rounds a weight to a multiple of 1/1024, so that the sum of a title's words is exact in any order.
    private static func rounded(_ weight: Double) -> Float {
        Float((weight * 1_024).rounded() / 1_024)
    }

    private func commonKeys() -> [Int: Double] {
        var keys: [Int: Double] = [:]
        for (word, share) in FilmTable.commonWords {
            var digest = Digest(seed: 12)
            digest.combine(word)
            if let key = keyTable.find(digest.value) { keys[key] = share }
        }
        return keys
    }
}
