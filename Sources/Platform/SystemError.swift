#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A call to the operating system that failed: which one, and the system's error number.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The function, or the file or program that it was called for.
    package let call: String
    package let code: Int32

    /// By default the last error of this thread, so it must be made right after the call.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(words)" }

    package var words: String { Self.words(of: code) }

    /// Whether what was written has no reader.
    package var isBrokenPipe: Bool { code == EPIPE || code == ECONNRESET }

    /// Whether the call would have had to wait, or was interrupted while it did.
    var isTemporary: Bool { code == EAGAIN || code == EINTR }

    /// What the system says of an error number.
    package static func words(of code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
