import JSON

/// A value on its way from the row to its field.
enum RawValue: Sendable {
    case element(JSONElement)
    case text(String)
    case date(MappedDate)

    /// The value as text; `nil` for lists and objects.
    var text: String? {
        switch self {
        case .element(let element): element.scalarText
        case .text(let text): text
        case .date(let date): date.description
        }
    }
}
