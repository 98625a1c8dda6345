import Synchronization

/// A regular expression that was compiled when its file loaded.
///
/// It looks only at texts of at most ``maximumLength`` characters, so that no answer of a source can keep it busy.
final class TextPattern: Sendable, CustomStringConvertible {
    static let maximumLength = 4_000

    let description: String
    /// `Regex` is not `Sendable`, so one caller at a time uses it.
    private let regex: Mutex<Regex<AnyRegexOutput>>
    /// The same pattern, where it is of a form that needs no regular expression for most texts.
    private let numbered: NumberedPattern?

    init(parsing text: String) throws(LanguageError) {
        description = text
        numbered = NumberedPattern(parsing: text)
        guard !PatternNesting.isFound(in: text) else {
            throw LanguageError(
                "a group that is repeated must not hold a repetition, an optional part or alternatives: "
                    + "matching could take time without end"
            )
        }
        do {
            regex = Mutex(try Regex(text))
        } catch {
            throw LanguageError("not a regular expression: \(error)")
        }
    }

    /// Whether the pattern occurs in the text.
    func occurs(in text: String) -> Bool {
        guard fits(text) else { return false }
        return regex.withLock { text.firstMatch(of: $0) != nil }
    }

    /// The first group of the first match, or the whole match where the pattern has no group.
    func extract(from text: String) -> String? {
        guard fits(text) else { return nil }
        if let isMatch = numbered?.matches(text) { return isMatch ? text : nil }
        return regex.withLock { regex in
            guard let match = text.firstMatch(of: regex) else { return nil }
            guard match.output.count > 1 else { return String(text[match.range]) }
            return match.output[1].substring.map(String.init)
        }
    }

    /// The text with every match replaced by plain text; `nil` for a text that is too long.
    func replacing(in text: String, with replacement: String) -> String? {
        guard fits(text) else { return nil }
        return regex.withLock { text.replacing($0, with: replacement) }
    }

    private func fits(_ text: String) -> Bool {
        text.utf8.count <= Self.maximumLength || text.count <= Self.maximumLength
    }
}
