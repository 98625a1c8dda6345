package import Platform
import SQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The location of one of our files, the time limits for it, and the receiver of its problems.
package struct StoreFileSettings: Sendable {
    /// The absolute path of the folder, which is created if it is missing; `nil` for a database in memory.
    package var folder: String?
    /// Milliseconds to wait for a file that another process holds.
    package var busyTimeout = 250
    /// The number of pages that SQLite lets the file grow to; `nil` for no limit.
    package var maximumPages: Int?
    package var wallClock: WallClock
    /// The clock that measures waiting.
    package var clock: any MonotonicClock = SystemMonotonicClock()
    /// Called once with a problem until the file works again, on any thread but a call's.
    package var warn: @Sendable (StoreProblem) -> Void

    package init(folder: String, wallClock: WallClock, warn: @escaping @Sendable (StoreProblem) -> Void) {
        self.folder = folder
        self.wallClock = wallClock
        self.warn = warn
    }

    /// Creates the settings of a database in memory.
    init(inMemory wallClock: WallClock) {
        self.init(folder: "", wallClock: wallClock) { _ in }
        folder = nil
        // Nothing is slow but the machine, and nothing else could answer.
        busyTimeout = 5_000
    }
}

/// One of our database files, which can be opened, moved aside if it is damaged, and begun again.
///
/// Several processes share the file: a process that opens or moves it holds the lock of the folder.
final class StoreFile: Sendable {
    let kind: StoreFileKind
    let settings: StoreFileSettings
    let folder: StoreFolder
    /// The number of times the file was opened: SQLite's counters for one connection mean nothing on another.
    let openings = Atomic<Int>(0)
    private let notice: ProblemNotice
    private let movesLeft = Mutex(5)

    init(_ kind: StoreFileKind, _ settings: StoreFileSettings) {
        self.kind = kind
        self.settings = settings
        let path = settings.folder ?? ""
        let notice = ProblemNotice(path: path + "/" + kind.name, warn: settings.warn)
        self.notice = notice
        folder = StoreFolder(path: path) { fault in notice.report(fault) }
    }

    /// The suffixes of SQLite's other files and of the file itself, in the order in which they are moved.
    private static let suffixes = ["-wal", "-shm", ""]

    var path: String { folder.path + "/" + kind.name }

    /// Opens a connection, after creating or repairing whatever it needs.
    ///
    /// A file that must not be lost, and may not be written or has no space, is opened for reading only.
    func open(_ role: ConnectionRole) throws(StoreFault) -> StoreConnection {
        if settings.folder == nil { return try openInMemory() }
        do throws(StoreFault) {
            return try openToWrite(role)
        } catch {
            guard role == .reads || role == .scans, kind.damage == .leave, error == .readOnly || error == .full else {
                throw error
            }
            return try folder.withLock(within: settings.busyTimeout) { () throws(StoreFault) in
                try openLockedReadOnly(because: error)
            }
        }
    }

    private func openToWrite(_ role: ConnectionRole) throws(StoreFault) -> StoreConnection {
        try folder.prepare()
        return try folder.withLock(within: settings.busyTimeout) { () throws(StoreFault) in
            do throws(StoreFault) {
                // SQLite reports damage even after a single failed read, so the file has to fail twice.
                do throws(StoreFault) { return try openLocked(role) } catch .damaged { return try openLocked(role) }
            } catch .damaged where kind.damage == .moveAside {
                try moveAsideLocked()
                return try openLocked(role)
            }
        }
    }

    /// Moves aside the damaged file that a connection is open on, unless another process has already done so.
    func moveAside(_ connection: StoreConnection) throws(StoreFault) {
        guard kind.damage == .moveAside else { throw .damaged(keptAs: nil) }
        try folder.withLock(within: settings.busyTimeout) { () throws(StoreFault) in
            if isCurrent(connection) { try moveAsideLocked() }
        }
    }

    /// Refuses a file that a newer version of this program has brought to its schema.
    func checkVersion(of connection: StoreConnection) throws(StoreFault) {
        try StoreSchema(kind: kind).checkVersion(of: connection)
    }

    /// Whether the file at the path is still the one that the connection is open on.
    ///
    /// A connection that only reads never is: it would miss changes, and the file may be writable by now.
    func isCurrent(_ connection: StoreConnection) -> Bool {
        settings.folder == nil || !connection.isReadOnly && FileFacts.of(path)?.identity == connection.identity
    }

    /// Reports a problem, once until the file works again.
    func report(_ fault: StoreFault) { notice.report(fault) }

    func works() { notice.works() }

    /// Removes the damaged files that were moved aside, because they hold the same content; returns whether all are
    /// gone.
    func removeMovedAside() -> Bool {
        do throws(StoreFault) {
            try folder.withLock(within: settings.busyTimeout) { () throws(StoreFault) in
                for name in FileSystem.names(inFolder: folder.path)
                where name.hasPrefix(scalars: kind.name + ".corrupt-") {
                    guard unsafe unlink(folder.path + "/" + name) == 0 || errno == ENOENT else {
                        throw StoreFolder.fault(of: errno)
                    }
                }
            }
            return true
        } catch {
            report(error)
            return false
        }
    }
}

// MARK: - Opening, under the lock

extension StoreFile {
    private func openLocked(_ role: ConnectionRole) throws(StoreFault) -> StoreConnection {
        let log = try checkPaths()
        // A program that copies files may have left it so; a process that was killed at its first start, too.
        let before = try facts("")
        let wasOpen = openings.load(ordering: .relaxed) > 0
        let isEmptied = kind.damage == .leave && (before.map { $0.size == 0 } ?? wasOpen)
        try folder.makeFile(kind.name)
        if log > 0 { try checkLog() }
        let database = try connect(path, .readWrite)
        guard let identity = FileFacts.of(path)?.identity else { throw .inputOutput(code: Int(ENOENT)) }
        let connection = StoreConnection(database: database, identity: identity)
        try StoreSchema(kind: kind).prepare(connection)
        try connection.use { database throws(SQLiteError) in
            if let pages = settings.maximumPages { try database.execute("PRAGMA max_page_count = \(pages)") }
            try database.execute(role.pragmas)
        }
        // Only now is it known to be a file of ours.
        for suffix in StoreFile.suffixes {
            if let facts = try facts(suffix) { try folder.closeToOthers(path + suffix, facts) }
        }
        if isEmptied { report(.emptied) }
        openings.add(1, ordering: .relaxed)
        return connection
    }

    private func openInMemory() throws(StoreFault) -> StoreConnection {
        let connection = StoreConnection(database: try connect(":memory:", .readWrite), identity: nil)
        try StoreSchema(kind: kind).prepare(connection)
        openings.add(1, ordering: .relaxed)
        return connection
    }

    private func connect(_ path: String, _ access: SQLiteConnection.Access) throws(StoreFault) -> SQLiteConnection {
        try Result { () throws(SQLiteError) in
            try SQLiteConnection(path: path, access, busyTimeout: settings.busyTimeout)
        }.mapError(StoreFault.init).get()
    }

    /// Opens a file that may not be written, or has no space, and reports that.
    private func openLockedReadOnly(because fault: StoreFault) throws(StoreFault) -> StoreConnection {
        guard let file = try facts(""), let identity = file.identity, file.size > 0 else { throw fault }
        let log = try facts("-wal")
        _ = try facts("-shm")
        if let log, log.size > 0 { try checkLog() }
        // SQLite keeps an index of the log, which it can only create beside a file that may be written.
        let access: SQLiteConnection.Access = (log?.size ?? 0) > 0 ? .readOnly : .immutable
        let database = try connect(path, access)
        let connection = StoreConnection(database: database, identity: identity, isReadOnly: true)
        try StoreSchema(kind: kind).check(connection)
        report(fault)
        openings.add(1, ordering: .relaxed)
        return connection
    }

    /// Refuses links and files of other users; returns the size of the log.
    private func checkPaths() throws(StoreFault) -> Int {
        guard unsafe access(folder.path, W_OK) == 0 else { throw StoreFolder.fault(of: errno) }
        let file = try facts("")
        let log = try facts("-wal")
        _ = try facts("-shm")
        // We create no journal, but SQLite would apply the content of one to the file.
        _ = try facts("-journal")
        if file != nil, unsafe access(path, W_OK) != 0 { throw StoreFolder.fault(of: errno) }
        // SQLite would remove a log without a file, and no file of ours is empty while its log is not.
        guard (file?.size ?? 0) > 0 || (log?.size ?? 0) == 0 else { throw .damaged(keptAs: nil) }
        return log?.size ?? 0
    }

    private func facts(_ suffix: String) throws(StoreFault) -> FileFacts? {
        guard let facts = FileFacts.of(path + suffix) else { return nil }
        if facts.kind == .link { throw .symbolicLink(path: path + suffix) }
        guard facts.isOwnFile else { throw .notOurs(path: path + suffix) }
        return facts
    }

    /// Checks whether the log beside the file belongs to it.
    ///
    /// SQLite applies any log to any file. Every commit of ours writes the page with the file's own mark into the log,
    /// so the log of another file shows a different mark than the file without its log.
    private func checkLog() throws(StoreFault) {
        // Read-only, so that closing it doesn't checkpoint a log that may not belong to the file.
        guard let own = try mark(.immutable), let seen = try mark(.readOnly) else { return }
        guard own == seen else { throw .damaged(keptAs: nil) }
    }

    private func mark(_ access: SQLiteConnection.Access) throws(StoreFault) -> String? {
        do throws(SQLiteError) {
            let database = try SQLiteConnection(path: path, access, busyTimeout: settings.busyTimeout)
            return try StoreSchema.mark(of: database)
        } catch {
            // Without its log a file may be half written, so this proves nothing.
            if access == .immutable, error.kind != .notADatabase { return nil }
            throw StoreFault(error)
        }
    }
}

// MARK: - Moving aside, under the lock

extension StoreFile {
    /// Renames the file and its log, and reports it; the log goes first, so that no process finds it beside a new file.
    private func moveAsideLocked() throws(StoreFault) {
        let mayMove = movesLeft.withLock { left in
            left -= 1
            return left >= 0
        }
        // Otherwise, a disk that damages every file would be filled with copies.
        guard mayMove else { throw .damaged(keptAs: nil) }
        let name = unusedName(kind.name + ".corrupt-" + settings.wallClock.moment.compact)
        for suffix in StoreFile.suffixes where FileFacts.of(path + suffix) != nil {
            let target = folder.path + "/" + name + suffix
            guard unsafe rename(path + suffix, target) == 0 else { throw StoreFolder.fault(of: errno) }
        }
        report(.damaged(keptAs: name))
    }

    private func unusedName(_ name: String) -> String {
        func isTaken(_ name: String) -> Bool {
            ["", "-wal"].contains { FileFacts.of(folder.path + "/" + name + $0) != nil }
        }
        var number = 1
        while isTaken(number == 1 ? name : "\(name)-\(number)") { number += 1 }
        return number == 1 ? name : "\(name)-\(number)"
    }
}
