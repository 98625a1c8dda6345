import PCRE2

/// A regular expression of a definition, compiled when its file loaded.
///
/// A match has limits (``RegularExpression/Limits``), so no answer of a source can keep it busy. A text that is longer than
/// they allow, or takes more than they allow, counts as one that does not match.
struct TextPattern: Sendable, CustomStringConvertible {
    /// The most that a replacement may make of a text, in bytes.
    private static let maximumBytes = 1 << 20

    private let expression: RegularExpression

    init(parsing text: String) throws(LanguageError) {
        do {
            expression = try RegularExpression(text)
        } catch {
            throw LanguageError("not a regular expression: \(error.message) (byte \(error.offset + 1))")
        }
    }

    var description: String { expression.pattern }

    /// Whether the pattern occurs in the text.
    func occurs(in text: String) -> Bool {
        match(in: Array(text.utf8)) != nil
    }

    /// The first group of the first match, or the whole match where the pattern has no group.
    func extract(from text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let match = match(in: bytes) else { return nil }
        let range = match.groups.count > 1 ? match.groups[1] : match.range
        return range.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The text with every match replaced by plain text; `nil` past a limit.
    func replacing(in text: String, with replacement: String) -> String? {
        do {
            let bytes = try expression.replacing(
                in: Array(text.utf8),
                with: Array(replacement.utf8),
                maximumBytes: Self.maximumBytes
            )
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }

    private func match(in bytes: [UInt8]) -> RegularExpression.Match? {
        do {
            return try expression.firstMatch(in: bytes)
        } catch {
            return nil
        }
    }
}
