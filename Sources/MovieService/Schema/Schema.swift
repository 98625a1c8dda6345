package import JSON

/// What a JSON value must look like: the part of JSON Schema that our parameters and results need.
///
/// It writes itself as a schema that is valid under draft 7 (OpenRPC) and 2020-12 (MCP) alike.
package struct Schema: Hashable, Sendable {
    /// The kinds of value, each with its bounds.
    package indirect enum Shape: Hashable, Sendable {
        case anything
        case boolean
        case integer(minimum: Int?, maximum: Int?)
        case number(minimum: Double?, maximum: Double?)
        case text(TextRules)
        /// One of a few words.
        case choice([String])
        /// A text or a whole number, as the tokens of LSP are.
        case token
        case list(of: Schema)
        /// Members with names of their own; others are allowed, so that an answer may grow.
        case object([Property])
        /// Members whose names are data, all of one shape.
        case map(of: Schema)
        /// A schema among the components of the document, by its name.
        case reference(String)
    }

    /// What a text must be like, in the words of JSON Schema.
    package struct TextRules: Hashable, Sendable {
        var minimumLength: Int?
        var maximumLength: Int?
        var pattern: String?
        var format: String?
    }

    /// One member of an object.
    package struct Property: Hashable, Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool
    }

    /// What kind of value it is.
    package var shape: Shape
    /// Whether `null` is allowed too.
    package var isNullable = false
    /// One sentence, or `nil` where the name says it all.
    package var description: String?
    /// What holds where the value is absent.
    package var defaultValue: JSONValue?
    /// Values that show what is meant.
    package var examples: [JSONValue] = []

    init(_ shape: Shape) {
        self.shape = shape
    }
}
