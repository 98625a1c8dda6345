import Synchronization
import Testing

@testable import Platform

/// The numbers of the called actions, in order.
private final class Calls: Sendable {
    private let numbers = Mutex<[Int]>([])
    var noted: [Int] { numbers.withLock(\.self) }
    func note(_ number: Int) { numbers.withLock { $0.append(number) } }
}

@Suite("Alarm table")
struct AlarmTableTests {
    private func moment(_ milliseconds: Int) -> Duration {
        .milliseconds(milliseconds)
    }

    @Test("Setting an alarm asks for a timer only if none rings at or before its time")
    func timers() {
        var table = AlarmTable()
        let sets = [50, 60, 50, 20, 30, 10].map { table.set(Alarm(), at: moment($0)) { _ in } }
        #expect(sets == [true, false, false, true, false, true])
    }

    @Test("Due alarms come in order, and the next timer is asked for unless it is already set")
    func ringing() {
        var table = AlarmTable()
        let calls = Calls()
        for milliseconds in [50, 12, 10, 30] {
            _ = table.set(Alarm(), at: moment(milliseconds)) { if $0 { calls.note(milliseconds) } }
        }
        // The timer is late, so two alarms are due. The timer at 12 then rings for none and asks for a timer at 30.
        let (due, next) = table.ring(at: moment(10), now: moment(13))
        for action in due { action(true) }
        #expect(calls.noted == [10, 12])
        #expect(next == nil)
        #expect(table.ring(at: moment(12), now: moment(13)).next == moment(30))
        // The timer at 50 was set first and is still set.
        #expect(table.ring(at: moment(30), now: moment(30)).next == nil)
        #expect(table.ring(at: moment(50), now: moment(50)).due.count == 1)
        #expect(table.count == 0)
    }

    @Test("Lifting an alarm returns its action once, and the alarm doesn't ring")
    func lifting() {
        var table = AlarmTable()
        let alarm = Alarm()
        #expect(table.lift(alarm) == nil)
        #expect(table.set(alarm, at: moment(10)) { _ in })
        #expect(table.lift(alarm) != nil)
        #expect(table.lift(alarm) == nil)
        let (due, next) = table.ring(at: moment(10), now: moment(11))
        #expect(due.isEmpty && next == nil)
    }
}
