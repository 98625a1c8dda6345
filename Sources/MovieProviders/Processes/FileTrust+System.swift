#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension FileTrust {
    /// The trust of the user that the program runs as.
    package static var system: FileTrust {
        FileTrust(user: Int(geteuid())) { path in
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            return Facts(owner: Int(status.st_uid), permissions: Int(status.st_mode & 0o7777))
        }
    }
}
