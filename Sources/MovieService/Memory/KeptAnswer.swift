import JSON
import MovieDomain

/// An answer in memory, written out as it was last given.
///
/// Only its `sources` change as it gets older, and those by the second: in between it is the same bytes, given without a
/// copy.
struct KeptAnswer: Sendable {
    /// When its call began: no part of it is older than it says.
    let askedAt: Duration?
    /// For how long after that it holds.
    let freshSeconds: Int
    private var bytes: [UInt8]
    private let headCount: Int
    private let reports: [SourceReport]
    private var isRetold = false
    private var toldAge: Int?

    /// Takes an answer whose sources are all well and say that it holds; `nil` for any other.
    init?(_ answer: EncodedAnswer, askedAt: Duration?) {
        guard let headCount = answer.headCount, let seconds = answer.reports.freshSeconds, seconds > 0 else {
            return nil
        }
        self.askedAt = askedAt
        freshSeconds = seconds
        bytes = answer.bytes
        self.headCount = headCount
        reports = answer.reports
    }

    /// How much memory it takes, about.
    var cost: Int { bytes.count + reports.count * MemoryLayout<SourceReport>.stride }

    /// Whether it still holds; where time stands still it always does.
    func isFresh(at now: Duration?) -> Bool {
        guard let age = age(at: now) else { return true }
        return age < .seconds(freshSeconds)
    }

    /// The answer as it reads now.
    mutating func bytes(at now: Duration?) -> [UInt8] {
        let seconds = age(at: now).map { Int($0.components.seconds) }
        if !isRetold || seconds != toldAge { retell(ageSeconds: seconds) }
        return bytes
    }

    private func age(at now: Duration?) -> Duration? {
        guard let askedAt, let now else { return nil }
        return now - askedAt
    }

    /// Replaces what is said about the sources, in place unless somebody still holds the bytes.
    private mutating func retell(ageSeconds: Int?) {
        var writer = JSONWriter()
        writer.object { $0.list("sources", reports.map { $0.toldAgain(ageSeconds: ageSeconds) }) }
        var tail = writer.bytes
        tail[0] = UInt8(ascii: ",")
        bytes.replaceSubrange(headCount..., with: tail)
        isRetold = true
        toldAge = ageSeconds
    }
}

extension SourceReport {
    /// The report for an answer that is given again: it took no time, and is older where time passes.
    fileprivate func toldAgain(ageSeconds: Int?) -> SourceReport {
        guard isAsked else { return self }
        var report = self
        report.durationMilliseconds = 0
        if let ageSeconds { report.freshness = freshness?.aged(by: ageSeconds) }
        return report
    }
}
