/// A type that writes itself as JSON.
package protocol JSONEncodable {
    /// Writes exactly one value.
    func encode(to writer: inout JSONWriter)
}

extension JSONEncodable {
    /// The compact JSON text of the value in UTF-8.
    package var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return writer.bytes
    }

    package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}

extension String: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Int: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.int(self) }
}

extension Double: JSONEncodable {
    /// Writes a number, or `null` for NaN and infinities.
    package func encode(to writer: inout JSONWriter) { writer.double(self) }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .some(let value): value.encode(to: &writer)
        case .none: writer.null()
        }
    }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    package func encode(to writer: inout JSONWriter) {
        writer.array { writer in
            for value in self { value.encode(to: &writer) }
        }
    }
}

extension JSONNumber: JSONEncodable {
    package func encode(to writer: inout JSONWriter) { writer.number(self) }
}
