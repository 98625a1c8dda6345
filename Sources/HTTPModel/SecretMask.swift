import Platform

/// A set of secrets to find and mask in texts, in whatever form they are written.
///
/// Texts and secrets are compared in a plain form: in one case, with the escapes of JSON, URLs, and XML decoded, even
/// nested ones. A secret is also searched for in base64 and base64url, alone or inside a longer value, such as the
/// credentials of basic authentication. A secret shorter than a key may be an ordinary word, so it is compared
/// case-sensitively and not searched for in base64.
package struct SecretMask: Sendable {
    private let keys: SecretPatterns
    private let words: SecretPatterns
    private static let wordLength = 8
    /// The length in bytes from which a text may have been cut off in the middle of a secret.
    private static let cutLength = 500
    private static let mask = Array("***".utf8)

    package init(_ secrets: some Sequence<Secret>) {
        var (keys, words): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
        for secret in secrets {
            secret.reveal { secret in
                let bytes = Array(secret.utf8)
                let forms = bytes.count < Self.wordLength ? [bytes] : [bytes] + Self.base64(bytes)
                for form in forms {
                    let isFolded = bytes.count >= Self.wordLength
                    let plain = PlainForm(form, isLatin: false, isFolded: isFolded, foldsAll: true).bytes
                    if isFolded { keys.insert(plain) } else { words.insert(plain) }
                }
            }
        }
        self.init(keys: SecretPatterns(keys), words: SecretPatterns(words))
    }

    private init(keys: SecretPatterns, words: SecretPatterns) {
        (self.keys, self.words) = (keys, words)
    }

    /// Returns the base64 characters that depend on these bytes alone, with zero, one, or two bytes before them in a
    /// group.
    private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
        (0..<3).map { before in
            let text = Base64.text([UInt8](repeating: 0, count: before) + bytes).utf8
            return Array(text.prefix((before + bytes.count) * 8 / 6).dropFirst((before * 8 + 5) / 6))
        }
    }

    /// Returns a mask for the secrets of both masks.
    package func covering(_ other: SecretMask) -> SecretMask {
        SecretMask(keys: keys.joined(other.keys), words: words.joined(other.words))
    }

    /// The mask for texts full of words, such as films: it leaves out secrets shorter than a key.
    package var sparingWords: SecretMask { SecretMask(keys: keys, words: SecretPatterns([])) }

    /// Whether there is nothing to mask.
    package var isEmpty: Bool { keys.isEmpty && words.isEmpty }

    /// Returns whether these bytes contain a secret.
    package func hasSecret(in bytes: [UInt8]) -> Bool {
        searches.contains { patterns, plainForm in patterns.firstMatch(in: plainForm(bytes).bytes, from: 0) != nil }
    }

    /// Returns the text with `***` in place of every secret.
    package func masking(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let masked = masking(bytes)
        return masked == bytes ? text : String(decoding: masked, as: UTF8.self)
    }

    /// Returns the bytes with `***` in place of every secret.
    package func masking(_ bytes: [UInt8]) -> [UInt8] {
        guard !isEmpty, bytes.count >= Self.cutLength || hasSecret(in: bytes) else { return bytes }
        let ranges = searches.flatMap { patterns, plainForm in
            var ranges = plainForm(bytes).ranges(of: patterns)
            guard bytes.count >= Self.cutLength else { return ranges }
            // The text may end within an escape.
            let ends = [bytes.count] + bytes.indices.suffix(10).filter { UInt8.escapes.contains(bytes[$0]) }
            for end in ends {
                let start = plainForm(Array(bytes[..<end])).startOfCut(patterns)
                if let start { ranges.append(start..<bytes.count) }
            }
            return ranges
        }
        var masked: [UInt8] = []
        var place = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > place {
            // Overlapping ranges share one mask.
            if range.lowerBound >= place { masked += bytes[place..<range.lowerBound] + Self.mask }
            place = range.upperBound
        }
        return masked + bytes[place...]
    }

    /// The patterns to search for, each with what puts a text into the form to search in.
    private var searches: [(patterns: SecretPatterns, plainForm: ([UInt8]) -> PlainForm)] {
        [(keys, true), (words, false)].filter { !$0.0.isEmpty }.flatMap { patterns, isFolded in
            (patterns.hasOtherLetters ? [false, true] : [false]).map { isLatin in
                (patterns, { PlainForm($0, isLatin: isLatin, isFolded: isFolded, foldsAll: patterns.hasOtherLetters) })
            }
        }
    }
}

extension SecretMask: CustomStringConvertible, CustomReflectable {
    package var description: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Secrets in plain form, with a table that lets a search skip most positions of a text.
private struct SecretPatterns: Sendable {
    private let patterns: [[UInt8]]
    /// Whether a pattern begins with a byte, for each of the 256 bytes.
    private let isStart: [Bool]
    /// Whether a pattern contains non-ASCII letters.
    let hasOtherLetters: Bool
    private static let telltaleLength = 4

    init(_ patterns: Set<[UInt8]>) {
        self.patterns = patterns.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
        isStart = self.patterns.reduce(into: [Bool](repeating: false, count: 256)) { $0[Int($1[0])] = true }
        hasOtherLetters = self.patterns.contains { $0.contains { $0 >= 0x80 } }
    }

    var isEmpty: Bool { patterns.isEmpty }

    func joined(_ other: SecretPatterns) -> SecretPatterns { SecretPatterns(Set(patterns).union(other.patterns)) }

    /// Returns the first match at or after `start`; the longest one if several begin there.
    func firstMatch(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        var place = start
        while place < bytes.count {
            if isStart[Int(bytes[place])] {
                for pattern in patterns where stands(pattern, in: bytes, at: place) {
                    return place..<place + pattern.count
                }
            }
            place += 1
        }
        return nil
    }

    private func stands(_ pattern: [UInt8], in bytes: [UInt8], at place: Int) -> Bool {
        guard place + pattern.count <= bytes.count else { return false }
        var index = 0
        while index < pattern.count {
            if bytes[place + index] != pattern[index] { return false }
            index += 1
        }
        return true
    }

    /// Returns the start of a pattern that the end of the bytes cuts off.
    func cut(in bytes: [UInt8]) -> Int? {
        let longest = patterns.first?.count ?? 0
        return bytes.indices.suffix(max(longest - 1, 0)).first { start in
            bytes.count - start >= Self.telltaleLength && patterns.contains { $0.starts(with: bytes[start...]) }
        }
    }
}

/// A text without escapes, with the origin of each byte.
private struct PlainForm {
    private(set) var bytes: [UInt8]
    /// The position in the text of the character or escape from which each byte was made; `nil` if no length has
    /// changed.
    private var origins: [Int]?
    private let end: Int

    /// Converts a text to its plain form.
    ///
    /// If `isFolded`, letters have one case and base64 has one alphabet; non-ASCII letters are folded only if
    /// `foldsAll`. If `isLatin`, `\u00e9` becomes the byte E9, for texts whose UTF-8 was taken for Latin-1.
    init(_ text: [UInt8], isLatin: Bool, isFolded: Bool, foldsAll: Bool) {
        bytes = text
        end = text.count
        // One kind of escape may contain the other.
        for _ in 0..<2 {
            if bytes.contains(.backslash) { unescape(isLatin: isLatin) }
            if bytes.contains(.percent) { decodePercents() }
            if bytes.contains(.ampersand) { decodeReferences() }
        }
        if bytes.contains(.backslash) { unescape(isLatin: isLatin) }
        if isFolded, foldsAll, bytes.contains(where: { $0 >= 0x80 }) { foldLetters() }
        let signs = isFolded ? Self.folded : Self.blanks
        for index in bytes.indices { bytes[index] = signs[Int(bytes[index])] }
    }

    /// Returns the ranges of the text that match a pattern.
    func ranges(of patterns: SecretPatterns) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var place = 0
        while let match = patterns.firstMatch(in: bytes, from: place) {
            ranges.append(origin(of: match.lowerBound)..<origin(of: match.upperBound))
            place = match.upperBound
        }
        return ranges
    }

    /// Returns the position in the text of a pattern that its end cuts off.
    func startOfCut(_ patterns: SecretPatterns) -> Int? { patterns.cut(in: bytes).map(origin) }

    private func origin(of index: Int) -> Int {
        guard let origins else { return index }
        return index < origins.count ? origins[index] : end
    }

    /// Replaces the bytes with the output of `transform`, which returns how many bytes it consumed at a position.
    private mutating func replace(_ transform: (_ bytes: [UInt8], _ start: Int, inout [UInt8]) -> Int) {
        var (plain, plainOrigins): ([UInt8], [Int]) = ([], [])
        plain.reserveCapacity(bytes.count)
        plainOrigins.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let taken = transform(bytes, place, &plain)
            let origin = origin(of: place)
            while plainOrigins.count < plain.count { plainOrigins.append(origin) }
            place += taken
        }
        (bytes, origins) = (plain, plainOrigins)
    }

    /// Removes backslashes, however many there are in a row; `\u002f` becomes its character.
    private mutating func unescape(isLatin: Bool) {
        replace { bytes, start, plain in
            guard bytes[start] == .backslash else {
                plain.append(bytes[start])
                return 1
            }
            var sign = start
            while sign < bytes.count, bytes[sign] == .backslash { sign += 1 }
            guard let unit = Self.unit(bytes, sign) else {
                if sign < bytes.count { plain.append(bytes[sign]) }
                return min(sign + 1, bytes.count) - start
            }
            if isLatin, unit < 0x100 {
                plain.append(UInt8(unit))
                return sign + 5 - start
            }
            var low = sign + 5
            while low < bytes.count, bytes[low] == .backslash { low += 1 }
            if unit & 0xFC00 == 0xD800, low > sign + 5, let second = Self.unit(bytes, low), second & 0xFC00 == 0xDC00,
                let scalar = Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + second & 0x3FF)
            {
                plain += String(scalar).utf8
                return low + 5 - start
            }
            plain += String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8
            return sign + 5 - start
        }
    }

    private static func unit(_ bytes: [UInt8], _ start: Int) -> UInt32? {
        guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "u") else { return nil }
        return number(bytes, start + 1, 4)
    }

    /// Decodes `%2F`, and `%252f`, which has been encoded twice.
    private mutating func decodePercents() {
        replace { bytes, start, plain in
            plain.append(bytes[start])
            guard bytes[start] == .percent else { return 1 }
            var place = start + 1
            while Self.number(bytes, place, 2) == 0x25, Self.number(bytes, place + 2, 2) != nil { place += 2 }
            guard let byte = Self.number(bytes, place, 2) else { return 1 }
            plain[plain.count - 1] = UInt8(byte)
            return place + 2 - start
        }
    }

    /// Decodes `&amp;`, `&#38;`, and `&#x26;` (XML 1.0, sections 4.1 and 4.6).
    private mutating func decodeReferences() {
        replace { bytes, start, plain in
            let name = bytes[start...].prefix(Self.longestReference)
            guard bytes[start] == .ampersand, let end = name.firstIndex(of: UInt8(ascii: ";")),
                let scalar = Self.scalar(String(decoding: bytes[(start + 1)..<end], as: UTF8.self).lowercased())
            else {
                plain.append(bytes[start])
                return 1
            }
            plain += String(scalar).utf8
            return end + 1 - start
        }
    }

    private static let longestReference = 10

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard reference.hasPrefix(scalars: "#") else { return nil }
        let digits = reference.dropFirst()
        let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32? {
        guard start + count <= bytes.count else { return nil }
        var number: UInt32 = 0
        for index in start..<start + count {
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(bytes[index] - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
                number = number << 4 | (UInt32(bytes[index] | 0x20) - 0x57)
            default: return nil
            }
        }
        return number
    }

    /// Folds non-ASCII letters to one case through their upper case, which `ß` and `ς` share with other letters.
    private mutating func foldLetters() {
        replace { bytes, start, plain in
            let lead = bytes[start]
            let count = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
            let letter = bytes[start..<min(start + count, bytes.count)]
            guard count > 1, let text = String(validating: letter, as: UTF8.self) else {
                plain.append(lead)
                return 1
            }
            plain += text.uppercased().lowercased().utf8
            return letter.count
        }
    }

    /// The table for words: `+` becomes a blank, as in a query.
    private static let blanks = (0...255).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : UInt8($0) }
    private static let folded = (0...255).map { byte -> UInt8 in
        switch UInt8(byte) {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
        case UInt8(ascii: "+"), UInt8(ascii: "-"): UInt8(ascii: " ")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: UInt8(byte)
        }
    }
}

extension UInt8 {
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let percent = UInt8(ascii: "%")
    fileprivate static let ampersand = UInt8(ascii: "&")
    fileprivate static let escapes = [backslash, percent, ampersand]
}
