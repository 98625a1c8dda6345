#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file descriptor and the few calls made on it; interrupted calls are repeated.
///
/// It is only a number: the code that opens it closes it.
package struct FileDescriptor: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let standardInput = FileDescriptor(STDIN_FILENO)
    package static let standardOutput = FileDescriptor(STDOUT_FILENO)
    package static let standardError = FileDescriptor(STDERR_FILENO)

    /// A pipe that polls as ready takes this much without waiting (Linux: a page; POSIX: 512).
    #if canImport(Glibc)
    package static let readyBytes = 4_096
    #elseif canImport(Darwin)
    package static let readyBytes = 512
    #endif

    /// Opens a file for writing that only its owner may read; what it held before is gone.
    ///
    /// A file of another user is left alone, and a pipe without a reader not waited for.
    package static func createPrivateFile(at path: String) throws(SystemError) -> FileDescriptor {
        let number = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
        guard number >= 0 else { throw SystemError(path) }
        var status = stat()
        let isFile = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        // One that was there already has the mode that it had. Even root must not write what its owner then reads.
        if isFile, status.st_uid != geteuid() || fchmod(number, 0o600) != 0 || ftruncate(number, 0) != 0 {
            let code = status.st_uid == geteuid() ? errno : EPERM
            _ = systemClose(number)
            throw SystemError(path, code: code)
        }
        return FileDescriptor(number)
    }

    package func close() { _ = systemClose(number) }

    /// From now on reading and writing do not wait.
    package func setNonBlocking() { _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) }

    // MARK: Waiting calls

    /// Reads what there is into the places from `start` on, waiting for at least one byte.
    ///
    /// - Returns: the number of bytes, 0 at the end of the input.
    package func read(into bytes: inout [UInt8], from start: Int = 0) throws(SystemError) -> Int {
        while true {
            if let count = try attemptRead(into: &bytes, from: start) { return count }
            waitUntil(.readable)
        }
    }

    /// Reads what there is, up to `count` bytes, and waits for the first one; empty at the end of the input.
    package func read(atMost count: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        bytes.removeLast(count - (try read(into: &bytes)))
        return bytes
    }

    /// Writes some of the bytes, waiting for room.
    ///
    /// - Returns: how many were written.
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

    /// Another process may have made the descriptor non-blocking; waits as if it blocked.
    private func waitUntil(_ event: PollSet.Event) {
        var poll = PollSet((self, event))
        _ = poll.wait(atMost: nil)
    }

    // MARK: Calls that do not wait

    /// Reads once; nil where there is nothing yet, 0 at the end of the input.
    package func attemptRead(into bytes: inout [UInt8], from start: Int = 0) throws(SystemError) -> Int? {
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe systemRead(number, UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
        }
        guard count < 0 else { return count }
        let error = SystemError("read")
        if error.isTemporary { return nil }
        throw error
    }

    /// Reads what there is now, up to `count` bytes: `nil` if there is nothing yet, empty at the end of the input.
    package func attemptRead(atMost count: Int) throws(SystemError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard let filled = try attemptRead(into: &bytes) else { return nil }
        bytes.removeLast(count - filled)
        return bytes
    }

    /// Writes once; nil where there is no room now.
    package func attemptWrite(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { unsafe systemWrite(number, $0) }
        guard count < 0 else { return count }
        let error = SystemError("write")
        if error.isTemporary { return nil }
        throw error
    }

    /// Whether a write of up to ``readyBytes`` would not have to wait, or only for so long.
    package func hasRoom(within patience: Duration = .zero) -> Bool {
        var poll = PollSet((self, .writable))
        return poll.wait(atMost: patience) > 0
    }

    /// Whether there is something to read within a time, the end of the input included.
    package func isReadable(within patience: Duration) -> Bool {
        var poll = PollSet((self, .readable))
        return poll.wait(atMost: patience) > 0
    }
}

// The names of the C functions, out of the way of the methods.

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

/// Descriptors that one thread waits at together.
package struct PollSet {
    /// What is waited for at a descriptor; its other end's going counts for each.
    package enum Event: Sendable {
        case readable, writable, closed
    }

    private var requests: [pollfd]

    /// A set in which `nil` keeps a place where nothing ever happens.
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

    /// Waits until something has happened at one of them, or until the time is up (nil: for as long as it takes).
    ///
    /// - Returns: at how many of them something has happened; below 0 where the system cannot wait at all.
    package mutating func wait(atMost timeout: Duration?) -> Int {
        let end = timeout.map { ContinuousClock.now + $0 }
        var milliseconds = timeout.map(Self.milliseconds) ?? -1
        while true {
            let count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
            if count >= 0 || errno != EINTR { return Int(count) }
            if let end { milliseconds = Self.milliseconds(ContinuousClock.now.duration(to: end)) }
        }
    }

    /// Whether something has happened at the descriptor of that place.
    package func isReady(_ index: Int) -> Bool { requests[index].revents != 0 }

    /// Rounded up, so that no wait ends early.
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

/// A pipe to ourselves that gets a thread out of its wait; what is written stays, so a call that comes early counts.
package final class WakePipe: Sendable {
    private let pipe: Pipe

    package init() throws(SystemError) {
        pipe = try Pipe()
        // An end that blocks would hold the thread that clears the pipe for ever.
        pipe.readEnd.setNonBlocking()
        pipe.writeEnd.setNonBlocking()
    }

    deinit { pipe.close() }

    package var descriptor: FileDescriptor { pipe.readEnd }

    /// The number to write to, for a signal handler, which can call nothing of ours.
    var writingNumber: Int32 { pipe.writeEnd.number }

    package func wake() {
        var byte: UInt8 = 1
        // A full pipe has been woken already, so a failure changes nothing.
        _ = unsafe withUnsafeBytes(of: &byte) { unsafe systemWrite(writingNumber, $0) }
    }

    package func clear() {
        var scratch: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while unsafe withUnsafeMutableBytes(of: &scratch, { unsafe systemRead(descriptor.number, $0) }) > 0 {}
    }

    /// Waits until this thread is woken, or until the time is up.
    package func wait(atMost timeout: Duration) {
        var poll = PollSet((descriptor, .readable))
        if poll.wait(atMost: timeout) > 0 { clear() }
    }
}
