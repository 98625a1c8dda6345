#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of a file of ours: made for its user alone, and never through a symbolic link.
struct StoreFolder: Sendable {
    let path: String

    /// Makes the folder and those above it where they are missing.
    func prepare() throws(StoreFault) {
        switch FileFacts.of(path)?.kind {
        case .folder: return
        case .link: throw .symbolicLink(path: path)
        case .file, .other: throw .notOurs(path: path)
        case nil: try make()
        }
    }

    private func make() throws(StoreFault) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            guard unsafe mkdir(made, 0o700) != 0 else { continue }
            let code = errno
            // Those above may be links, and may refuse for other reasons: people do move their cache to another disk.
            guard unsafe access(made, F_OK) == 0 else { throw Self.fault(of: code) }
        }
    }

    /// Makes an empty file that its user alone may read, unless there is one; what SQLite puts beside it gets its mode.
    func makeFile(_ name: String) throws(StoreFault) {
        let descriptor = unsafe open(path + "/" + name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
        } else if errno != EEXIST {
            throw Self.fault(of: errno)
        }
    }

    static func fault(of code: Int32) -> StoreFault {
        switch code {
        case EACCES, EPERM, EROFS: .readOnly
        case ENOSPC, EDQUOT: .full
        default: .inputOutput(code: Int(code))
        }
    }
}

// MARK: - The lock

extension StoreFolder {
    /// Runs `body` under the folder's lock, after waiting for it for up to `limit` milliseconds.
    ///
    /// Under it a file of the folder is opened, made or moved aside, by one process at a time. It is held for milliseconds.
    /// The folder itself is locked, so that no further file is needed; a process that dies lets go.
    func withLock<Value>(
        within limit: Int,
        _ body: () throws(StoreFault) -> Value
    ) throws(StoreFault) -> Value {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFolder.fault(of: errno) }
        defer { close(descriptor) }
        try lock(descriptor, within: limit)
        return try body()
    }

    private func lock(_ descriptor: Int32, within limit: Int) throws(StoreFault) {
        let pause = 2
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            guard code == EWOULDBLOCK || code == EINTR else { throw StoreFolder.fault(of: code) }
            guard waited < limit else { throw .locked }
            // As SQLite waits for its own locks: the system has no lock that waits with a limit.
            usleep(useconds_t(pause * 1_000))
            waited += pause
        }
    }
}
