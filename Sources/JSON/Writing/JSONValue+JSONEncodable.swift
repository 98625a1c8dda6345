extension JSONValue: JSONEncodable {
    /// Writes the value and all that is in it.
    package func encode(to writer: inout JSONWriter) {
        Self.write(self, to: &writer)
    }

    // All is borrowed, down to the strings' bytes: a copy would retain and release every string.

    private static func write(_ value: borrowing JSONValue, to writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .number(let value): writer.write(value)
        case .string(let value): writer.write(value)
        case .array(let values): write(values.span, to: &writer)
        case .object(let members): write(members.span, to: &writer)
        }
    }

    private static func write(_ values: Span<JSONValue>, to writer: inout JSONWriter) {
        writer.begin(.openBracket)
        values.lendEach { write($0, to: &writer) }
        writer.end(.closeBracket)
    }

    private static func write(_ members: Span<Member>, to writer: inout JSONWriter) {
        writer.begin(.openBrace)
        members.lendEach { write($0, to: &writer) }
        writer.end(.closeBrace)
    }

    private static func write(_ member: borrowing Member, to writer: inout JSONWriter) {
        writer.beginMember(member.name)
        write(member.value, to: &writer)
    }
}

extension Span where Element: ~Copyable {
    /// Calls with each element where it lies.
    ///
    /// Written for elements that cannot be copied, and so copies none that can; a subscript here and there would.
    @inline(__always)
    fileprivate func lendEach(_ body: (borrowing Element) -> Void) {
        for position in indices { body(self[position]) }
    }
}
