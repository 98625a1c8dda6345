package import JSON

extension MappedItem {
    /// The item in the field names of the language, for tests and for people.
    ///
    /// Texts, days and amounts stand for themselves, without their tags; lists of people, images and videos are objects.
    package var json: JSONValue {
        .object(fields.compactMap { field in self[field].map { .init(field.rawValue, $0.json) } })
    }
}

extension MappedValue {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text.text)
        case .texts(let texts): .array(texts.map { .string($0.text) })
        case .integer(let number): .number(JSONNumber(number))
        case .decimal(let number): JSONNumber(number).map(JSONValue.number) ?? .null
        case .boolean(let value): .bool(value)
        case .date(let date): .string(date.description)
        case .amount(let amount): .number(JSONNumber(amount.value))
        case .rating(let rating): JSONNumber(rating.value).map(JSONValue.number) ?? .null
        case .ids(let ids): .object(ids.map { .init($0.nameSpace, .string($0.value)) })
        case .item(let item): item.json
        case .items(let items): .array(items.map(\.json))
        }
    }
}
