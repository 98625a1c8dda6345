import MovieDomain
import Platform

/// The words of messages.
package enum Wording {
    /// Returns `did you mean 'title'?`, with the correction of `wrong`, which begins `offset` columns behind the problem's
    /// location.
    static func didYouMean(_ right: String, for wrong: String, at offset: Int = 0) -> Hint {
        Hint("did you mean '\(right)'?", correction: Hint.Correction(wrong: wrong, right: right, offset: offset))
    }

    /// Returns the hint for an unknown key, for which other tools may have another word; `nil` if there is none.
    ///
    /// A key that belongs in another map is said to: a word that is merely spelled like it is not what was meant.
    static func hint(key: String, in construct: String, among known: [String], besides: [String] = []) -> Hint? {
        if !key.isEmpty, key.unicodeScalars.allSatisfy("“”„‟".unicodeScalars.contains) {
            return "did you mean straight quotes (\")?"
        }
        let plain = key.trimmingPrefix { $0 == "\u{A0}" }
        if plain.count < key.count, known.contains(String(plain)) {
            return Hint("a no-break space stands before it").correcting(key, to: String(plain))
        }
        if let meant = ForeignWord.meaning(of: key, among: known) {
            return transform(key, in: meant) ?? didYouMean(meant, for: key)
        }
        if ["default", "otherwise", "fallback", "standard"].contains(key) {
            if known.contains("else"), besides.contains("map"), !besides.contains("else") {
                return didYouMean("else", for: key)
            }
            if known.contains("default") { return didYouMean("default", for: key) }
        }
        if ["post", "headers", "body", "form", "path", "expires"].contains(key), known.contains("from"),
            construct.hasPrefix(scalars: "auth of kind")
        {
            return "it belongs in 'from', the request that returns the token"
        }
        if let place = KeyPlaces.place(of: key, outside: construct) { return "it belongs in \(place)" }
        if NearestName.nearest(to: key, among: known) == nil, let advice = ForeignKey.advice(on: key, among: known) {
            return advice
        }
        return hint(key, among: known)
    }

    /// Returns how a transform is written that stands where `then` belongs; `nil` for another word.
    private static func transform(_ key: String, in meant: String) -> Hint? {
        guard meant == "then" else { return nil }
        let word = ForeignWord.meaning(of: key, among: Transform.Word.words) ?? key
        if Transform.Word(word: word) != nil {
            return Hint("write then: [\(word)]", correction: Hint.Correction(entry: key, by: "then: [\(word)]"))
        }
        let name = ["regex": "extract", "format": "date"][key] ?? key
        guard ["split", "join", "replace", "extract", "number", "date"].contains(name) else { return nil }
        let text = "then: [{ \(name): … }]"
        return Hint("write \(text)", correction: Hint.Correction(entry: key, by: text))
    }

    /// Returns `did you mean 'title'?`, or the known words if none is near and there are few.
    static func hint(_ word: String, among known: [String], at offset: Int = 0) -> Hint? {
        if let near = NearestName.nearest(to: word, among: known) { return didYouMean(near, for: word, at: offset) }
        return known.isEmpty || known.count > 14 ? nil : "known: \(known.joined(separator: ", "))"
    }

    /// Returns words as a choice: `a, b or c`.
    package static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }
}
