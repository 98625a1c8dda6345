/// Turns of phrase that messages share.
enum Wording {
    /// How the advice at the end of a message begins.
    private static let advices = [
        "; did you mean ", "; known: ", "; its keys are ", "; one alone ", "; each of them ", "; the host stands ",
        "; a place ",
    ]

    /// Where in a message its advice begins, with the semicolon before it.
    static func advice(in message: String) -> Range<String.Index>? {
        advices.compactMap { message.firstRange(of: $0) }.first
    }

    /// The same of a key, for which there may be another word elsewhere.
    static func hint(key: String, among known: [String]) -> String {
        if let meant = ForeignWord.meaning(of: key, among: known) { return "; did you mean '\(meant)'?" }
        return hint(key, among: known)
    }

    /// `; did you mean 'title'?`, or the known words where none is near and they are few.
    static func hint(_ word: String, among known: [String]) -> String {
        if let near = NearestWord.to(word, among: known) { return "; did you mean '\(near)'?" }
        return known.isEmpty || known.count > 12 ? "" : "; known: \(known.joined(separator: ", "))"
    }

    /// `a, b or c`.
    static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
