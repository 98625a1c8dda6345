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

    /// What holds for its keys together, where no definition is extended.
    package enum Rule: Sendable, Hashable {
        case exactlyOne([String])
        case atMostOne([String])
        /// All of them or none.
        case together([String])
        /// Where the first stands, one of the others must stand as well.
        case needs(String, oneOf: [String])
        /// How many keys it may have.
        case count(ClosedRange<Int>)
    }

    /// Several constructs that a reader takes for one, such as the operations.
    package struct Family: Sendable, Hashable {
        /// What they are together: `an operation`.
        package var title: String
        /// What this one is among them: `search`.
        package var member: String
        /// What stands for the keys above the members: `OPERATION`; `nil` where that is one key.
        package var placeholder: String?

        /// A family and a member of it.
        init(_ title: String, _ member: String, placeholder: String? = nil) {
            self.title = title
            self.member = member
            self.placeholder = placeholder
        }
    }

    /// What it is, for messages and headings: `a provider`.
    package var name: String
    /// What it is for, in a sentence.
    package var summary: String
    /// Its keys, in the order of the reference.
    package let entries: [Entry]
    /// What holds for its keys together.
    package let rules: [Rule]
    /// The constructs that it belongs to, for readers; `nil` where it stands alone.
    package let family: Family?
    /// The names of the keys, for the look-up in every map that is decoded.
    let names: [String]
    /// Those that must stand.
    let requiredEntries: [Entry]

    init(_ name: String, _ summary: String, _ entries: [Entry], rules: [Rule] = [], family: Family? = nil) {
        self.name = name
        self.summary = summary
        self.entries = entries
        self.rules = rules
        self.family = family
        names = entries.map(\.name)
        requiredEntries = entries.filter(\.isRequired)
    }
}
