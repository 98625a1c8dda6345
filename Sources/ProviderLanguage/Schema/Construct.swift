/// A map of the language with known keys: a provider, an operation, a paging of kind `page`.
package struct Construct: Sendable {
    /// A key without the type of its value.
    package struct Entry: Sendable {
        /// The key as it is written.
        package var name: String
        /// What the key means, in a sentence.
        package var summary: String
        /// What its value may look like.
        package var form: Form
        /// Whether it must stand, unless a definition that is extended has it.
        package var isRequired: Bool
        /// The default as it would be written.
        package var defaultText: String? = nil
        /// How the value may be written.
        package var example: String? = nil
    }

    /// What it is, for messages and headings: `a provider`.
    package var name: String
    /// What it is for, in a sentence.
    package var summary: String
    /// Its keys, in the order of the reference.
    package let entries: [Entry]
    /// The names of the keys, for the look-up in every map that is decoded.
    let names: [String]
    /// The names of those that must stand.
    let requiredNames: [String]

    init(_ name: String, _ summary: String, _ entries: [Entry]) {
        self.name = name
        self.summary = summary
        self.entries = entries
        names = entries.map(\.name)
        requiredNames = entries.filter(\.isRequired).map(\.name)
    }
}
