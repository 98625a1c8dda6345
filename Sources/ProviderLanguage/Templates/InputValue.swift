/// One input as a caller gave it.
package enum InputValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case decimal(Double)
    case date(MappedDate)
    /// Written with commas between.
    case texts([String])

    /// How the value is written in a request; a date in ISO 8601.
    package var text: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number):
            number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
        case .date(let date): date.description
        case .texts(let texts): texts.joined(separator: ",")
        }
    }
}
