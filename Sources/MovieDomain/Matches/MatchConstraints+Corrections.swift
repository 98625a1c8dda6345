extension MatchConstraints {
    /// What the matcher has to observe of the user's corrections.
    init(_ corrections: Corrections) {
        self.init(
            pinned: corrections.pinned.map { Pair($0.first, $0.second) },
            split: corrections.split.map { Pair($0.first, $0.second) }
        )
    }
}
