import Platform

/// Finds secrets in texts, however they are written there, and takes them out.
///
/// What is looked for is each letter of a secret in any of the forms that it takes on its way through an API: as it is, in
/// the other case, percent-encoded (once or several times), or escaped in JSON; mixed as they come. And the secret in
/// base64 and base64url, alone or in the middle of more, as the password of basic authentication is.
package struct SecretMask: Sendable {
    private let patterns: [SecretPattern]
    /// The patterns that may begin with a byte, for all 256.
    private let starting: [[SecretPattern]]
    /// From this length on a text may have been cut in the middle of a secret.
    private static let cutLength = 500
    private static let mask = Array("***".utf8)

    package init(_ secrets: some Sequence<Secret>) {
        self.init(patterns: Array(Set(secrets.flatMap { $0.reveal(SecretPattern.all) })))
    }

    /// The mask for texts that are full of words, as films are: it leaves alone what is shorter than keys are.
    package var sparingWords: SecretMask { SecretMask(patterns: patterns.filter { !$0.isWord }) }

    private init(patterns: [SecretPattern]) {
        // The longest first, so that a key which holds another one is masked whole.
        self.patterns = patterns.sorted { $0.letters.count > $1.letters.count }
        var starting = [[SecretPattern]](repeating: [], count: 256)
        for pattern in self.patterns {
            for byte in pattern.letters[0].starts { starting[Int(byte)].append(pattern) }
        }
        self.starting = starting
    }

    /// A mask for the secrets of both.
    package func covering(_ other: SecretMask) -> SecretMask {
        let known = Set(patterns)
        return SecretMask(patterns: patterns + other.patterns.filter { !known.contains($0) })
    }

    /// Whether there is nothing to take out.
    package var isEmpty: Bool { patterns.isEmpty }

    /// Whether a secret stands in these bytes.
    package func hasSecret(in bytes: [UInt8]) -> Bool {
        guard !isEmpty else { return false }
        return bytes.indices.contains { start in
            starting[Int(bytes[start])].contains { $0.end(in: bytes, from: start) != nil }
        }
    }

    /// The text with `***` in the place of every secret.
    package func masking(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let masked = masking(bytes)
        return masked == bytes ? text : String(decoding: masked, as: UTF8.self)
    }

    /// The bytes with `***` in the place of every secret.
    package func masking(_ bytes: [UInt8]) -> [UInt8] {
        guard !isEmpty else { return bytes }
        let mayBeCut = bytes.count >= Self.cutLength
        var masked: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let end = end(in: bytes, from: place, mayBeCut)
            masked += end == nil ? [bytes[place]] : Self.mask
            place = end ?? place + 1
        }
        return masked
    }

    private func end(in bytes: [UInt8], from start: Int, _ mayBeCut: Bool) -> Int? {
        let candidates = starting[Int(bytes[start])]
        guard !candidates.isEmpty else { return nil }
        if let end = candidates.lazy.compactMap({ $0.end(in: bytes, from: start) }).max() { return end }
        return mayBeCut && candidates.contains { $0.isCut(in: bytes, from: start) } ? bytes.count : nil
    }
}

extension SecretMask: CustomStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A text to look for, letter by letter.
private struct SecretPattern: Hashable, Sendable {
    let letters: [SecretLetter]
    let isWord: Bool
    /// A shorter text may be a word, so its letters count in their own case alone, and nothing of it in base64.
    private static let wordLength = 8
    private static let telltaleLength = 4

    /// All that is to be looked for of a secret.
    static func all(of secret: String) -> [SecretPattern] {
        guard !secret.isEmpty else { return [] }
        let isWord = secret.utf8.count < wordLength
        var patterns: Set<SecretPattern> = [SecretPattern(secret, isWord: isWord)]
        guard !isWord else { return Array(patterns) }
        for text in base64(Array(secret.utf8)) {
            patterns.insert(SecretPattern(text))
            patterns.insert(SecretPattern(String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })))
        }
        return Array(patterns)
    }

    private init(_ text: String, isWord: Bool = false) {
        self.isWord = isWord
        letters = text.unicodeScalars.map { SecretLetter($0, inAnyCase: !isWord) }
    }

    /// What of base64 depends on these bytes alone, where none, one or two bytes of a group stand before them.
    private static func base64(_ bytes: [UInt8]) -> [String] {
        (0..<3).map { before in
            let text = Base64.text([UInt8](repeating: 0, count: before) + bytes)
            let bitCount = (before + bytes.count) * 8
            return String(text.prefix(bitCount / 6).dropFirst((before * 8 + 5) / 6))
        }
    }

    /// Where the text that begins at `start` ends; `nil` where it is another one.
    func end(in bytes: [UInt8], from start: Int) -> Int? {
        guard var end = letters[0].end(in: bytes, from: start) else { return nil }
        // A letter such as `%` may be there as it is, or as the begin of an escape: both are followed.
        var others = letters[0].isAmbiguous ? letters[0].plainEnd(in: bytes, from: start).map { [$0] } ?? [] : []
        for letter in letters.dropFirst() {
            if others.isEmpty, !letter.isAmbiguous {
                guard let next = letter.end(in: bytes, from: end) else { return nil }
                end = next
                continue
            }
            let ends = ([end] + others).flatMap { place -> [Int] in
                let end = letter.end(in: bytes, from: place)
                guard letter.isAmbiguous else { return end.map { [$0] } ?? [] }
                return Array(Set([end, letter.plainEnd(in: bytes, from: place)].compactMap(\.self)))
            }
            guard let first = ends.first else { return nil }
            end = first
            others = Array(ends.dropFirst())
        }
        return others.reduce(end, max)
    }

    /// Whether the bytes end in the middle of the text that begins at `start`.
    func isCut(in bytes: [UInt8], from start: Int) -> Bool {
        var place = start
        for (index, letter) in letters.enumerated() {
            if place == bytes.count { return index >= Self.telltaleLength }
            guard let end = letter.end(in: bytes, from: place) else {
                let isInsideEscape =
                    bytes.count - place < 12 && [UInt8(ascii: "%"), UInt8(ascii: "\\")].contains(bytes[place])
                return isInsideEscape && index >= Self.telltaleLength
            }
            place = end
        }
        return false
    }
}

/// One letter of a secret in the forms that it may take.
private struct SecretLetter: Hashable, Sendable {
    /// The letter, and the same in other cases.
    private let spellings: [Spelling]
    /// Whether what it is and what it is escaped with begin alike.
    let isAmbiguous: Bool

    private struct Spelling: Hashable, Sendable {
        var bytes: [UInt8]
        /// As JSON escapes it.
        var units: [UInt16]
    }

    init(_ letter: Unicode.Scalar, inAnyCase: Bool) {
        var texts = [String(letter)]
        if inAnyCase { texts += [letter.properties.lowercaseMapping, letter.properties.uppercaseMapping] }
        if letter == " " { texts.append("+") }
        spellings = texts.reduce(into: []) { spellings, text in
            let spelling = Spelling(bytes: Array(text.utf8), units: Array(text.utf16))
            if !spellings.contains(spelling) { spellings.append(spelling) }
        }
        isAmbiguous = letter == "%" || letter == "\\"
    }

    /// The bytes that it may begin with.
    var starts: Set<UInt8> { Set(spellings.map { $0.bytes[0] }).union([UInt8(ascii: "%"), UInt8(ascii: "\\")]) }

    /// Where it ends if it begins at `start`, escaped or as it is.
    func end(in bytes: [UInt8], from start: Int) -> Int? {
        guard start < bytes.count else { return nil }
        switch bytes[start] {
        case UInt8(ascii: "%"): return percentEnd(in: bytes, from: start) ?? plainEnd(in: bytes, from: start)
        case UInt8(ascii: "\\"): return escapeEnd(in: bytes, from: start) ?? plainEnd(in: bytes, from: start)
        default: return plainEnd(in: bytes, from: start)
        }
    }

    /// Where it ends if it stands at `start` as it is.
    func plainEnd(in bytes: [UInt8], from start: Int) -> Int? {
        for spelling in spellings where start < bytes.count && bytes[start] == spelling.bytes[0] {
            let end = start + spelling.bytes.count
            if end <= bytes.count, bytes[start..<end].elementsEqual(spelling.bytes) { return end }
        }
        return nil
    }

    /// `%2F`, and `%252f`, which has been encoded twice.
    private func percentEnd(in bytes: [UInt8], from start: Int) -> Int? {
        for spelling in spellings {
            var place = start
            let isThere = spelling.bytes.allSatisfy { byte in
                guard place < bytes.count, bytes[place] == UInt8(ascii: "%") else { return false }
                var digits = place + 1
                while bytes[digits...].starts(with: "25".utf8),
                    hexadecimal(in: bytes, digits, 2).map(Int.init) != Int(byte)
                {
                    digits += 2
                }
                guard hexadecimal(in: bytes, digits, 2).map(Int.init) == Int(byte) else { return false }
                place = digits + 2
                return true
            }
            if isThere { return place }
        }
        return nil
    }

    /// `\/`, `\u002f`, and two of the latter for what lies beyond the first plane of Unicode; or one for each byte, where
    /// UTF-8 was taken for Latin-1.
    private func escapeEnd(in bytes: [UInt8], from start: Int) -> Int? {
        // Several backslashes: it has been escaped more than once.
        guard let sign = bytes[start...].firstIndex(where: { $0 != UInt8(ascii: "\\") }) else { return nil }
        if Self.escapable.contains(bytes[sign]), spellings.contains(where: { $0.bytes == [bytes[sign]] }) {
            return sign + 1
        }
        if spellings[0].bytes == [UInt8(ascii: "\\")], !Self.isUnicodeEscape(bytes, sign) { return sign }
        for units in spellings.flatMap({ [$0.units, $0.bytes.map(UInt16.init)] }) {
            var place = start
            let isThere = units.allSatisfy { unit in
                let slashes = bytes[place...].prefix { $0 == UInt8(ascii: "\\") }
                guard !slashes.isEmpty, Self.isUnicodeEscape(bytes, slashes.endIndex),
                    hexadecimal(in: bytes, slashes.endIndex + 1, 4).map(UInt16.init) == unit
                else { return false }
                place = slashes.endIndex + 5
                return true
            }
            if isThere { return place }
        }
        return nil
    }

    private static let escapable = Set(#""/"#.utf8)

    private static func isUnicodeEscape(_ bytes: [UInt8], _ place: Int) -> Bool {
        place < bytes.count && [UInt8(ascii: "u"), UInt8(ascii: "U")].contains(bytes[place])
    }

    private func hexadecimal(in bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32? {
        guard start + count <= bytes.count else { return nil }
        return bytes[start..<start + count].reduce(0) { value, byte in
            guard let value, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
            return value << 4 | UInt32(digit)
        }
    }
}
