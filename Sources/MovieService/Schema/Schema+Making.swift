extension Schema {
    static let anything = Schema(.anything)
    static let boolean = Schema(.boolean)
    static let text = Schema(.text(TextRules()))
    static let date = Schema(.text(TextRules(format: "date")))
    static let url = Schema(.text(TextRules(format: "uri")))
    static let integer = Schema(.integer(minimum: nil, maximum: nil))
    static let count = Schema(.integer(minimum: 0, maximum: nil))
    static let number = Schema(.number(minimum: nil, maximum: nil))
    static let token = Schema(.token)

    static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema(.integer(minimum: range.lowerBound, maximum: range.upperBound))
    }

    static func integer(atLeast minimum: Int) -> Schema {
        Schema(.integer(minimum: minimum, maximum: nil))
    }

    static func number(_ range: ClosedRange<Double>) -> Schema {
        Schema(.number(minimum: range.lowerBound, maximum: range.upperBound))
    }

    static func text(
        minimumLength: Int? = nil,
        maximumLength: Int? = nil,
        pattern: String? = nil
    ) -> Schema {
        Schema(.text(TextRules(minimumLength: minimumLength, maximumLength: maximumLength, pattern: pattern)))
    }

    static func choice(_ words: [String]) -> Schema {
        Schema(.choice(words))
    }

    static func list(of element: Schema) -> Schema {
        Schema(.list(of: element))
    }

    static func map(of value: Schema) -> Schema {
        Schema(.map(of: value))
    }

    static func object(_ properties: [Property]) -> Schema {
        Schema(.object(properties))
    }

    static func reference(to component: NamedSchema) -> Schema {
        Schema(.reference(component.name))
    }

    /// The same schema, where `null` says that nobody knows.
    var orNull: Schema {
        var copy = self
        copy.isNullable = true
        return copy
    }

    /// The same schema with a sentence for people.
    func described(_ text: String) -> Schema {
        var copy = self
        copy.description = text
        return copy
    }
}

extension Schema.Property {
    /// A member that is always there.
    static func always(_ name: String, _ schema: Schema, _ description: String? = nil) -> Schema.Property {
        Schema.Property(name: name, schema: description.map(schema.described) ?? schema, isRequired: true)
    }

    /// A member that is left out where nothing is known.
    static func known(_ name: String, _ schema: Schema, _ description: String? = nil) -> Schema.Property {
        Schema.Property(name: name, schema: description.map(schema.described) ?? schema, isRequired: false)
    }
}
