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
    ///
    /// A new process runs it: Linux counts the peak of a process as that of its child, and this one may have been large.
    init(_ binary: String, _ arguments: [String]) async throws {
        let plan = ProcessPlan(CommandLine.arguments[0], [MeasuredRun.command, binary] + arguments)
        let outcome = try await ProcessOutcome.of(plan, upTo: .seconds(3_600))
        let figures = outcome.outputText.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard figures.count == 3 else {
            throw Failure(description: "\(binary) was not measured: \(outcome.status) \(outcome.errors)")
        }
        (duration, processorTime, peakBytes) = (.seconds(figures[0]), figures[1], Int(figures[2]))
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The argument with which this program runs another one and prints its seconds, its seconds of processor time, and
    /// the bytes of its peak.
    static let command = "measure"

    static func measure(_ plan: [String]) throws {
        guard let binary = plan.first else { return }
        var spawn = ProcessSpawn(binary, arguments: plan)
        (spawn.input, spawn.output, spawn.errors) = (.closed, .file("/dev/null"), .file("/dev/null"))
        let start = ContinuousClock.now
        let child = try spawn.start()
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child.process.number, &status, 0, &usage) < 0, errno == EINTR {}
        let duration = ContinuousClock.now - start
        guard status == 0 else { throw Failure(description: "\(binary) ended with \(status)") }
        #if canImport(Darwin)
        let peak = usage.ru_maxrss
        #else
        let peak = usage.ru_maxrss * 1_024
        #endif
        print(duration / .seconds(1), seconds(usage.ru_utime) + seconds(usage.ru_stime), peak)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
