import GRDB

/// Why a file of ours cannot be used, now or at all.
package enum StoreFault: Error, Hashable, Sendable {
    /// The path leads through a symbolic link where a file or folder of ours should be.
    case symbolicLink(path: String)
    /// There is something at the path that is no regular file or folder, or that belongs to another user.
    case notOurs(path: String)
    /// The file is a database of another program.
    case foreign
    /// A newer Marquee made the file.
    case newerSchema(found: Int, known: Int)
    /// The system's SQLite is too old.
    case oldLibrary(version: String)
    /// The folder or the file may not be written.
    case readOnly
    /// No space is left for the file.
    case full
    /// Another process holds the file for longer than we wait.
    case locked
    /// No answer in time, from a disk that hangs or a machine under load.
    case slow
    /// What stands in the file cannot be right; the name that it was moved to, where it was.
    case damaged(keptAs: String?)
    /// The system refused to read or write; SQLite's extended result code, or `errno` for the folder.
    case inputOutput(code: Int)

    /// Whether waiting does not help: somebody has to change something.
    package var isLasting: Bool {
        switch self {
        case .symbolicLink, .notOurs, .foreign, .newerSchema, .oldLibrary: true
        case .readOnly, .full, .locked, .slow, .damaged, .inputOutput: false
        }
    }

    /// Reads SQLite's result code; errors of SQL and of decoding mean that the schema is not what its version says.
    init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self = error as? StoreFault ?? .damaged(keptAs: nil)
            return
        }
        switch error.resultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_SCHEMA:
            self = .damaged(keptAs: nil)
        default: self = .inputOutput(code: Int(error.extendedResultCode.rawValue))
        }
    }
}

extension StoreFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .symbolicLink(let path): "\(path) is a symbolic link; name the folder that it leads to"
        case .notOurs(let path): "\(path) is not a file or folder of this user"
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
