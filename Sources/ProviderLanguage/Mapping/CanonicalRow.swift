package import JSON

/// A row that is already in the field names of the language, as sources of kind `process` give it
/// (provider-language.md, "Provider, kind: process").
///
/// Values are converted to the types of their fields, as those of a definition are: dates are ISO 8601, running times
/// minutes, ratings of ten. A text may be an object with its language (`{"text": "기생충", "language": "ko"}`), a
/// certification with its `region`, an amount of money with its `currency` (`{"value": 1, "currency": "KRW"}`), a rating with
/// its `scale` and `votes`. A list may be one value, and people, images and videos may be their main field alone.
package struct PlainRow {
    private let element: JSONElement

    /// The row that an element is.
    package init(_ element: JSONElement) {
        self.element = element
    }

    /// The item that the row tells of; `nil` where it is no object, names a field twice, or has no value at all.
    ///
    /// That is counted in `report`, and so are values that are not of their field's type.
    package func item(_ kind: ItemKind, _ report: inout MappingReport) -> MappedItem? {
        report.countRow()
        guard element.kind == .object, !element.hasDuplicateNames else {
            report.countDropped()
            return nil
        }
        let item = filled(kind, &report)
        if item.isEmpty { report.countDropped() }
        return item.isEmpty ? nil : item
    }

    /// The names in the row that are no fields of such an item; whoever wrote them meant something.
    package func unknownNames(of kind: ItemKind) -> [String] {
        element.members.map(\.name).filter { name in
            Field(rawValue: name).map { !kind.fields.contains($0) } ?? true
        }
    }

    private func filled(_ kind: ItemKind, _ report: inout MappingReport) -> MappedItem {
        var item = MappedItem(kind: kind, reserving: element.count)
        for (name, value) in element.members where !value.isNull {
            guard let field = Field(rawValue: name), kind.fields.contains(field) else { continue }
            do throws(ConversionFailure) {
                if let value = try Self.value(of: field, value, &report) { item.append(value, to: field) }
            } catch {
                report.count(failureOf: field, path: name)
            }
        }
        return item
    }

    private static func value(
        of field: Field,
        _ element: JSONElement,
        _ report: inout MappingReport
    ) throws(ConversionFailure) -> MappedValue? {
        switch field.type {
        case .ids: return try ids(element)
        case .movie:
            guard element.kind == .object else { throw ConversionFailure() }
            let movie = PlainRow(element).filled(.movie, &report)
            return movie.isEmpty ? nil : .item(movie)
        case .items(let kind): return try items(element, kind, &report)
        case .texts, .localizedTexts, .certifications: return try texts(field, element)
        default: return try scalar(field, element)
        }
    }

    private static func ids(_ element: JSONElement) throws(ConversionFailure) -> MappedValue? {
        guard element.kind == .object else { throw ConversionFailure() }
        var ids: [MappedID] = []
        for (nameSpace, id) in element.members where !id.isNull {
            guard let text = id.scalarText else { throw ConversionFailure() }
            if !text.isEmpty { ids.append(MappedID(nameSpace, text)) }
        }
        return ids.isEmpty ? nil : .ids(ids)
    }

    private static func items(
        _ element: JSONElement,
        _ kind: ItemKind,
        _ report: inout MappingReport
    ) throws(ConversionFailure) -> MappedValue? {
        var items: [MappedItem] = []
        for entry in element.kind == .array ? Array(element.elements) : [element] where !entry.isNull {
            if entry.kind == .object {
                let item = PlainRow(entry).filled(kind, &report)
                if let main = kind.mainField, item[main] != nil { items.append(item) }
            } else if let main = kind.mainField, let text = entry.scalarText, !text.isEmpty {
                var item = MappedItem(kind: kind, reserving: 1)
                item.append(.text(MappedText(text)), to: main)
                items.append(item)
            } else if entry.scalarText == nil {
                throw ConversionFailure()
            }
        }
        return items.isEmpty ? nil : .items(items)
    }

    private static func texts(_ field: Field, _ element: JSONElement) throws(ConversionFailure) -> MappedValue? {
        var texts: [MappedText] = []
        for entry in element.kind == .array ? Array(element.elements) : [element] where !entry.isNull {
            let mapping = try FieldMapping(plain: field, type: .localizedText, entry)
            if case .text(var text)? = try mapping.value(MappingRow(plain: entry)) {
                text.region = entry["region"]?.string
                texts.append(text)
            }
        }
        return texts.isEmpty ? nil : .texts(texts)
    }

    private static func scalar(_ field: Field, _ element: JSONElement) throws(ConversionFailure) -> MappedValue? {
        try FieldMapping(plain: field, type: field.type, element).value(MappingRow(plain: element))
    }
}

extension MappingRow {
    /// A row of which nothing is looked up.
    fileprivate init(plain element: JSONElement) {
        self.init(element: element, root: element, inputs: TemplateInputs(), missing: MissingValues())
    }
}

extension FieldMapping {
    /// How a value becomes a field, by the tags that stand beside it where it is an object.
    fileprivate init(plain field: Field, type: FieldType, _ element: JSONElement) throws(ConversionFailure) {
        let value = element.kind == .object ? element["text"] ?? element["value"] : element
        guard let text = value?.scalarText else { throw ConversionFailure() }
        self.init(field: field, type: type, source: .value(text))
        tags.language = element["language"]?.string.map(LanguageTag.fixed)
        if type == .money { unit = element["currency"]?.string }
        if let scale = element["scale"] {
            guard let best = scale.double, best > 0 else { throw ConversionFailure() }
            self.scale = best
        }
        if let votes = element["votes"]?.scalarText {
            self.votes = .counted(FieldMapping(field: field, type: .integer, source: .value(votes)))
        }
    }
}

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
