#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the system says of its errors.
enum SystemWords {
    /// Of the last error of this thread.
    static var last: String { of(errno) }

    /// Of an error number.
    static func of(_ number: Int32) -> String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
