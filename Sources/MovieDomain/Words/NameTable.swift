/// A table of codes and their names, read from lines of the form `KR|한국|South Korea`.
struct VocabularyTable: Sendable {
    private let codes: [String: String]

    init(lines: String) {
        var codes: [String: String] = [:]
        for line in lines.split(separator: "\n") {
            let names = line.split(separator: "|").map(String.init)
            for name in names {
                codes[VocabularyTable.key(of: name)] = names.first
            }
        }
        self.codes = codes
    }

    /// The code of `name`, which may be a code itself; case, blanks and punctuation do not count.
    func code(of name: String) -> String? { codes[VocabularyTable.key(of: name)] }

    /// Returns `name` reduced to lowercase letters and digits: `Sci-Fi` and `SciFi` are equal.
    static func key(of name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return asciiKey(of: name.utf8) }
        var key = String.UnicodeScalarView()
        for scalar in name.lowercased().unicodeScalars
        where scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
            key.append(scalar)
        }
        return String(key)
    }

    /// Reduces an ASCII name, as most names are, without the Unicode tables.
    private static func asciiKey(of name: String.UTF8View) -> String {
        unsafe String(unsafeUninitializedCapacity: name.count) { key in
            var count = 0
            for byte in name {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    unsafe key[count] = byte
                case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                    unsafe key[count] = byte | 0x20
                default: continue
                }
                count += 1
            }
            return count
        }
    }
}

extension String {
    /// Whether it contains a Hangul syllable, which makes it Korean, whether its source says so or not.
    public var hasHangul: Bool { unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) } }

    public var isLatin: Bool {
        utf8.allSatisfy { $0 < 0x80 }
            || unicodeScalars.allSatisfy {
                $0.value < 0x250 || (0x1E00..<0x1F00).contains($0.value) || !$0.properties.isAlphabetic
            }
    }
}

extension String {
    /// The text without whitespace at both ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
