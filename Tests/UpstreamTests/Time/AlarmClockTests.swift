import Testing
import Upstream

@Suite("The clock of alarms", .timeLimit(.minutes(1)))
struct AlarmClockTests {
    @Test("a sleep ends at its moment, never before")
    func sleeping() async throws {
        let clock = AlarmClock()
        let start = clock.now
        let ended = try await withThrowingTaskGroup(of: Int.self) { group in
            for milliseconds in [90, 30, 60, 0] {
                let end = start.advanced(by: .milliseconds(milliseconds))
                group.addTask {
                    try await clock.sleep(until: end)
                    #expect(clock.now >= end)
                    return milliseconds
                }
            }
            var ended: [Int] = []
            for try await milliseconds in group { ended.append(milliseconds) }
            return ended
        }
        #expect(ended.sorted() == [0, 30, 60, 90])
    }

    @Test("a cancelled sleep ends at once, begun or not")
    func cancelling() async {
        let clock = AlarmClock()
        let sleeper = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(3_600))) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    do { try await clock.sleep(until: clock.now.advanced(by: .seconds(3_600))) } catch { return true }
                    return false
                }
            }
            await Task.yield()
            group.cancelAll()
            for await isCancelled in group { #expect(isCancelled) }
        }
    }

    @Test("an action is called once: lifted with false, rung with true")
    func actions() async {
        let clock = AlarmClock()
        let (calls, outlet) = AsyncStream<String>.makeStream()
        let lifted = clock.set(after: .seconds(3_600)) { outlet.yield("lifted: \($0)") }
        clock.lift(lifted)
        clock.lift(lifted)
        let rung = clock.set(after: .milliseconds(5)) { outlet.yield("rung: \($0)") }
        var seen: [String] = []
        for await call in calls {
            seen.append(call)
            if seen.count == 2 { break }
        }
        clock.lift(rung)
        outlet.finish()
        #expect(seen == ["lifted: false", "rung: true"])
    }

    @Test("thousands of limits that are lifted, beside sleeps that end")
    func crowd() async {
        let clock = AlarmClock()
        let count = await withTaskGroup(of: Int.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let limit = Task { try await clock.sleep(until: clock.now.advanced(by: .seconds(60))) }
                    do { try await clock.sleep(until: clock.now.advanced(by: .microseconds(number % 50 * 100))) } catch
                    { return 0 }
                    limit.cancel()
                    do { try await limit.value } catch { return 1 }
                    return 0
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 2_000)
    }
}
