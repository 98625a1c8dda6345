/// Makes log lines of what a child process writes to its stderr: short ones, and not too many.
struct LogThrottle: Sendable {
    /// Lines at once, and then lines a second.
    private static let burst = 20.0
    private static let perSecond = 5.0
    private static let maximumBytes = 500

    private var splitter = LineSplitter(maximumBytes: maximumBytes)
    private var tokens = burst
    private var refilledAt: Duration?
    private var leftOut = 0

    /// The lines to be logged; those that were left out are counted in the next one that is not.
    mutating func take(_ bytes: some Collection<UInt8>, at now: Duration) -> [String] {
        lines(splitter.take(bytes), at: now)
    }

    /// What stands there at the end, and how many lines were left out last.
    mutating func takeRest(at now: Duration) -> [String] {
        var rest = lines(splitter.takeRest().map { [$0] } ?? [], at: now)
        if leftOut > 0 { rest.append("(\(leftOut) lines left out)") }
        leftOut = 0
        return rest
    }

    private mutating func lines(_ lines: [LineSplitter.Line], at now: Duration) -> [String] {
        refill(at: now)
        return lines.compactMap { line in
            guard !line.bytes.isEmpty else { return nil }
            guard tokens >= 1 else {
                leftOut += 1
                return nil
            }
            tokens -= 1
            let count = leftOut
            leftOut = 0
            let text = Self.printable(line.bytes) + (line.isCut ? "…" : "")
            return count > 0 ? "(\(count) lines left out) " + text : text
        }
    }

    private mutating func refill(at now: Duration) {
        let passed = refilledAt.map { now - $0 } ?? .zero
        refilledAt = now
        let (seconds, attoseconds) = passed.components
        tokens = min(Self.burst, tokens + (Double(seconds) + Double(attoseconds) / 1e18) * Self.perSecond)
    }

    /// The text without what a terminal would obey.
    private static func printable(_ bytes: [UInt8]) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        return String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
        )
    }
}
