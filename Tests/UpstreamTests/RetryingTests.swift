import HTTPModel
import MovieDomain
import Testing

@testable import Upstream

@Suite("Retry sequences and reasons")
struct RetrySequenceTests {
    struct Failure: Sendable {
        var at: Int
        var wish: Int?
        var chance = 1.0
    }

    struct Case: Sendable {
        var name: String
        var attempts = 3
        var deadline = 8_000
        var isRepeatable = true
        var failures: [Failure]
        /// The time of the attempt after each failure, or `nil` if there is none.
        var next: [Int?]
    }

    private static let cases = [
        Case(
            name: "doubling up to the longest pause",
            attempts: 9,
            deadline: 60_000,
            failures: (0..<8).map { Failure(at: $0 * 5_000) },
            next: [100, 5_200, 10_400, 15_800, 21_600, 27_000, 32_000, 37_000]
        ),
        Case(name: "full jitter", failures: [.init(at: 0, chance: 0), .init(at: 0, chance: 0.25)], next: [0, 50]),
        Case(name: "two repetitions", failures: [.init(at: 0), .init(at: 0), .init(at: 0)], next: [100, 200, nil]),
        Case(name: "one attempt only", attempts: 1, failures: [.init(at: 0)], next: [nil]),
        Case(name: "not safe to repeat", isRepeatable: false, failures: [.init(at: 0)], next: [nil]),
        Case(name: "a wish that fits", failures: [.init(at: 1_000, wish: 1_500)], next: [2_500]),
        Case(name: "a wish longer than any pause of ours", failures: [.init(at: 1_000, wish: 2_001)], next: [nil]),
        Case(name: "a wish shorter than the pause", failures: [.init(at: 0, wish: 10)], next: [100]),
        Case(name: "a wish beyond the deadline", failures: [.init(at: 6_500, wish: 1_600)], next: [nil]),
        Case(name: "a wish without end", failures: [.init(at: 0, wish: 1_000_000_000_000)], next: [nil]),
        Case(name: "just in time", failures: [.init(at: 7_800)], next: [7_900]),
        Case(name: "too late", failures: [.init(at: 7_801)], next: [nil]),
        Case(name: "past the deadline", failures: [.init(at: 9_000)], next: [nil]),
    ]

    @Test(arguments: cases)
    func sequences(_ test: Case) {
        var rule = RetryPolicy()
        rule.attempts = test.attempts
        var sequence = RetrySequence(rule, deadline: .milliseconds(test.deadline), isRepeatable: test.isRepeatable)
        let next = test.failures.map { failure -> Int? in
            let wish = failure.wish.map { Duration.milliseconds($0) }
            let moment = sequence.failed(at: .milliseconds(failure.at), wish: wish, chance: failure.chance)
            return moment.map { Int($0 / .milliseconds(1)) }
        }
        #expect(next == test.next, "\(test.name)")
    }

    private static func response(_ status: Int, retryAfter: String? = nil) -> Result<HTTPAnswer, ProviderError> {
        let headers = HTTPHeaders(retryAfter.map { [("Retry-After", $0)] } ?? [])
        return .success(HTTPAnswer(HTTPResponse(status: status, headers: headers, body: []), to: request))
    }

    private static let request = HTTPRequest(
        source: "films",
        origin: HTTPOrigin(scheme: .https, host: "a.example"),
        path: "/"
    )

    @Test("Only a response with status 502, 503, or 504 is a reason to retry", arguments: 100..<600)
    func statuses(_ status: Int) {
        let isWorthIt = RetryReason(Self.response(status), to: Self.request, nowSeconds: 0) != nil
        #expect(isWorthIt == [502, 503, 504].contains(status))
    }

    private final class Refusal: AnswerReading {
        private let error: ProviderError

        init(_ error: ProviderError) { self.error = error }

        func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document { throw error }
    }

    @Test("A failure that may pass is a reason to retry, after the time that it names", arguments: [nil, 3])
    func passing(_ seconds: Int?) {
        var error = ProviderError(.unavailable, message: "working", retryAfterSeconds: seconds)
        func reason() -> RetryReason? {
            let answer = HTTPAnswer(HTTPResponse(status: 200, body: []), to: Self.request, readBy: Refusal(error))
            return RetryReason(.success(answer), to: Self.request, nowSeconds: 60)
        }
        #expect(reason() == nil)
        error.mayPass = true
        #expect(reason() != nil)
        #expect(reason()?.wish == seconds.map { .seconds($0) })
    }

    @Test(
        "Retry-After gives the delay that the source wishes, unless it is malformed",
        arguments: [("3", 3), ("Thu, 01 Jan 1970 00:01:05 GMT", 5), ("soon", nil)] as [(String, Int?)]
    )
    func wish(_ text: String, _ seconds: Int?) {
        let reason = RetryReason(Self.response(503, retryAfter: text), to: Self.request, nowSeconds: 60)
        #expect(reason != nil)
        #expect(reason?.wish == seconds.map { .seconds($0) })
    }

    @Test(
        "Connection failures and timeouts are reasons to retry, with an alternative only timeouts",
        arguments: ProviderError.Stage.allCases
    )
    func kinds(_ kind: ProviderError.Stage) {
        var request = Self.request
        let failure: Result<HTTPAnswer, ProviderError> = .failure(ProviderError(at: kind, ""))
        let connecting: Set<ProviderError.Stage> = [.connectionRefused, .connectTimeout, .connectionLost]
        #expect(
            (RetryReason(failure, to: request, nowSeconds: 0) != nil) == (connecting.contains(kind) || kind == .timeout)
        )
        request.hasAlternative = true
        #expect((RetryReason(failure, to: request, nowSeconds: 0) != nil) == (kind == .timeout))
    }
}

@Suite("Retry budget")
struct RetryBudgetTests {
    @Test(
        "Of N calls that all want a retry, N / 5 + 3 get one",
        arguments: [(0, 3), (1, 3), (5, 4), (10, 5), (1_000, 203)]
    )
    func storm(_ calls: Int, _ repeated: Int) {
        var budget = RetryBudget()
        var count = 0
        for _ in 0..<calls {
            // The budget saves at most three retries, so it is emptied before each deposit.
            while budget.withdraw() { count += 1 }
            budget.deposit()
        }
        while budget.withdraw() { count += 1 }
        #expect(count == repeated)
    }

    @Test("The budget saves at most three retries")
    func quiet() {
        var budget = RetryBudget()
        for _ in 0..<10_000 { budget.deposit() }
        let repeated = (0..<10).count { _ in budget.withdraw() }
        #expect(repeated == 3)
    }
}
