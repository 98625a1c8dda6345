import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage
import Synchronization

/// The session of a source that is a child process, started by the first call and restarted after a failure.
final class ProcessSession: Sendable {
    private struct OpenCall: Sendable {
        let resume: CheckedContinuation<Result<JSONElement, ChildFailure>, Never>
        /// Whether the child had already gone, so that its end did not interrupt this call.
        var isTooLate = false
    }

    private struct State {
        var supervision: ChildSupervision
        var child: ChildProcess?
        var open: [Int: OpenCall] = [:]
        /// The calls that were given up, whose answers may still come.
        var late: Set<Int> = []
        var nextID = 1
        var isClosed = false
        var lastWords = ""
        /// How the previous child ended, for a call that was about to be sent to it.
        var lastEnd = ChildFailure.closedOutput
        var log = LogThrottle()
        /// Of lines on standard output that are not answers.
        var strays = LogThrottle()
    }

    let program: ChildProgram
    private let roster: ChildProcessRegistry
    let mask: SecretMask
    private let rowMask: SecretMask
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>
    private let clock: any MonotonicClock
    private let jsonLimits: JSONLimits
    private static let mostLateCalls = 1_024

    /// A source of which nothing is started yet; `log` takes lines of the child's stderr, and what happens to it.
    init(
        _ program: ChildProgram,
        roster: ChildProcessRegistry,
        mask: SecretMask,
        clock: any MonotonicClock,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.program = program
        self.roster = roster
        self.mask = mask
        rowMask = mask.sparingWords
        self.clock = clock
        self.log = log
        jsonLimits = JSONLimits(maximumBytes: program.limits.lineBytes)
        state = Mutex(
            State(supervision: ChildSupervision(program.restart, startAllowance: program.limits.startAllowance))
        )
    }

    private var now: Duration { clock.now }

    /// Ends the child in good order; the session starts no other.
    func close() {
        let child = state.withLock { state in
            state.isClosed = true
            return state.child
        }
        child?.end(.stopped)
    }

    // MARK: Calls

    /// Asks the child for a method (`provider/search`) with one JSON object, and returns its answer.
    ///
    /// Throws why there is no answer, after ``ChildProgram/timeout`` or at `moment` at the latest. `sending` is told when
    /// the child is sent the call.
    func ask(
        _ method: String,
        _ params: [UInt8],
        until moment: Duration? = nil,
        sending: Sending = Sending()
    ) async throws(ChildFailure) -> JSONElement {
        let begin = now
        let limit = moment.map { min(program.timeout, max(.zero, $0 - begin)) } ?? program.timeout
        let deadline = Deadline(after: limit, on: clock)
        let result = await deadline.race { [self] in
            await Result { () async throws(ChildFailure) in
                try await exchange(method, params, try await runningChild(), sending)
            }
        }
        let outcome = result ?? .failure(Task.isCancelled ? .cancelled : .timedOut)
        finished(outcome, begin)
        return try outcome.get()
    }

    /// Ends a child that hangs.
    ///
    /// A call with less time than the program's timeout does not show that the child hangs.
    private func finished(_ outcome: Result<JSONElement, ChildFailure>, _ begin: Duration) {
        let now = now
        guard case .failure(.timedOut) = outcome, now - begin >= program.timeout else { return }
        let hung = state.withLock { state in
            state.supervision.timedOut(askedAt: begin, at: now) ? state.child : nil
        }
        hung?.end(.hung)
    }

    /// Returns the child, which is started if it does not run, and may be started.
    private func runningChild() async throws(ChildFailure) -> ChildProcess {
        while true {
            let now = now
            let (child, pause) = try state.withLock { state throws(ChildFailure) -> (ChildProcess?, Duration) in
                guard !state.isClosed else { throw .stopped }
                guard state.open.count < program.limits.openCalls else { throw .tooManyCalls }
                switch state.supervision.admit(at: now) {
                case .start: return (try startChild(&state), .zero)
                case .ready: return (state.child, .zero)
                case .wait(let pause): return (nil, pause)
                case .refuse(let pause): throw .resting(pause, after: state.supervision.restarts + 1)
                }
            }
            if let child { return child }
            do { try await Task.sleep(for: pause) } catch { throw .cancelled }
        }
    }

    private func startChild(_ state: inout State) throws(ChildFailure) -> ChildProcess {
        do throws(ChildFailure) {
            let child = try ChildProcess(program, events: events)
            roster.add(child)
            do throws(ChildFailure) {
                try child.launch()
            } catch {
                roster.remove(child)
                throw error
            }
            state.child = child
            return child
        } catch {
            state.supervision.ended(isOrderly: false, at: now)
            throw error
        }
    }

    private func exchange(
        _ method: String,
        _ params: [UInt8],
        _ child: ChildProcess,
        _ sending: Sending
    ) async throws(ChildFailure) -> JSONElement {
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { resume in
                send(id, method, params, to: child, sending, resume)
                if Task.isCancelled { cancel(id, child) }
            }
        } onCancel: {
            cancel(id, child)
        }.get()
    }

    private func send(
        _ id: Int,
        _ method: String,
        _ params: [UInt8],
        to child: ChildProcess,
        _ sending: Sending,
        _ resume: CheckedContinuation<Result<JSONElement, ChildFailure>, Never>
    ) {
        let refusal: ChildFailure? = state.withLock { state in
            guard state.child === child else { return state.lastEnd }
            guard sending.begin() else { return .cancelled }
            switch child.send(Self.line(id: id, method, params)) {
            case .full: return .notReading
            case .left: state.open[id] = OpenCall(resume: resume)
            case .gone: state.open[id] = OpenCall(resume: resume, isTooLate: true)
            }
            return nil
        }
        if let refusal { resume.resume(returning: .failure(refusal)) }
    }

    /// Gives up a call, and tells the child.
    private func cancel(_ id: Int, _ child: ChildProcess) {
        let call = state.withLock { state -> OpenCall? in
            guard let call = state.open.removeValue(forKey: id) else { return nil }
            if state.late.count < Self.mostLateCalls { state.late.insert(id) }
            return call
        }
        guard let call else { return }
        // A child that does not read its input does not receive this either.
        _ = child.send(Self.line(id: nil, "$/cancelRequest", Array(#"{"id":\#(id)}"#.utf8)))
        call.resume.resume(returning: .failure(.cancelled))
    }

    private static func line(id: Int?, _ method: String, _ params: [UInt8]) -> [UInt8] {
        var writer = JSONWriter(reserving: params.count + 80)
        writer.object { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id", id)
            writer.member("method", method)
            writer.member("params") { $0.raw(params) }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    // MARK: Output of the child

    private var events: ChildProcess.Events {
        // Don't retain the session: it may be released while its child is still being ended.
        ChildProcess.Events(
            line: { [weak self] child, bytes in self?.heard(bytes, from: child) ?? true },
            errors: { [weak self] bytes in self?.heardErrors(bytes) },
            ended: { [weak self, roster] child, failure in
                // First: a caller that waits for the roster may call at once, and must not get the child that has gone.
                self?.ended(child, failure)
                roster.remove(child)
            }
        )
    }

    /// Handles a line of output, and returns whether it answers a call.
    ///
    /// A line that is not an answer fails the call that it names, or the only call that is open.
    private func heard(_ bytes: [UInt8], from child: ChildProcess) -> Bool {
        let bytes = rowMask.hasSecret(in: bytes) ? MessageMask(rowMask).masking(bytes) : bytes
        let now = now
        guard let reply = ChildReply(bytes, limits: jsonLimits) else {
            let lines = state.withLock { $0.strays.take(bytes + [UInt8(ascii: "\n")], at: now) }
            for line in lines where !line.allSatisfy(\.isWhitespace) {
                log(mask.masking("\(program.name) wrote a line that is not an answer: '\(line)'"))
            }
            return false
        }
        var result = reply.result
        let (call, isKnown) = state.withLock { state -> (OpenCall?, Bool) in
            guard state.child === child else { return (nil, true) }
            let only = state.open.count == 1 && state.late.isEmpty ? state.open.keys.first : nil
            guard var id = reply.id ?? only else { return (nil, false) }
            if let only, only != id {
                let problem = "expected the 'id' of the request, \(only), found \(id)"
                if reply.problem == nil { result = .failure(.noAnswer(bytes, problem)) }
                id = only
            }
            let call = state.open.removeValue(forKey: id)
            let isKnown = call != nil || state.late.remove(id) != nil
            if isKnown { state.supervision.spoke(at: now) }
            return (call, isKnown)
        }
        if call == nil, let problem = reply.problem { log(mask.masking(problem.message(of: program))) }
        call?.resume.resume(returning: result)
        return isKnown
    }

    private func heardErrors(_ bytes: [UInt8]) {
        let now = now
        let lines = state.withLock { state in
            let lines = state.log.take(bytes, at: now).map { mask.masking($0) }
            if let last = lines.last { state.lastWords = last }
            return lines
        }
        for line in lines { log(line) }
    }

    private func ended(_ child: ChildProcess, _ failure: ChildFailure) {
        let now = now
        let (calls, lines) = state.withLock { state -> ([OpenCall], [String]) in
            guard state.child === child else { return ([], []) }
            let calls = Array(state.open.values)
            state.child = nil
            state.lastEnd = failure
            state.open = [:]
            state.late = []
            let isOrderly = [.stopped, .exited(0)].contains(failure) && calls.allSatisfy(\.isTooLate)
            state.supervision.ended(isOrderly: isOrderly, at: now)
            return (calls, state.log.takeRest(at: now).map { mask.masking($0) })
        }
        for line in lines { log(line) }
        if failure != .stopped { log(mask.masking(failure.message(of: program))) }
        for call in calls { call.resume.resume(returning: .failure(failure)) }
    }

    // MARK: Health

    /// The last line that the child wrote to its stderr.
    var lastWords: String { state.withLock { $0.lastWords } }

    var health: ProcessHealth { state.withLock { [now] in ProcessHealth($0.supervision, at: now) } }

    func add(to health: inout ProviderHealth) {
        let process = self.health
        health.process = process
        health.retryAfterSeconds = process.retryAfterSeconds ?? health.retryAfterSeconds
        switch process.state {
        case .idle, .running: break
        case .waiting:
            health.status = .recovering
            health.reason = "its program failed, and is started again with the next call"
        case .failed:
            health.status = .down
            health.reason = "its program failed \(program.restart.attempts + 1) times in a row"
        }
    }

    /// Returns the source's failure for a failure of the child, without the secrets that the child may repeat, and in a
    /// few hundred characters.
    func failure(_ failure: ChildFailure, _ provider: ProviderID) -> ProviderError {
        var failure = failure.providerError(provider, program, lastWords: lastWords)
        failure.message = mask.masking(failure.message).cut(to: 500)
        failure.hint = failure.hint.map { mask.masking($0).cut(to: 700) }
        return failure
    }
}
