/// The figures of one film in one period at the box office; `nil` where the source says nothing.
package struct BoxOfficeFigures: Hashable, Sendable {
    /// People in the seats.
    package struct Audience: Hashable, Sendable {
        package var count: Int?
        /// Against the period before.
        package var change: Int?
        package var changePercent: Double?
        /// Since the release.
        package var total: Int?

        package init() {}
    }

    /// Money taken, in whole units of `currency`.
    package struct Sales: Hashable, Sendable {
        package var amount: Int?
        /// Percent of all sales of the period.
        package var share: Double?
        package var change: Int?
        package var changePercent: Double?
        package var total: Int?
        /// ISO 4217: `KRW`.
        package var currency: String?

        package init() {}
    }

    package var rank: Int
    /// Places gained (positive) or lost against the period before.
    package var rankChange: Int?
    package var isNew: Bool?
    package var audience = Audience()
    package var sales = Sales()
    package var screens: Int?
    package var showings: Int?

    package init(rank: Int) {
        self.rank = rank
    }
}
