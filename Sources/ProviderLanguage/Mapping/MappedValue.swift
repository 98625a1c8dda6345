/// The value of one field of one row, in the type of the field.
package enum MappedValue: Hashable, Sendable {
    case text(MappedText)
    case texts([MappedText])
    case integer(Int)
    case decimal(Double)
    case boolean(Bool)
    case date(MappedDate)
    case amount(MappedAmount)
    case rating(MappedRating)
    /// Ids by name space, in the order of the definition.
    case ids([MappedID])
    case item(MappedItem)
    case items([MappedItem])
}
