extension FieldMapping {
    /// Whether a fixed text can be converted to the type of the field.
    func canBe(_ text: String) -> Bool {
        let text = text.trimmedText
        return switch type {
        case .boolean: text == "true" || text == "false"
        case .date: DateFormat.iso.date(in: text) != nil
        case .minutes where unit == "duration": DurationText.minutes(in: text) != nil
        case .integer, .year, .money: NumberText.integer(text) != nil
        case .decimal, .minutes, .percent, .rating: NumberText.decimal(text) != nil
        case .ids, .text, .texts, .localizedText, .localizedTexts, .certifications, .items, .movie: true
        }
    }
}
