/// A reader that reduces titles to the form in which they are compared.
///
/// Case, diacritics, punctuation, blanks, and a leading article are ignored; `&` is read as `and`; `2`, `II`, `Two`,
/// and `Part 2` are the same number; `Mr.` is `Mister`, and `colour` is `color`; a year in brackets at the end is dropped.
struct TitleNormalizer {
    var scanner = TitleScanner()
    /// The letters and digits of the last title, without blanks except between two numbers.
    private(set) var key: [UInt8] = []
    /// The offset in `key` at which each word begins.
    private(set) var wordStarts: [Int] = []
    /// The offset in `key` of each word that follows a break, such as a colon, without the first word.
    private(set) var breaks: [Int] = []
    /// The number of the part of a series that the title names, and its range in `key`.
    private(set) var sequel: (value: Int, range: Range<Int>)?
    /// Whether the last title names a cut or another release of the film: `Director's Cut`, `재개봉`.
    private(set) var isEdition = false
    private var endsWithNumber = false

    /// Reads a title into the properties and returns whether anything is left of it.
    mutating func read(_ title: String) -> Bool { forms(of: title).first.map { read($0) } ?? false }

    /// Returns the ranges of words that a title may have elsewhere, the whole title first: without the name of a cut,
    /// the year of the film, or the name of its author, and each of two titles that `a.k.a.` joins.
    mutating func forms(of title: String, year: Int = 0) -> [Range<Int>] {
        scanner.scan(title)
        let whole = significantWords(scanner.words.indices)
        if let joint = joint(in: whole) {
            return [whole.lowerBound..<joint.lowerBound, joint.upperBound..<whole.upperBound].map(significantWords)
        }
        var forms = [whole]
        let rest = withoutEdition(whole)
        isEdition = rest.isEdition
        if rest.title != whole { forms.append(significantWords(rest.title)) }
        if whole.count > 1, year != 0, let last = scanner.words[whole].last, last.kind == .number,
            value(of: last) == year
        {
            forms.append(whole.lowerBound..<whole.upperBound - 1)
        }
        if let author = endOfAuthor(in: whole) { forms.append(significantWords(author..<whole.upperBound)) }
        return forms
    }

    /// Returns the words of a range that are not names of cuts, releases, or showings.
    func withoutEdition(_ range: Range<Int>) -> EditionName.Rest {
        EditionName.rest(of: range, isBracketed: { scanner.words[$0].isBracketed }, word: text(at:))
    }

    private let a = UInt8(ascii: "a")

    /// Returns the words that join two titles of a film: `a.k.a.`, `also known as`.
    private func joint(in range: Range<Int>) -> Range<Int>? {
        func isWord(_ index: Int, _ word: String) -> Bool {
            index < range.upperBound && text(of: scanner.words[index]).elementsEqual(word.utf8)
        }
        for index in range.dropFirst() where index + 1 < range.upperBound && text(of: scanner.words[index]).first == a {
            if isWord(index, "aka") { return index..<index + 1 }
            guard isWord(index, "also"), isWord(index + 1, "known"), isWord(index + 2, "as") else { continue }
            return index + 3 < range.upperBound ? index..<index + 3 : nil
        }
        return nil
    }

    /// Returns the index after the first and last name of an author with whom a title begins, before at least two more
    /// words: `Ada Quill's Winter Choir`, but not `My Sister's Long Journey`.
    private func endOfAuthor(in range: Range<Int>) -> Int? {
        let end = range.lowerBound + 2
        guard end + 1 < range.upperBound, scanner.words[end - 1].isPossessive, !scanner.words[end].followsBreak,
            !TitleNormalizer.pronouns.contains(where: {
                text(of: scanner.words[range.lowerBound]).elementsEqual($0.utf8)
            })
        else { return nil }
        return end
    }

    private static let pronouns = ["my", "your", "his", "her", "our", "their", "every"]

    /// Reads the words of a form of the title into the properties and returns whether anything is left of them.
    mutating func read(_ range: Range<Int>) -> Bool {
        key.removeAll(keepingCapacity: true)
        wordStarts.removeAll(keepingCapacity: true)
        breaks.removeAll(keepingCapacity: true)
        sequel = nil
        endsWithNumber = false
        var followsMarker = false
        for index in range {
            let role = role(at: index)
            if scanner.words[index].followsBreak, !key.isEmpty, breaks.last != key.count { breaks.append(key.count) }
            if let value = number(role, at: index, in: range, followsMarker: followsMarker) {
                append(number: value, at: index, in: range, followsMarker: followsMarker)
                followsMarker = false
            } else if case .marker = role, isMarker(at: index, in: range) {
                followsMarker = true
            } else if isCounter(role, at: index, in: range) {
                continue
            } else {
                wordStarts.append(key.count)
                append(scanner.words[index], role, isLast: index + 1 == range.upperBound)
                endsWithNumber = false
                followsMarker = false
            }
        }
        return !key.isEmpty
    }

    /// The script of the last title.
    var script: TitleScript { scanner.script }

    /// Returns the words without an article at the front (or after a comma at the end) and without a year in brackets.
    private func significantWords(_ all: Range<Int>) -> Range<Int> {
        let words = scanner.words
        var range = all
        if range.count > 1, let last = words[range].last, last.isBracketed, last.kind == .number,
            isYear(value(of: last))
        {
            range = range.dropLast()
        }
        // `La La Land` begins with no article.
        if range.count > 1, case .article = role(at: range.lowerBound),
            !text(of: words[range.lowerBound]).elementsEqual(text(of: words[range.lowerBound + 1]))
        {
            range = range.dropFirst()
        }
        if range.count > 1, words[range.upperBound - 1].followsBreak, case .article = role(at: range.upperBound - 1) {
            range = range.dropLast()
        }
        return range
    }

    private func number(
        _ role: TitleWord.Role,
        at index: Int,
        in range: Range<Int>,
        followsMarker: Bool
    ) -> Int? {
        let word = scanner.words[index]
        if word.kind == .number { return value(of: word) }
        switch role {
        case .number(let value): return value
        case .numeral(let value): return index > range.lowerBound ? value : nil
        case .letterNumeral(let value):
            return index > range.lowerBound && (followsMarker || endsPart(at: index, in: range)) ? value : nil
        case .part(let value): return index > range.lowerBound && endsPart(at: index, in: range) ? value : nil
        case .ordinal(let value): return index > range.lowerBound && precedesMarker(at: index, in: range) ? value : nil
        case .loanNumber(let value):
            return index == range.lowerBound || followsMarker || text(of: word).count > 3 ? value : nil
        case .none, .article, .marker, .counter, .ordinalEnding, .spelling: return nil
        }
    }

    /// Whether a possible marker is one: a number follows it.
    private func isMarker(at index: Int, in range: Range<Int>) -> Bool {
        guard index > range.lowerBound, index + 1 < range.upperBound else { return false }
        return number(role(at: index + 1), at: index + 1, in: range, followsMarker: true) != nil
    }

    /// Whether the word after the one at an index is a marker that ends a title or precedes a subtitle.
    private func precedesMarker(at index: Int, in range: Range<Int>) -> Bool {
        guard index + 1 < range.upperBound, case .marker = role(at: index + 1) else { return false }
        return endsPart(at: index + 1, in: range)
    }

    /// Whether a word counts the number before it, as in `2부`, `1. Teil`, and `4th`.
    private func isCounter(_ role: TitleWord.Role, at index: Int, in range: Range<Int>) -> Bool {
        guard index > range.lowerBound, endsWithNumber else { return false }
        switch role {
        case .counter: return scanner.words[index - 1].kind == .number
        case .ordinalEnding, .spelling: return isOrdinalEnding(at: index)
        case .marker: return endsPart(at: index, in: range)
        default: return false
        }
    }

    private func endsPart(at index: Int, in range: Range<Int>) -> Bool {
        index + 1 == range.upperBound || scanner.words[index + 1].followsBreak
    }

    /// Appends a word as it is compared: `Mister` for `Mr.`, `color` for `colour`.
    private mutating func append(_ word: TitleWord, _ role: TitleWord.Role, isLast: Bool) {
        let letters = text(of: word)
        if case .spelling(let spelling) = role {
            key.append(contentsOf: spelling.text(isLast: isLast).utf8)
        } else if word.kind == .latin, let stem = TitleWord.stemOfOur(letters) {
            key.append(contentsOf: letters[..<stem])
            key.append(contentsOf: letters[(stem + 1)...])
        } else {
            key.append(contentsOf: letters)
        }
    }

    private mutating func append(number: Int, at index: Int, in range: Range<Int>, followsMarker: Bool) {
        let start = key.count
        wordStarts.append(start)
        if endsWithNumber { key.append(UInt8(ascii: " ")) }
        key.append(contentsOf: String(number).utf8)
        endsWithNumber = true
        guard sequel == nil, index > range.lowerBound, number > 0, !isYear(number), !isInFraction(index, in: range)
        else { return }
        let end = skipOrdinalEnding(after: index, in: range)
        if followsMarker || isCounted(at: index, end, in: range) || endsPart(at: index, in: range)
            || isAttachedPart(at: index, number)
        {
            sequel = (number, start..<key.count)
        }
    }

    /// Whether a word counts the number at an index, whose ordinal ending is at `end`.
    private func isCounted(at index: Int, _ end: Int, in range: Range<Int>) -> Bool {
        guard end + 1 < range.upperBound else { return false }
        if case .counter = role(at: end + 1) { return scanner.words[index].kind == .number }
        return precedesMarker(at: end, in: range)
    }

    /// Returns the index of the ordinal ending of a number, or that of the number if it has none.
    private func skipOrdinalEnding(after index: Int, in range: Range<Int>) -> Int {
        index + 1 < range.upperBound && isOrdinalEnding(at: index + 1) ? index + 1 : index
    }

    /// Whether a word ends the number before it: `4th`, `1st`.
    private func isOrdinalEnding(at index: Int) -> Bool {
        guard scanner.words[index].isAttached, scanner.words[index - 1].kind == .number else { return false }
        if case .ordinalEnding = role(at: index) { return true }
        return text(of: scanner.words[index]).elementsEqual("st".utf8)
    }

    /// Whether a number belongs to a fraction or precedes one: `33⅓` is not part of a series.
    private func isInFraction(_ index: Int, in range: Range<Int>) -> Bool {
        scanner.words[index].isFraction || index + 1 < range.upperBound && scanner.words[index + 1].isFraction
    }

    /// Whether a number directly follows Hangul and precedes a blank: `매트릭스3 레볼루션`, but not `빌라301호 사람들`.
    private func isAttachedPart(at index: Int, _ number: Int) -> Bool {
        let words = scanner.words
        guard words[index].isAttached, words[index - 1].kind == .hangul, number <= 20 else { return false }
        return index + 1 == words.count || !words[index + 1].isAttached
    }

    private func isYear(_ number: Int?) -> Bool {
        number.map { (1900...2099).contains($0) } ?? false
    }

    private func role(at index: Int) -> TitleWord.Role {
        TitleWord.role(of: text(of: scanner.words[index]))
    }

    private func text(of word: TitleWord) -> ArraySlice<UInt8> {
        scanner.bytes[word.start..<word.end]
    }

    /// Returns the letters of the word at an index.
    func text(at index: Int) -> ArraySlice<UInt8> { text(of: scanner.words[index]) }

    /// Returns the value of a word of digits, or `nil` if it is too long to be a meaningful number.
    private func value(of word: TitleWord) -> Int? {
        guard word.end - word.start <= 9 else { return nil }
        return text(of: word).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

enum TitleScript: UInt8, Hashable, Sendable, CaseIterable {
    case latin, hangul, other
}

/// A table that folds letters for comparison, without case, diacritics, and ligatures.
///
/// The standard library has no public canonical decomposition, and Foundation's would require ICU. The letters of film
/// titles fit into a small table.
package struct ScalarFolding: Sendable {
    /// The table, created once.
    package static let shared = ScalarFolding()

    /// The index in `replacements` for each scalar below `limit`; 0 if the scalar has no replacement.
    private let indices: [UInt16]
    private let ligatures: [Unicode.Scalar: Int]
    private let replacements: [[UInt8]]

    private static let limit = 0x2500

    private init() {
        var indices = [UInt16](repeating: 0, count: ScalarFolding.limit)
        var ligatures: [Unicode.Scalar: Int] = [:]
        var replacements: [[UInt8]] = [[]]
        for line in ScalarFolding.lines.unicodeScalars.split(separator: "\n") {
            let halves = line.split(separator: "=", maxSplits: 1)
            guard halves.count == 2 else { continue }
            for scalar in halves[1] {
                if scalar.value < ScalarFolding.limit {
                    indices[Int(scalar.value)] = UInt16(replacements.count)
                } else {
                    ligatures[scalar] = replacements.count
                }
            }
            replacements.append(Array(String(halves[0]).utf8))
        }
        self.indices = indices
        self.ligatures = ligatures
        self.replacements = replacements
    }

    /// Returns the UTF-8 text that replaces `scalar` in comparisons, or `nil` if the scalar is kept; blanks in the text
    /// separate words.
    package func replacement(of scalar: Unicode.Scalar) -> [UInt8]? {
        let index =
            scalar.value < ScalarFolding.limit ? Int(indices[Int(scalar.value)]) : ligatures[scalar] ?? 0
        return index == 0 ? nil : replacements[index]
    }
}
