import JSON

extension JSONValue {
    /// The value that `encodable` writes of itself.
    init(of encodable: some JSONEncodable) {
        do {
            self = JSONValue(try JSONDocument(encodable.jsonBytes).root)
        } catch {
            // Only an encoder with a fault in it comes here, or a value past the reader's limits: say so.
            self = .string("not encodable: \(error.message)")
        }
    }
}
