import Dispatch
import GRDB
import Platform
import Synchronization
import Upstream

/// One connection with its queue: work is done in order, on no thread that a call runs on, and nobody waits too long.
///
/// The file is opened by the first piece of work. After a failure the lane rests, and calls are answered at once with
/// nothing until ``StoreHealth`` lets it be tried again.
final class StoreLane: Sendable {
    private let file: StoreFile
    private let role: ConnectionRole
    private let queue: DispatchQueue
    private let connection = Mutex<StoreConnection?>(nil)
    private let health = Mutex(StoreHealth())

    init(_ file: StoreFile, _ role: ConnectionRole) {
        self.file = file
        self.role = role
        queue = DispatchQueue(label: "marquee.store.\(role.rawValue)")
    }

    /// Does a piece of work and waits for it, for up to `limit` milliseconds; `nil` where it was not done in that time.
    ///
    /// The work goes on where its time is over: what it gives then is handed to `late`.
    func run<Value: Sendable>(
        within limit: Int,
        late: @escaping @Sendable (Value) -> Void = { _ in },
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async -> Value? {
        guard mayTry else { return nil }
        return await withCheckedContinuation { continuation in
            let first = FirstValue<Value?>(continuation)
            let alarm = after(limit) { if first.give(nil) { self.failed(.slow) } }
            queue.async {
                let value = self.attempt(work)
                self.lift(alarm)
                if !first.give(value), let value { late(value) }
            }
        }
    }

    /// Does a piece of work later, on the lane's thread.
    func schedule(after delay: Int = 0, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: work)
    }

    /// Does something on the lane's thread whether or not the file is well; whether it was done in time.
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

    /// Does a piece of work here and now; only for what runs on the lane's thread.
    ///
    /// A damaged file is moved aside, and the work done once more on a new one.
    func attempt<Value>(_ work: (Database) throws -> Value) -> Value? {
        guard mayTry else { return nil }
        do throws(StoreFault) {
            let value = try usingConnection(work)
            health.withLock { $0.succeeded() }
            return value
        } catch {
            failed(error)
            return nil
        }
    }

    /// Notes that a call has waited for the lane for too long.
    func gaveUp() { failed(.slow) }

    /// Closes the connection; the next piece of work opens it again.
    func close() {
        let open = connection.withLock { connection in
            defer { connection = nil }
            return connection
        }
        do throws(StoreFault) {
            try open?.close()
        } catch {
            file.report(error)
        }
    }

    /// Whether the lane may be used now.
    var mayTry: Bool {
        let now = file.settings.now()
        return health.withLock { $0.mayTry(at: now) }
    }

    /// Milliseconds until the lane may be used.
    var rest: Int {
        let now = file.settings.now()
        return health.withLock { $0.rest(from: now) }
    }

    /// Whether the file is refused until somebody changes something.
    var isRefused: Bool {
        health.withLock { $0.fault?.isLasting ?? false }
    }
}

extension StoreLane {
    private func usingConnection<Value>(_ work: (Database) throws -> Value) throws(StoreFault) -> Value {
        let current = try currentConnection()
        // Before the write that fills the disk once more, so that there is room to move the log into the file.
        if role == .writes, health.withLock(\.fault) == .full { try current.moveLog() }
        do throws(StoreFault) {
            return try current.use(work)
        } catch .full where role == .writes {
            // What the log takes may be room enough.
            try current.moveLog()
            return try current.use(work)
        } catch .damaged {
            return try usingAgain(current, work)
        }
    }

    /// SQLite calls a file damaged of which a single read failed, too: only what is so twice is moved aside.
    private func usingAgain<Value>(
        _ current: StoreConnection,
        _ work: (Database) throws -> Value
    ) throws(StoreFault) -> Value {
        do throws(StoreFault) {
            return try current.use(work)
        } catch .damaged {
            // Moved first and closed then: SQLite does not touch the log of a file that is no longer at its path.
            try file.moveAside(current)
            close()
            return try currentConnection().use(work)
        }
    }

    private func currentConnection() throws(StoreFault) -> StoreConnection {
        if let open = connection.withLock(\.self) {
            if file.isCurrent(open) { return open }
            close()
        }
        let opened = try file.open(role)
        connection.withLock { $0 = opened }
        return opened
    }

    private func failed(_ fault: StoreFault) {
        let now = file.settings.now()
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
