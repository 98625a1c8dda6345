#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The stream for people.
enum StandardError {
    /// Writes a line.
    static func write(_ text: String) {
        StandardStream.write(text + "\n", to: STDERR_FILENO)
    }

    /// Writes without ending the line.
    static func write(part text: String) {
        StandardStream.write(text, to: STDERR_FILENO)
    }
}

/// The stream for what was asked for.
enum StandardOutput {
    /// Writes a line; `false` where nobody reads.
    @discardableResult
    static func write(_ text: String) -> Bool {
        StandardStream.write(text + "\n", to: STDOUT_FILENO)
    }

    /// Writes bytes as they are; `false` where nobody reads.
    static func write(bytes: [UInt8]) -> Bool {
        StandardStream.write(bytes[...], to: STDOUT_FILENO)
    }

    /// Whether a person sees it.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
}

private enum StandardStream {
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        write(Array(text.utf8)[...], to: descriptor)
    }

    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { bytes in
                #if canImport(Glibc)
                unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}
