import MarqueeTestKit
import Platform

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The time and memory that one run of a program took.
struct MeasuredRun {
    let duration: Duration
    /// The processor time of all threads, in seconds.
    let processorTime: Double
    /// The peak resident memory, in bytes.
    let peakBytes: Int

    /// Runs a program and discards its output.
    init(_ binary: String, _ arguments: [String]) throws {
        var spawn = ProcessSpawn(binary, arguments: [binary] + arguments)
        (spawn.input, spawn.output, spawn.errors) = (.closed, .file("/dev/null"), .file("/dev/null"))
        let start = ContinuousClock.now
        let child = try spawn.start()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child.process.number, &status, 0, &usage) < 0, errno == EINTR {}
        duration = ContinuousClock.now - start
        processorTime = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        #if canImport(Darwin)
        peakBytes = usage.ru_maxrss
        #else
        peakBytes = usage.ru_maxrss * 1_024
        #endif
        guard status == 0 else { throw Failure(description: "\(binary) \(arguments.first ?? "") ended with \(status)") }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
