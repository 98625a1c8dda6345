import Testing
import Upstream

@Suite("Places, first come, first served")
struct AdmissionQueueTests {
    @Test func order() {
        var queue = AdmissionQueue(places: 2, waiting: 2)
        let admissions = (1...5).map { queue.arrive($0) }
        #expect(admissions == [.admitted, .admitted, .waiting, .waiting, .refused])
        #expect(queue.running == 2 && queue.waiting == 2)
        #expect(queue.leave() == 3)
        #expect(queue.arrive(6) == .waiting)
        #expect(queue.leave() == 4)
        #expect(queue.leave() == 6)
        #expect(queue.running == 2)
        #expect(queue.leave() == nil)
        #expect(queue.leave() == nil)
        #expect(queue.running == 0)
        #expect(queue.arrive(7) == .admitted)
    }

    @Test func abandoning() {
        var queue = AdmissionQueue(places: 1, waiting: 3)
        for ticket in 1...4 { _ = queue.arrive(ticket) }
        let abandoned = [3, 3, 1, 9].map { queue.abandon($0) }
        #expect(abandoned == [true, false, false, false])
        #expect(queue.waiting == 2)
        #expect(queue.leave() == 2)
        #expect(queue.leave() == 4)
        #expect(queue.leave() == nil)
    }

    @Test("There is always one place")
    func none() {
        var queue = AdmissionQueue(places: 0, waiting: -1)
        #expect(queue.arrive(1) == .admitted)
        #expect(queue.arrive(2) == .refused)
    }
}
