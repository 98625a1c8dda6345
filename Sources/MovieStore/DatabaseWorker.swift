import Platform
import SQLite
import Synchronization

/// The work that a worker does with its connection.
typealias DatabaseWork<Value> = @Sendable (SQLiteConnection) throws(SQLiteError) -> Value

/// The outcome of a change that a call waited for.
enum ChangeOutcome<Value: Sendable>: Sendable {
    case done(Value)
    /// Nothing of the change is in the file.
    case refused
    /// The change was being written when it failed, or when the wait for it ended: it may be in the file.
    case unconfirmed
}

extension ChangeOutcome: Equatable where Value: Equatable {}

/// One connection with its own thread, which does work in order and never makes a call wait too long.
///
/// The first piece of work opens the file. After a failure the worker rests, and calls get no result until
/// ``StoreHealth`` allows another attempt.
final class DatabaseWorker: Sendable {
    private let file: StoreFile
    private let thread = WorkerThreads(1)
    private let connection: Mutex<WorkerConnection>
    private let health = Mutex(StoreHealth())
    /// Grows while work is being done, so that what waits knows that the file is only busy.
    let progress = ProgressCount()

    init(_ file: StoreFile, _ role: ConnectionRole) {
        self.file = file
        connection = Mutex(WorkerConnection(file: file, role: role, progress: progress))
    }

    /// Performs work and waits for it for up to `limit` milliseconds; returns `nil` if it was not done in that time.
    ///
    /// With `whileMoving`, it waits as long again if something moved in that time, and tries again while another process
    /// holds the file. Work that exceeds the limit continues, and its result is passed to `late`.
    func run<Value: Sendable>(
        within limit: Int,
        whileMoving: Bool = false,
        late: @escaping @Sendable (Value) -> Void = { _ in },
        _ work: @escaping DatabaseWork<Value>
    ) async -> Value? {
        guard mayTry(waitingForOthers: whileMoving) else { return nil }
        return await withCheckedContinuation { continuation in
            let first = FirstValue<Value?>(continuation)
            let before = progress.value
            let wait = watch(within: limit, whileMoving: whileMoving) {
                // The file works, if too slowly for this call.
                if first.give(nil), self.progress.value == before { self.failed(.slow) }
            }
            thread.add {
                let value = self.attempt(while: whileMoving ? { first.isOpen } : nil, work)
                if value != nil { self.progress.add() }
                wait.end(self.lift)
                if !first.give(value), let value { late(value) }
            }
        }
    }

    /// Makes a change in one transaction, and returns its outcome.
    ///
    /// A change that is not ready to commit within `limit` milliseconds is given up, unless something moved in that
    /// time: then it waits as long again. A commit that has begun gets as much time again, because a change that was
    /// reported as refused must not be written later. Any failure is reported.
    func change<Value: Sendable>(
        within limit: Int,
        _ work: @escaping DatabaseWork<Value>
    ) async -> ChangeOutcome<Value> {
        guard mayTry(waitingForOthers: true) else { return .refused }
        return await withCheckedContinuation { continuation in
            let first = FirstValue<ChangeOutcome<Value>>(continuation)
            let commit = PendingCommit()
            let giveUp: @Sendable (ChangeOutcome<Value>) -> Void = { outcome in
                guard first.give(outcome) else { return }
                self.failed(.slow)
                self.file.report(.slow)
            }
            let wait = watch(within: limit, whileMoving: true, isOver: { !commit.isOpen }) {
                if commit.giveUp() { return giveUp(.refused) }
                _ = self.after(limit) { giveUp(.unconfirmed) }
            }
            thread.add {
                guard !commit.isGivenUp else { return }
                let outcome = self.attemptChange(commit, work)
                commit.giveUp()
                // What has failed says nothing good to those that wait behind it.
                if case .done = outcome { self.progress.add() }
                wait.end(self.lift)
                first.give(outcome)
            }
        }
    }

    /// Gives up after `limit` milliseconds in which nothing moved, or, once it `isOver`, after the current ones.
    private func watch(
        within limit: Int,
        whileMoving: Bool,
        isOver: @escaping @Sendable () -> Bool = { false },
        _ giveUp: @escaping @Sendable () -> Void
    ) -> PatientWait {
        let wait = PatientWait()
        @Sendable func watch() {
            let before = progress.value
            wait.go(
                on: after(limit) {
                    if whileMoving, self.progress.value != before, !isOver() { watch() } else { giveUp() }
                },
                self.lift
            )
        }
        watch()
        return wait
    }

    /// Schedules work on the worker's thread.
    func schedule(after delay: Int = 0, _ work: @escaping @Sendable () -> Void) {
        guard delay > 0 else { return thread.add(work) }
        _ = after(delay) { [thread] in thread.add(work) }
    }

    /// Does something on the worker's thread whether or not the file works; returns whether it was done in time.
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

    /// Performs work immediately; only call it on the worker's thread.
    ///
    /// A damaged file is moved aside if its kind allows it, and the work is repeated on a new one.
    func attempt<Value: Sendable>(_ work: DatabaseWork<Value>) -> Value? { attempt(while: nil, work) }

    /// Performs work, again and again while another process holds the file and a call waits for it.
    private func attempt<Value: Sendable>(while isWaiting: (() -> Bool)?, _ work: DatabaseWork<Value>) -> Value? {
        guard mayTry(waitingForOthers: isWaiting != nil) else { return nil }
        let isFull = health.withLock(\.fault) == .full
        do throws(StoreFault) {
            let value = try connection.withLock { connection throws(StoreFault) in
                while true {
                    do throws(StoreFault) {
                        return try connection.use(afterFull: isFull, work)
                    } catch {
                        // Each attempt has waited for SQLite's busy timeout.
                        guard error == .locked, let isWaiting else { throw error }
                        guard isWaiting() else { throw .slow }
                        try connection.noteOthers()
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

    /// Makes a change immediately, and reports every failure, even if the file is only busy.
    private func attemptChange<Value: Sendable>(
        _ commit: PendingCommit,
        _ work: @escaping DatabaseWork<Value>
    ) -> ChangeOutcome<Value> {
        let isOpen = { commit.isOpen }
        let value = attempt(while: isOpen) { database throws(SQLiteError) in
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
        // A failed commit may be complete in the log, where the next process finds it.
        return commit.hasBegun ? .unconfirmed : .refused
    }

    /// Closes the connection; the next piece of work opens it again.
    func close() { connection.withLock { $0.close() } }

    private var now: Int { file.settings.wallClock.milliseconds }

    /// Whether the worker may be used now.
    var mayTry: Bool { mayTry(waitingForOthers: false) }

    /// Whether work may be tried now; work that waits for other processes may, if they are the only hindrance.
    private func mayTry(waitingForOthers: Bool) -> Bool {
        health.withLock { [moment = now] in $0.mayTry(at: moment) || waitingForOthers && $0.fault == .locked }
    }

    /// Milliseconds until the worker may be used.
    var rest: Int { health.withLock { [moment = now] in $0.rest(from: moment) } }

    /// Whether the file is refused until the user changes something.
    var isRefused: Bool { health.withLock { $0.fault?.isLasting ?? false } }

    /// The reason why the last piece of work failed; `nil` if it did not.
    var fault: StoreFault? { health.withLock(\.fault) }

    /// Records a failure: an error, or a call that has waited too long for the worker.
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

/// A waiting call that takes only the first value given to it.
final class FirstValue<Value: Sendable>: Sendable {
    private let waiting: Mutex<CheckedContinuation<Value, Never>?>

    init(_ continuation: CheckedContinuation<Value, Never>) { waiting = Mutex(continuation) }

    /// Whether the call still waits.
    var isOpen: Bool { waiting.withLock { $0 != nil } }

    /// Ends the wait with a value; returns whether it was the first.
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

/// A wait that is prolonged, alarm after alarm, until it ends.
private final class PatientWait: Sendable {
    private let state = Mutex<(alarm: Alarm?, hasEnded: Bool)>((nil, false))

    /// Waits for the next alarm, unless the wait has ended.
    func go(on alarm: Alarm, _ lift: (Alarm) -> Void) {
        let hasEnded = state.withLock { state in
            state.alarm = alarm
            return state.hasEnded
        }
        if hasEnded { lift(alarm) }
    }

    func end(_ lift: (Alarm) -> Void) {
        let alarm = state.withLock { state in
            state.hasEnded = true
            return state.alarm
        }
        if let alarm { lift(alarm) }
    }
}

/// The decision whether a change is committed or given up, whichever comes first.
private final class PendingCommit: Sendable {
    private enum State { case open, begun, givenUp }

    private let state = Mutex(State.open)

    var isOpen: Bool { state.withLock { $0 == .open } }
    var hasBegun: Bool { state.withLock { $0 == .begun } }
    var isGivenUp: Bool { state.withLock { $0 == .givenUp } }

    /// Returns whether the change may be committed.
    func begin() -> Bool { decide(.begun) }

    /// Returns whether the change will never be committed.
    @discardableResult
    func giveUp() -> Bool { decide(.givenUp) }

    private func decide(_ end: State) -> Bool {
        state.withLock { state in
            if state == .open { state = end }
            return state == end
        }
    }
}
