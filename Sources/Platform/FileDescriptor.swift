#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file descriptor and the few calls made on it; interrupted calls are repeated.
///
/// The value is only a number: the code that opens a descriptor closes it.
package struct FileDescriptor: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let standardInput = FileDescriptor(STDIN_FILENO)
    package static let standardOutput = FileDescriptor(STDOUT_FILENO)
    package static let standardError = FileDescriptor(STDERR_FILENO)

    /// The number of bytes that a pipe takes without blocking once it polls as writable (Linux: a page; POSIX: 512).
    #if canImport(Glibc)
    package static let readyBytes = 4_096
    #elseif canImport(Darwin)
    package static let readyBytes = 512
    #endif

    /// Opens a file for writing that only its owner may read, and empties it.
    ///
    /// Refuses a file of another user, and does not wait at a pipe without a reader.
    package static func createPrivateFile(at path: String) throws(SystemError) -> FileDescriptor {
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard number >= 0 else { throw SystemError(path) }
        var status = stat()
        let isFile = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // `open` keeps the mode and the owner of a file. Even root must not write data that another user then reads.
        if isFile, status.st_uid != geteuid() || fchmod(number, 0o600) != 0 || ftruncate(number, 0) != 0 {
            let code = status.st_uid == geteuid() ? errno : EPERM
            _ = systemClose(number)
            throw SystemError(path, code: code)
        }
        return FileDescriptor(number)
    }

    package func close() { _ = systemClose(number) }

    /// Makes later reads and writes non-blocking.
    package func setNonBlocking() throws(SystemError) {
        let flags = fcntl(number, F_GETFL)
        guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else { throw SystemError("fcntl") }
    }

    // MARK: Blocking calls

    /// Reads the available bytes into `bytes` from `start` on, and waits for at least one.
    ///
    /// - Returns: The number of bytes, which is 0 at the end of the input.
    package func read(into bytes: inout [UInt8], from start: Int = 0) throws(SystemError) -> Int {
        while true {
            if let count = try attemptRead(into: &bytes, from: start) { return count }
            waitUntil(.readable)
        }
    }

    /// Reads up to `count` bytes and waits for the first one; returns an empty array at the end of the input.
    package func read(atMost count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.removeLast(count - (try read(into: &bytes)))
        return bytes
    }

    /// Writes some of the bytes and waits for room.
    ///
    /// - Returns: The number of bytes written.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
        while true {
            if let count = try attemptWrite(bytes) { return count }
            waitUntil(.writable)
        }
    }

    package func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
        var start = 0
        while start < bytes.count { start += try write(bytes.extracting(start...)) }
    }

    /// Waits as if the descriptor blocked, because another process may have made it non-blocking.
    private func waitUntil(_ event: PollSet.Event) {
        var poll = PollSet((self, event))
        _ = poll.wait(atMost: nil)
    }

    // MARK: Non-blocking calls

    /// Reads once and returns the number of bytes, 0 at the end of the input, or `nil` if there is nothing yet.
    package func attemptRead(into bytes: inout [UInt8], from start: Int = 0) throws(SystemError) -> Int? {
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe systemRead(number, UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
        guard count < 0 else { return count }
        let error = SystemError("read")
        if error.isTemporary { return nil }
        throw error
    }

    /// Reads up to `count` available bytes; returns `nil` if there are none yet, and no bytes at the end of the input.
    package func attemptRead(atMost count: Int) throws(SystemError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard let filled = try attemptRead(into: &bytes) else { return nil }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Writes once and returns the number of bytes, or `nil` if there is no room now.
    package func attemptWrite(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(number, $0) }
        guard count < 0 else { return count }
        let error = SystemError("write")
        if error.isTemporary { return nil }
        throw error
    }

    /// Returns whether a write of up to ``readyBytes`` needs to wait no longer than `patience`.
    package func hasRoom(within patience: Duration = .zero) -> Bool {
        var poll = PollSet((self, .writable))
        return poll.wait(atMost: patience) > 0
    }

    /// Returns whether there is input, or the end of the input, within `patience`.
    package func isReadable(within patience: Duration) -> Bool {
        var poll = PollSet((self, .readable))
        return poll.wait(atMost: patience) > 0
    }
}

// Wrappers for C functions whose names the methods of the type hide.

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    uninterrupted { unsafe read(number, buffer.baseAddress, buffer.count) }
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    uninterrupted { unsafe write(number, buffer.baseAddress, buffer.count) }
}

private func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let count = call()
        if count >= 0 || errno != EINTR { return count }
    }
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }

/// Descriptors on which one thread waits together.
package struct PollSet {
    /// The event to wait for at a descriptor; the closing of its other end counts as any of them.
    package enum Event: Sendable {
        case readable, writable, closed
    }

    private var requests: [pollfd]

    /// Creates a set, in which `nil` occupies a place without events.
    package init(_ entries: (descriptor: FileDescriptor?, event: Event)...) {
        requests = entries.map { entry in
            let events: Int32 =
                switch entry.event {
                case .readable: POLLIN
                case .writable: POLLOUT
                case .closed: 0
                }
            return pollfd(fd: entry.descriptor?.number ?? -1, events: Int16(events), revents: 0)
        }
    }

    /// Waits until there is an event at one of the descriptors, or until the timeout (`nil`: forever).
    ///
    /// - Returns: The number of descriptors with an event; below 0 if the system cannot wait at all.
    package mutating func wait(atMost timeout: Duration?) -> Int {
        let end = timeout.map { ContinuousClock.now + $0 }
        var milliseconds = timeout.map(Self.milliseconds) ?? -1
        while true {
            let count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
            if count >= 0 || errno != EINTR { return Int(count) }
            if let end { milliseconds = Self.milliseconds(ContinuousClock.now.duration(to: end)) }
        }
    }

    /// Returns whether there was an event at the descriptor in that place.
    package func isReady(_ index: Int) -> Bool { requests[index].revents != 0 }

    /// Rounds up, so that no wait ends early.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        Int32(clamping: (max(.zero, duration) + .nanoseconds(999_999)).wholeMilliseconds)
    }
}

/// A pipe whose ends are neither inherited nor among the standard streams.
package struct Pipe: Sendable {
    package let readEnd: FileDescriptor
    package let writeEnd: FileDescriptor

    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError("pipe") }
        let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
        let error = SystemError("pipe")
        for end in ends { _ = systemClose(end) }
        guard moved.allSatisfy({ $0 >= 0 }) else {
            for end in moved where end >= 0 { _ = systemClose(end) }
            throw error
        }
        (readEnd, writeEnd) = (FileDescriptor(moved[0]), FileDescriptor(moved[1]))
    }

    package func close() {
        readEnd.close()
        writeEnd.close()
    }
}

/// A pipe inside the process that wakes a waiting thread; written bytes stay, so an early wake is not lost.
package final class WakePipe: Sendable {
    private let pipe: Pipe

    package init() throws(SystemError) {
        pipe = try Pipe()
        // If the ends blocked, the thread that clears the pipe would hang.
        try pipe.readEnd.setNonBlocking()
        try pipe.writeEnd.setNonBlocking()
    }

    deinit { pipe.close() }

    package var descriptor: FileDescriptor { pipe.readEnd }

    /// The descriptor to write to, for a signal handler, which cannot use this object.
    var writingNumber: Int32 { pipe.writeEnd.number }

    package func wake() {
        var byte: UInt8 = 1
        // A full pipe already wakes its reader, so a failure does not matter.
        _ = unsafe withUnsafeBytes(of: &byte) { unsafe systemWrite(writingNumber, $0) }
    }

    package func clear() {
        var scratch: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while unsafe withUnsafeMutableBytes(of: &scratch, { unsafe systemRead(descriptor.number, $0) }) > 0 {}
    }

    /// Waits until this thread is woken, or until the timeout; returns whether it was woken.
    @discardableResult
    package func wait(atMost timeout: Duration) -> Bool {
        var poll = PollSet((descriptor, .readable))
        guard poll.wait(atMost: timeout) > 0 else { return false }
        clear()
        return true
    }
}

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
