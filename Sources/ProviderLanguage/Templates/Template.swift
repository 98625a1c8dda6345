import JSON

/// A text with places to fill in: `/movies/${input.ids.tmdb}`, `${input.date | date yyyyMMdd}`.
///
/// Parsed and checked when its file loads (provider-language.md, "Operation"). It has no logic: a place whose input has
/// no value leaves the whole template without a value.
package struct Template: Sendable, CustomStringConvertible {
    enum Part: Sendable {
        case literal(String)
        case input(Input)
        case date(Input, DateFormat)
        case id(nameSpace: String)
        case secret(SecretReference)
        case locale
        /// Only in an item: a place in the row.
        case row(JSONPath)
    }

    let parts: [Part]
    /// The template as it was written.
    package let description: String

    /// The secrets that it names.
    package var secrets: [SecretReference] {
        parts.compactMap { if case .secret(let secret) = $0 { secret } else { nil } }
    }

    /// Whether it is the same text in every request, and not an empty one.
    var isFixed: Bool {
        !isEmpty && parts.allSatisfy { if case .literal = $0 { true } else { false } }
    }

    /// Whether it is an empty text.
    var isEmpty: Bool { description.isEmpty }

    /// Whether it begins with this text, whatever its places become.
    func begins(with text: String) -> Bool {
        if case .literal(let literal)? = parts.first { literal.hasPrefix(text) } else { false }
    }

    /// A template that is nothing but text.
    package init(literal text: String) {
        self.init(parts: [.literal(text)], description: text)
    }

    init(parts: [Part], description: String) {
        self.parts = parts
        self.description = description
    }
}
