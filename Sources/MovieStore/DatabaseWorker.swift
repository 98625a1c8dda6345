import Platform
import SQLite
import Synchronization

/// What a worker does with its connection.
typealias DatabaseWork<Value> = @Sendable (SQLiteConnection) throws(SQLiteError) -> Value

/// What became of a change that a call waited for.
enum ChangeOutcome<Value: Sendable>: Sendable {
    case done(Value)
    /// Nothing of it is in the file.
    case refused
    /// It was being written when it failed, or when the wait for it ended: it may be in the file.
    case unconfirmed
}

extension ChangeOutcome: Equatable where Value: Equatable {}

/// One connection with its thread: work is done in order, on no thread that a call runs on, and no call waits too long.
///
/// The file is opened by the first piece of work. After a failure the worker rests, and calls are answered at once with
/// nothing until ``StoreHealth`` lets it be tried again.
final class DatabaseWorker: Sendable {
    private let file: StoreFile
    private let thread = SerialThread()
    private let connection: Mutex<WorkerConnection>
    private let health = Mutex(StoreHealth())

    init(_ file: StoreFile, _ role: ConnectionRole) {
        self.file = file
        connection = Mutex(WorkerConnection(file: file, role: role))
    }

    /// Does a piece of work and waits for it, for up to `limit` milliseconds; `nil` where it was not done in that time.
    ///
    /// The work goes on where its time is over: what it gives then is handed to `late`.
    func run<Value: Sendable>(
        within limit: Int,
        late: @escaping @Sendable (Value) -> Void = { _ in },
        _ work: @escaping DatabaseWork<Value>
    ) async -> Value? {
        guard mayTry else { return nil }
        return await withCheckedContinuation { continuation in
            let first = FirstValue<Value?>(continuation)
            let alarm = after(limit) { if first.give(nil) { self.failed(.slow) } }
            thread.add {
                let value = self.attempt(work)
                self.lift(alarm)
                if !first.give(value), let value { late(value) }
            }
        }
    }

    /// Makes a change that a call waits for, in one transaction, and tells it what became of it.
    ///
    /// A change that is not ready to be committed within `limit` milliseconds never is. One whose commit has begun is waited
    /// for, as long again: to give it up would be to call refused what is written behind the answer. Whatever keeps the
    /// change from being made is reported.
    func change<Value: Sendable>(
        within limit: Int,
        _ work: @escaping DatabaseWork<Value>
    ) async -> ChangeOutcome<Value> {
        guard mayTry else { return .refused }
        return await withCheckedContinuation { continuation in
            let first = FirstValue<ChangeOutcome<Value>>(continuation)
            let commit = PendingCommit()
            let giveUp: @Sendable (ChangeOutcome<Value>) -> Void = { outcome in
                guard first.give(outcome) else { return }
                self.failed(.slow)
                self.file.report(.slow)
            }
            let alarm = after(limit) {
                if commit.giveUp() { return giveUp(.refused) }
                _ = self.after(limit) { giveUp(.unconfirmed) }
            }
            thread.add {
                guard !commit.isGivenUp else { return }
                let outcome = self.attemptChange(commit, work)
                self.lift(alarm)
                first.give(outcome)
            }
        }
    }

    /// Does a piece of work later, on the worker's thread.
    func schedule(after delay: Int = 0, _ work: @escaping @Sendable () -> Void) {
        guard delay > 0 else { return thread.add(work) }
        _ = after(delay) { [thread] in thread.add(work) }
    }

    /// Does something on the worker's thread whether or not the file is well; whether it was done in time.
    func done(within limit: Int, _ work: @escaping @Sendable () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            let first = FirstValue<Bool>(continuation)
            let alarm = after(limit) { first.give(false) }
            schedule {
                work()
                self.lift(alarm)
                first.give(true)
            }
        }
    }

    /// Does something after some milliseconds, on any thread, unless the alarm is lifted first.
    func after(_ delay: Int, _ work: @escaping @Sendable () -> Void) -> Alarm {
        file.settings.clock.set(after: .milliseconds(delay)) { if $0 { work() } }
    }

    func lift(_ alarm: Alarm) { file.settings.clock.lift(alarm) }

    /// Does a piece of work here and now; only for what runs on the worker's thread.
    ///
    /// A damaged file is moved aside, and the work done once more on a new one.
    func attempt<Value: Sendable>(_ work: DatabaseWork<Value>) -> Value? { attempt(for: nil, work) }

    /// Does a piece of work; a commit that is still awaited tries again while another process holds the file.
    private func attempt<Value: Sendable>(for commit: PendingCommit?, _ work: DatabaseWork<Value>) -> Value? {
        guard mayTry else { return nil }
        let isFull = health.withLock(\.fault) == .full
        do throws(StoreFault) {
            let value = try connection.withLock { connection throws(StoreFault) in
                while true {
                    do throws(StoreFault) {
                        return try connection.use(afterFull: isFull, work)
                    } catch {
                        // Each round has waited for as long as SQLite does.
                        guard error == .locked, let commit, !commit.hasBegun else { throw error }
                        if commit.isGivenUp { throw .slow }
                    }
                }
            }
            health.withLock { $0.succeeded() }
            return value
        } catch {
            failed(error)
            return nil
        }
    }

    /// Makes a change here and now, and reports why where it fails, also where the file is only busy.
    private func attemptChange<Value: Sendable>(
        _ commit: PendingCommit,
        _ work: @escaping DatabaseWork<Value>
    ) -> ChangeOutcome<Value> {
        let value = attempt(for: commit) { database throws(SQLiteError) in
            try database.change { () throws(SQLiteError) in
                let value = try work(database)
                guard commit.begin() else { throw .interrupted }
                return value
            }
        }
        if let value {
            file.works()
            return .done(value)
        }
        if let fault = health.withLock(\.fault) { file.report(fault) }
        // A commit that fails may stand in the log whole, where the next process finds it.
        return commit.hasBegun ? .unconfirmed : .refused
    }

    /// Closes the connection; the next piece of work opens it again.
    func close() { connection.withLock { $0.close() } }

    private var now: Int { file.settings.wallClock.milliseconds }

    /// Whether the worker may be used now.
    var mayTry: Bool { health.withLock { [moment = now] in $0.mayTry(at: moment) } }

    /// Milliseconds until the worker may be used.
    var rest: Int { health.withLock { [moment = now] in $0.rest(from: moment) } }

    /// Whether the file is refused until the user changes something.
    var isRefused: Bool { health.withLock { $0.fault?.isLasting ?? false } }

    /// Notes a failure: by itself, or that a call has waited for the worker for too long.
    func failed(_ fault: StoreFault) {
        let isOnlyBusy = health.withLock { [moment = now] health in
            health.failed(fault, at: moment)
            return health.isOnlyBusy
        }
        if !isOnlyBusy { file.report(fault) }
        switch fault {
        case .full, .locked, .slow: break
        default: close()
        }
    }
}

// MARK: - The thread

/// Does work in order on a thread of its own, which starts with the first piece of it.
private final class SerialThread: Sendable {
    private struct State: Sendable {
        var work: [@Sendable () -> Void] = []
        var hasThread = false
        var isEnding = false
    }

    private let state = ConditionLock(State())

    /// The thread ends; whatever work there was has held on to the worker, and so is done.
    deinit {
        state.withLock { $0.isEnding = true }
        state.wake()
    }

    func add(_ work: @escaping @Sendable () -> Void) {
        let hasThread = state.withLock { state in
            defer { state.hasThread = true }
            state.work.append(work)
            return state.hasThread
        }
        if hasThread { return state.wake() }
        do {
            try SystemThread.start { [state] in
                while SerialThread.doNext(state) {}
            }
        } catch {
            // The system has no thread left: the next piece of work tries again, and calls are given up in time.
            state.withLock { $0.hasThread = false }
        }
    }

    /// Does what waits, or sleeps until there is something; whether there may be more.
    private static func doNext(_ state: ConditionLock<State>) -> Bool {
        let work = state.wait { state -> [@Sendable () -> Void]? in
            if state.work.isEmpty, !state.isEnding { return nil }
            defer { state.work = [] }
            return state.work
        }
        for piece in work { piece() }
        return !work.isEmpty
    }
}

/// A waiting call that takes the first value given to it, and no other.
final class FirstValue<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) { waiting = Mutex(continuation) }

    /// Ends the wait with a value; whether it was the first.
    @discardableResult
    func give(_ value: Value) -> Bool {
        let continuation = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: value)
        return continuation != nil
    }
}

/// Whether a change is committed or given up: what comes first decides.
private final class PendingCommit: Sendable {
    private enum State { case open, begun, givenUp }

    private let state = Mutex(State.open)

    var hasBegun: Bool { state.withLock { $0 == .begun } }
    var isGivenUp: Bool { state.withLock { $0 == .givenUp } }

    /// Whether the change may be committed.
    func begin() -> Bool { decide(.begun) }

    /// Whether it never will be committed.
    func giveUp() -> Bool { decide(.givenUp) }

    private func decide(_ end: State) -> Bool {
        state.withLock { state in
            if state == .open { state = end }
            return state == end
        }
    }
}
