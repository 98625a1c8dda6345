/// Who may have how many of a source's calls: a part is kept for what somebody asked for.
package struct QuotaShares: Sendable, Hashable {
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    /// The count up to which a call of this purpose is made.
    ///
    /// The last tenth, at least ten calls and at most half of all, is closed to enrichment.
    package func limit(for purpose: RequestPurpose) -> Int {
        switch purpose {
        case .essential: limit
        case .enrichment: limit - min(max(limit / 10, 10), limit / 2)
        }
    }
}
