import Testing

@testable import MovieProviders

@Suite("When a child process is started, and started again")
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
        var rule = RestartRule(attempts: attempts, backoff: .milliseconds(500) ... .seconds(4))
        rule.patience = .seconds(1)
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

    @Test("It starts with the first call, and runs for the others")
    func first() {
        play([
            .state(.idle, restarts: 0), .admit(1, .start), .admit(2, .ready),
            .state(.running(since: .seconds(1)), restarts: 0),
        ])
    }

    @Test("After a failure a call waits for a short pause, and is refused for a long one")
    func pauses() {
        play([
            .admit(0, .start), .failed(1), .state(.waiting(until: .seconds(1.5)), restarts: 0),
            .admit(1, .wait(.seconds(0.5))), .admit(1.5, .start), .failed(2), .admit(2, .wait(.seconds(1))),
            .admit(3, .start), .state(.running(since: .seconds(3)), restarts: 2), .failed(4),
            .state(.givenUp(until: .seconds(304)), restarts: 2), .admit(5, .refuse(.seconds(299))),
            // One more try when it has rested, and one failure ends that.
            .admit(304, .start), .failed(305), .state(.givenUp(until: .seconds(605)), restarts: 3),
        ])
    }

    @Test("Pauses double up to the longest")
    func doubling() {
        let rule = RestartRule(attempts: 9, backoff: .milliseconds(500) ... .seconds(4))
        #expect((1...6).map { rule.pause(after: $0) } == [0.5, 1, 2, 4, 4, 4].map { .seconds($0) })
        #expect(rule.rest == .seconds(300))
        #expect(RestartRule(attempts: 1, backoff: .seconds(1) ... .seconds(60)).rest == .seconds(600))
    }

    @Test("One that has worked for a while begins anew")
    func forgiven() {
        play([
            .admit(0, .start), .failed(1), .admit(2, .start), .failed(3), .admit(5, .start), .spoke(6), .failed(10),
            .state(.waiting(until: .seconds(10.5)), restarts: 2),
        ])
        // Having run is not enough.
        play([
            .admit(0, .start), .failed(1), .admit(2, .start), .failed(3), .admit(5, .start), .failed(10),
            .state(.givenUp(until: .seconds(310)), restarts: 2),
        ])
    }

    @Test("One that ends in good order is started again when it is needed, unless it never said a word")
    func goodOrder() {
        play([.admit(0, .start), .spoke(1), .ended(2), .state(.idle, restarts: 0), .admit(3, .start)])
        play([.admit(0, .start), .ended(2), .state(.waiting(until: .seconds(2.5)), restarts: 0)])
    }

    @Test("Two calls without a sign of life mean that it hangs; a slow one that speaks does not, nor a slow start")
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
