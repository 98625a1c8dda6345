/// Sees every message of a session, both ways; called on the threads that read, answer and run calls, so it must be quick.
package protocol RPCTrafficObserver: Sendable {
    /// A message came.
    ///
    /// - Parameters:
    ///   - message: its bytes, without what frames it.
    ///   - framing: the session's framing.
    func received(message: [UInt8], framing: RPCFraming)

    /// A stretch of the input was no message.
    ///
    /// - Parameters:
    ///   - bytes: what is skipped, or as much of it as is known.
    ///   - reason: what is wrong with it.
    ///   - framing: the session's framing.
    func received(fault bytes: [UInt8], reason: String, framing: RPCFraming)

    /// Frames are about to be written.
    ///
    /// - Parameters:
    ///   - frames: one or more whole frames.
    ///   - framing: the session's framing.
    func sent(frames: [UInt8], framing: RPCFraming)
}
