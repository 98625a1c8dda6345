/// What a handler answers.
package enum RPCReply: Sendable, Hashable {
    /// The result, already written as one JSON value.
    case result([UInt8])
    /// The error to send; in a box, so that the usual answer is one word.
    indirect case failure(RPCError)
}
