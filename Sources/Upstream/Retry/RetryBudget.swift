/// Holds repetitions to a share of the calls: what helps against one lost packet would double a storm.
///
/// Every first attempt saves a fifth of a repetition, and three are there from the beginning: of N calls at most
/// N / 5 + 3 are repeated.
package struct RetryBudget: Sendable {
    private static let price = 5
    private static let most = 3 * price

    private var savings = most

    package init() {}

    /// A call begins.
    package mutating func deposit() {
        savings = min(Self.most, savings + 1)
    }

    /// Whether a repetition may be made, which is then paid for.
    package mutating func withdraw() -> Bool {
        guard savings >= Self.price else { return false }
        savings -= Self.price
        return true
    }
}
