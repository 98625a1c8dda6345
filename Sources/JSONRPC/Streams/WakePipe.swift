#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

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
