import JSON
import MovieAggregation
import MovieDomain
import MovieMatching
import MovieService
import Platform

/// Prints a matching: pairs, clusters, or ambiguous films, one JSON object per line; the functions return `false` if the
/// output is closed.
struct MatchReport {
    let files: FilmFiles
    private var explainer: MatchExplainer
    private var output: [UInt8] = []
    private var isOpen = true
    private static let flushSize = 1 << 16

    init(files: FilmFiles, matching: FilmMatching) {
        self.files = files
        explainer = matching.explainer
    }

    /// Pairs of records of different files that are one film.
    mutating func printPairs(_ clusters: [MatchCluster]) -> Bool {
        for cluster in clusters where cluster.members.count > 1 {
            for pair in pairs(of: cluster) { write(pair, in: cluster) }
        }
        return finish()
    }

    /// Films with the ids of their records.
    mutating func printClusters(_ clusters: [MatchCluster]) -> Bool {
        let providers = files.names.map { ProviderID($0) }
        let merging = MovieMerger(policy: MergePolicy(order: providers))
        for cluster in clusters {
            let movie = merging.movie(of: records(of: cluster, providers), match: cluster.explanation)
            var writer = JSONWriter(reserving: 1_024)
            writer.object { writer in
                writer.member("ids", cluster.members.map { files.ids[$0] })
                writer.member("movie", movie)
            }
            end(writer)
        }
        return finish()
    }

    /// Films with their equally good candidates.
    mutating func printAmbiguous(_ clusters: [MatchCluster]) -> Bool {
        for cluster in clusters where cluster.isAmbiguous {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("ids", cluster.members.map { files.ids[$0] })
                writer.member("ambiguous", true)
                writer.member("candidates", cluster.rivals.map { files.ids[$0] })
            }
            end(writer)
        }
        return finish()
    }

    /// The pairs of records of different files in a cluster, the earlier file's record first.
    func pairs(of cluster: MatchCluster) -> [(Int, Int)] {
        cluster.members.flatMap { left in
            cluster.members.filter { files.sources[left] < files.sources[$0] }.map { (left, $0) }
        }
    }

    private mutating func write(_ pair: (Int, Int), in cluster: MatchCluster) {
        var explanation = explainer.explain(pair.0, pair.1)
        // Two records that a third one joins are as certain as the whole film.
        if explanation.confidence < 0.5, let whole = cluster.explanation { explanation = whole }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", files.ids[pair.0])
            writer.member("b", files.ids[pair.1])
            writer.member("confidence", explanation.confidence)
            writer.member("reasons", explanation.reasons)
        }
        end(writer)
    }

    private func records(of cluster: MatchCluster, _ providers: [ProviderID]) -> [MovieRecord] {
        cluster.members.compactMap { film in
            guard let line = files.lines?[film] else { return nil }
            let provider = providers[Int(files.sources[film])]
            do throws(FilmLine.Problem) {
                return MovieRecord(
                    provider: provider,
                    facts: try MovieFacts(line: line, id: files.ids[film], provider: provider)
                )
            } catch {
                return nil
            }
        }
    }

    private mutating func end(_ line: borrowing JSONWriter) {
        output.append(contentsOf: line.bytes)
        output.append(UInt8(ascii: "\n"))
        if output.count > MatchReport.flushSize { flush() }
    }

    private mutating func flush() {
        isOpen = isOpen && CommandOutput.write(bytes: output)
        output.removeAll(keepingCapacity: true)
    }

    private mutating func finish() -> Bool {
        flush()
        return isOpen
    }
}

/// A decision about two records: every comparison and its weight.
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
