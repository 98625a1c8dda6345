import Platform
import Upstream

/// A claim that a call waits for.
struct WaitingClaim: Sendable {
    let key: ResponseKey
    /// When the answer was stored that the call knows, in milliseconds since 1970.
    let known: Int?
    let milliseconds: Int
    /// Ended with `nil` where it took too long.
    let call: FirstValue<LeaseClaim?>
    /// Ends the wait.
    let alarm: Alarm
}
