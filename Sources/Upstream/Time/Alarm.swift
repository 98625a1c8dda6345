/// One alarm of an ``AlarmClock``.
package struct Alarm: Hashable, Sendable {
    /// What is called once: with `true` when the moment has come, with `false` when the alarm is lifted before.
    package typealias Action = @Sendable (_ hasRung: Bool) -> Void

    let number: UInt64
}
