/// Why a child process gave no answer, or is not there any more.
enum ChildFailure: Error, Hashable, Sendable {
    /// It could not be started, in the system's words.
    case notStarted(String)
    case exited(Int32)
    case signalled(Int32)
    /// A line was longer than this.
    case lineTooLong(Int)
    /// It wrote on and on what is no answer; the first such line.
    case babbled(String)
    case closedOutput
    /// It did not read what it was asked.
    case notReading
    /// It gave no sign of life.
    case hung
    /// It is ended because nobody needs it any more.
    case stopped
    /// The call took too long.
    case timedOut
    /// The caller went away.
    case cancelled
    /// It failed a moment ago, and is left alone for a while.
    case resting(Duration, after: Int)
    case tooManyCalls
    /// It answered with an error.
    case refused(ChildError)

    /// Whether the process ended as it should.
    var isOrderly: Bool {
        switch self {
        case .stopped, .exited(0): true
        default: false
        }
    }
}
