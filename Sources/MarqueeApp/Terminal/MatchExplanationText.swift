import MovieMatching

/// The text of a decision about two records: every comparison and its weight.
struct MatchExplanationText {
    let left: String
    let right: String
    let decision: MatchDecision
    let candidates: [String]

    var text: String {
        var table = TextTable(columns: ["compared", "finding", .right("bits")])
        for comparison in decision.comparisons {
            table.append([comparison.field, comparison.finding, bits(comparison.bits)])
        }
        let sum = decision.comparisons.reduce(0) { $0 + $1.bits }
        table.append(["sum", "of the binary logarithms", bits(sum)])
        var lines = ["\(left) and \(right): \(decision.verdict.rawValue), confidence \(decision.confidence)"]
        if !decision.reasons.isEmpty { lines.append("because: \(decision.reasons.joined(separator: ", "))") }
        if !candidates.isEmpty { lines.append("as good: \(candidates.joined(separator: ", "))") }
        return (lines + [table.text]).joined(separator: "\n")
    }

    private func bits(_ value: Double) -> String {
        let tenths = Int((abs(value) * 10).rounded())
        return "\(value < 0 && tenths > 0 ? "-" : "+")\(tenths / 10).\(tenths % 10)"
    }
}
