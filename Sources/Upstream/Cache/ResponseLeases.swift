/// The port to the claims that processes make on questions, so that many of them ask for one thing once.
///
/// No function throws: where the shared claims cannot be had in time, every process may ask.
package protocol ResponseLeases: Sendable {
    /// Claims a question, unless an answer lies in the store that was stored after `known`, or another process holds a claim
    /// that has not run out.
    ///
    /// The claim runs out after `milliseconds`, for its holder may have died. `known` is in milliseconds since 1970; any
    /// answer is newer than `nil`. Where claims cannot be had at all, they are granted.
    func claim(_ key: ResponseKey, after known: Int?, forMilliseconds milliseconds: Int) async -> LeaseClaim

    /// Ends this process's claim; returns at once, and takes effect after everything that was handed over to be kept
    /// before it.
    func release(_ key: ResponseKey)
}
