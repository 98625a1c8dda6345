import GRDB
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A database file of ours, as something that is opened, found damaged, moved aside and begun again.
///
/// Several processes do this with the same file: whoever opens or moves it holds the lock of the folder.
final class StoreFile: Sendable {
    let kind: StoreFileKind
    let settings: StoreFileSettings
    let folder: StoreFolder
    private let notice = Mutex(ProblemNotice())
    private let movesLeft = Mutex(5)

    init(_ kind: StoreFileKind, _ settings: StoreFileSettings) {
        self.kind = kind
        self.settings = settings
        folder = StoreFolder(path: settings.folder)
    }

    var path: String { folder.path + "/" + kind.name }

    /// Opens a connection, after making or mending what is needed for it.
    func open(_ role: ConnectionRole) throws(StoreFault) -> StoreConnection {
        try folder.prepare()
        return try FolderLock.hold(folder, within: settings.busyTimeout) { () throws(StoreFault) in
            do throws(StoreFault) {
                return try openTwiceLocked(role)
            } catch .damaged where kind.damage == .moveAside {
                try moveAsideLocked()
                return try openLocked(role)
            }
        }
    }

    /// Moves the damaged file aside that a connection was open on, unless another process has done so.
    func moveAside(_ connection: StoreConnection) throws(StoreFault) {
        guard kind.damage == .moveAside else { throw .damaged(keptAs: nil) }
        try FolderLock.hold(folder, within: settings.busyTimeout) { () throws(StoreFault) in
            if isCurrent(connection) { try moveAsideLocked() }
        }
    }

    /// Whether the file at the path is still the one that the connection is open on.
    func isCurrent(_ connection: StoreConnection) -> Bool {
        FileFacts.of(path)?.identity == connection.identity
    }

    /// Tells of a problem, once until the file works again.
    func report(_ fault: StoreFault) {
        guard notice.withLock({ $0.isNew(fault) }) else { return }
        settings.warn(StoreProblem(path: path, fault: fault))
    }

    /// Notes that the file took a write.
    func works() {
        notice.withLock { $0.works() }
    }
}

// MARK: - Opening, under the lock

extension StoreFile {
    /// SQLite calls a file damaged of which a single read failed, too: it has to be so twice.
    private func openTwiceLocked(_ role: ConnectionRole) throws(StoreFault) -> StoreConnection {
        do throws(StoreFault) {
            return try openLocked(role)
        } catch .damaged {
            return try openLocked(role)
        }
    }

    private func openLocked(_ role: ConnectionRole) throws(StoreFault) -> StoreConnection {
        let log = try checkPaths()
        try folder.makeFile(kind.name)
        if log > 0 { try checkLog() }
        let database = try connect()
        guard let identity = FileFacts.of(path)?.identity else { throw .inputOutput(code: Int(ENOENT)) }
        let connection = StoreConnection(database: database, identity: identity)
        try connection.use { database in try StoreSchema(kind).prepare(database) }
        try connection.use { database in
            if let pages = settings.maximumPages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
            try database.execute(sql: role.pragmas)
        }
        return connection
    }

    /// Refuses links and what belongs to others; gives the size of the log.
    private func checkPaths() throws(StoreFault) -> Int {
        guard unsafe access(folder.path, W_OK) == 0 else { throw StoreFolder.fault(of: errno) }
        let file = try facts("")
        let log = try facts("-wal")
        _ = try facts("-shm")
        if file != nil, unsafe access(path, W_OK) != 0 { throw StoreFolder.fault(of: errno) }
        // SQLite would remove a log that has no file; and no file of ours is ever empty while its log is not.
        guard (file?.size ?? 0) > 0 || (log?.size ?? 0) == 0 else { throw .damaged(keptAs: nil) }
        return log?.size ?? 0
    }

    private func facts(_ suffix: String) throws(StoreFault) -> FileFacts? {
        guard let facts = FileFacts.of(path + suffix) else { return nil }
        if facts.kind == .link { throw .symbolicLink(path: path + suffix) }
        guard facts.kind == .file, facts.owner == geteuid() else { throw .notOurs(path: path + suffix) }
        return facts
    }

    private func connect() throws(StoreFault) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(settings.busyTimeout) / 1_000)
        // GRDB ends the process where a transaction is left open, which a disk may cause that refuses the rollback too.
        configuration.allowsUnsafeTransactions = true
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw StoreFault(error)
        }
    }

    /// Sees whether the log that lies beside the file belongs to it.
    ///
    /// SQLite puts any log over any file. Every commit of ours writes the page with the file's own mark into the log, so
    /// that the log of another file shows another mark than the file has without its log.
    private func checkLog() throws(StoreFault) {
        guard let own = try mark(at: "file:\(escapedPath)?immutable=1"), let seen = try mark(at: path) else { return }
        guard own == seen else { throw .damaged(keptAs: nil) }
    }

    private func mark(at path: String) throws(StoreFault) -> String? {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Double(settings.busyTimeout) / 1_000)
        // So that closing it does not move a log into the file that may not belong to it.
        configuration.readonly = true
        do {
            return try DatabaseQueue(path: path, configuration: configuration).unsafeRead { database in
                try StoreSchema.mark(of: database)
            }
        } catch let error as DatabaseError where path != self.path && error.resultCode != .SQLITE_NOTADB {
            // Without its log a file may be half written, and a library may not know such paths: then nothing is known.
            return nil
        } catch {
            throw StoreFault(error)
        }
    }

    /// The path as SQLite reads it in an address: every byte that could mean something else is escaped.
    private var escapedPath: String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            }
        }.joined()
    }
}

// MARK: - Moving aside, under the lock

extension StoreFile {
    /// Renames the file with its log, and tells of it; the log first, so that no process finds it beside a new file.
    private func moveAsideLocked() throws(StoreFault) {
        let mayMove = movesLeft.withLock { left in
            left -= 1
            return left >= 0
        }
        // A disk that damages every file would otherwise be filled with copies.
        guard mayMove else { throw .damaged(keptAs: nil) }
        let name = unusedName(kind.name + ".corrupt-" + CompactTime.compact(settings.now()))
        for suffix in ["-wal", "-shm", ""] where FileFacts.of(path + suffix) != nil {
            let target = folder.path + "/" + name + suffix
            guard unsafe rename(path + suffix, target) == 0 else { throw StoreFolder.fault(of: errno) }
        }
        report(.damaged(keptAs: name))
    }

    private func unusedName(_ name: String) -> String {
        var candidate = name
        var number = 2
        while FileFacts.of(folder.path + "/" + candidate) != nil
            || FileFacts.of(folder.path + "/" + candidate + "-wal") != nil
        {
            candidate = name + "-\(number)"
            number += 1
        }
        return candidate
    }
}
