extension JSONValue: JSONEncodable {
    /// Writes the value and all that is in it.
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .number(let value): writer.number(value)
        case .string(let value): writer.string(value)
        case .array(let values): Self.encode(values.span, to: &writer)
        case .object(let members): Self.encode(members.span, to: &writer)
        }
    }

    // Spans lend their elements; an array's iterator would retain and release each one.

    private static func encode(_ values: Span<JSONValue>, to writer: inout JSONWriter) {
        writer.begin(.openBracket)
        for position in values.indices { values[position].encode(to: &writer) }
        writer.end(.closeBracket)
    }

    private static func encode(_ members: Span<Member>, to writer: inout JSONWriter) {
        writer.begin(.openBrace)
        for position in members.indices {
            writer.beginMember(members[position].name)
            members[position].value.encode(to: &writer)
        }
        writer.end(.closeBrace)
    }
}
