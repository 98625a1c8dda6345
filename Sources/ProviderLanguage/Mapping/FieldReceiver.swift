/// Takes in the fields of a row, one after the other, while they are read.
///
/// What a row gives goes straight to where it is kept, without a list that would only be walked once. Of a row that turns
/// out to lack a required field, some fields have been given by then: such a receiver is thrown away.
package protocol FieldReceiver {
    /// Whether it has been given nothing yet.
    var isEmpty: Bool { get }

    /// Takes all of a field, or more of a list.
    mutating func take(_ value: MappedValue, for field: Field)

    /// Takes one of the film's ids.
    mutating func add(_ id: MappedID)

    /// Takes one of the texts of a list.
    mutating func add(_ text: MappedText, to field: Field)

    /// Takes one of the people, images or videos of a list, of which no more is known than their main field and tags.
    mutating func add(_ entry: TaggedEntry, to field: Field)
}
