import JSON
import Platform
import Testing

@testable import JSONRPC

@Suite("Connection queues")
struct QueueTests {
    private static func call(_ id: RPCID?, bytes: Int = 10) -> AdmittedCall {
        AdmittedCall(
            call: RPCCall(method: "m", id: id),
            pending: PendingRequest(id: id, method: "m", path: .single, byteCount: bytes)
        )
    }

    @Test("Calls start in order, and no more than the limit run at once")
    func order() {
        var queue = RequestQueue(runningLimit: 2, waitingLimit: 3, waitingBytesLimit: 1_000)
        for id in 1...4 { queue.admit(Self.call(RPCID(integerLiteral: id))) }
        let room = queue.hasRoom
        #expect(!room)
        let first = queue.takeStartable().map(\.pending.id)
        #expect(first == [1, 2])
        let none = queue.takeStartable().count
        #expect(none == 0)
        queue.noteEnd()
        let next = queue.takeStartable().map(\.pending.id)
        #expect(next == [3])
        let roomAgain = queue.hasRoom
        #expect(roomAgain)
    }

    @Test("The request queue has no room once its waiting calls reach the byte limit")
    func bytes() {
        var queue = RequestQueue(runningLimit: 1, waitingLimit: 100, waitingBytesLimit: 1_000)
        queue.admit(Self.call(1, bytes: 1_000))
        let before = queue.hasRoom
        _ = queue.takeStartable()
        let after = queue.hasRoom
        #expect(!before && after)
    }

    @Test("A call answered while it waits never starts, and its id can be reused")
    func answeredWhileWaiting() throws {
        var queue = RequestQueue(runningLimit: 1, waitingLimit: 9, waitingBytesLimit: 1_000)
        let first = Self.call(1)
        queue.admit(first)
        let isFirst = first.pending.claim().isFirst
        queue.forget(first.pending)
        let again = Self.call(1)
        queue.admit(again)
        // The end of the first request must not free the id of the second.
        queue.forget(first.pending)
        let found = queue.pending(1)
        #expect(isFirst)
        #expect(found === again.pending)
        let started = queue.takeStartable()
        #expect(started.count == 1)
        #expect(try #require(started.first).pending === again.pending)
    }

    @Test("A request can be claimed for an answer only once")
    func claim() {
        let pending = PendingRequest(id: 1, method: "m", path: .single, byteCount: 10)
        #expect(!pending.isAnswered)
        #expect(pending.claim().isFirst)
        #expect(!pending.claim().isFirst)
        #expect(pending.isAnswered)
    }

    @Test("Frames keep their order, small frames are merged, and written bytes are counted")
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

    @Test("Only an idle output takes a small direct write, and its unwritten rest goes out first")
    func directWrite() {
        var queue = OutboundQueue(limit: 100)
        let large = queue.claimForDirectWrite(of: FileDescriptor.readyBytes + 1)
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

    @Test("A client is stalled if output waits and none is written for the whole timeout")
    func stallClock() {
        var clock = StallClock(timeout: .seconds(3))
        let start = ContinuousClock.now
        let rests = [
            clock.rest(.init(written: 0, isIdle: true), now: start),
            clock.rest(.init(written: 0, isIdle: true), now: start + .seconds(9)),
            // The output was idle at the last check, so the waiting bytes may have only just arrived.
            clock.rest(.init(written: 0, isIdle: false), now: start + .seconds(15)),
            clock.rest(.init(written: 0, isIdle: false), now: start + .seconds(17)),
            clock.rest(.init(written: 5, isIdle: false), now: start + .seconds(18)),
            clock.rest(.init(written: 5, isIdle: false), now: start + .seconds(21)),
        ]
        #expect(rests == [.seconds(3), .seconds(3), .seconds(3), .seconds(1), .seconds(3), nil])
    }
}
