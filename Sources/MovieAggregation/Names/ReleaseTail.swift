import MovieDomain

/// The last words of a title if they may belong to the release: `Limited`, `DC`, `Director's Cut`.
struct ReleaseTail {
    /// The place of the first of them.
    let start: Int
    /// Whether they are likelier to belong to the release than to the title.
    let isLikely: Bool

    /// Finds them; `isScene` tells whether other words of the name are those of a release, and `isBeforeYear` whether a
    /// year in brackets follows, before which nothing belongs to a release.
    init?(of words: [NameWord], in range: Range<Int>, isScene: Bool, isBeforeYear: Bool) {
        let isShouted = words[range].allSatisfy { $0.text == $0.text.uppercased() }
        var end = range.upperBound
        var isLikely = true
        var found: (start: Int, isLikely: Bool)?
        while end > range.lowerBound {
            let word = words[end - 1]
            if let length = Self.editionLength(before: end, in: words[range]) {
                end -= length
                isLikely = isLikely && (!isBeforeYear || NameWords.unspacedMarks.contains(word.plain))
            } else if NameWords.copyWords.contains(word.plain), end - 1 > range.lowerBound,
                words[end - 2].year(upTo: .max) != nil, !words[end - 2].isBracketed
            {
                end -= 2
            } else if word.isBracketed {
                guard word.content?.title == nil else { break }
                end -= 1
                continue
            } else if word.isDash, end < range.upperBound {
                end -= 1
            } else {
                let isMarked = word.isMarked && !isShouted
                guard word.weight > .none || isScene && isMarked && word.isMark else { break }
                let isOfRelease =
                    switch word.weight {
                    case .certain: true
                    // `The.Thin.Line.2003.DVDRip` is a title, `The.Thin.LiNE.DVDRip` has none of it.
                    case .jargon: isMarked || word.hasDigitOfRelease
                    case .language, .plain: isMarked && word.text.utf8.count > 2
                    case .none: false
                    }
                isLikely = isLikely && isOfRelease && (!isBeforeYear || word.weight == .certain)
                end -= 1
            }
            if Self.isTitle(words[range.lowerBound..<end]) { found = (end, isLikely) }
        }
        guard let found else { return nil }
        (start, self.isLikely) = found
    }

    /// Whether the words may be a whole title; none ends with an article or with whose it is.
    private static func isTitle(_ words: ArraySlice<NameWord>) -> Bool {
        guard let last = words.last(where: { !$0.isBracketed }) else { return false }
        return words.contains(where: \.saysSomething) && !NameWords.unfinished.contains(last.plain)
            && !last.text.hasSuffix("'s") && !last.text.hasSuffix("’s") && !last.isDash
    }

    /// The number of words before a place that name an edition: `The Final Cut`, `Director's Cut`, `감독판`.
    static func editionLength(before end: Int, in words: ArraySlice<NameWord>) -> Int? {
        guard end > words.startIndex, !words[end - 1].isBracketed else { return nil }
        if NameWords.unspacedMarks.contains(words[end - 1].plain) { return 1 }
        guard NameWords.editionNouns.contains(words[end - 1].plain) else { return nil }
        var first = end - 1
        while first > words.startIndex, NameWords.editionKinds.contains(words[first - 1].plain) { first -= 1 }
        guard first < end - 1 else { return nil }
        if words[first].isAnniversary, first > words.startIndex, words[first - 1].text.first?.isNumber == true {
            first -= 1
        }
        if first > words.startIndex, words[first - 1].plain == "the" { first -= 1 }
        return end - first
    }
}

/// A number before a title that gives its place among others: `01 - The Keeper`, `(2) The Keeper`, `3. The Keeper`.
struct SortingNumber {
    /// The place of the first word after it.
    let end: Int
    /// Whether no title begins like that.
    let isLikely: Bool

    init?(in words: [NameWord], _ range: Range<Int>, isDotted: Bool) {
        guard range.count > 1 else { return nil }
        let first = words[range.lowerBound]
        var digits = first.text.utf8[...]
        let isMarked = digits.take("#")
        let isPadded = digits.first == UInt8(ascii: "0")
        let count = digits.takeDigits()
        let isClosed = digits.take(")") || digits.take(".")
        guard digits.isEmpty, (1...3).contains(count) else {
            if let end = Self.endOfNumeral(words, range) {
                (self.end, isLikely) = (end, false)
                return
            }
            guard let end = Self.endOfSeries(words, range) else { return nil }
            (self.end, isLikely) = (end, true)
            return
        }
        let next = words[range.lowerBound + 1]
        var end = range.lowerBound + 1
        if next.isDash { end += 1 }
        let isPair = count == 2 && isPadded
        let isListed =
            next.isDash || isClosed || isMarked || first.isBracketed && count < 3 || next.followsStop && !isDotted
        guard isListed && !isDotted || isPair, end < range.upperBound,
            words[end..<range.upperBound].contains(where: {
                $0.text.unicodeScalars.contains(where: \.properties.isAlphabetic)
            })
        else { return nil }
        (self.end, isLikely) = (end, isPair)
    }

    /// The place after a number with a word before it, or in Roman letters: `Part 3 -`, `No. 3`, `3부 -`, `III.`.
    private static func endOfNumeral(_ words: [NameWord], _ range: Range<Int>) -> Int? {
        let first = words[range.lowerBound]
        let isRoman = first.text.utf8.count > 1 && first.text.utf8.dropLast().allSatisfy { "IVX".utf8.contains($0) }
        if isRoman, first.text.hasSuffix(".") { return range.lowerBound + 1 }
        let plain = first.plain.last == "." ? String(first.plain.dropLast()) : first.plain
        guard range.count > 2 else { return nil }
        let isNumber = words[range.lowerBound + 1].text.isDigits && words[range.lowerBound + 1].text.utf8.count < 4
        if isNumber, ["no", "nr", "nº", "№"].contains(plain) { return range.lowerBound + 2 }
        // `Part 3 - Paper Boat`, `3부 - 종이배`
        let length = isNumber && NameWords.partNouns.union(["disc", "film", "movie"]).contains(plain) ? 2 : 1
        let isPart = length == 2 || first.text.hasSuffix("부") && first.text.dropLast().isDigits
        guard isPart, range.count > length + 1, words[range.lowerBound + length].isDash else { return nil }
        return range.lowerBound + length + 1
    }

    /// The place after `Lantern 01 -`, which names the series.
    private static func endOfSeries(_ words: [NameWord], _ range: Range<Int>) -> Int? {
        guard let dash = words[range].prefix(8).lastIndex(where: \.isDash), dash > range.lowerBound + 1,
            dash + 1 < range.upperBound
        else { return nil }
        let number = words[dash - 1].text
        guard number.isDigits, number.utf8.count < 3 else { return nil }
        let isPadded = number.utf8.count == 2 && number.first == "0"
        return isPadded || NameWords.series.contains(words[dash - 2].plain) ? dash + 1 : nil
    }
}
