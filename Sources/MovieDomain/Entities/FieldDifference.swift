/// What a source says of a field of one value, where another was believed.
package struct FieldDifference: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// A year, or minutes.
        case number(Int)
        case date(CalendarDate)
    }

    package var field: MovieField
    package var provider: ProviderID
    package var value: Value

    package init(_ field: MovieField, _ provider: ProviderID, _ value: Value) {
        self.field = field
        self.provider = provider
        self.value = value
    }
}
