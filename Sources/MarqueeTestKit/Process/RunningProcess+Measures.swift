/// What the kernel says about the process, from `/proc`; `nil` where there is none, and after the end.
extension RunningProcess {
    /// Memory that is resident now, in bytes.
    package var residentBytes: Int? { statusField("VmRSS").map { $0 * 1_024 } }

    /// The most that was ever resident, in bytes.
    package var peakResidentBytes: Int? { statusField("VmHWM").map { $0 * 1_024 } }

    package var threadCount: Int? { statusField("Threads") }

    /// Open descriptors.
    package var descriptorCount: Int? { ProcessFiles.descriptorCount(of: "\(identifier)") }

    private func statusField(_ name: String) -> Int? {
        guard let text = ProcessFiles.text("/proc/\(identifier)/status") else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}
