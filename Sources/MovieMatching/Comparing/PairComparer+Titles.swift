extension PairComparer {
    /// Scores the best pair of titles; the score may be any lower number if it is less than `least`.
    ///
    /// Letters take precedence over sound: if titles in one script can be compared and count against a match, the sound
    /// of a title in another script is ignored.
    mutating func compareTitles(
        _ left: FilmProfile,
        _ right: FilmProfile,
        atLeast least: Double,
        _ evidence: inout PairEvidence
    ) {
        // Whether sound counts depends on the sign of the score by letters, so scores from 0 on must be exact.
        let least = left.hasHangul != right.hasHangul || left.hasLatin != right.hasLatin ? min(0, least) : least
        if findEqualTitles(left, right, &evidence) { return }
        var across: (bits: Double, relation: PairEvidence.TitleRelation)?
        let (ours, others) = (
            left.titles.range.prefix(PairComparer.mostAlike), right.titles.range.prefix(PairComparer.mostAlike)
        )
        work += ours.count * others.count / 8
        for mine in ours {
            for theirs in others {
                let (one, other) = (table.titles[mine], table.titles[theirs])
                if one.script == other.script {
                    // Only a better pair than the best one so far is of interest.
                    let least = evidence.titleRelation == .none ? least : max(least, evidence.title)
                    let found = partial(one, other, years: evidence.yearDifference ?? 0, atLeast: least)
                    if note(found, one.script, &evidence) {
                        evidence.looseWords = looseWords(one, other, found.relation)
                    }
                } else if let found = acrossScripts(one, other, atLeast: least), found.bits > across?.bits ?? -.infinity
                {
                    across = found
                }
            }
        }
        if let across, evidence.titleRelation == .none || evidence.title >= 0 && across.bits > evidence.title {
            evidence.title = across.bits
            evidence.titleRelation = across.relation
            evidence.looseWords = nil
        }
    }

    /// Whether two films have an equal title.
    mutating func haveEqualTitle(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        var haveOne = false
        forEachEqualTitle(left, right) { _, _ in haveOne = true }
        return haveOne
    }

    /// Scores the titles that both films have; returns false if there are none.
    private mutating func findEqualTitles(
        _ left: FilmProfile,
        _ right: FilmProfile,
        _ evidence: inout PairEvidence
    ) -> Bool {
        var equal = 0.0
        forEachEqualTitle(left, right) { mine, theirs in
            evidence.titleRelation = .equal
            evidence.equalScripts |= 1 << mine.script.rawValue
            equal = max(equal, Double(min(mine.equality, theirs.equality)))
        }
        guard evidence.titleRelation == .equal else { return false }
        // An equal title in a second script is independent evidence.
        let scripts = Double(evidence.equalScripts.nonzeroBitCount - 1)
        evidence.title = clamped(equal) + scripts * weights.secondScript
        return true
    }

    /// The number of titles that can be looked up in the time of one comparison letter by letter.
    private static let titlesOfWork = 16

    /// Calls `body` with each two equal titles of two films.
    ///
    /// A title is compared only with the titles of a film that has one with the same bit, so that the work grows with
    /// the number of titles and not with its square.
    @inline(__always)
    private mutating func forEachEqualTitle(
        _ left: FilmProfile,
        _ right: FilmProfile,
        _ body: (TitleProfile, TitleProfile) -> Void
    ) {
        work += Int(left.titles.count + right.titles.count) / PairComparer.titlesOfWork
        for mine in left.titles.range { titleBits.insert(table.titles[mine].whole) }
        for theirs in right.titles.range where titleBits.contains(table.titles[theirs].whole) {
            for mine in left.titles.range where table.titles[mine].whole == table.titles[theirs].whole {
                body(table.titles[mine], table.titles[theirs])
            }
        }
        for mine in left.titles.range { titleBits.remove(table.titles[mine].whole) }
    }

    /// Returns the weight of an equal title, limited to its range.
    private func clamped(_ information: Double) -> Double {
        max(weights.equalTitle.lowerBound, min(weights.equalTitle.upperBound, information))
    }

    /// Keeps the best pair of titles in one script, and returns whether this is it; of equally good pairs, the one in the
    /// first script.
    private func note(
        _ found: (bits: Double, relation: PairEvidence.TitleRelation),
        _ script: TitleScript,
        _ evidence: inout PairEvidence
    ) -> Bool {
        if evidence.titleRelation != .none {
            guard found.bits >= evidence.title else { return false }
            if found.bits == evidence.title, script.rawValue >= evidence.titleScript.rawValue { return false }
        }
        evidence.title = found.bits
        evidence.titleRelation = found.relation
        evidence.titleScript = script
        return true
    }

    /// Returns the number of words that two titles share if they are only alike; `nil` if they have the same words, or if
    /// one letter of a word is missing, or of one of three words is another.
    private func looseWords(
        _ left: TitleProfile,
        _ right: TitleProfile,
        _ relation: PairEvidence.TitleRelation
    ) -> Int? {
        guard relation == .alike || relation == .respelled else { return nil }
        let shared = left.words.range.count { count(table.words[$0].key, in: right.words.range) > 0 }
        if shared == left.words.count, shared == right.words.count { return nil }
        let least = left.letters.count == right.letters.count ? 2 : 1
        return shared >= least && differByOneLetter(left, right) ? nil : shared
    }

    private func differByOneLetter(_ left: TitleProfile, _ right: TitleProfile) -> Bool {
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        let first = zip(mine, theirs).prefix { $0 == $1 }.count
        let last = zip(mine.reversed(), theirs.reversed()).prefix { $0 == $1 }.count
        return first + last + (left.script == .latin ? 1 : 3) >= max(mine.count, theirs.count)
    }

    /// Compares two different titles in one script.
    private mutating func partial(
        _ left: TitleProfile,
        _ right: TitleProfile,
        years: Int,
        atLeast least: Double
    ) -> (bits: Double, relation: PairEvidence.TitleRelation) {
        let smaller = Double(min(left.information, right.information))
        let total = Double(left.information + right.information)
        guard smaller > 0 else { return (weights.unlikeTitle, .unlike) }
        let limit = clamped(smaller)
        let sequel = (left.sequel >= 0) != (right.sequel >= 0) ? weights.oneSidedSequel : 0
        guard limit + sequel >= least else { return (weights.unlikeTitle, .unlike) }
        let shared = sharedWords(left, right)
        var likeness = 2 * shared / total
        let needed = neededLikeness(bits: least - sequel, limit)
        likeness = max(likeness, letterLikeness(left, right, atLeast: needed))
        var bits = bitsOf(likeness: likeness, limit)
        let difference = difference(left, right, haveEqualWords: 2 * shared > 0.99 * total)
        var relation: PairEvidence.TitleRelation = bits <= 0 ? .unlike : difference == .spelling ? .respelled : .alike
        if shared > 0.99 * smaller {
            let isSetOff = isPart(left, of: right) || isPart(right, of: left)
            // The first part of a series often has no subtitle, and the next ones have.
            let isSamePart = isSetOff && PairComparer.parts.contains(left.sequel) && left.sequel == right.sequel
            if isSetOff, years > 0, !isSamePart { return (weights.otherSubtitle[1], .unlike) }
            let share = isSamePart ? 1 : isSetOff ? weights.containedPart : weights.contained
            let contained = min(weights.equalTitle.upperBound, shared) * share - 1
            let isLongForm = isSamePart || isSetOff && (isLongForm(left, of: right) || isLongForm(right, of: left))
            // By its letters, a title resembles the same title with one more word. But that word tells the films apart.
            let hasMore = !isLongForm && shared < 0.99 * (total - smaller)
            if contained > bits || bits > 0 && hasMore {
                bits = contained
                relation = isLongForm ? .longForm : .contained
            }
        }
        let other = difference.limit(weights, years: years)
        if bits > other { return (other, .unlike) }
        return (bits + sequel, relation)
    }

    /// The numbers that are almost always those of parts, and not of a street or a pier.
    private static let parts: ClosedRange<Int16> = 2...9

    /// Whether a title is the beginning or the end of another title, set off by a break such as a colon.
    private func isPart(_ part: TitleProfile, of whole: TitleProfile) -> Bool {
        whole.parts.contains(part.whole)
    }

    /// Whether a title is another one with a subtitle that begins with `the`, or with several words before it:
    /// `Nomad: The Warrior`, but neither `Dune: Drifter` nor `Pier 16: The Making of`.
    private func isLongForm(_ whole: TitleProfile, of part: TitleProfile) -> Bool {
        guard isPart(part, of: whole), whole.words.count > part.words.count + 1 else { return false }
        let words = table.words[whole.words.range]
        let isFirst = whole.parts.first == UInt32(truncatingIfNeeded: part.whole)
        let others = isFirst ? words.dropFirst(Int(part.words.count)) : words.dropLast(Int(part.words.count))
        func isWord(_ word: TitleWordProfile, _ text: String) -> Bool {
            table.letters[word.letters.range].elementsEqual(text.utf8)
        }
        if isFirst, let first = others.first, !isWord(first, "the") { return false }
        return !others.contains { word in PairComparer.wordsOfOtherWorks.contains { isWord(word, $0) } }
    }

    /// The words by which a title names a film or a recording about another work.
    private static let wordsOfOtherWorks = ["making", "scenes", "documentary", "live", "concert"]

    private func bitsOf(likeness: Double, _ limit: Double) -> Double {
        let beyond = likeness - weights.neutralLikeness
        return beyond >= 0
            ? beyond / (1 - weights.neutralLikeness) * limit
            : weights.unlikeTitle * -beyond / weights.neutralLikeness
    }

    /// Returns the similarity that a number of bits requires.
    private func neededLikeness(bits: Double, _ limit: Double) -> Double {
        bits >= 0
            ? weights.neutralLikeness + bits / limit * (1 - weights.neutralLikeness)
            : weights.neutralLikeness * (1 - bits / weights.unlikeTitle)
    }

    /// Returns the higher of two letter-by-letter similarities, or any smaller number if neither reaches `least`.
    ///
    /// A letter that only one title has stays without a partner, and each measure allows only a few of these.
    private mutating func letterLikeness(
        _ left: TitleProfile,
        _ right: TitleProfile,
        atLeast least: Double
    ) -> Double {
        let apart = Double((left.letterMask ^ right.letterMask).nonzeroBitCount)
        let (one, other) = (Double(left.letters.count), Double(right.letters.count))
        guard least <= 0 || apart <= (1 - least) * (one + other) else { return 0 }
        work += 1
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        if left.script == .latin {
            guard LetterComparison.allows(least, mine, in: right.letterMask, theirs.count, left.letterMask),
                LetterComparison.allows(least, theirs, in: left.letterMask, mine.count, right.letterMask)
            else { return 0 }
        }
        let cosine = letters.trigramCosine(mine, theirs, isHangul: left.script == .hangul)
        guard LetterComparison.jaroAllows(unmatched: apart, of: one, other, likeness: 0.7 + 0.3 * least) else {
            return cosine
        }
        return max(cosine, (letters.jaroWinkler(mine, theirs) - 0.7) / 0.3)
    }

    /// Returns the weight of the words that both titles have; a repeated word counts as often as both have it.
    ///
    /// `part` is a part number that does not count.
    private func sharedWords(_ left: TitleProfile, _ right: TitleProfile, without part: Int16 = -1) -> Double {
        var shared: Float = 0
        for place in left.words.range {
            let word = table.words[place]
            if part >= 0, table.letters[word.letters.range].elementsEqual(String(part).utf8) { continue }
            let earlier = count(word.key, in: Int(left.words.start)..<place)
            if count(word.key, in: right.words.range) > earlier { shared += word.weight }
        }
        return Double(shared)
    }

    private func count(_ key: UInt32, in words: Range<Int>) -> Int {
        words.count { table.words[$0].key == key }
    }

    /// Compares titles in two scripts by their sound and by the numbers and Latin words that both have.
    ///
    /// Returns `nil` if they cannot be compared. The score may be too low if it is less than `least`.
    private mutating func acrossScripts(
        _ left: TitleProfile,
        _ right: TitleProfile,
        atLeast least: Double
    ) -> (bits: Double, relation: PairEvidence.TitleRelation)? {
        guard left.script != .other, right.script != .other else { return nil }
        var (bits, relation) = sound(left, right, atLeast: least - weights.equalSequelAcross)
        // Many titles have a part number, so it is no evidence beside a name, which Korean would spell as it sounds.
        let counts = bits > 0 || canBeTranslated(left.script == .latin ? left : right)
        let words = sharedWords(left, right, without: counts ? -1 : max(left.sequel, right.sequel))
        if words > 0, weights.sharedAcross * words - weights.sharedByChance > bits {
            (bits, relation) = (weights.sharedAcross * words - weights.sharedByChance, .sharesWord)
        }
        if counts, left.sequel >= 0, left.sequel == right.sequel { bits += weights.equalSequelAcross }
        if (left.sequel >= 0) != (right.sequel >= 0) {
            let isOther =
                alignment.isWhole && (isFirstPart(left, of: right) || isFirstPart(right, of: left))
                || isOtherPart(left, than: right) || isOtherPart(right, than: left)
            bits += isOther ? weights.firstPartAcross : weights.oneSidedSequel
        }
        return (min(bits, weights.soundLimit), relation)
    }

    /// Whether a title has a word that several films have, and so is more than a name.
    private func canBeTranslated(_ title: TitleProfile) -> Bool {
        table.words[title.words.range].contains { word in
            table.keyTable.counts[Int(word.key)] >= PairComparer.filmsOfWord
                && !PairComparer.isNumeral(table.letters[Int(word.letters.start)])
        }
    }

    private static let filmsOfWord: UInt32 = 3

    /// Whether a title in Hangul has the number of a later part, and the other one neither a number nor a subtitle.
    private func isFirstPart(_ first: TitleProfile, of other: TitleProfile) -> Bool {
        other.script == .hangul && other.sequel > 1 && first.sequel < 0 && first.parts.lastStart == 0
    }

    /// Whether a title in Hangul has a subtitle and no number, and the other one the number of a later part and no
    /// subtitle.
    private func isOtherPart(_ title: TitleProfile, than other: TitleProfile) -> Bool {
        other.script == .latin && other.sequel > 1 && other.parts.lastStart == 0 && title.sequel < 0
            && title.parts.lastStart > 0
    }

    /// The number of comparisons letter by letter that take as long as one alignment of sounds.
    private static let workOfSound = 4

    /// Compares the sounds of titles in two scripts; the score may be too low if it is less than `least`.
    private mutating func sound(
        _ left: TitleProfile,
        _ right: TitleProfile,
        atLeast least: Double
    ) -> (bits: Double, relation: PairEvidence.TitleRelation) {
        work += PairComparer.workOfSound
        let (mine, theirs) = (table.sounds[left.sounds.range], table.sounds[right.sounds.range])
        let needed = weights.leastHeard(least, mine.count, theirs.count)
        let heard = alignment.evidence(mine, theirs, atLeast: needed)
        guard heard > 0 else { return (weights.soundsApart, .soundsApart) }
        let consonants = weights.bits(heard: heard, isWhole: alignment.isWhole)
        guard consonants + weights.bits(vowels: 1) >= least else { return (consonants, .soundsAlike) }
        // Slices, because a call with the table would copy it.
        let (ours, others) = (table.words[left.words.range], table.words[right.words.range])
        let likeness = vowels.likeness(ours, others, in: table.letters)
        return (consonants + weights.bits(vowels: likeness), .soundsAlike)
    }

    /// Whether the titles name different parts of a series.
    ///
    /// Two different numbers conflict unless other titles agree on a number. A number on one side only (`Iron Man`,
    /// `Iron Man 2`) conflicts if the rest of the title is the same, because the other film is then the first part.
    func sequelsConflict(_ left: FilmProfile, _ right: FilmProfile) -> Bool {
        guard left.hasSequel || right.hasSequel else { return false }
        if left.hasSequel, right.hasSequel {
            return !left.titles.range.contains { mine in
                table.titles[mine].sequel >= 0
                    && right.titles.range.contains { table.titles[$0].sequel == table.titles[mine].sequel }
            }
        }
        let (first, part) = left.hasSequel ? (right, left) : (left, right)
        guard !part.titles.range.contains(where: { table.titles[$0].sequel == 1 }) else { return false }
        return part.titles.range.contains { numbered in
            let title = table.titles[numbered]
            guard title.sequel >= 0, first.titles.range.contains(where: { table.titles[$0].stem == title.stem })
            else { return false }
            return !part.titles.range.contains { mine in
                table.titles[mine].script == title.script
                    && first.titles.range.contains { table.titles[$0].whole == table.titles[mine].whole }
            }
        }
    }
}

/// A set of digests of which each is only a bit that it may share with others.
struct DigestBits {
    private var bits = [UInt64](repeating: 0, count: 16)

    mutating func insert(_ digest: UInt64) { bits[Int(digest >> 6 & 15)] |= 1 << (digest & 63) }

    /// Removes a digest and those that share its bit.
    mutating func remove(_ digest: UInt64) { bits[Int(digest >> 6 & 15)] = 0 }

    /// Whether the digest may be in the set.
    func contains(_ digest: UInt64) -> Bool { bits[Int(digest >> 6 & 15)] >> (digest & 63) & 1 == 1 }
}
