import JSON

/// A field's mapping while rows are mapped: shared, so that no row copies it, and with what is known beforehand.
final class CompiledField: Sendable {
    /// How a value comes from the row to the field.
    private enum Way {
        /// It is one text at one of the places, and stays a text until it is converted.
        case text
        /// It is one value, which every transform makes one of.
        case one
        case general
    }

    /// A path, with the position of its member among the names of the plan where it is no more than one name.
    struct Place: Sendable {
        let path: JSONPath
        let member: Int?
    }

    let mapping: FieldMapping
    /// The name space of an id.
    private let nameSpace: String
    private let way: Way
    let places: [Place]
    /// Whether texts are neither changed nor looked up.
    private let isPlain: Bool

    /// A mapping, and the names of members that all fields of the row need together.
    init(_ mapping: FieldMapping, nameSpace: String = "", names: inout [String]) {
        self.mapping = mapping
        self.nameSpace = nameSpace
        isPlain =
            mapping.transforms.isEmpty && mapping.table == nil && mapping.prefix.isEmpty && mapping.limit == nil
        var places: [Place] = []
        if mapping.limit != nil || !mapping.source.isSingular || !mapping.transforms.allSatisfy(\.isOneToOne) {
            way = .general
        } else if let paths = mapping.source.paths, mapping.transforms.allSatisfy(\.givesText) {
            way = .text
            places = paths.map { Place(path: $0, member: $0.memberName.map { Self.position(of: $0, in: &names) }) }
        } else {
            way = .one
        }
        self.places = places
    }

    private static func position(of name: String, in names: inout [String]) -> Int {
        if let known = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) { return known }
        names.append(name)
        return names.count - 1
    }

    /// Gives the field's value to a receiver, in the type of the field; whether there is one.
    ///
    /// - Throws: `ConversionFailure` where there is one that is not of that type.
    func give(
        to receiver: inout some FieldReceiver,
        _ row: MappingRow,
        _ members: MemberTable
    ) throws(ConversionFailure) -> Bool {
        guard mapping.type.isList, case .text = way else {
            guard let value = try value(row, members) else { return false }
            receiver.take(value, for: mapping.field)
            return true
        }
        switch try found(row, members) {
        case .nothing: return false
        case .text(let found):
            guard let text = try changed(found) else { return false }
            give(text, to: &receiver, language: mapping.tags.language?.language(row.inputs))
            return true
        case .list(let list):
            if isPlain, places.count == 1 { return try give(list, to: &receiver, row) }
            guard let value = try mapping.value(row) else { return false }
            receiver.take(value, for: mapping.field)
            return true
        }
    }

    /// The value as an id; `nil` where there is none.
    ///
    /// - Throws: `ConversionFailure` where there is one that is no text or number.
    func id(_ row: MappingRow, _ members: MemberTable) throws(ConversionFailure) -> MappedID? {
        if case .text = way { return try text(row, members).map { MappedID(nameSpace, $0) } }
        guard case .text(let id)? = try value(row, members) else { return nil }
        return MappedID(nameSpace, id.text)
    }

    /// The value in the type of the field; `nil` where there is none.
    private func value(_ row: MappingRow, _ members: MemberTable) throws(ConversionFailure) -> MappedValue? {
        switch way {
        case .general: try mapping.value(row)
        case .one: try oneValue(row)
        case .text:
            if let text = try text(row, members) { try mapping.scalar(text, row) } else { nil }
        }
    }

    private func oneValue(_ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        guard let found = mapping.source.firstValue(row) else { return nil }
        if mapping.type.isList, case .element(let element) = found, element.kind == .array {
            return try mapping.value(row)
        }
        guard let raw = try mapping.changed(found) else { return nil }
        return try mapping.value(CollectionOfOne(raw), row)
    }

    /// The one text, ready for conversion; `nil` where there is none.
    private func text(_ row: MappingRow, _ members: MemberTable) throws(ConversionFailure) -> String? {
        switch try found(row, members) {
        case .nothing: nil
        case .list: throw ConversionFailure()
        case .text(let found): try changed(found)
        }
    }

    /// What becomes of a text, without white space at its ends; `nil` where nothing does.
    private func changed(_ found: String) throws(ConversionFailure) -> String? {
        guard let text = isPlain ? found : try mapping.changed(found) else { return nil }
        let trimmed = text.trimmedText
        return trimmed.isEmpty ? nil : trimmed
    }

    private func give(_ text: String, to receiver: inout some FieldReceiver, language: String?) {
        if case .items(let kind) = mapping.type {
            receiver.add(mapping.entry(text, kind, language: language), to: mapping.field)
        } else {
            receiver.add(MappedText(text, language: language, region: mapping.tags.region), to: mapping.field)
        }
    }

    /// Gives every text of a list, or none of them where one is no text.
    private func give(
        _ list: JSONElement,
        to receiver: inout some FieldReceiver,
        _ row: MappingRow
    ) throws(ConversionFailure) -> Bool {
        for element in list.elements where element.kind == .array || element.kind == .object {
            throw ConversionFailure()
        }
        let language = mapping.tags.language?.language(row.inputs)
        var isAny = false
        for element in list.elements {
            guard let text = row.present(element)?.text?.trimmedText, !text.isEmpty else { continue }
            give(text, to: &receiver, language: language)
            isAny = true
        }
        return isAny
    }
}
