/// A call that will be handled by a task, and what tracks it.
struct AdmittedCall: Sendable {
    /// What the handler gets.
    let call: RPCCall
    /// Its flight from admission to answer.
    let flight: Flight
    /// How many bytes it holds while it waits.
    let byteCount: Int
}
