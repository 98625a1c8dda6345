/// How two titles in one script differ, if the difference says more than their likeness.
enum TitleDifference {
    /// None of the others: one title has more words, or several words differ.
    case other
    /// The words are in another order, or those that differ are spellings of each other: `Grey`, `Gray`.
    case spelling
    /// The titles are equal up to a colon or the like, and their subtitles differ.
    case subtitle
    /// The titles are equal but for a number, the letter at the end, or the names of two parts: `Part A`, `Part B`.
    case part

    /// Returns the most that titles with this difference count.
    func limit(_ weights: MatchWeights, years: Int) -> Double {
        switch self {
        case .other, .spelling: .infinity
        case .subtitle: weights.otherSubtitle[years == 0 ? 0 : 1]
        case .part: weights.otherNumber
        }
    }
}

extension PairComparer {
    /// Returns how two different titles in one script differ, which may have the same words in another order.
    mutating func difference(
        _ left: TitleProfile,
        _ right: TitleProfile,
        haveEqualWords: Bool
    ) -> TitleDifference {
        if numbersDiffer(left, right) || lastLettersDiffer(left, right) { return .part }
        if haveEqualWords { return .spelling }
        let (mine, theirs) = wordsThatDiffer(left, right)
        if mine.isEmpty || theirs.isEmpty { return .other }
        if mine.count < left.words.count, namePartsApart(mine, theirs) { return .part }
        if areSpellings(mine, theirs, left.script) { return .spelling }
        return haveSubtitles(left, right) ? .subtitle : .other
    }

    /// Returns the words of two titles without those that both have at the beginning and at the end.
    private func wordsThatDiffer(_ left: TitleProfile, _ right: TitleProfile) -> (Range<Int>, Range<Int>) {
        var (mine, theirs) = (left.words.range, right.words.range)
        while let one = mine.first, let other = theirs.first, table.words[one].key == table.words[other].key {
            mine.removeFirst()
            theirs.removeFirst()
        }
        while let one = mine.last, let other = theirs.last, table.words[one].key == table.words[other].key {
            mine.removeLast()
            theirs.removeLast()
        }
        return (mine, theirs)
    }

    /// Whether two titles are equal up to a break such as a colon, but have different subtitles.
    private func haveSubtitles(_ left: TitleProfile, _ right: TitleProfile) -> Bool {
        left.parts.first != 0 && left.parts.first == right.parts.first && left.parts.last != right.parts.last
    }

    /// Whether a word that only one title has names a part of a series, and one that only the other has another part.
    private func namePartsApart(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count <= PairComparer.wordsOfPart, right.count <= PairComparer.wordsOfPart else { return false }
        return left.contains { mine in
            guard let part = part(mine) else { return false }
            return right.contains { theirs in self.part(theirs).map { $0.isApart(from: part) } ?? false }
        }
    }

    /// The most words that name a part: `First Chapter`.
    private static let wordsOfPart = 2

    private func part(_ word: Int) -> PartName? { PartName(table.letters[table.words[word].letters.range]) }

    /// Whether words that two titles do not share are spellings of each other.
    private mutating func areSpellings(_ left: Range<Int>, _ right: Range<Int>, _ script: TitleScript) -> Bool {
        let (mine, theirs) = (letters(of: left), letters(of: right))
        let least = script == .latin ? 4 : 9
        guard min(mine.count, theirs.count) >= least else { return false }
        return letters.jaroWinkler(mine, theirs) >= (script == .latin ? 0.85 : 0.9)
    }

    /// Returns the letters of words that follow each other.
    private func letters(of words: Range<Int>) -> ArraySlice<UInt8> {
        guard let first = words.first, let last = words.last else { return [] }
        return table.letters[
            table.words[first].letters.range.lowerBound..<table.words[last].letters.range.upperBound
        ]
    }

    /// Whether two titles, or what precedes their subtitles, are equal but for their numbers, of which both have some.
    private func numbersDiffer(_ left: TitleProfile, _ right: TitleProfile) -> Bool {
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        if numbersDiffer(mine, theirs) { return true }
        let starts = (Int(left.parts.lastStart), Int(right.parts.lastStart))
        return starts.0 > 0 && starts.1 > 0 && numbersDiffer(mine.prefix(starts.0), theirs.prefix(starts.1))
    }

    private func numbersDiffer(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        let (mine, theirs) = (left.lazy.filter(PairComparer.isNumeral), right.lazy.filter(PairComparer.isNumeral))
        return !mine.isEmpty && !theirs.isEmpty && !mine.elementsEqual(theirs)
            && left.lazy.filter { !PairComparer.isNumeral($0) }
                .elementsEqual(right.lazy.filter { !PairComparer.isNumeral($0) })
    }

    /// Whether a byte of a title is a digit, or the blank between two numbers.
    static func isNumeral(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: " ")
    }

    /// Whether two titles are equal but for a last word of one letter: `Plan A`, `Plan B`.
    private func lastLettersDiffer(_ left: TitleProfile, _ right: TitleProfile) -> Bool {
        guard endsWithLetter(left), endsWithLetter(right) else { return false }
        let (mine, theirs) = (table.letters[left.letters.range], table.letters[right.letters.range])
        return mine.last != theirs.last && mine.dropLast().elementsEqual(theirs.dropLast())
    }

    private func endsWithLetter(_ title: TitleProfile) -> Bool {
        guard title.words.count > 1, let last = table.words[title.words.range].last, last.letters.count == 1 else {
            return false
        }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(table.letters[Int(last.letters.start)])
    }
}
