/// What can write itself as JSON.
package protocol JSONEncodable {
    /// Writes exactly one value.
    func encode(to writer: inout JSONWriter)
}

extension JSONEncodable {
    /// The value as compact JSON text in UTF-8.
    package var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        encode(to: &writer)
        return writer.bytes
    }

    /// The value as compact JSON text.
    package var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}
