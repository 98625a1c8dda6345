/// What the values of a field are.
package enum FieldType: Hashable, Sendable {
    case ids
    case text
    case texts
    /// A text with the tag `language`.
    case localizedText
    case localizedTexts
    /// Texts with the tag `region`.
    case certifications
    case integer
    case year
    case decimal
    case boolean
    case date
    /// A duration in whole minutes; units `min`, `h`, `s`, `ms`, `duration`.
    case minutes
    /// Whole units of a currency.
    case money
    /// Percent; units `percent` and `fraction`.
    case percent
    case rating
    /// A list of items of another kind: people, images, videos.
    case items(ItemKind)
    case movie

    /// Whether the field holds several values.
    package var isList: Bool {
        switch self {
        case .texts, .localizedTexts, .certifications, .items: true
        default: false
        }
    }

    /// What it is, for messages.
    package var summary: String {
        switch self {
        case .ids: "a map of ids"
        case .text: "a text"
        case .texts: "a list of texts"
        case .localizedText: "a text with a language"
        case .localizedTexts: "a list of texts with languages"
        case .certifications: "a list of certifications"
        case .integer: "a whole number"
        case .year: "a year"
        case .decimal: "a number"
        case .boolean: "true or false"
        case .date: "a day"
        case .minutes: "a duration"
        case .money: "an amount of money"
        case .percent: "a percentage"
        case .rating: "a rating"
        case .items(let kind): "a list, each \(kind.summary)"
        case .movie: "a film"
        }
    }

    /// The units that may be said, the first being the usual one; empty where none may.
    var units: [String] {
        switch self {
        case .minutes: ["min", "h", "s", "ms", "duration"]
        case .percent: ["percent", "fraction"]
        default: []
        }
    }
}
