/// Which problems of one file were told already, so that each is told once until the file works again.
struct ProblemNotice: Sendable {
    private var told: Set<String> = []

    /// Whether to tell of this fault now.
    mutating func isNew(_ fault: StoreFault) -> Bool {
        // Every move of a damaged file is told: each leaves a file that somebody may want to look at.
        if case .damaged(.some) = fault { return true }
        return told.insert(fault.description).inserted
    }

    /// Notes that the file took a write, after which the same problem would be a new one.
    mutating func works() {
        told.removeAll()
    }
}
