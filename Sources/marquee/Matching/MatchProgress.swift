#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A line on the terminal that says how far the work has come; nothing where nobody looks.
struct MatchProgress {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ text: String) {
        if isShown { StandardError.write(part: "\r\u{1B}[K\(text)") }
    }

    func clear() {
        if isShown { StandardError.write(part: "\r\u{1B}[K") }
    }

    /// A line that stays.
    func note(_ text: String) {
        if isShown { StandardError.write(text) }
    }
}
