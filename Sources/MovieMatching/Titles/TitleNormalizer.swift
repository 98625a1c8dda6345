/// A reader that reduces titles to the form in which they are compared.
///
/// Case, diacritics, punctuation, blanks, and a leading article are ignored; `&` is read as `and`; `2`, `II`, `Two`,
/// and `Part 2` are the same number; a year in brackets at the end is dropped.
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
    private var endsWithNumber = false

    /// Reads a title into the properties and returns whether anything is left of it.
    mutating func read(_ title: String) -> Bool {
        scanner.scan(title)
        key.removeAll(keepingCapacity: true)
        wordStarts.removeAll(keepingCapacity: true)
        breaks.removeAll(keepingCapacity: true)
        sequel = nil
        endsWithNumber = false
        let range = significantWords()
        var followsMarker = false
        for index in range {
            let role = role(at: index)
            if scanner.words[index].followsBreak, !key.isEmpty, breaks.last != key.count { breaks.append(key.count) }
            if let value = number(role, at: index, in: range, followsMarker: followsMarker) {
                append(number: value, at: index, in: range, followsMarker: followsMarker)
                followsMarker = false
            } else if case .marker = role, isMarker(at: index, in: range) {
                followsMarker = true
            } else if case .counter = role, isCounter(at: index, in: range) {
                continue
            } else {
                wordStarts.append(key.count)
                key.append(contentsOf: text(of: scanner.words[index]))
                endsWithNumber = false
                followsMarker = false
            }
        }
        return !key.isEmpty
    }

    /// The script of the last title.
    var script: TitleScript { scanner.script }

    /// Returns the words without an article at the front (or after a comma at the end) and without a year in brackets.
    private func significantWords() -> Range<Int> {
        let words = scanner.words
        var range = 0..<words.count
        if range.count > 1, let last = words.last, last.isBracketed, last.kind == .number, isYear(value(of: last)) {
            range = 0..<range.upperBound - 1
        }
        // `La La Land` begins with no article.
        if range.count > 1, case .article = role(at: 0), !text(of: words[0]).elementsEqual(text(of: words[1])) {
            range = 1..<range.upperBound
        }
        if range.count > 1, words[range.upperBound - 1].followsBreak, case .article = role(at: range.upperBound - 1) {
            range = range.lowerBound..<range.upperBound - 1
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
        guard word.kind == .latin else { return nil }
        switch role {
        case .number(let value): return value
        case .numeral(let value): return index > range.lowerBound ? value : nil
        case .letterNumeral(let value):
            return index > range.lowerBound && (followsMarker || endsPart(at: index, in: range)) ? value : nil
        case .none, .article, .marker, .counter: return nil
        }
    }

    /// Whether a possible marker is one: a number follows it.
    private func isMarker(at index: Int, in range: Range<Int>) -> Bool {
        guard index > range.lowerBound, index + 1 < range.upperBound else { return false }
        return number(role(at: index + 1), at: index + 1, in: range, followsMarker: true) != nil
    }

    /// Whether a possible counter is one: it follows a number.
    private func isCounter(at index: Int, in range: Range<Int>) -> Bool {
        index > range.lowerBound && scanner.words[index - 1].kind == .number
    }

    private func endsPart(at index: Int, in range: Range<Int>) -> Bool {
        index + 1 == range.upperBound || scanner.words[index + 1].followsBreak
    }

    private mutating func append(number: Int, at index: Int, in range: Range<Int>, followsMarker: Bool) {
        let start = key.count
        wordStarts.append(start)
        if endsWithNumber { key.append(UInt8(ascii: " ")) }
        key.append(contentsOf: String(number).utf8)
        endsWithNumber = true
        guard sequel == nil, index > range.lowerBound, number > 0, !isYear(number), !isInFraction(index, in: range)
        else { return }
        var isCounted = false
        if index + 1 < range.upperBound, case .counter = role(at: index + 1) {
            isCounted = isCounter(at: index + 1, in: range)
        }
        if followsMarker || isCounted || endsPart(at: index, in: range) || isAttachedPart(at: index, number) {
            sequel = (number, start..<key.count)
        }
    }

    /// Whether a number belongs to a fraction or precedes one: `33⅓` is no part of a series.
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
