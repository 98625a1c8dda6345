#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The lock under which a file of the folder is opened, made or moved aside by one process at a time.
///
/// It is held for milliseconds. The folder itself is locked, so that no further file is needed; a process that dies lets go.
enum FolderLock {
    /// Runs `body` under the lock, after waiting for it for up to `limit` milliseconds.
    static func hold<Value>(
        _ folder: StoreFolder,
        within limit: Int,
        _ body: () throws(StoreFault) -> Value
    ) throws(StoreFault) -> Value {
        let descriptor = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFolder.fault(of: errno) }
        defer { close(descriptor) }
        try take(descriptor, within: limit)
        return try body()
    }

    private static func take(_ descriptor: Int32, within limit: Int) throws(StoreFault) {
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
