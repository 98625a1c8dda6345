#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A failed call to the operating system, with the system's error number.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The function that failed, or the file or program for which it was called.
    package let call: String
    package let code: Int32

    /// Creates an error from the last error of this thread by default, so call it immediately after the failed call.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(words)" }

    package var words: String { Self.words(of: code) }

    /// Whether a write had no reader.
    package var isBrokenPipe: Bool { code == EPIPE || code == ECONNRESET }

    /// Whether the call would have had to wait, or was interrupted.
    var isTemporary: Bool { code == EAGAIN || code == EINTR }

    /// Returns the system's description of an error number.
    package static func words(of code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
