/// The steps by which a child process is brought to its end: its input ends, then a signal, then one that it cannot
/// ignore.
struct ChildEnding: Sendable {
    enum Step: Hashable, Sendable {
        case closeInput
        /// SIGTERM, to its whole group.
        case terminate
        /// SIGKILL, to its whole group.
        case kill
    }

    private var steps: [(step: Step, due: Duration)]

    /// An end that begins at `now`: with all steps in good order, with the last one alone where it has gone wrong.
    init(inGoodOrder: Bool, grace: Duration, at now: Duration) {
        steps =
            inGoodOrder
            ? [(.closeInput, now), (.terminate, now + grace), (.kill, now + grace * 2)] : [(.kill, now)]
    }

    /// When the next step is due; `nil` when nothing more can be done but wait.
    var due: Duration? { steps.first?.due }

    /// The next step, if its time has come.
    mutating func step(at now: Duration) -> Step? {
        guard let due, due <= now else { return nil }
        return steps.removeFirst().step
    }
}
