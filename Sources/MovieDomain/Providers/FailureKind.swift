/// Why a call has no answer, as far as that makes a difference to a program.
public enum FailureKind: String, CaseIterable, Sendable {
    /// A value of the call is not accepted.
    case invalidValue
    /// No source has the film, the person, or the collection.
    case notFound
    /// No source can be asked: none is configured for this, or keys are missing.
    case noSource
    /// The sources failed, refused, or did not answer in time; their reports say which.
    case noAnswer
    /// The user's library cannot be used.
    case library
    /// The card was changed since the revision that the caller knows.
    case outdated
    case cancelled
    /// The definitions, or the surroundings of the program, cannot be used.
    case configuration
}
