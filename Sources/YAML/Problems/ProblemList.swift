/// Problems collected in one run, as many as somebody will read.
struct ProblemList {
    /// More than this many say nothing new.
    static let maximum = 100

    /// The problems, in the order found; the last one counts what was left out.
    private(set) var all: [YAMLError] = []

    private var omitted = 0

    /// Adds a problem.
    mutating func add(_ problem: YAMLError) {
        guard all.count >= Self.maximum else { return all.append(problem) }
        omitted += 1
        let rest = YAMLError.omitted(omitted, like: problem)
        if omitted == 1 { all.append(rest) } else { all[Self.maximum] = rest }
    }
}
