import SQLite
import Synchronization

/// A problem with a folder, or a link to one, on the path to one of our files.
package enum UnsafePath: Hashable, Sendable {
    /// Other users can replace our files.
    case writableByOthers(mode: Int)
    /// Another user owns it, and can redirect it at any time.
    case ofAnotherUser(Int)
}

/// A reason why one of our files cannot be used, or a repair to report.
package enum StoreFault: Error, Hashable, Sendable {
    /// A symbolic link is where our file or folder should be.
    case symbolicLink(path: String)
    /// The path leads to something that is not a regular file or folder, or that belongs to another user.
    case notOurs(path: String)
    case unsafePath(path: String, UnsafePath)
    /// Other users had access to our file or folder; that access was removed.
    case closedToOthers(path: String, mode: Int)
    /// Answers were removed, but the file could not be rewritten without them.
    case remnants
    case foreign
    case newerSchema(found: Int, known: Int)
    case oldLibrary(version: String)
    case readOnly
    case full
    /// Another process holds the file for longer than the busy timeout.
    case locked
    /// There was no result in time, because a disk hangs or the machine is under load.
    case slow
    /// The file of a library was there, and nothing was in it, or it was removed while it was open.
    case emptied
    /// The content cannot be right; the new name of the file, if it was moved.
    case damaged(keptAs: String?)
    /// The system refused to read or write; SQLite's extended result code, or `errno` for the folder.
    case inputOutput(code: Int)

    /// Whether waiting doesn't help, because the user has to change something.
    package var isLasting: Bool {
        switch self {
        case .symbolicLink, .notOurs, .unsafePath, .foreign, .newerSchema, .oldLibrary: true
        case .closedToOthers, .remnants, .readOnly, .full, .locked, .slow, .emptied, .damaged, .inputOutput: false
        }
    }

    /// Whether a change may succeed later although the user changes nothing.
    var mayPass: Bool {
        switch self {
        case .full, .locked, .slow, .inputOutput: true
        default: false
        }
    }

    /// What the user can do about a library that cannot be used; never to remove it, because nothing can replace it.
    var advice: String {
        switch self {
        case .symbolicLink, .notOurs, .foreign: "Use another --data-dir."
        case .unsafePath: "Close the folder to others, or use another --data-dir."
        case .newerSchema: "Update marquee, or use another --data-dir."
        case .oldLibrary: "Update the system's SQLite."
        case .readOnly: "Allow yourself to write to the file and its folder, or use another --data-dir."
        case .full: "Free some space on its disk, and try again."
        case .damaged, .emptied: "Restore the file from a copy, or use another --data-dir."
        case .inputOutput: "Check its disk, and try again, or use another --data-dir."
        case .locked, .slow, .closedToOthers, .remnants: "Try again later."
        }
    }

    /// Creates the fault for an SQLite error; a schema or row that doesn't fit its version counts as damage.
    init(_ error: SQLiteError) {
        switch error.kind {
        case .full: self = .full
        case .locked: self = .locked
        case .notPermitted: self = .readOnly
        case .notADatabase, .content: self = .damaged(keptAs: nil)
        case .interrupted: self = .slow
        // The index of the log cannot grow.
        case .system where error.code == 4_874: self = .full
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
            "other users can write to the folder \(path) (mode \(String(mode, radix: 8))); take that permission away with "
                + "chmod go-w \(path), or name another folder"
        case .unsafePath(let path, .ofAnotherUser(let user)):
            "\(path) on the way to it belongs to user \(user); name another folder"
        case .closedToOthers(let path, let mode):
            "other users had access to \(path) (mode \(String(mode, radix: 8))), and no longer have it"
        case .remnants:
            "removed answers may still be readable in it; run cache/clear again, or delete the file"
        case .foreign: "it is a database of another program, and is left alone"
        case .newerSchema(let found, let known):
            "a newer version of this program made it (schema \(found), this one knows \(known)), and it is left alone"
        case .oldLibrary(let version): "the system's SQLite is \(version), and 3.37 is needed"
        case .readOnly: "it is read-only"
        case .full: "no space is left for it"
        case .locked: "it is in use, and was not released in time"
        case .slow: "it did not answer in time"
        case .emptied:
            "the file was empty or gone, and a new library was started; if there was one, restore it from a copy"
        case .damaged(let name?): "it was damaged; it was moved to \(name), and a new one was started"
        case .damaged(nil): "it is damaged"
        case .inputOutput(let code): "it cannot be read or written (code \(code))"
        }
    }
}

// MARK: - Reporting

/// A report, made once, that one of our files cannot be used; contains nothing that was stored.
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
        // Report every move of a damaged file: each leaves a file that the user may want to examine.
        let isMove = if case .damaged(.some) = fault { true } else { false }
        guard isMove || told.withLock({ $0.insert(fault.description).inserted }) else { return }
        warn(StoreProblem(path: path, fault: fault))
    }

    /// Records a successful write, after which the same problem is reported again.
    func works() { told.withLock { $0.removeAll() } }
}

// MARK: - Retrying

/// Decides when to try a broken file again; times are in milliseconds.
///
/// After a failure the file rests, so that calls don't wait for it again and again: one second at first, doubled with
/// every further failure up to a minute, and five seconds if the user has to change something, which is seen without a
/// wait. Up to one `locked` or three `slow` failures in a row only mean that the file is busy: it is retried at once, and
/// nothing is reported.
struct StoreHealth: Hashable, Sendable {
    private static let lastingRest = 5_000
    private static let longestRest = 60_000
    /// Calls that wait at the same time also give up at the same time, which counts as one failure.
    private static let oneMoment = 100

    /// The last failure; `nil` if the file works.
    private(set) var fault: StoreFault?
    private var retryAt = 0
    private var failuresInARow = 0
    private var failedAt = 0

    func mayTry(at now: Int) -> Bool {
        if isOnlyBusy { return true }
        // Setting the system clock back must not make the rest longer.
        return fault == nil || now >= retryAt || retryAt - now > Self.longestRest
    }

    func rest(from now: Int) -> Int { mayTry(at: now) ? 0 : retryAt - now }

    mutating func failed(_ fault: StoreFault, at now: Int) {
        if fault == .slow, self.fault == .slow, (0..<Self.oneMoment).contains(now - failedAt) { return }
        failuresInARow += 1
        failedAt = now
        self.fault = fault
        if isOnlyBusy { return }
        let doubled = 1_000 << min(max(failuresInARow - 1 - fault.forgiven, 0), 6)
        retryAt = now + (fault.isLasting ? Self.lastingRest : min(doubled, Self.longestRest))
    }

    /// Whether the last failure comes from sharing the file, with few failures in a row.
    var isOnlyBusy: Bool { failuresInARow <= fault?.forgiven ?? 0 && fault != nil }

    mutating func succeeded() { self = StoreHealth() }
}

extension StoreFault {
    /// The number of failures in a row that only mean that others use the file, or that the machine is busy.
    fileprivate var forgiven: Int {
        switch self {
        case .locked: 1
        case .slow: 3
        default: 0
        }
    }
}
