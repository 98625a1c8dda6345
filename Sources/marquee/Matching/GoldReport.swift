import MovieDomain

/// A score as it is printed, with the worst mistakes of both kinds.
struct GoldReport {
    let score: GoldScore
    let files: FilmFiles
    let matching: FilmMatching

    private static let most = 20

    var text: String {
        var lines = [
            "precision \(decimal(score.precision))  recall \(decimal(score.recall))  F1 \(decimal(score.f1))",
            "right \(score.rightCount)  false \(score.falseLinks.count)  missed \(score.missed.count)  "
                + "unjudged \(score.unjudgedCount)",
        ]
        if score.strangerCount > 0 { lines.append("\(score.strangerCount) known pairs have records that no file has") }
        add(
            "false, the surest first:",
            score.falseLinks.map { judge($0) }.sorted { $0.confidence > $1.confidence },
            &lines
        )
        add(
            "missed, the surest first:",
            score.missed.map { judge($0) }.sorted { $0.confidence > $1.confidence },
            &lines
        )
        return lines.joined(separator: "\n")
    }

    private func judge(_ pair: GoldScore.Pair) -> (pair: GoldScore.Pair, confidence: Double) {
        (pair, matching.decision(pair.a, pair.b).confidence)
    }

    private func add(_ heading: String, _ pairs: [(pair: GoldScore.Pair, confidence: Double)], _ lines: inout [String])
    {
        guard !pairs.isEmpty else { return }
        lines.append(heading)
        for (pair, confidence) in pairs.prefix(GoldReport.most) {
            let decision = matching.decision(pair.a, pair.b)
            lines.append(
                "  \(files.ids[pair.a]) \(files.ids[pair.b])  \(decision.verdict.rawValue) \(decimal(confidence))  "
                    + decision.comparisons.dropFirst().map(\.finding).joined(separator: ", ")
            )
        }
        if pairs.count > GoldReport.most { lines.append("  and \(pairs.count - GoldReport.most) more") }
    }

    private func decimal(_ value: Double) -> String {
        let thousandths = Int((value * 10_000).rounded())
        let digits = String(10_000 + thousandths % 10_000).dropFirst()
        return "\(thousandths / 10_000).\(digits)"
    }
}
