/// A film source in Swift.
///
/// It is asked by many calls at once, and must stand ``MovieProviderContract``'s suite:
///
/// - What it does not find is an empty page; only of a look-up is it the failure `not_found`.
/// - It gives at most as many films as are wanted, from the offset on, in the same order every time.
/// - Each film has a title and at least one id.
/// - A cancelled call ends soon.
public protocol FilmSource: Sendable {
    /// The films that answer a question.
    ///
    /// - Parameter request: of an operation that the source's kind names.
    /// - Returns: the films, at most as many as are wanted.
    /// - Throws: why there is no answer.
    func films(for request: FilmRequest) async throws(FilmSourceFailure) -> FilmPage
}
