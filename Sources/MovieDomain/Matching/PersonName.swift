/// A person's name as it is compared: without case, marks, hyphens, and whichever half comes first.
struct PersonName: Hashable, Sendable {
    /// Digests of the words run together from each starting word on, and of the sorted words: equal names share one.
    let keys: [UInt64]
    let isHangul: Bool
    /// The folded letters, in the order in which they came.
    private let letters: [UInt8]

    /// Reads a name; `nil` where it has no letters.
    init?(_ name: String, scanner: inout TitleScanner) {
        scanner.scan(name)
        let words = scanner.words
        guard !words.isEmpty else { return nil }
        isHangul = words.contains { $0.kind == .hangul }
        let letters = Array(scanner.bytes[...])
        self.letters = letters
        var keys: [UInt64] = []
        keys.reserveCapacity(words.count + 1)
        for first in words.indices {
            var digest = Digest()
            let start = words[first].start
            for byte in letters[start...] { digest.combine(byte) }
            for byte in letters[..<start] { digest.combine(byte) }
            keys.append(digest.value)
        }
        if words.count > 2 {
            // Whatever the order of the words: the digests of the words, added up.
            keys.append(
                words.reduce(0) { sum, word in
                    var digest = Digest()
                    for byte in letters[word.start..<word.end] { digest.combine(byte) }
                    return sum &+ digest.value &* 0x9E37_79B9_7F4A_7C15
                }
            )
        }
        self.keys = keys
    }

    func isEqual(to other: PersonName) -> Bool {
        keys.contains { other.keys.contains($0) }
    }

    /// Whether both may be one name in two romanisations: half of the pairs of neighbouring letters are the same.
    ///
    /// The last letter is a neighbour of the first, so that it does not matter which half comes first.
    func resembles(_ other: PersonName) -> Bool {
        let pairs = pairs
        var rest = other.pairs
        let total = pairs.count + rest.count
        var shared = 0
        for pair in pairs {
            guard let index = rest.firstIndex(of: pair) else { continue }
            rest.remove(at: index)
            shared += 1
        }
        return 4 * shared >= total
    }

    private var pairs: [UInt64] {
        let scalars = Array(String(decoding: letters, as: UTF8.self).unicodeScalars)
        return scalars.indices.map { index in
            UInt64(scalars[index].value) << 32 | UInt64(scalars[(index + 1) % scalars.count].value)
        }
    }
}

extension Person {
    /// The names that a person goes by, in both scripts.
    func comparableNames(scanner: inout TitleScanner) -> [PersonName] {
        var names: [PersonName] = []
        if let name = PersonName(name, scanner: &scanner) { names.append(name) }
        if let nameEn, let name = PersonName(nameEn, scanner: &scanner) { names.append(name) }
        return names
    }
}
