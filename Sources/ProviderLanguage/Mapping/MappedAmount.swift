/// An amount of money in whole units of its currency.
package struct MappedAmount: Hashable, Sendable {
    /// In whole units.
    package var value: Int
    /// ISO 4217: `KRW`.
    package var currency: String?

    /// An amount from its parts.
    package init(_ value: Int, currency: String? = nil) {
        self.value = value
        self.currency = currency
    }
}
