/// How much a child process may ask of us.
package struct ProcessLimits: Hashable, Sendable {
    /// The longest line of its answers; a longer one is a flood.
    package var lineBytes = 4 << 20
    /// Lines in a row that are no answers to anything.
    package var strayLines = 100
    /// Bytes that it has not read yet.
    package var unreadBytes = 4 << 20
    /// Calls that it has not answered yet.
    package var openCalls = 256
    /// From being asked to end to a signal, and from that to one that cannot be ignored.
    package var grace = Duration.milliseconds(100)
    /// How long it may be silent after its start while calls time out.
    package var startAllowance = Duration.seconds(30)

    /// The usual limits.
    package init() {}
}
