package import MovieDomain

/// Why a call has no result.
package enum ServiceFailure: Error, Hashable, Sendable {
    /// There is no such method; `nearest` is the one that was probably meant.
    case unknownMethod(String, nearest: String?)
    /// The parameters are not accepted.
    case parameters(InvalidParameters)
    /// The parameters are fine, and there is no answer all the same.
    case useCase(UseCaseFailure)
    /// The definitions of the sources cannot be used; the program is about to end and to say why on stderr.
    case noCatalogue
}
