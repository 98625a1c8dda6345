import MarqueeTestKit
import MovieMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the matching of films with known pairs would gain or lose if the weights of years, days, running times, people,
/// and countries were estimated from the lists themselves, by expectation and maximization (Winkler, 1988).
///
/// In each of five folds, the weights are estimated without the films of the fold, and the pairs of the fold are judged.
/// A false pair of two folds counts in both.
enum WeightFolds {
    static func print() throws {
        Swift.print("Weights as they are, and estimated from the lists, in five folds")
        guard FileManager.default.fileExists(atPath: KnownFilms.folder) else {
            Swift.print("  there are no films with known matches in \(KnownFilms.folder)\n")
            return
        }
        for (name, isPartial) in [("tmdb10k-imdb5k", false), ("kobis-tmdb_ko", true), ("tmdb_ko-tmdb10k", false)] {
            let films = try KnownFilms(name, isPartial: isPartial)
            let pairs = films.candidates()
            let strangers = films.strangers(200_000)
            Swift.print("  \(name), \(pairs.count) candidates")
            report("as they are", [films.score(.standard)])
            var estimated: [FoldScore] = []
            for fold in 0..<KnownFilms.folds {
                let known = pairs.filter { films.fold[$0.left] != fold && films.fold[$0.right] != fold }
                estimated.append(films.score(WeightEstimate(of: known, strangers: strangers).weights))
            }
            report("estimated", estimated)
        }
        Swift.print("")
    }

    /// Prints a row; each fold is judged by its own matching, or all by the only one.
    private static func report(_ name: String, _ scores: [FoldScore]) {
        let folds = (0..<KnownFilms.folds).map { scores[$0 % scores.count].counts[$0] }
        let sum = folds.reduce(into: FoldScore.Counts()) { sum, fold in
            sum.right += fold.right
            sum.wrong += fold.wrong
            sum.missed += fold.missed
        }
        let padding = String(repeating: " ", count: 13 - name.count)
        Swift.print(
            "    \(name)\(padding)F1 \(folds.map { PairScore.decimal($0.f1) }.joined(separator: " "))  "
                + "right \(sum.right)  false \(sum.wrong)  missed \(sum.missed)"
        )
    }
}

/// The right, false, and missed pairs of each fold.
struct FoldScore {
    struct Counts {
        var right = 0
        var wrong = 0
        var missed = 0

        var f1: Double { Double(2 * right) / Double(max(1, 2 * right + wrong + missed)) }
    }

    var counts = [Counts](repeating: Counts(), count: KnownFilms.folds)
}

/// Two lists of films whose common films are known.
struct KnownFilms {
    static let folder = ProjectFiles.root + "/../shared/datasets"
    static let folds = 5

    private struct Pair: Hashable {
        var left: Int
        var right: Int
    }

    private var table = FilmTable()
    private var isOfSecond: [Bool] = []
    private var known: Set<Pair> = []
    /// Whether a film is in a known pair, or all known pairs are there.
    private var isJudged: [Bool] = []
    /// The fold of each film; the films of a known pair are in one.
    private(set) var fold: [Int] = []

    init(_ name: String, isPartial: Bool) throws {
        var positions: [String: Int] = [:]
        for (source, file) in ["a.ndjson", "b.ndjson"].enumerated() {
            _ = table.addSource(named: file)
            for line in try Self.lines("\(name)/\(file)") {
                positions[try FilmTable.id(of: line)] = table.count
                try table.add(line: line, source: source)
                isOfSecond.append(source == 1)
            }
        }
        isJudged = isOfSecond.map { _ in !isPartial }
        fold = isOfSecond.indices.map { $0 % Self.folds }
        for line in try Self.lines("\(name)/gold.tsv") {
            let films = line.split(separator: "\t").compactMap { positions[String($0)] }.sorted()
            guard films.count == 2 else { continue }
            known.insert(Pair(left: films[0], right: films[1]))
            (isJudged[films[0]], isJudged[films[1]]) = (true, true)
            fold[films[0]] = fold[films[1]]
        }
    }

    private static func lines(_ file: String) throws -> [String] {
        try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Returns the pairs of films that share a key, with their findings.
    func candidates() -> [FindingPair] {
        var keys = FilmKeys(table, ListSurvey(table, names: ["a", "b"]))
        var holders: [UInt64: (first: [Int], second: [Int])] = [:]
        for film in isOfSecond.indices {
            for key in keys.keys(of: film) {
                if isOfSecond[film] {
                    holders[key.digest, default: ([], [])].second.append(film)
                } else {
                    holders[key.digest, default: ([], [])].first.append(film)
                }
            }
        }
        var pairs: Set<Pair> = []
        for films in holders.values {
            for left in films.first { for right in films.second { pairs.insert(Pair(left: left, right: right)) } }
        }
        let matching = Matcher().match(table)
        return pairs.sorted { ($0.left, $0.right) < ($1.left, $1.right) }.map {
            FindingPair($0.left, $0.right, matching.decision($0.left, $0.right))
        }
    }

    /// Returns pairs of arbitrary films of both lists, of which as good as none are the same film.
    func strangers(_ count: Int) -> [FindingPair] {
        let matching = Matcher().match(table)
        let firsts = isOfSecond.count { !$0 }
        return (0..<count).map { number in
            let left = number * 7_919 % firsts
            let right = firsts + (number * 104_729 + number / firsts) % (isOfSecond.count - firsts)
            return FindingPair(left, right, matching.decision(left, right))
        }
    }

    /// Matches the lists with these weights and counts the pairs of each fold.
    func score(_ weights: MatchWeights) -> FoldScore {
        var matcher = Matcher()
        matcher.weights = weights
        var found: Set<Pair> = []
        for cluster in matcher.match(table).clusters() where cluster.members.count > 1 {
            for left in cluster.members where !isOfSecond[left] {
                for right in cluster.members where isOfSecond[right] { found.insert(Pair(left: left, right: right)) }
            }
        }
        var score = FoldScore()
        for pair in found where known.contains(pair) { score.counts[fold[pair.left]].right += 1 }
        for pair in found.subtracting(known) where isJudged[pair.left] || isJudged[pair.right] {
            for fold in Set([fold[pair.left], fold[pair.right]]) { score.counts[fold].wrong += 1 }
        }
        for pair in known.subtracting(found) { score.counts[fold[pair.left]].missed += 1 }
        return score
    }
}
