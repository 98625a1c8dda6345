import JSON

/// A field's mapping while rows are mapped: shared, so that no row copies it, and with what is known beforehand.
final class CompiledField: Sendable {
    let mapping: FieldMapping
    /// Whether a row has one raw value for it at most, which then needs no list, unless it is itself one to be opened.
    private let takesOneValue: Bool

    init(_ mapping: FieldMapping) {
        self.mapping = mapping
        takesOneValue =
            mapping.limit == nil && mapping.source.isSingular
            && mapping.transforms.allSatisfy(\.isOneToOne)
    }

    /// The value in the type of the field; `nil` where there is none.
    ///
    /// - Throws: `ConversionFailure` where there is one that is not of that type.
    func value(_ row: MappingRow) throws(ConversionFailure) -> MappedValue? {
        guard takesOneValue else { return try mapping.value(row) }
        guard let found = mapping.source.firstValue(row) else { return nil }
        if mapping.type.isList, case .element(let element) = found, element.kind == .array {
            return try mapping.value(row)
        }
        guard let raw = try mapping.changed(found) else { return nil }
        return try mapping.value(CollectionOfOne(raw), row)
    }
}
