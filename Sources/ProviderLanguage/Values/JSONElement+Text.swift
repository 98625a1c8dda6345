import JSON

extension JSONElement {
    /// A text, number or boolean as text; `nil` for null, lists and objects.
    var scalarText: String? {
        switch kind {
        case .string: string
        case .number: number?.text
        case .bool: bool.map { $0 ? "true" : "false" }
        case .null, .array, .object: nil
        }
    }
}
