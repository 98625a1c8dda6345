/// One row in the fields of the domain; a field without a value is absent.
///
/// The fields lie in one short array in the order of the definition: rows are many, and their fields few.
package struct MappedItem: Hashable, Sendable {
    struct Slot: Hashable, Sendable {
        var field: Field
        var value: MappedValue
    }

    /// What the item is.
    package let kind: ItemKind
    private var slots: [Slot] = []

    /// An item without fields.
    package init(kind: ItemKind, reserving count: Int = 0) {
        self.kind = kind
        slots.reserveCapacity(count)
    }

    /// Whether no field has a value.
    package var isEmpty: Bool { slots.isEmpty }

    /// The fields that have a value, in the order of the definition.
    package var fields: [Field] { slots.map(\.field) }

    /// The value of a field.
    package subscript(field: Field) -> MappedValue? {
        // By position: a walk over the slots would copy each of them.
        for place in slots.indices where slots[place].field == field { return slots[place].value }
        return nil
    }

    /// Sets a field that has no value yet.
    mutating func append(_ value: MappedValue, to field: Field) {
        slots.append(Slot(field: field, value: value))
    }

    /// Sets a field that has a value.
    mutating func replace(_ field: Field, by value: MappedValue) {
        for place in slots.indices where slots[place].field == field { slots[place].value = value }
    }
}
