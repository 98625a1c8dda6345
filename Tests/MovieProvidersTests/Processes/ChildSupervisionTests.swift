import HTTPModel
import MovieDomain
import ProviderLanguage
import Synchronization
import Testing
import Upstream

@testable import MovieProviders

@Suite("Child process supervision")
struct ChildSupervisionTests {
    private enum Event {
        case admit(Double, ChildSupervision.Admission)
        case spoke(Double)
        case failed(Double)
        case ended(Double)
        case timedOut(asked: Double, Double, hangs: Bool)
        case state(ChildSupervision.State, restarts: Int)
    }

    private func play(_ events: [Event], attempts: Int = 2) {
        let rule = RetryPolicy(attempts: attempts, backoff: .milliseconds(500) ... .seconds(4))
        var life = ChildSupervision(rule, startAllowance: .seconds(30))
        for (index, event) in events.enumerated() {
            switch event {
            case .admit(let time, let expected): #expect(life.admit(at: .seconds(time)) == expected, "event \(index)")
            case .spoke(let time): life.spoke(at: .seconds(time))
            case .failed(let time): life.ended(isOrderly: false, at: .seconds(time))
            case .ended(let time): life.ended(isOrderly: true, at: .seconds(time))
            case .timedOut(let asked, let time, let hangs):
                #expect(life.timedOut(askedAt: .seconds(asked), at: .seconds(time)) == hangs, "event \(index)")
            case .state(let expected, let restarts):
                #expect(life.state == expected, "event \(index)")
                #expect(life.restarts == restarts, "event \(index)")
            }
        }
    }

    @Test("A child starts with the first call and is ready for later calls")
    func first() {
        play([
            .state(.idle, restarts: 0), .admit(1, .start), .admit(2, .ready),
            .state(.running(since: .seconds(1)), restarts: 0),
        ])
    }

    @Test("After a failure, a call waits out a short pause but is refused during a long one")
    func pauses() {
        play([
            .admit(0, .start), .failed(1), .state(.waiting(until: .seconds(1.5)), restarts: 0),
            .admit(1, .wait(.seconds(0.5))), .admit(1.5, .start), .failed(2), .admit(2, .wait(.seconds(1))),
            .admit(3, .start), .state(.running(since: .seconds(3)), restarts: 2), .failed(4),
            .state(.givenUp(until: .seconds(304)), restarts: 2), .admit(5, .refuse(.seconds(299))),
            // After the long pause there is one more attempt, and a single failure gives up again.
            .admit(304, .start), .failed(305), .state(.givenUp(until: .seconds(605)), restarts: 3),
        ])
    }

    @Test("Restart pauses double up to the maximum")
    func doubling() {
        let rule = RetryPolicy(attempts: 9, backoff: .milliseconds(500) ... .seconds(4))
        #expect((1...6).map { rule.pause(after: $0) } == [0.5, 1, 2, 4, 4, 4].map { .seconds($0) })
        #expect(rule.rest == .seconds(300))
        #expect(RetryPolicy(attempts: 1, backoff: .seconds(1) ... .seconds(60)).rest == .seconds(600))
    }

    @Test("A child that has worked for a while gets all its restart attempts back")
    func forgiven() {
        play([
            .admit(0, .start), .failed(1), .admit(2, .start), .failed(3), .admit(5, .start), .spoke(6), .failed(10),
            .state(.waiting(until: .seconds(10.5)), restarts: 2),
        ])
        // Running without any output is not enough.
        play([
            .admit(0, .start), .failed(1), .admit(2, .start), .failed(3), .admit(5, .start), .failed(10),
            .state(.givenUp(until: .seconds(310)), restarts: 2),
        ])
    }

    @Test("An orderly exit causes no restart pause unless the child had no output")
    func goodOrder() {
        play([.admit(0, .start), .spoke(1), .ended(2), .state(.idle, restarts: 0), .admit(3, .start)])
        play([.admit(0, .start), .ended(2), .state(.waiting(until: .seconds(2.5)), restarts: 0)])
    }

    @Test("Two calls without a sign of life mean a hang, but slow answers and a slow start do not")
    func hanging() {
        play([
            .admit(0, .start), .spoke(1), .timedOut(asked: 2, 7, hangs: false), .timedOut(asked: 3, 8, hangs: true),
        ])
        play([
            .admit(0, .start), .spoke(1), .timedOut(asked: 2, 7, hangs: false), .spoke(7.5),
            .timedOut(asked: 7, 12, hangs: false), .timedOut(asked: 8, 13, hangs: false),
            .timedOut(asked: 9, 14, hangs: true),
        ])
        play([
            .admit(0, .start), .timedOut(asked: 0, 5, hangs: false), .timedOut(asked: 5, 10, hangs: false),
            .timedOut(asked: 25, 30, hangs: true),
        ])
    }
}

@Suite("Child process helper types")
struct ChildValueTests {
    @Test(
        "Lines are reassembled from arbitrary pieces and cut at the maximum length",
        arguments: [
            (["one\ntwo\r\n"], ["one", "two"], nil), (["o", "n", "e\n", "t"], ["one"], "t"),
            (["\n\n"], ["", ""], nil), (["0123456789\n"], ["0123456789"], nil),
            (["01234567890", "more\nnext\n"], ["0123456789…", "next"], nil),
            (["012345678901234567890123456789"], ["0123456789…"], nil),
        ] as [([String], [String], String?)]
    )
    func lines(_ pieces: [String], _ expected: [String], _ rest: String?) {
        var splitter = LineSplitter(maximumBytes: 10)
        let lines = pieces.flatMap { splitter.take(Array($0.utf8)) }
        #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) + ($0.isCut ? "…" : "") } == expected)
        #expect(splitter.takeRest().map { String(decoding: $0.bytes, as: UTF8.self) } == rest)
    }

    @Test("The log takes 20 short lines at once, then five per second, and counts the omitted ones")
    func throttle() {
        var log = LogThrottle()
        let flood = Array(String(repeating: "a\n", count: 30).utf8)
        #expect(log.take(flood, at: .zero).count == 20)
        #expect(log.take(Array("b\n".utf8), at: .seconds(1)) == ["(10 lines left out) b"])
        #expect(log.take(flood, at: .seconds(1)).count == 4)
        #expect(log.takeRest(at: .seconds(1)) == ["(26 lines left out)"])
        let long = log.take([UInt8](repeating: 0x61, count: 100_000), at: .seconds(9))
        #expect(long == [String(repeating: "a", count: 500) + "…"])
        #expect(log.take(Array("\n\u{1B}[2Jred\n".utf8), at: .seconds(9)) == [" [2Jred"])
    }

    @Test("An orderly child has its input closed, is terminated, then killed; a faulty one is killed at once")
    func ending() {
        var orderly = ChildEnding(inGoodOrder: true, grace: .seconds(1), at: .seconds(5))
        #expect(orderly.step(at: .seconds(5)) == .closeInput)
        #expect(orderly.step(at: .seconds(5)) == nil)
        #expect(orderly.due == .seconds(6))
        #expect(orderly.step(at: .seconds(6)) == .terminate)
        #expect(orderly.step(at: .seconds(9)) == .kill)
        #expect(orderly.due == nil)
        var wrong = ChildEnding(inGoodOrder: false, grace: .seconds(1), at: .seconds(5))
        #expect(wrong.step(at: .seconds(5)) == .kill)
        #expect(wrong.step(at: .seconds(9)) == nil)
    }

    @Test(
        "A program is looked up on PATH, and relative to the folder if it has a slash",
        arguments: [
            ("tool", "/usr/bin/tool"), ("./tool", "/here/./tool"), ("own", nil), ("python3", "/usr/bin/python3"),
            ("bin/run", "/here/bin/run"),
            ("/opt/x", "/opt/x"), ("relative", nil), ("", nil), ("none", nil),
        ] as [(String, String?)]
    )
    func locating(_ name: String, _ path: String?) {
        let there: Set = [
            "/here/tool", "/here/./tool", "/here/own", "/usr/bin/tool", "/usr/bin/python3", "/here/bin/run", "/opt/x",
            "bin/relative",
        ]
        var locator = ProgramLocator(folder: "/here", searchPath: "bin::/nowhere:/usr/bin")
        locator.isProgram = { there.contains($0) }
        #expect(locator.path(of: name) == path)
    }

    @Test(
        "A row window is mapped to the single page that contains it",
        arguments: [(0, 20, 1, 20), (20, 20, 2, 20), (40, 10, 5, 10), (5, 10, 1, 15), (0, 0, 1, 1)]
    )
    func page(_ offset: Int, _ count: Int, _ number: Int, _ size: Int) {
        let page = ProcessPage(RowWindow(offset: offset, count: count))
        #expect(page.number == number)
        #expect(page.size == size)
    }
}

@Suite("Rows of child processes")
struct ProcessRowTests {
    /// A client that answers without rows and keeps the readers that it was given.
    private final class ReaderLog: HTTPClient {
        private let log = Mutex<[any AnswerReading]>([])

        var readers: [any AnswerReading] { log.withLock(\.self) }

        func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
            log.withLock { $0.append(reader) }
            return HTTPAnswer(.text(#"{"rows":[]}"#), to: request, readBy: reader)
        }
    }

    @Test("Calls of one operation have one reader, so that equal ones can share an answer")
    func reader() async throws {
        let text = "version: 1\nproviders: [{ id: shelf, kind: process, command: [sh], operations: [search, lookup] }]"
        let provider = try #require(try configuration(text).providers.first)
        guard case .process(let definition) = provider.kind else {
            Issue.record("no process")
            return
        }
        let (client, child) = (ReaderLog(), Child(""))
        let source = ProcessRowSource(
            provider: "shelf",
            session: child.source,
            client: client,
            definition: definition,
            log: { _ in }
        )
        for operation in [Capability.search, .search, .lookup, .lookup] {
            _ = try await source.rows(RowRequest(operation: operation), in: CallContext(), as: MovieFacts.reading)
        }
        let readers = client.readers
        #expect(readers[0] === readers[1])
        #expect(readers[2] === readers[3])
        #expect(await child.close() == 0)
    }
}
