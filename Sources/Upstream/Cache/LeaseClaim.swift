/// What came of a process's claim on a question.
package enum LeaseClaim: Sendable, Hashable {
    /// This process is to ask, and to release its claim then.
    case granted
    /// Another process asks.
    case held
    /// A newer answer than the known one lies in the store, and nothing was claimed.
    case answered
    /// The store gave no answer in time, which may be different the next time.
    case unanswered
}
