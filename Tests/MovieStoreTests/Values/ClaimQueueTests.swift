import Testing

@testable import MovieStore

@Suite("Claims that wait for one transaction")
struct ClaimQueueTests {
    @Test("the first starts the work, all that came meanwhile are taken at once, and the next one starts it anew")
    func batches() {
        var queue = ClaimQueue<Int>()
        #expect((0..<200).map { queue.add($0) } == [true] + [Bool](repeating: false, count: 199))
        #expect(queue.take() == Array(0..<128))
        #expect(queue.add(200) == false)
        #expect(queue.take() == Array(128...200))
        #expect(queue.add(201) == false)
        #expect(queue.take() == [201])
        #expect(queue.take() == [])
        #expect(queue.count == 0)
        #expect(queue.add(202) == true)
    }
}
