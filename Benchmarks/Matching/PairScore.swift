#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The precision and recall of found pairs, by the rules of `marquee match --gold`: a pair that is not known is wrong,
/// but if some of the existing pairs are unknown, a pair of which neither record is in a known pair is not judged.
struct PairScore: CustomStringConvertible {
    let precision: Double
    let recall: Double

    /// Scores pairs of ids against the known pairs in a file of two columns.
    init(_ found: [(String, String)], gold: String, isPartial: Bool) throws {
        let lines = try String(contentsOfFile: gold, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t")
        }
        let known = Set(lines.map { "\($0[0])\t\($0[1])" })
        let judged = Set(lines.joined().map(String.init))
        let right = found.count { known.contains("\($0.0)\t\($0.1)") }
        let counted = found.count { !isPartial || judged.contains($0.0) || judged.contains($0.1) }
        precision = Double(right) / Double(max(1, counted))
        recall = Double(right) / Double(known.count)
    }

    var f1: Double { 2 * precision * recall / max(precision + recall, .leastNonzeroMagnitude) }

    var description: String {
        "precision \(Self.decimal(precision))  recall \(Self.decimal(recall))  F1 \(Self.decimal(f1))"
    }

    static func decimal(_ value: Double) -> String {
        let scaled = Int((value * 10_000).rounded())
        return "\(scaled / 10_000).\(String(10_000 + scaled % 10_000).dropFirst())"
    }
}
