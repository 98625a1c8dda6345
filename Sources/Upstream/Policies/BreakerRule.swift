/// When a source counts as down, and for how long it is then left alone.
package struct BreakerRule: Sendable, Hashable {
    /// The stretch of time that is looked at.
    package var window = Duration.seconds(30)
    /// With fewer calls than this in the window nothing is concluded.
    package var minimumCalls = 10
    /// The share of failures, in percent, from which on the source is down.
    package var failurePercent = 50
    /// How long nobody asks then.
    package var openTime = Duration.seconds(5)

    package init() {}
}
