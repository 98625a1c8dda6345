extension MergePolicy {
    /// Records in configured order, sources that are not named after them by name.
    func sorted(_ records: [MovieRecord]) -> [MovieRecord] {
        records.sorted { left, right in
            let (mine, theirs) = (rank(of: left.provider), rank(of: right.provider))
            return mine == theirs ? left.provider < right.provider : mine < theirs
        }
    }

    /// The place of a source in the order; the last where it is not named.
    func rank(of provider: ProviderID) -> Int {
        order.firstIndex(of: provider) ?? .max
    }
}
