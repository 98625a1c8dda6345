package import JSON

extension Schema: JSONEncodable {
    /// Where the document has the schemas of `Shape/reference`.
    private static let componentsPath = "#/components/schemas/"

    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            encodeShape(to: &writer)
            writer.member("description", description)
            writer.member("default", defaultValue)
            if !examples.isEmpty { writer.member("examples", examples) }
        }
    }

    private func encodeShape(to writer: inout JSONWriter) {
        switch shape {
        case .anything: break
        case .boolean: encodeType("boolean", to: &writer)
        case .integer(let minimum, let maximum):
            encodeType("integer", to: &writer)
            writer.member("minimum", minimum)
            writer.member("maximum", maximum)
        case .number(let minimum, let maximum):
            encodeType("number", to: &writer)
            writer.member("minimum", minimum)
            writer.member("maximum", maximum)
        case .text(let rules):
            encodeType("string", to: &writer)
            rules.encode(to: &writer)
        case .choice(let words):
            encodeType("string", to: &writer)
            writer.member("enum", words)
        case .list(let element):
            encodeType("array", to: &writer)
            writer.member("items", element)
        case .object(let properties):
            encodeType("object", to: &writer)
            encode(properties, to: &writer)
        case .map(let value):
            encodeType("object", to: &writer)
            writer.member("additionalProperties", value)
        case .reference(let name): writer.member("$ref", Schema.componentsPath + name)
        }
    }

    private func encodeType(_ name: String, to writer: inout JSONWriter) {
        if isNullable {
            writer.member("type", [name, "null"])
        } else {
            writer.member("type", name)
        }
    }

    private func encode(_ properties: [Property], to writer: inout JSONWriter) {
        writer.member("properties") { writer in
            writer.object { writer in
                for property in properties { writer.member(property.name, property.schema) }
            }
        }
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { writer.member("required", required) }
    }
}

extension Schema.TextRules {
    fileprivate func encode(to writer: inout JSONWriter) {
        writer.member("minLength", minimumLength)
        writer.member("maxLength", maximumLength)
        writer.member("pattern", pattern)
        writer.member("format", format)
    }
}
