/// What a value may look like, as data: the reference and the JSON Schema are made of it.
package indirect enum Form: Sendable {
    /// Any text; the sentence says of what kind.
    case text(String)
    /// A text of a fixed pattern, such as `8s`; the pattern is one of JSON Schema.
    case pattern(String, regex: String)
    /// One word of a closed list, each with its meaning (perhaps empty).
    case words([Word])
    case integer(ClosedRange<Int>)
    case decimal
    case boolean
    case list(Form)
    /// A list that must not be empty.
    case nonEmptyList(Form)
    /// A map with free keys, each of a form of texts.
    case map(keys: Form, values: Form)
    /// A map with known keys.
    case record(@Sendable () -> Construct)
    /// A map whose known keys depend on one of them; without it, it is of the kind `standard`, where there is one.
    case variants(key: String, standard: String?, [Variant])
    case either([Form])
    /// Nothing: `~`.
    case nothing
    /// Any structure.
    case anything

    /// What a map has where its choosing key is this word.
    package struct Variant: Sendable {
        /// The word as it is written.
        package var word: String
        /// The map's form.
        package var form: Form
    }

    /// One word of a closed list.
    package struct Word: Hashable, Sendable {
        /// The word as it is written.
        package var word: String
        /// What the word means.
        package var summary: String
    }

    /// The one text that is allowed, where there is only one.
    var onlyText: String? {
        switch self {
        case .integer(let range) where range.count == 1: String(range.lowerBound)
        case .words(let words) where words.count == 1: words[0].word
        default: nil
        }
    }
}
