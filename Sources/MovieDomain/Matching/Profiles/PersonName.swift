/// A person's name as it is compared: without case, marks, hyphens, and whichever half comes first.
struct PersonName: Hashable, Sendable {
    /// Digests of the words run together from each starting word on, and of the sorted words: equal names share one.
    let keys: [UInt64]

    /// Reads a name; `nil` where it has no letters.
    init?(_ name: String, scanner: inout TitleScanner) {
        scanner.scan(name)
        let words = scanner.words
        guard !words.isEmpty else { return nil }
        let letters = Array(scanner.bytes[...])
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
