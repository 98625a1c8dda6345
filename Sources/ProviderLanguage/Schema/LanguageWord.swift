/// One word of a closed list of the language; the raw value is how it is written.
package protocol LanguageWord: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
    /// What the word means, as a sentence for the reference; empty where the word says it.
    var summary: String { get }
}

extension LanguageWord {
    /// Nothing: the word says it.
    package var summary: String { "" }

    /// All words as they are written.
    static var words: [String] { allCases.map(\.rawValue) }
}
