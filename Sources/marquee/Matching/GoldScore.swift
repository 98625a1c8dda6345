import MovieDomain

/// How well a matching agrees with pairs that are known.
///
/// A pair that was found is wrong where one of its records is in a known pair; about records that no known pair has,
/// nothing is known, and pairs of them are counted apart.
struct GoldScore {
    struct Pair: Hashable {
        let a: Int
        let b: Int
    }

    let known: Set<Pair>
    let found: Set<Pair>
    let falseLinks: [Pair]
    let missed: [Pair]
    let unjudgedCount: Int
    /// Known pairs of which a record is in none of the files.
    let strangerCount: Int

    init(known lines: [(String, String)], found: Set<Pair>, positions: [String: Int]) {
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
        falseLinks = wrong.filter { judged.contains($0.a) || judged.contains($0.b) }.sorted(by: GoldScore.isBefore)
        missed = known.subtracting(found).sorted(by: GoldScore.isBefore)
        unjudgedCount = wrong.count - falseLinks.count
        strangerCount = strangers
        self.known = known
        self.found = found
    }

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
