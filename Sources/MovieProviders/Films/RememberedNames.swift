/// What the names of a vocabulary mean, remembered for the rows of one answer: they have few names, over and over.
struct RememberedNames {
    private static let maximumCount = 8

    private let meaning: (String) -> String
    private var known: [(name: String, value: String)] = []

    /// Names that mean what `meaning` says.
    init(_ meaning: @escaping (String) -> String) {
        self.meaning = meaning
    }

    /// What a name means; the first few names are looked up once.
    mutating func value(of name: String) -> String {
        for entry in known where entry.name == name { return entry.value }
        let value = meaning(name)
        if known.count < Self.maximumCount { known.append((name, value)) }
        return value
    }
}
