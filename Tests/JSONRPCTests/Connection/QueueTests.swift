import JSON
import Testing

@testable import JSONRPC

@Suite("Queues of a connection")
struct QueueTests {
    private static func call(_ id: RPCID?, bytes: Int = 10) -> AdmittedCall {
        AdmittedCall(
            call: RPCCall(method: "m", id: id),
            flight: Flight(id: id, method: "m", path: .single),
            byteCount: bytes
        )
    }

    @Test("Calls begin in order, no more than may run")
    func order() {
        var admission = Admission(runningLimit: 2, waitingLimit: 3, waitingBytesLimit: 1_000)
        for id in 1...4 { admission.admit(Self.call(RPCID(integerLiteral: id))) }
        let room = admission.hasRoom
        #expect(!room)
        let first = admission.takeStartable().map(\.flight.id)
        #expect(first == [1, 2])
        let none = admission.takeStartable().count
        #expect(none == 0)
        admission.noteEnd()
        let next = admission.takeStartable().map(\.flight.id)
        #expect(next == [3])
        let roomAgain = admission.hasRoom
        #expect(roomAgain)
    }

    @Test("Bytes count as well as calls")
    func bytes() {
        var admission = Admission(runningLimit: 1, waitingLimit: 100, waitingBytesLimit: 1_000)
        admission.admit(Self.call(1, bytes: 1_000))
        let before = admission.hasRoom
        _ = admission.takeStartable()
        let after = admission.hasRoom
        #expect(!before && after)
    }

    @Test("What was answered while it waited never begins, and its id is free")
    func answeredWhileWaiting() throws {
        var admission = Admission(runningLimit: 1, waitingLimit: 9, waitingBytesLimit: 1_000)
        let first = Self.call(1)
        admission.admit(first)
        let isFirst = first.flight.claim().isFirst
        admission.forget(first.flight)
        let again = Self.call(1)
        admission.admit(again)
        // The first one's end must not free the id of the second.
        admission.forget(first.flight)
        let found = admission.flight(of: 1)
        #expect(isFirst)
        #expect(found === again.flight)
        let started = admission.takeStartable()
        #expect(started.count == 1)
        #expect(try #require(started.first).flight === again.flight)
    }

    @Test("One answer for a flight")
    func claim() {
        let flight = Flight(id: 1, method: "m", path: .single)
        #expect(!flight.isAnswered)
        #expect(flight.claim().isFirst)
        #expect(!flight.claim().isFirst)
        #expect(flight.isAnswered)
    }

    @Test("Frames keep their order, small ones are gathered, and bytes count until they are written")
    func outbound() {
        var queue = OutboundQueue(limit: 100)
        queue.append(Array("one".utf8))
        queue.append(Array("two".utf8))
        queue.append(Array(repeating: 0x78, count: 70_000))
        var gathered = Array("four".utf8)
        queue.exchange(&gathered)
        let full = queue.isFull
        let segments = queue.claimAll()
        #expect(full)
        #expect(gathered.isEmpty)
        #expect(segments?.map(\.count) == [6, 70_000, 4])
        let second = queue.claimAll()
        #expect(second == nil)
        queue.noteWritten(70_010)
        let written = queue.writtenCount
        #expect(written == 70_010)
        queue.finishWriting()
        let idle = queue.isIdle
        #expect(idle)
    }

    @Test("Only an idle output is written directly, and what was left over goes first")
    func directWrite() {
        var queue = OutboundQueue(limit: 100)
        let large = queue.claimForDirectWrite(of: Descriptor.readyBytes + 1)
        let small = queue.claimForDirectWrite(of: 5)
        let second = queue.claimForDirectWrite(of: 5)
        #expect(!large && small && !second)
        queue.append(Array("next".utf8))
        queue.finishWriting()
        queue.noteWritten(2)
        queue.putBack(Array("llo".utf8))
        let segments = queue.claimAll() ?? []
        #expect(segments.flatMap { $0 } == Array("llonext".utf8))
        let count = queue.byteCount
        #expect(count == 7)
    }

    @Test("A client is stalled when something waits and nothing moves")
    func stallClock() {
        var clock = StallClock(timeout: .seconds(3))
        let start = ContinuousClock.now
        let rests = [
            clock.rest(.init(written: 0, isIdle: true), now: start),
            clock.rest(.init(written: 0, isIdle: true), now: start + .seconds(9)),
            // Nothing waited the last time, so what waits now may have waited for no time at all.
            clock.rest(.init(written: 0, isIdle: false), now: start + .seconds(15)),
            clock.rest(.init(written: 0, isIdle: false), now: start + .seconds(17)),
            clock.rest(.init(written: 5, isIdle: false), now: start + .seconds(18)),
            clock.rest(.init(written: 5, isIdle: false), now: start + .seconds(21)),
        ]
        #expect(rests == [.seconds(3), .seconds(3), .seconds(3), .seconds(1), .seconds(3), nil])
    }
}
