import MovieDomain
package import MovieMatching
import Platform

/// The text of a score, with the most certain false and missed pairs.
package struct GoldReport {
    private let score: GoldScore
    private let files: FilmFiles
    private let matching: FilmMatching

    /// Creates the report of a score; `report` is that of the matching.
    package init(_ score: GoldScore, _ report: MatchReport, _ matching: FilmMatching) {
        self.score = score
        files = report.files
        self.matching = matching
    }

    private static let most = 20

    /// The report, in lines.
    package var text: String {
        var lines = [
            "precision \(decimal(score.precision))  recall \(decimal(score.recall))  F1 \(decimal(score.f1))",
            "right \(score.rightCount)  false \(score.falseLinks.count)  missed \(score.missed.count)  "
                + "unjudged \(score.unjudgedCount)",
        ]
        if score.strangerCount > 0 {
            lines.append("\(score.strangerCount) known pairs have records that are in no file")
        }
        lines += calibration
        lines += list("false, the most certain first:", score.falseLinks)
        lines += list("missed, the most certain first:", score.missed)
        return lines.joined(separator: "\n")
    }

    /// The share of right pairs among the judged ones, by confidence.
    private var calibration: [String] {
        let wrong = Set(score.falseLinks)
        var explainer = matching.explainer
        var steps = [(right: Int, count: Int, sum: Double)](repeating: (0, 0, 0), count: 11)
        for pair in score.found {
            let isRight = score.known.contains(pair)
            guard isRight || wrong.contains(pair) else { continue }
            let confidence = explainer.explain(pair.a, pair.b).confidence
            let step = confidence >= 0.985 ? 10 : Int(confidence * 10)
            steps[step].right += isRight ? 1 : 0
            steps[step].count += 1
            steps[step].sum += confidence
        }
        let rows = steps.enumerated().filter { $0.element.count > 0 }.map { step, found in
            let name = step == 10 ? "0.99 to 1" : "from 0.\(step)"
            return "  \(name)  said \(decimal(found.sum / Double(found.count)))  "
                + "right \(decimal(Double(found.right) / Double(found.count))) (\(found.right) of \(found.count))"
        }
        return rows.isEmpty ? [] : ["confidence:"] + rows
    }

    private func list(_ heading: String, _ pairs: [GoldScore.Pair]) -> [String] {
        guard !pairs.isEmpty else { return [] }
        let judged = pairs.map { (pair: $0, confidence: matching.decision($0.a, $0.b).confidence) }
            .sorted { $0.confidence > $1.confidence }
        let lines = judged.prefix(GoldReport.most).map { pair, confidence in
            let decision = matching.decision(pair.a, pair.b)
            return "  \(files.ids[pair.a]) \(files.ids[pair.b])  \(decision.verdict.rawValue) \(decimal(confidence))  "
                + decision.comparisons.dropFirst().map(\.finding).joined(separator: ", ")
        }
        let rest = pairs.count - lines.count
        return [heading] + lines + (rest > 0 ? ["  and \(rest) more"] : [])
    }

    private func decimal(_ value: Double) -> String {
        let tenThousandths = Int((value * 10_000).rounded())
        let digits = String(10_000 + tenThousandths % 10_000).dropFirst()
        return "\(tenThousandths / 10_000).\(digits)"
    }
}

/// The agreement of a matching with known pairs.
///
/// A found pair that is not known is wrong. Only if some of the existing pairs are unknown, a pair of which neither
/// record is in a known pair is not judged.
package struct GoldScore {
    struct Pair: Hashable {
        let a: Int
        let b: Int
    }

    let known: Set<Pair>
    let found: Set<Pair>
    let falseLinks: [Pair]
    let missed: [Pair]
    let unjudgedCount: Int
    /// The number of known pairs with a record that is in no file.
    let strangerCount: Int

    init(known lines: [(String, String)], isPartial: Bool, found: Set<Pair>, positions: [String: Int]) {
        var known: Set<Pair> = []
        var judged: Set<Int> = []
        var strangers = 0
        for (first, second) in lines {
            guard let one = positions[first], let other = positions[second] else {
                strangers += 1
                continue
            }
            known.insert(Pair(a: min(one, other), b: max(one, other)))
            judged.formUnion([one, other])
        }
        let wrong = found.subtracting(known)
        falseLinks = wrong.filter { !isPartial || judged.contains($0.a) || judged.contains($0.b) }.sorted(
            by: GoldScore.isBefore
        )
        missed = known.subtracting(found).sorted(by: GoldScore.isBefore)
        unjudgedCount = wrong.count - falseLinks.count
        strangerCount = strangers
        self.known = known
        self.found = found
    }

    /// Compares the films that a matching found, as a report lists their pairs, with known pairs of ids.
    package init(
        known lines: [(String, String)],
        isPartial: Bool,
        found clusters: [MatchCluster],
        by report: MatchReport
    ) {
        var pairs: Set<Pair> = []
        for cluster in clusters where cluster.members.count > 1 {
            for (left, right) in report.pairs(of: cluster) {
                pairs.insert(Pair(a: min(left, right), b: max(left, right)))
            }
        }
        let positions = Dictionary(report.files.ids.enumerated().map { ($1, $0) }) { first, _ in first }
        self.init(known: lines, isPartial: isPartial, found: pairs, positions: positions)
    }

    /// Whether none of the known pairs is of films in the files.
    package var knowsNone: Bool { known.isEmpty }

    private static func isBefore(_ left: Pair, _ right: Pair) -> Bool {
        (left.a, left.b) < (right.a, right.b)
    }

    var rightCount: Int { known.count - missed.count }
    var precision: Double { ratio(rightCount, rightCount + falseLinks.count) }
    var recall: Double { ratio(rightCount, known.count) }
    var f1: Double {
        precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall)
    }

    private func ratio(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 1 : Double(part) / Double(whole)
    }
}

/// A file of pairs of ids that are the same film, one pair per line, separated by a tab.
package enum KnownPairs {
    /// Reads the pairs, without empty lines and lines that begin with `#`.
    package static func read(_ path: String) throws(FilmListError) -> [(String, String)] {
        var reader = try LineReader(list: path)
        var pairs: [(String, String)] = []
        while let line = try reader.nextLine() {
            let text = String(decoding: line, as: UTF8.self)
            if text.isEmpty || text.hasPrefix(scalars: "#") { continue }
            let ids = text.split(scalar: "\t")
            guard ids.count == 2 else {
                throw .malformed("\(path):\(reader.number): expected two ids separated by a tab")
            }
            pairs.append((String(ids[0]), String(ids[1])))
        }
        return pairs
    }
}
