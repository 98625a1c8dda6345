#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What the kernel says about the process, from `/proc`; `nil` where there is none, and after the end.
extension RunningProcess {
    /// Memory that is resident now, in bytes.
    package var residentBytes: Int? { ProcessFiles.statusBytes("VmRSS", of: identifier) }

    /// The most that was ever resident, in bytes.
    package var peakResidentBytes: Int? { ProcessFiles.statusBytes("VmHWM", of: identifier) }

    package var threadCount: Int? { ProcessFiles.statusField("Threads", of: identifier) }

    /// Open descriptors.
    package var descriptorCount: Int? { ProcessFiles.descriptorCount(of: "\(identifier)") }
}

extension ProcessFiles {
    /// A size among the facts of a process, in bytes; `nil` where there is no `/proc`, and after its end.
    static func statusBytes(_ name: String, of process: pid_t) -> Int? {
        statusField(name, of: process).map { $0 * 1_024 }
    }

    /// A number among the facts of a process.
    static func statusField(_ name: String, of process: pid_t) -> Int? {
        guard let text = text("/proc/\(process)/status") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}
