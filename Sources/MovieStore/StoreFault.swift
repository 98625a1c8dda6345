import SQLite
import Synchronization

/// What is wrong with a folder, or a link to one, on the way to a file of ours.
package enum UnsafePath: Hashable, Sendable {
    /// Other users can put other files in the place of ours.
    case writableByOthers(mode: Int)
    /// Another user owns it, and can make it lead elsewhere at any time.
    case ofAnotherUser(Int)
}

/// Why a file of ours cannot be used, now or at all, or what is to be told of it.
package enum StoreFault: Error, Hashable, Sendable {
    /// Where a file or folder of ours should be.
    case symbolicLink(path: String)
    /// There is something at the path that is no regular file or folder, or that belongs to another user.
    case notOurs(path: String)
    case unsafePath(path: String, UnsafePath)
    /// Other users had access to a file or folder of ours; it was taken from them.
    case closedToOthers(path: String, mode: Int)
    /// Answers were removed, but the file could not be written anew without them.
    case remnants
    case foreign
    case newerSchema(found: Int, known: Int)
    case oldLibrary(version: String)
    case readOnly
    case full
    /// Another process holds the file for longer than we wait.
    case locked
    /// No answer in time, from a disk that hangs or a machine under load.
    case slow
    /// What stands in the file cannot be right; the name that it was moved to, where it was.
    case damaged(keptAs: String?)
    /// The system refused to read or write; SQLite's extended result code, or `errno` for the folder.
    case inputOutput(code: Int)

    /// Whether waiting does not help: the user has to change something.
    package var isLasting: Bool {
        switch self {
        case .symbolicLink, .notOurs, .unsafePath, .foreign, .newerSchema, .oldLibrary: true
        case .closedToOthers, .remnants, .readOnly, .full, .locked, .slow, .damaged, .inputOutput: false
        }
    }

    /// A schema or a row that is not what its version says counts as damage.
    init(_ error: SQLiteError) {
        switch error.kind {
        case .full: self = .full
        case .locked: self = .locked
        case .notPermitted: self = .readOnly
        case .notADatabase, .content: self = .damaged(keptAs: nil)
        case .interrupted: self = .slow
        case .system: self = .inputOutput(code: Int(error.code))
        }
    }
}

extension StoreFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .symbolicLink(let path): "\(path) is a symbolic link; name the folder that it leads to"
        case .notOurs(let path): "\(path) is not a file or folder of this user"
        case .unsafePath(let path, .writableByOthers(let mode)):
            "other users can write to the folder \(path) (mode \(String(mode, radix: 8))); take that from them with "
                + "chmod go-w \(path), or name another folder"
        case .unsafePath(let path, .ofAnotherUser(let user)):
            "\(path) on the way to it belongs to user \(user); name another folder"
        case .closedToOthers(let path, let mode):
            "other users had access to \(path) (mode \(String(mode, radix: 8))), and have it no more"
        case .remnants:
            "removed answers may still be readable in it; run cache/clear again, or delete the file"
        case .foreign: "it is a database of another program, and is left alone"
        case .newerSchema(let found, let known):
            "a newer version of this program made it (schema \(found), this one knows \(known)), and it is left alone"
        case .oldLibrary(let version): "the system's SQLite is \(version), and 3.37 is needed"
        case .readOnly: "it may not be written"
        case .full: "no space is left for it"
        case .locked: "it is in use, and did not come free in time"
        case .slow: "it did not answer in time"
        case .damaged(let name?): "it was damaged; it was moved to \(name), and a new one begun"
        case .damaged(nil): "it is damaged"
        case .inputOutput(let code): "it cannot be read or written (code \(code))"
        }
    }
}

// MARK: - Telling of it

/// What is told once when a file of ours cannot be used: the file, and why; free of anything that was stored.
package struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
    package var path: String
    package var fault: StoreFault

    package var description: String { "\(path): \(fault)" }
}

/// Reports the problems of one file, each once until the file works again.
final class ProblemNotice: Sendable {
    private let path: String
    private let warn: @Sendable (StoreProblem) -> Void
    private let told = Mutex<Set<String>>([])

    init(path: String, warn: @escaping @Sendable (StoreProblem) -> Void) {
        self.path = path
        self.warn = warn
    }

    func report(_ fault: StoreFault) {
        // Every move of a damaged file is told: each leaves a file that the user may want to look at.
        let isMove = if case .damaged(.some) = fault { true } else { false }
        guard isMove || told.withLock({ $0.insert(fault.description).inserted }) else { return }
        warn(StoreProblem(path: path, fault: fault))
    }

    /// Notes that the file took a write, after which the same problem would be a new one.
    func works() { told.withLock { $0.removeAll() } }
}

// MARK: - Trying again

/// When a broken file is tried again; times are in milliseconds.
///
/// After a failure the file rests, so that calls do not wait for it again and again: a second at first, doubled with every
/// further failure up to a minute, and ten minutes where the user has to change something. A file that was waited for in vain
/// once, or three times where nothing is known to hold it, is only busy: it is tried again at once, and nothing is reported.
struct StoreHealth: Hashable, Sendable {
    private static let lastingRest = 600_000
    /// Calls that wait at the same time give up at the same time, which is one failure.
    private static let oneMoment = 100

    /// The last failure; `nil` while all is well.
    private(set) var fault: StoreFault?
    private var retryAt = 0
    private var failuresInARow = 0
    private var failedAt = 0

    func mayTry(at now: Int) -> Bool {
        if isOnlyBusy { return true }
        // The clock of the system may be set back, which must not make the rest longer.
        return fault == nil || now >= retryAt || retryAt - now > Self.lastingRest
    }

    func rest(from now: Int) -> Int { mayTry(at: now) ? 0 : retryAt - now }

    mutating func failed(_ fault: StoreFault, at now: Int) {
        if fault == .slow, self.fault == .slow, (0..<Self.oneMoment).contains(now - failedAt) { return }
        failuresInARow += 1
        failedAt = now
        self.fault = fault
        if isOnlyBusy { return }
        let doubled = 1_000 << min(max(failuresInARow - 1 - fault.forgiven, 0), 6)
        retryAt = now + (fault.isLasting ? Self.lastingRest : min(doubled, 60_000))
    }

    /// Whether the last failure comes from sharing the file, and there were few in a row.
    var isOnlyBusy: Bool { failuresInARow <= fault?.forgiven ?? 0 && fault != nil }

    mutating func succeeded() { self = StoreHealth() }
}

extension StoreFault {
    /// How many in a row mean no more than that others use the file, or that the machine is busy.
    fileprivate var forgiven: Int {
        switch self {
        case .locked: 1
        case .slow: 3
        default: 0
        }
    }
}
