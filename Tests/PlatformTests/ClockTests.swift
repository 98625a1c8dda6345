import Platform
import Testing

@Suite("Monotonic clock", .timeLimit(.minutes(15)))
struct ClockTests {
    @Test("A sleep never ends before its time")
    func sleeping() async {
        let clock = SystemMonotonicClock()
        let start = clock.now
        let ended = await withTaskGroup(of: Int.self) { group in
            for milliseconds in [90, 30, 60, 0] {
                let end = start + .milliseconds(milliseconds)
                group.addTask {
                    #expect(await clock.sleep(until: end))
                    #expect(clock.now >= end)
                    return milliseconds
                }
            }
            var ended: [Int] = []
            for await milliseconds in group { ended.append(milliseconds) }
            return ended
        }
        #expect(ended.sorted() == [0, 30, 60, 90])
    }

    @Test("A canceled sleep ends early and returns false, whether it has begun or not")
    func cancelling() async {
        let clock = SystemMonotonicClock()
        let sleeper = Task { await clock.sleep(for: .seconds(3_600)) }
        sleeper.cancel()
        #expect(await sleeper.value == false)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { await !clock.sleep(for: .seconds(3_600)) }
            }
            await Task.yield()
            group.cancelAll()
            for await isCancelled in group { #expect(isCancelled) }
        }
    }

    @Test("An alarm's action is called once, with false if it is lifted and true if it rings")
    func actions() async {
        let clock = SystemMonotonicClock()
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

    @Test("A duration of any length converts to milliseconds and seconds")
    func longTimes() {
        #expect(Duration.milliseconds(-1_500).wholeMilliseconds == -1_500)
        #expect(Duration.microseconds(2_999).wholeMilliseconds == 2)
        #expect(Duration.milliseconds(2_001).secondsRoundedUp == 3)
        for seconds in [Int.min, .max] {
            let duration = Duration.seconds(seconds) + .nanoseconds(1)
            #expect(duration.wholeMilliseconds.magnitude > 1 << 61)
            #expect((duration.secondsRoundedUp > 0) == (seconds > 0))
        }
    }

    @Test("2,000 short sleeps end while 2,000 long ones are canceled")
    func crowd() async {
        let clock = SystemMonotonicClock()
        let count = await withTaskGroup(of: Int.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let limit = Task { await clock.sleep(for: .seconds(60)) }
                    guard await clock.sleep(for: .microseconds(number % 50 * 100)) else { return 0 }
                    limit.cancel()
                    return await limit.value ? 0 : 1
                }
            }
            return await group.reduce(0, +)
        }
        #expect(count == 2_000)
    }
}
