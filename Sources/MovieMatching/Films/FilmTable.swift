package import MovieDomain

/// The compared data of films in flat arrays: no film has memory of its own, which keeps 160,000 films small and fast.
///
/// To add a film, call ``begin(source:)``, the `add` and `set` functions for its known data, and ``end()``.
package struct FilmTable: Sendable {
    package var films: [FilmProfile] = []
    package var titles: [TitleProfile] = []
    package var words: [TitleWordProfile] = []
    package var names: [NameProfile] = []
    package var ids: [IDProfile] = []
    /// The digests and names of the ids' namespaces.
    private(set) var namespaces: [(space: UInt64, name: String)] = []
    package var countries: [UInt64] = []
    package var letters: [UInt8] = []
    var sounds: [UInt8] = []
    /// The block keys of all films, each with its kind.
    package var keys: [BlockKey] = []
    var keyTable: KeyTable
    /// A digest of the name of each source, by its number.
    private var sources: [UInt64] = []
    var hasHangulOnly = false
    var hasLatinOnly = false
    private var hasHangulName = false
    private var hasLatinName = false

    private var normalizer = TitleNormalizer()
    private var current = FilmProfile()
    private var starts = Starts()

    private struct Starts {
        var ids = 0
        var titles = 0
        var names = 0
        var countries = 0
        var keys = 0
    }

    /// Creates an empty table; `capacity` is the expected number of films.
    package init(capacity: Int = 0) {
        films.reserveCapacity(capacity)
        titles.reserveCapacity(capacity * 5 / 4)
        words.reserveCapacity(capacity * 3)
        names.reserveCapacity(capacity * 4)
        letters.reserveCapacity(capacity * 64)
        keys.reserveCapacity(capacity * 6)
        keyTable = KeyTable(capacity: capacity)
    }

    package var count: Int { films.count }

    var sourceCount: Int { sources.count }

    /// The size of the lists of which this table holds a part; `nil` if it holds whole lists.
    var wholeLists: Population?

    var population: Population { wholeLists ?? Population(films: count, sources: sourceCount) }

    /// Adds a source and returns its number, from 0; if the name is known, returns the existing number.
    package mutating func addSource(named name: String) -> Int {
        let digest = Digest.of(name, seed: 1)
        if let known = sources.firstIndex(of: digest) { return known }
        sources.append(digest)
        return sources.count - 1
    }

    mutating func appendNamespaces(of other: FilmTable) {
        for one in other.namespaces where !namespaces.contains(where: { $0.space == one.space }) {
            namespaces.append(one)
        }
    }

    /// Begins the next film, of the source with the given number.
    package mutating func begin(source: Int) {
        current = FilmProfile()
        current.source = UInt32(truncatingIfNeeded: source)
        starts = Starts(
            ids: ids.count,
            titles: titles.count,
            names: names.count,
            countries: countries.count,
            keys: keys.count
        )
    }

    /// Adds an id without a namespace: equal ones indicate the same film, but different ones prove nothing.
    package mutating func add(label: String) {
        let id = IDProfile(label: label)
        current.idDigest &+= Digest.mixed(id.digest)
        ids.append(id)
    }

    package mutating func add(id namespace: String, value: String) {
        let id = IDProfile(namespace: namespace, value: value)
        if !namespaces.contains(where: { $0.space == id.space }) { namespaces.append((id.space, namespace)) }
        // Ids come from dictionaries in random order, so the digests are added up.
        current.idDigest &+= Digest.mixed(id.digest)
        ids.append(id)
    }

    /// Adds a title in all of its forms; the year must be set before titles that may contain it.
    package mutating func add(title: String) {
        for form in normalizer.forms(of: title, year: Int(current.year)) { add(form) }
        if normalizer.isEdition { current.isEdition = true }
    }

    /// Adds a form of the last scanned title, unless the film already has a title that is equal in the compared form.
    private mutating func add(_ form: Range<Int>) {
        guard normalizer.read(form) else { return }
        let key = normalizer.key
        var (whole, stem) = (Digest(seed: 11), Digest(seed: 11))
        // What is before its number is the title of the first part, if the number is at the end or before a subtitle:
        // `Iron Man 2`, `Terminator 2: Judgment Day`.
        var end = key.count
        if let number = normalizer.sequel?.range,
            number.upperBound == key.count || number.upperBound == normalizer.breaks.first
        {
            end = number.lowerBound
        }
        for index in key.indices {
            whole.combine(key[index])
            if index < end { stem.combine(key[index]) }
        }
        for index in starts.titles..<titles.count where titles[index].whole == whole.value {
            if titles[index].stem == stem.value { return }
        }
        let start = letters.count
        letters.append(contentsOf: key)
        let firstWord = words.count
        addWords(of: key, from: start)
        let script = normalizer.script
        titles.append(
            TitleProfile(
                whole: whole.value,
                stem: stem.value,
                letters: Run(from: start, to: letters.count),
                words: Run(from: firstWord, to: words.count),
                letterMask: FilmTable.letterMask(of: key, script),
                sequel: Int16(clamping: normalizer.sequel?.value ?? -1),
                script: script,
                parts: parts(of: key)
            )
        )
        current.hasHangul = current.hasHangul || script == .hangul
        current.hasLatin = current.hasLatin || script == .latin
        current.hasSequel = current.hasSequel || normalizer.sequel != nil
        current.digest &+= Digest.mixed(whole.value &+ 1)
        addKey(whole.value, .title)
    }

    private func parts(of key: [UInt8]) -> TitleParts {
        guard let first = normalizer.breaks.first, let last = normalizer.breaks.last else { return TitleParts() }
        return TitleParts(
            first: FilmTable.digest(of: key[..<first]),
            last: FilmTable.digest(of: key[last...]),
            lastStart: last
        )
    }

    private static func digest(of letters: ArraySlice<UInt8>) -> UInt64 {
        var digest = Digest(seed: 11)
        for letter in letters { digest.combine(letter) }
        return digest.value
    }

    private static func letterMask(of key: [UInt8], _ script: TitleScript) -> UInt64 {
        var mask: UInt64 = 0
        // The first byte of a multi-byte letter is left out, because many letters share it.
        for byte in key where script == .latin || byte < 0xC0 { mask |= 1 << UInt64(byte & 63) }
        return mask
    }

    private mutating func addWords(of key: [UInt8], from start: Int) {
        let wordStarts = normalizer.wordStarts
        for (index, first) in wordStarts.enumerated() {
            let end = index + 1 < wordStarts.count ? wordStarts[index + 1] : key.count
            guard first < end else { continue }
            var digest = Digest(seed: 12)
            for byte in key[first..<end] { digest.combine(byte) }
            let number = addKey(digest.value, .word)
            current.digest &+= Digest.mixed(digest.value &+ 4)
            words.append(TitleWordProfile(key: number, letters: Run(from: start + first, to: start + end)))
        }
    }

    package mutating func set(year: Int) {
        guard (1...9999).contains(year) else { return }
        current.year = Int32(year)
    }

    package mutating func set(releaseDate: CalendarDate) {
        current.date = Int32(truncatingIfNeeded: releaseDate.daysSinceEpoch)
        if current.year == 0 { current.year = Int32(releaseDate.year) }
    }

    package mutating func set(runtimeMinutes minutes: Int) {
        guard (1..<10_000).contains(minutes) else { return }
        current.runtime = Int32(minutes)
    }

    package mutating func set(isSeries: Bool) {
        current.isSeries = isSeries
        current.digest &+= Digest.mixed(isSeries ? 4 : 3)
    }

    package mutating func add(country: String) {
        let digest = Digest.of(country, seed: 5)
        countries.append(digest)
        current.digest &+= Digest.mixed(digest)
    }

    /// Adds a director under one or two names; directors must be added before the cast.
    package mutating func add(director name: String?, _ otherName: String? = nil) {
        if let name { add(name: name, isDirector: true) }
        if let otherName { add(name: otherName, isDirector: true) }
    }

    /// Adds an actor under one or two names.
    package mutating func add(cast name: String?, _ otherName: String? = nil) {
        if let name { add(name: name, isDirector: false) }
        if let otherName { add(name: otherName, isDirector: false) }
    }

    private mutating func add(name: String, isDirector: Bool) {
        normalizer.scanner.scan(name)
        guard !normalizer.scanner.words.isEmpty else { return }
        let start = letters.count
        letters.append(contentsOf: normalizer.scanner.bytes)
        var sum: UInt64 = 0
        for byte in normalizer.scanner.bytes { sum &+= Digest.mixed(UInt64(byte)) }
        let run = Run(from: start, to: letters.count)
        let script = normalizer.scanner.script
        names.append(NameProfile(digest: sum, letters: run, script: script))
        if isDirector, script == .hangul { hasHangulName = true }
        if isDirector, script == .latin { hasLatinName = true }
        if isDirector {
            current.directors = Run(from: starts.names, to: names.count)
            names[names.count - 1].key = addKey(sum &+ 13, .person)
        }
    }

    @discardableResult
    private mutating func addKey(_ digest: UInt64, _ kind: BlockKey.Kind) -> UInt32 {
        let number = keyTable.insert(digest)
        let key = BlockKey(number: UInt32(truncatingIfNeeded: number), kind: kind)
        for index in starts.keys..<keys.count where keys[index] == key { return key.number }
        keys.append(key)
        keyTable.count(number)
        return key.number
    }

    package mutating func end() {
        if current.isEdition { current.runtime = 0 }
        current.ids = Run(from: starts.ids, to: ids.count)
        current.titles = Run(from: starts.titles, to: titles.count)
        current.countries = Run(from: starts.countries, to: countries.count)
        current.keys = Run(from: starts.keys, to: keys.count)
        current.cast = Run(from: starts.names + Int(current.directors.count), to: names.count)
        current.digest ^= Digest.mixed(
            UInt64(truncatingIfNeeded: Int(current.date)) << 24 ^ UInt64(truncatingIfNeeded: Int(current.runtime))
        )
        for name in names[current.directors.range] {
            let digest = Digest.mixed(name.digest &+ 2)
            current.digest &+= digest
            current.directorMask |= 1 << UInt32(digest & 31)
        }
        for name in names[current.cast.range] { current.digest &+= Digest.mixed(name.digest &+ 3) }
        if current.isHangulOnly { hasHangulOnly = true }
        if current.hasLatin && !current.hasHangul { hasLatinOnly = true }
        films.append(current)
    }
}

extension FilmTable {
    /// Whether the table has films that can be compared only by sound.
    var needsSounds: Bool { hasHangulOnly && hasLatinOnly }

    /// Adds the sounds of titles and directors, if they are needed.
    package mutating func addSounds() {
        var skeleton = SoundSkeleton()
        for index in titles.indices where needsSounds && titles[index].script != .other {
            skeleton.clear()
            for word in titles[index].words.range {
                let letters = letters[words[word].letters.range]
                if !SoundSkeleton.isArticle(letters) { skeleton.add(letters) }
            }
            let start = sounds.count
            sounds.append(contentsOf: skeleton.sounds.prefix(FilmTable.mostSounds))
            titles[index].sounds = Run(from: start, to: sounds.count)
        }
        guard hasHangulName, hasLatinName else { return }
        for film in films {
            for index in film.directors.range where names[index].script != .other {
                skeleton.clear()
                skeleton.add(letters[names[index].letters.range])
                let start = sounds.count
                sounds.append(contentsOf: skeleton.sounds)
                names[index].sounds = Run(from: start, to: sounds.count)
            }
        }
    }

    /// The most sounds of a title; only the beginning of a longer title is compared.
    private static let mostSounds = 64
}

extension FilmTable {
    /// Creates the table of records; each provider is a source.
    init(_ records: [MovieRecord]) {
        self.init(capacity: records.count)
        // For a few sources, a linear search is faster than hashing.
        var sources: [ProviderID] = []
        for index in records.indices {
            let provider = records[index].provider
            let source = sources.firstIndex(of: provider) ?? addSource(named: provider.rawValue)
            if source == sources.count { sources.append(provider) }
            begin(source: source)
            read(records[index].facts)
            end()
        }
    }

    private mutating func read(_ facts: MovieFacts) {
        for (namespace, value) in facts.ids { add(id: namespace, value: value) }
        if let year = facts.likelyYear { set(year: year) }
        let main = facts.title?.text
        if let main { add(title: main) }
        if let title = facts.originalTitle, title != main { add(title: title) }
        for title in facts.titles where title.text != main { add(title: title.text) }
        if let date = facts.releaseDate { set(releaseDate: date) }
        if let minutes = facts.runtimeMinutes { set(runtimeMinutes: minutes) }
        if let series = facts.series { set(isSeries: series) }
        for person in facts.directors { add(director: person.name, person.nameEn) }
        for person in facts.cast.prefix(10) { add(cast: person.name, person.nameEn) }
        for country in facts.countries { add(country: country) }
    }
}

/// The number of films in all lists and the number of lists, which determine the rarity of words and the probability of
/// coincidences.
struct Population: Hashable, Sendable {
    var films: Int
    var sources: Int
}

/// A range of elements in one of the flat arrays of a ``FilmTable``.
package struct Run {
    package var start: UInt32 = 0
    var count: UInt32 = 0

    init() {}

    init(from start: Int, to end: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        count = UInt32(truncatingIfNeeded: end - start)
    }

    @inline(__always)
    package var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

    @inline(__always)
    var isEmpty: Bool { count == 0 }
}

extension FilmTable {
    /// Appends the films of another table with the same sources, as if they had been added one by one.
    package mutating func append(_ other: FilmTable) {
        let numbers = keyTable.merge(other.keyTable)
        let bases = (
            ids: ids.count, titles: titles.count, words: words.count, names: names.count, countries: countries.count,
            keys: keys.count, letters: letters.count
        )
        for var film in other.films {
            film.ids.move(by: bases.ids)
            film.titles.move(by: bases.titles)
            film.directors.move(by: bases.names)
            film.cast.move(by: bases.names)
            film.countries.move(by: bases.countries)
            film.keys.move(by: bases.keys)
            films.append(film)
        }
        for var title in other.titles {
            title.letters.move(by: bases.letters)
            title.words.move(by: bases.words)
            titles.append(title)
        }
        for var word in other.words {
            word.letters.move(by: bases.letters)
            word.key = numbers[Int(word.key)]
            words.append(word)
        }
        for var name in other.names {
            name.letters.move(by: bases.letters)
            if name.key != .max { name.key = numbers[Int(name.key)] }
            names.append(name)
        }
        keys += other.keys.map { $0.renumbered(numbers[Int($0.number)]) }
        ids += other.ids
        countries += other.countries
        letters += other.letters
        appendNamespaces(of: other)
        hasHangulOnly = hasHangulOnly || other.hasHangulOnly
        hasLatinOnly = hasLatinOnly || other.hasLatinOnly
        hasHangulName = hasHangulName || other.hasHangulName
        hasLatinName = hasLatinName || other.hasLatinName
    }
}

extension Run {
    /// Moves the run to the position of its elements after `count` others.
    mutating func move(by count: Int) { start += UInt32(truncatingIfNeeded: count) }
}
