import JSON
import MovieAggregation
import MovieDomain
package import MovieMatching
import Platform

/// A printer of a matching: pairs, clusters, or ambiguous films, one JSON object per line.
package struct MatchReport: Sendable {
    let files: FilmFiles
    private let threads: Int
    private let output: ListOutput
    private var explainer: MatchExplainer
    private let providers: [ProviderID]
    private let merging: MovieMerger
    /// Lines that are not printed yet, and messages about them.
    private var written = Lines()

    private struct Lines: Sendable {
        var bytes: [UInt8] = []
        var messages: [String] = []
    }

    /// Creates a printer of the matching of some files.
    package init(files: FilmFiles, matching: FilmMatching, threads: Int = 1, to output: ListOutput) {
        self.files = files
        self.output = output
        self.threads = threads
        explainer = matching.explainer
        providers = files.names.map { ProviderID($0) }
        // By name, so that the order of the files makes no difference.
        merging = MovieMerger(policy: MergePolicy(order: providers.sorted { $0.rawValue < $1.rawValue }))
    }

    /// Prints the pairs of records in different files that are the same film.
    package func printPairs(_ clusters: [MatchCluster]) throws(FilmListError) {
        try print(clusters) { report, cluster in
            if cluster.members.count > 1 { report.writePairs(of: cluster) }
        }
    }

    /// Prints the films with the ids of their records.
    package func printClusters(_ clusters: [MatchCluster]) throws(FilmListError) {
        try print(clusters) { $0.write($1) }
    }

    /// The films that are written before the first of them is printed, and the films that a thread writes at a time.
    private static let filmsOfBatch = 16_384
    private static let filmsOfPart = 512

    /// Prints what `body` writes for each film; several threads write, and the lines keep the order of the films.
    private func print(
        _ clusters: [MatchCluster],
        _ body: @escaping @Sendable (inout MatchReport, MatchCluster) -> Void
    ) throws(FilmListError) {
        var lines = LineOutput(output)
        var first = 0
        while first < clusters.count {
            let batch = first..<min(clusters.count, first + MatchReport.filmsOfBatch)
            let written = Parallel.map(batch.count, inPartsOf: MatchReport.filmsOfPart, threads: threads) {
                self
            } body: { report, part in
                report.written = Lines()
                for film in part { body(&report, clusters[batch.lowerBound + film]) }
                return report.written
            }
            for part in written {
                try lines.append(lines: part.bytes)
                for message in part.messages { output.tell(message) }
            }
            first = batch.upperBound
        }
        try lines.finish()
    }

    private mutating func writePairs(of cluster: MatchCluster) {
        let all = countPairs(of: cluster)
        let pairs = all > MatchReport.mostPairs ? fewestPairs(of: cluster) : pairs(of: cluster)
        for pair in pairs { write(pair) }
        if pairs.count < all {
            written.messages.append(
                "\(files.ids[cluster.members[0]]) and \(cluster.members.count - 1) more records are one film: "
                    + "\(pairs.count) of \(all) pairs printed, which name each of them; --clusters prints one line"
            )
        }
    }

    private mutating func write(_ cluster: MatchCluster) {
        let movie = merging.movie(of: records(of: cluster), match: explainer.explanation(of: cluster))
        var writer = JSONWriter(reserving: 1_024)
        writer.object { writer in
            writer.member("ids", cluster.members.map { files.ids[$0] })
            write(movie, cluster, &writer)
        }
        end(writer)
    }

    /// Writes a film, with an array for each namespace in which its records have several ids, as in a file that lists
    /// films twice.
    private func write(_ movie: Movie?, _ cluster: MatchCluster, _ writer: inout JSONWriter) {
        var values: [String: [String]] = [:]
        var known: Set<MovieID> = []
        for member in cluster.members {
            guard let id = FilmLine.ownID(files.ids[member]), known.insert(id).inserted else { continue }
            values[id.namespace, default: []].append(id.value)
        }
        guard values.values.contains(where: { $0.count > 1 }), let movie else { return writer.member("movie", movie) }
        var plain = JSONWriter(reserving: 1_024)
        plain.value(movie)
        let root: JSONElement
        do { root = try JSONDocument(plain.bytes).root } catch { return writer.member("movie", movie) }
        let ids = (root["ids"].map { Array($0.members) } ?? []).map { name, value in
            let all = values[name] ?? []
            return JSONValue.Member(name, all.count > 1 ? .array(all.sorted().map(JSONValue.string)) : JSONValue(value))
        }
        let others = root.members.filter { $0.name != "ids" }.map { JSONValue.Member($0.name, JSONValue($0.value)) }
        writer.member("movie", JSONValue.object(others + [.init("ids", .object(ids))]))
    }

    /// Prints the ambiguous films with their candidates.
    package func printAmbiguous(_ clusters: [MatchCluster]) throws(FilmListError) {
        try print(clusters) { report, cluster in
            guard cluster.isAmbiguous else { return }
            let files = report.files
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("ids", cluster.members.map { files.ids[$0] })
                writer.member("ambiguous", true)
                writer.member("candidates", cluster.rivals.map { files.ids[$0] })
            }
            report.end(writer)
        }
    }

    /// Returns the pairs of records in different files in a cluster, the record of the earlier file first.
    func pairs(of cluster: MatchCluster) -> [(Int, Int)] {
        // The files are read one after another, so the records of a file are side by side.
        var rest = cluster.members[...]
        return cluster.members.flatMap { left in
            rest = rest.drop { files.sources[$0] == files.sources[left] }
            return rest.map { (left, $0) }
        }
    }

    /// The most pairs that are printed for one film; if it has more, only enough to name each record are printed.
    private static let mostPairs = 10_000

    private func countPairs(of cluster: MatchCluster) -> Int {
        var sizes: [UInt16: Int] = [:]
        for member in cluster.members { sizes[files.sources[member], default: 0] += 1 }
        let all = cluster.members.count
        return (all * all - sizes.values.reduce(0) { $0 + $1 * $1 }) / 2
    }

    /// Returns a pair of each record with the first record of another file.
    private func fewestPairs(of cluster: MatchCluster) -> [(Int, Int)] {
        let first = cluster.members[0]
        guard let other = cluster.members.first(where: { files.sources[$0] != files.sources[first] }) else { return [] }
        var pairs: [(Int, Int)] = []
        for member in cluster.members where member != first {
            let partner = files.sources[member] != files.sources[first] ? first : other
            if member != other || partner == first { pairs.append((partner, member)) }
        }
        return pairs.map { files.sources[$0.0] < files.sources[$0.1] ? $0 : ($0.1, $0.0) }
    }

    private mutating func write(_ pair: (Int, Int)) {
        let explanation = explainer.explain(pair.0, pair.1)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", files.ids[pair.0])
            writer.member("b", files.ids[pair.1])
            writer.member("confidence", explanation.confidence)
            writer.member("reasons", explanation.reasons)
        }
        end(writer)
    }

    private func records(of cluster: MatchCluster) -> [MovieRecord] {
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
        written.bytes += line.bytes
        written.bytes.append(UInt8(ascii: "\n"))
    }
}
