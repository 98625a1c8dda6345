import HTTPModel
import MovieDomain
import Synchronization

/// Sends equal simultaneous requests once, and shares the answer or the failure.
///
/// Nothing is kept after the answer. A cancelled caller leaves at once without affecting the others; the question is
/// cancelled when the last caller leaves.
final class RequestCoalescer<Next: ReadyClient>: HTTPClient {
    private typealias Outcome = Result<HTTPAnswer, ProviderError>

    private struct Question: Hashable, Sendable {
        var key: ResponseKey
        var rule: CachePolicy?
        /// An enrichment may be refused when an essential question is not.
        var purpose: CallPurpose
        /// A question that doesn't wait may be refused when one that waits is not.
        var waitsForTurn: Bool
        /// The identity of the answer's reader, which the flight keeps alive.
        var reader: ObjectIdentifier
    }

    /// The outcome of a question, and whether the caller itself has begun it.
    private typealias Answer = (outcome: Outcome, isOwn: Bool)
    private typealias Table = FlightTable<Question, CheckedContinuation<Answer, Never>, Task<Void, Never>>

    private let next: Next
    private let table = Mutex(Table())

    init(before next: Next) {
        self.next = next
    }

    /// The number of questions under way for all callers.
    var inFlight: Int { table.withLock(\.count) }

    /// The number of callers that wait for an answer.
    var waiting: Int { table.withLock(\.waiting) }

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        if let answer = next.ready(request, readBy: reader) { return answer }
        // A request that accepts only cached answers would also fail for other callers, and one that refuses them would
        // join a caller that gets one.
        guard request.isRepeatable, request.context.cachedAnswers == .accepted else {
            return try await next.send(request, readBy: reader)
        }
        let (outcome, isOwn) = await share(request, reader)
        // The call that was joined had less time for its turn than this one.
        guard !isOwn, request.context.waitsForTurn, let refusal = outcome.refusalOfTurn, !Task.isCancelled,
            let left = request.context.deadline?.remaining, left > .seconds(refusal.retryAfterSeconds ?? 0)
        else { return try outcome.get() }
        return try await share(request, reader).outcome.get()
    }

    private func share(_ request: HTTPRequest, _ reader: any AnswerReading) async -> Answer {
        let question = Question(
            key: ResponseKey(request),
            rule: request.cachePolicy,
            purpose: request.context.purpose,
            waitsForTurn: request.context.waitsForTurn,
            reader: ObjectIdentifier(reader)
        )
        let ticket = table.withLock { $0.drawTicket() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { join(question, ticket, $0, request, reader) }
        } onCancel: {
            leave(question, ticket, request)
        }
    }

    private func join(
        _ question: Question,
        _ ticket: Int,
        _ waiter: CheckedContinuation<Answer, Never>,
        _ request: HTTPRequest,
        _ reader: any AnswerReading
    ) {
        switch table.withLock({ $0.join(question, ticket: ticket, waiter) }) {
        case .joined(let wait):
            // As if it had come alone: its call ends before the turn that the question under way waits for.
            guard let turn = wait.remaining, let left = request.context.deadline?.remaining,
                turn + RatePacer.answerTime.lowerBound > left,
                let own = table.withLock({
                    $0.leave(question, ticket: ticket, finishingInBackground: true).waiter
                })
            else { return }
            own.resume(returning: (.failure(.noTurn(at: request.source, before: turn)), isOwn: true))
        case .left: waiter.resume(returning: (.failure(.left), isOwn: true))
        case .first(let flight, let wait): start(question, flight, wait, request, reader)
        }
    }

    /// Starts the question in a task that belongs to no caller, because each caller may leave before the others; it
    /// ends with the answer, or is cancelled when the last caller has left.
    private func start(
        _ question: Question,
        _ flight: Int,
        _ wait: TurnWait,
        _ request: HTTPRequest,
        _ reader: any AnswerReading
    ) {
        var request = request
        request.turnWait = wait
        let task = Task { [request] in
            let outcome = await self.next.outcome(of: request, readBy: reader)
            for (ticket, waiter) in self.table.withLock({ $0.land(flight, question) }) {
                waiter.resume(returning: (outcome, isOwn: ticket == flight))
            }
        }
        table.withLock { $0.attach(task, to: flight, question) }?.cancel()
    }

    private func leave(_ question: Question, _ ticket: Int, _ request: HTTPRequest) {
        let finishing = request.context.deadline?.hasPassed ?? false
        let departure = table.withLock { $0.leave(question, ticket: ticket, finishingInBackground: finishing) }
        departure.waiter?.resume(returning: (.failure(.left), isOwn: true))
        departure.abandoned?.cancel()
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// The refusal of a call that would have ended before its turn, even if an older answer stands in for it.
    fileprivate var refusalOfTurn: ProviderError? {
        let failure =
            switch self {
            case .success(let answer): answer.replacedFailure
            case .failure(let error): error
            }
        return failure.flatMap { $0.stage == .rateLimited ? $0 : nil }
    }
}

extension ProviderError {
    fileprivate static let left = ProviderError(at: .cancelled, "cancelled by the caller")
}

/// The callers that wait for each question, so that equal questions are asked once.
///
/// A caller draws a ticket before anything else, so that it is known if it leaves before it joins. Every waiter is
/// removed exactly once: by leaving, or when its flight lands.
struct FlightTable<Key: Hashable & Sendable, Waiter: Sendable, Handle: Sendable>: Sendable {
    private struct Flight: Sendable {
        var number: Int
        var waiters: [Int: Waiter]
        /// Whether the question waits for its turn.
        let wait: TurnWait
        var handle: Handle?
    }

    /// The next step of a caller that joins.
    enum Joining {
        /// Start the question under this number.
        case first(flight: Int, TurnWait)
        /// Wait for the question under way.
        case joined(TurnWait)
        /// Do nothing, because the caller has already left.
        case left
    }

    private var flights: [Key: Flight] = [:]
    private var unused: Set<Int> = []
    private var lastNumber = 0

    /// The number of questions under way.
    var count: Int { flights.count }

    /// The number of callers that wait for an answer.
    var waiting: Int { flights.values.reduce(0) { $0 + $1.waiters.count } }

    mutating func drawTicket() -> Int {
        lastNumber += 1
        unused.insert(lastNumber)
        return lastNumber
    }

    mutating func join(_ key: Key, ticket: Int, _ waiter: Waiter) -> Joining {
        guard unused.remove(ticket) != nil else { return .left }
        if let flight = flights[key] {
            flights[key]?.waiters[ticket] = waiter
            return .joined(flight.wait)
        }
        let wait = TurnWait()
        flights[key] = Flight(number: ticket, waiters: [ticket: waiter], wait: wait)
        return .first(flight: ticket, wait)
    }

    /// Takes the handle of a started question; returns it for cancellation if no caller waits anymore.
    mutating func attach(_ handle: Handle, to flight: Int, _ key: Key) -> Handle? {
        guard flights[key]?.number == flight else { return handle }
        flights[key]?.handle = handle
        return nil
    }

    /// Removes a caller; the last one ends its question, unless that is to be finished in the background.
    ///
    /// Returns the caller's waiter, and the handle of the ended question for cancellation.
    mutating func leave(_ key: Key, ticket: Int, finishingInBackground: Bool) -> (waiter: Waiter?, abandoned: Handle?) {
        if unused.remove(ticket) != nil { return (nil, nil) }
        guard let waiter = flights[key]?.waiters.removeValue(forKey: ticket) else { return (nil, nil) }
        guard let flight = flights[key], flight.waiters.isEmpty, !finishingInBackground else { return (waiter, nil) }
        flights[key] = nil
        return (waiter, flight.handle)
    }

    /// Ends a question; returns the callers that wait for it, by their tickets.
    mutating func land(_ flight: Int, _ key: Key) -> [Int: Waiter] {
        guard flights[key]?.number == flight, let landed = flights.removeValue(forKey: key) else { return [:] }
        return landed.waiters
    }
}
