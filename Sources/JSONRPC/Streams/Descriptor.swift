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
