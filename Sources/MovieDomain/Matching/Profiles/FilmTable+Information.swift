extension FilmTable {
    /// Films of which nothing is known but that they exist: a word that only one of ten films has is not rare because of that.
    private static let unseenFilms = 5_000.0

    /// English words that many titles have: a small table may show none of that.
    private static let commonWords: [(String, Double)] = [
        ("the", 0.2), ("of", 0.1), ("and", 0.05), ("a", 0.04), ("in", 0.04), ("to", 0.02), ("for", 0.01), ("on", 0.01),
        ("my", 0.01), ("love", 0.01), ("man", 0.01), ("movie", 0.01), ("de", 0.02), ("2", 0.03), ("3", 0.01),
    ]

    /// Weighs words by how many films have them, and titles by their words.
    mutating func weigh() {
        let share = 1 / Double(max(1, sourceCount))
        let total = Double(count) * share + FilmTable.unseenFilms
        var known = [Float?](repeating: nil, count: 256)
        let common = commonKeys()
        for index in words.indices {
            let key = Int(words[index].key)
            let holders = Int(keyTable.counts[key])
            if let expected = common[key] {
                let films = Double(holders) * share + expected * FilmTable.unseenFilms
                words[index].weight = Float(BinaryLogarithm.of(total / films))
            } else if holders < known.count, let weight = known[holders] {
                words[index].weight = weight
            } else {
                let weight = Float(BinaryLogarithm.of(total / (Double(holders) * share + 0.5)))
                if holders < known.count { known[holders] = weight }
                words[index].weight = weight
            }
        }
        for index in titles.indices {
            var sum: Float = 0
            for word in titles[index].words.range { sum += words[word].weight }
            titles[index].information = Double(sum)
        }
    }

    private func commonKeys() -> [Int: Double] {
        var keys: [Int: Double] = [:]
        for (word, share) in FilmTable.commonWords {
            var digest = Digest(seed: 12)
            digest.combine(word)
            if let key = keyTable.find(digest.value) { keys[key] = share }
        }
        return keys
    }
}
