import JSON
import MovieService
import Platform

/// The state of the sources.
extension AnswerTable {
    var health: String {
        let columns: [TextTable.Column] = [
            .id("Id"), "Status", .right("Quota left").optional, .right("Sent"), .right("Failed"),
            .right("p50 ms").optional,
            .right("p99 ms").optional, .right("From cache").optional, .right("Left out").optional, "Why",
        ]
        var leftOut = 0
        let table = style.table(columns, answer["providers"].list) { provider in
            // Prefer the counts of all processes, because this process has usually just begun.
            let counts = provider["week"] ?? provider
            let quota = provider["quota"].map { "\($0["left"].digits) of \($0["limit"].digits)" } ?? ""
            let served = counts["cache"]["hitRate"]?.double.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
            let values = counts["mapping"]["failures"].list.compactMap { $0["count"]?.int }.reduce(0, +)
            let unread = values + (counts["mapping"]["droppedRows"]?.int ?? 0)
            leftOut += unread
            return [
                provider["id"].words, provider["status"].words, quota, counts["requests"]["sent"].digits,
                counts["requests"]["failed"].digits, provider["latency"]["p50Ms"].digits,
                provider["latency"]["p99Ms"].digits, served,
                unread > 0 ? String(unread) : "", Self.why(provider),
            ]
        }
        let notes = [
            answer["providers"].list.contains { $0["week"]["requests"]["sent"]?.int ?? 0 > 0 }
                ? "Sent, Failed, and From cache count the last seven days." : nil,
            leftOut > 0
                ? "Left out are rows and values that could not be read; marquee providers --format json names them."
                : nil,
        ]
        .compactMap(\.self)
        return notes.isEmpty ? table : table + "\n\n" + style(notes.joined(separator: " "), .minor)
    }

    /// Why a source is in its state; of one that is failing, since when, and its last failure.
    private static func why(_ provider: JSONElement) -> String {
        let failure = provider["lastFailure"]["message"]?.string
        guard let reason = provider["reason"]?.string else { return failure ?? "" }
        guard let failure, ["failing", "down", "recovering"].contains(provider["status"].words) else { return reason }
        let words = reason.split(scalar: " ")
        let since = words.lastIndex { $0 == "since" }.map { words[$0...].joined(separator: " ") }
        return "\(since ?? reason): \(failure)"
    }
}
