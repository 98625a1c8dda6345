import MarqueeTestKit
import Testing

/// What a process holds at one moment.
struct ProcessLevel {
    let residentBytes: Int
    let descriptors: Int
    let threads: Int

    /// Nil where there is no `/proc`.
    init?(_ process: RunningProcess) {
        guard let bytes = process.residentBytes, let descriptors = process.descriptorCount,
            let threads = process.threadCount
        else { return nil }
        (residentBytes, self.descriptors, self.threads) = (bytes, descriptors, threads)
    }
}

/// The most that a process held while it was warming up, and afterwards.
struct SoakLevels: CustomStringConvertible {
    private var early: [ProcessLevel] = []
    private var late: [ProcessLevel] = []

    /// Notes a moment.
    mutating func note(_ level: ProcessLevel?, isWarm: Bool) {
        guard let level else { return }
        if isWarm { late.append(level) } else { early.append(level) }
    }

    /// Afterwards no more than before, but for what the allocator and the thread pool leave to chance.
    func expectLevel() {
        guard let before = most(early), let after = most(late) else { return }
        #expect(after.bytes <= before.bytes + max(before.bytes / 10, 4 << 20), "\(self)")
        // One that libdispatch opens late for a thread is no leak; a leak of millions of calls would be thousands.
        #expect(after.descriptors <= before.descriptors + 4, "\(self)")
        #expect(after.threads <= before.threads + 4, "\(self)")
    }

    private func most(_ levels: [ProcessLevel]) -> (bytes: Int, descriptors: Int, threads: Int)? {
        guard let first = levels.first else { return nil }
        return levels.reduce((first.residentBytes, first.descriptors, first.threads)) { most, level in
            (max(most.0, level.residentBytes), max(most.1, level.descriptors), max(most.2, level.threads))
        }
    }

    var description: String {
        [("warming up", early), ("then", late)].map { name, levels in
            guard let most = most(levels), let last = levels.last else { return "\(name): not measured" }
            return
                "\(name): at most \(most.bytes >> 10) KiB, \(most.descriptors) descriptors, \(most.threads) threads; "
                + "at the end \(last.residentBytes >> 10) KiB in \(levels.count) looks"
        }.joined(separator: "; ")
    }
}
