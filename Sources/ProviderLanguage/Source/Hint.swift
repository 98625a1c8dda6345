import MovieDomain
import Platform

/// Advice about a problem, with the correction if one text only has to be replaced by another.
package struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// A change of the file that mends a problem.
    package struct Correction: Hashable, Sendable {
        /// What stands in the file; empty for a key.
        package var wrong = ""
        package var right: String
        /// The columns from the problem's location to `wrong`; below zero if `wrong` begins before it.
        ///
        /// What is not there is looked for behind it, in the same map.
        package var offset = 0
        /// The key of a map that gets the value `right`; `nil` if a text is replaced.
        package var key: String?
        /// A place in the map with that key; `nil` for the problem's.
        package var place: SourceLocation?
        /// Whether the key, if it is new, comes before the others of its map.
        package var isFirst = false
        /// Whether the problem's key is replaced with its value, which has the place of `…` in `right`.
        package var isEntry = false
        /// The number of lines from `wrong` to the problem, which is below it.
        package var linesAbove = 0
        /// What the change does, in words; `nil` if its texts say it.
        package var title: String?

        package init(wrong: String, right: String, offset: Int = 0) {
            self.wrong = wrong
            self.right = right
            self.offset = offset
        }

        /// Gives a key of the map around the problem, or around a place, another value.
        package init(key: String, value: String, at place: SourceLocation? = nil) {
            right = value
            self.key = key
            self.place = place
        }

        /// Puts another text in place of a key and its value, which is where the text has `…`.
        package init(entry: String, by text: String) {
            wrong = entry
            right = text
            isEntry = true
        }
    }

    package var description: String
    package var correction: Correction?

    package init(_ description: String, correction: Correction? = nil) {
        self.description = description
        self.correction = correction
    }

    package init(stringLiteral description: String) { self.init(description) }

    /// Advice to write a key with a value: `write unit: USD`.
    static func write(_ key: String, _ value: String, at place: SourceLocation? = nil) -> Hint {
        Hint("write \(key): \(value)", correction: Correction(key: key, value: value, at: place))
    }

    /// No words beside those of the message, but the change that they ask for.
    static func only(_ correction: Correction) -> Hint { Hint("", correction: correction) }

    /// The same advice with a replacement of a text.
    func correcting(_ wrong: String, to right: String, offset: Int = 0) -> Hint {
        Hint(description, correction: Correction(wrong: wrong, right: right, offset: offset))
    }
}

/// The hints that several problems have.
extension Hint {
    /// Returns `did you mean 'title'?`, with the correction of `wrong`, which begins `offset` columns behind the problem's
    /// location.
    static func didYouMean(_ right: String, for wrong: String, at offset: Int = 0) -> Hint {
        Hint("did you mean '\(right)'?", correction: Hint.Correction(wrong: wrong, right: right, offset: offset))
    }

    /// Returns the hint for an unknown key, for which other tools may have another word; `nil` if there is none.
    ///
    /// A key that belongs in another map is said to: a word that is merely spelled like it is not what was meant.
    static func forKey(_ key: String, in construct: String, among known: [String], besides: [String] = []) -> Hint? {
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
        return forWord(key, among: known)
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
    static func forWord(_ word: String, among known: [String], at offset: Int = 0) -> Hint? {
        if let near = NearestName.nearest(to: word, among: known) { return didYouMean(near, for: word, at: offset) }
        return known.isEmpty || known.count > 14 ? nil : "known: \(known.joined(separator: ", "))"
    }
}

extension [String] {
    /// The words as a choice: `a, b or c`.
    package var alternatives: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
