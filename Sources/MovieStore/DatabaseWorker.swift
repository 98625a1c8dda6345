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

/// What a connection is for; each has one of its own, so that none waits for another in its process.
enum ConnectionRole: String, Sendable, CaseIterable {
    /// Answers calls; never writes.
    case reads
    /// Writes what calls leave behind, in batches, and moves the log into the file.
    case writes
    /// Counts and leases, which calls wait for; it leaves the moving of the log to the writer.
    case counts

    /// The settings that the connection has besides those of all.
    var pragmas: String {
        switch self {
        case .reads: "PRAGMA query_only = ON"
        case .writes: "PRAGMA journal_size_limit = 4194304"
        case .counts: "PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -200"
        }
    }
}

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
    /// change from being made is told.
    func change<Value: Sendable>(
        within limit: Int,
        _ work: @escaping DatabaseWork<Value>
    ) async -> ChangeOutcome<Value> {
        guard mayTry else { return .refused }
        return await withCheckedContinuation { continuation in
            let first = FirstValue<ChangeOutcome<Value>>(continuation)
            let commit = PendingCommit()
            let alarm = after(limit) {
                if commit.giveUp() { return self.giveUp(first, .refused) }
                _ = self.after(limit) { self.giveUp(first, .unconfirmed) }
            }
            thread.add {
                guard !commit.isGivenUp else { return }
                let outcome = self.attemptChange(commit, work)
                self.lift(alarm)
                first.give(outcome)
            }
        }
    }

    private func giveUp<Value: Sendable>(_ call: FirstValue<ChangeOutcome<Value>>, _ outcome: ChangeOutcome<Value>) {
        guard call.give(outcome) else { return }
        gaveUp()
        file.report(.slow)
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
    func attempt<Value: Sendable>(_ work: DatabaseWork<Value>) -> Value? {
        guard mayTry else { return nil }
        let isFull = health.withLock(\.fault) == .full
        do throws(StoreFault) {
            let value = try connection.withLock { connection throws(StoreFault) in
                try connection.use(afterFull: isFull, work)
            }
            health.withLock { $0.succeeded() }
            return value
        } catch {
            failed(error)
            return nil
        }
    }

    /// Makes a change here and now, and tells why where it fails, also where the file is only busy.
    private func attemptChange<Value: Sendable>(
        _ commit: PendingCommit,
        _ work: @escaping DatabaseWork<Value>
    ) -> ChangeOutcome<Value> {
        let value = attempt { database throws(SQLiteError) in
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

    /// Notes that a call has waited for the worker for too long.
    func gaveUp() { failed(.slow) }

    /// Closes the connection; the next piece of work opens it again.
    func close() {
        connection.withLock { $0.close() }
    }

    /// Whether the worker may be used now.
    var mayTry: Bool {
        let now = file.settings.wallClock.milliseconds
        return health.withLock { $0.mayTry(at: now) }
    }

    /// Milliseconds until the worker may be used.
    var rest: Int {
        let now = file.settings.wallClock.milliseconds
        return health.withLock { $0.rest(from: now) }
    }

    /// Whether the file is refused until the user changes something.
    var isRefused: Bool {
        health.withLock { $0.fault?.isLasting ?? false }
    }

    private func failed(_ fault: StoreFault) {
        let now = file.settings.wallClock.milliseconds
        let isOnlyBusy = health.withLock { health in
            health.failed(fault, at: now)
            return health.isOnlyBusy
        }
        if !isOnlyBusy { file.report(fault) }
        switch fault {
        case .full, .locked, .slow: break
        default: close()
        }
    }
}

// MARK: - The connection

/// An open connection, and which file it is open on.
struct StoreConnection {
    let database: SQLiteConnection
    /// The file had this identity when it was opened; another one at its path means that it was moved or removed.
    let identity: FileFacts.Identity

    /// Runs `work` on the connection, without a transaction around it.
    func use<Value>(_ work: (SQLiteConnection) throws(SQLiteError) -> Value) throws(StoreFault) -> Value {
        do throws(SQLiteError) {
            return try work(database)
        } catch {
            throw StoreFault(error)
        }
    }

    /// Moves the log into the file, and gives its room back.
    func moveLog() throws(StoreFault) {
        try use { database throws(SQLiteError) in try database.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
    }
}

/// The connection of a worker: opened when it is needed, and again where the file is another one.
private struct WorkerConnection {
    let file: StoreFile
    let role: ConnectionRole
    private var current: StoreConnection?

    init(file: StoreFile, role: ConnectionRole) {
        self.file = file
        self.role = role
    }

    /// Does a piece of work, once more where that may help; `isFull` where no space was left for the work before.
    mutating func use<Value>(afterFull isFull: Bool, _ work: DatabaseWork<Value>) throws(StoreFault) -> Value {
        defer { closeIfStuck() }
        let opened = try open()
        // Before the write that fills the disk once more, so that there is room to move the log into the file.
        if isFull, role == .writes { try opened.moveLog() }
        do throws(StoreFault) {
            return try opened.use(work)
        } catch .full where role == .writes {
            closeIfStuck()
            // What the log takes may be room enough.
            try open().moveLog()
            return try open().use(work)
        } catch .damaged {
            closeIfStuck()
            return try useAgain(work)
        }
    }

    mutating func close() {
        current?.database.close()
        current = nil
    }

    /// SQLite calls a file damaged of which a single read failed, too: only what is so twice is moved aside.
    private mutating func useAgain<Value>(_ work: DatabaseWork<Value>) throws(StoreFault) -> Value {
        let opened = try open()
        do throws(StoreFault) {
            return try opened.use(work)
        } catch .damaged {
            // Moved first and closed then: SQLite does not touch the log of a file that is no longer at its path.
            try file.moveAside(opened)
            close()
            return try open().use(work)
        }
    }

    private mutating func open() throws(StoreFault) -> StoreConnection {
        if let current {
            if file.isCurrent(current) { return current }
            close()
        }
        let opened = try file.open(role)
        current = opened
        return opened
    }

    /// Closes a connection whose transaction is still open, because the disk refused to take it back, too.
    private mutating func closeIfStuck() {
        if current?.database.isInTransaction ?? false { close() }
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
        if hasThread { state.wake() } else { start() }
    }

    private func start() {
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

    init(_ continuation: CheckedContinuation<Value, Never>) {
        waiting = Mutex(continuation)
    }

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
    private enum State {
        case open, begun, givenUp
    }

    private let state = Mutex(State.open)

    var hasBegun: Bool { state.withLock { $0 == .begun } }
    var isGivenUp: Bool { state.withLock { $0 == .givenUp } }

    /// Whether the change may be committed.
    func begin() -> Bool {
        state.withLock { state in
            if state == .open { state = .begun }
            return state == .begun
        }
    }

    /// Whether it never will be committed.
    func giveUp() -> Bool {
        state.withLock { state in
            if state == .open { state = .givenUp }
            return state == .givenUp
        }
    }
}
