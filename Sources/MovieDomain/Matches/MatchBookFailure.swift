/// Why a correction was not taken, or the book not read.
package enum MatchBookFailure: Error, Hashable, Sendable {
    /// It does not fit what the user said before.
    case conflict(CorrectionConflict)
    /// The file that it is kept in cannot be used; why has been logged.
    case unavailable
}
