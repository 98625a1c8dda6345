#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file descriptor and the few calls made on it; interrupted calls are repeated.
struct Descriptor: Sendable {
    /// The descriptor's number.
    let number: Int32

    /// A pipe that polls as ready takes this much without waiting (Linux: a page; POSIX: 512).
    #if canImport(Glibc)
    static let readyBytes = 4_096
    #elseif canImport(Darwin)
    static let readyBytes = 512
    #endif

    /// Reads what there is, waiting for at least one byte.
    ///
    /// - Returns: the number of bytes, 0 at the end of the input, or a negated error number.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = unsafe attemptRead(into: buffer)
            guard count < 0 else { return count }
            if count == -Int(EAGAIN) { waitFor(POLLIN) } else if count != -Int(EINTR) { return count }
        }
    }

    /// Writes some of the bytes, waiting for room.
    ///
    /// - Returns: how many were written, or a negated error number.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        while true {
            let count = unsafe attemptWrite(bytes)
            guard count < 0 else { return count }
            if count == -Int(EAGAIN) { waitFor(POLLOUT) } else if count != -Int(EINTR) { return count }
        }
    }

    /// Reads once; a negated error number where that fails.
    func attemptRead(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = unsafe systemRead(number, buffer.baseAddress, buffer.count)
        return count >= 0 ? count : -Int(errno)
    }

    /// Writes once; a negated error number where that fails.
    func attemptWrite(_ bytes: UnsafeRawBufferPointer) -> Int {
        let count = unsafe systemWrite(number, bytes.baseAddress, bytes.count)
        return count >= 0 ? count : -Int(errno)
    }

    /// Whether a write of up to ``readyBytes`` would not have to wait.
    var hasRoom: Bool {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&request, 1, 0) == 1 && request.revents & Int16(POLLOUT) != 0
    }

    /// Closes it.
    func close() { systemClose(number) }

    /// Somebody else made the descriptor non-blocking; wait as if nobody had.
    private func waitFor(_ event: Int32) {
        var request = pollfd(fd: number, events: Int16(event), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}

// The names of the C functions, out of the way of the methods.

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(number, buffer, count)
}

private func systemClose(_ number: Int32) {
    _ = close(number)
}

/// A pipe to ourselves that gets a thread out of `poll`; what is written stays, so a call that comes early counts.
final class WakePipe: Sendable {
    private let readEnd: Descriptor
    private let writeEnd: Descriptor

    /// Opens the pipe; nil where the system gives none.
    init?() {
        var ends: (Int32, Int32) = (-1, -1)
        let failure = unsafe withUnsafeMutableBytes(of: &ends) {
            unsafe pipe($0.assumingMemoryBound(to: Int32.self).baseAddress)
        }
        guard failure == 0 else { return nil }
        // An end that blocks would hold the thread that clears the pipe for ever.
        let isPrepared = [ends.0, ends.1].allSatisfy {
            fcntl($0, F_SETFD, FD_CLOEXEC) >= 0 && fcntl($0, F_SETFL, O_NONBLOCK) >= 0
        }
        guard isPrepared else {
            for end in [ends.0, ends.1] { Descriptor(number: end).close() }
            return nil
        }
        readEnd = Descriptor(number: ends.0)
        writeEnd = Descriptor(number: ends.1)
    }

    deinit {
        readEnd.close()
        writeEnd.close()
    }

    /// The descriptor to poll.
    var number: Int32 { readEnd.number }

    /// The descriptor to write to, for a signal handler, which can call nothing of ours.
    var writingNumber: Int32 { writeEnd.number }

    /// Makes the thread that polls look up.
    func wake() {
        var byte: UInt8 = 1
        // A full pipe has been woken already, so a failure changes nothing.
        _ = unsafe withUnsafeBytes(of: &byte) { unsafe writeEnd.attemptWrite($0) }
    }

    /// Forgets the wakes so far.
    func clear() {
        var scratch: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while unsafe withUnsafeMutableBytes(of: &scratch, { unsafe readEnd.attemptRead(into: $0) }) > 0 {}
    }
}
