import Testing

@testable import MovieStore

@Suite("Retry delays of an unusable file")
struct StoreHealthTests {
    @Test(
        "The delay doubles from a second to a minute, after a few immediate retries of a busy file",
        arguments: [(StoreFault.full, []), (.locked, [0]), (.slow, [0, 0, 0])]
    )
    func rests(_ fault: StoreFault, _ first: [Int]) {
        var health = StoreHealth()
        var rests: [Int] = []
        for _ in 0..<8 + first.count {
            let now = rests.count * 250
            health.failed(fault, at: now)
            // A call that waited at the same time fails, too.
            if fault == .slow { health.failed(fault, at: now + 9) }
            rests.append(health.rest(from: now))
            #expect(health.isOnlyBusy == (rests.last == 0))
        }
        #expect(rests == first + [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
        let last = (rests.count - 1) * 250
        #expect(!health.mayTry(at: last + 59_999))
        #expect(health.mayTry(at: last + 60_000))
        health.succeeded()
        #expect(health == StoreHealth())
    }

    @Test("A foreign file is tried again soon, so that what the user mends works at once") func lasting() {
        var health = StoreHealth()
        health.failed(.foreign, at: 0)
        #expect(health.rest(from: 0) == 5_000)
    }

    @Test("S14: a file is tried at once if the clock is set back") func clock() {
        var health = StoreHealth()
        health.failed(.full, at: 1_795_000_000_000)
        #expect(health.mayTry(at: 0))
    }
}
