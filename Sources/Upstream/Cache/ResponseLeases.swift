/// The port to the claims that processes make on questions, so that many of them ask for one thing once.
///
/// No function throws: where the shared claims cannot be had in time, every process may ask.
package protocol ResponseLeases: Sendable {
    /// Whether this process is to fetch the answer; `false` while another one holds a claim that has not run out.
    ///
    /// The claim runs out after `milliseconds`, for its holder may have died.
    func claim(_ key: ResponseKey, forMilliseconds milliseconds: Int) async -> Bool

    /// Ends this process's claim; returns at once, and takes effect after everything that was handed over to be kept
    /// before it.
    func release(_ key: ResponseKey)
}
