import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Likeness letter by letter, and logarithms")
struct LetterComparisonTests {
    @Test(
        "the examples of Winkler's paper",
        arguments: [
            ("martha", "marhta", 0.9611), ("dixon", "dicksonx", 0.8133), ("dwayne", "duane", 0.84), ("abc", "xyz", 0.0),
            ("same", "same", 1.0),
        ]
    )
    func jaroWinkler(left: String, right: String, likeness: Double) {
        var letters = LetterComparison()
        #expect(abs(letters.jaroWinkler(Array(left.utf8)[...], Array(right.utf8)[...]) - likeness) < 0.0001)
    }

    @Test("No two words are more alike than the letters without a partner allow")
    func bound() {
        var letters = LetterComparison()
        let words = [
            "martha", "marhta", "dixon", "dicksonx", "dwayne", "duane", "abc", "xyz", "same", "thelongesttitleofall",
            "thelongest", "title", "all", "a", "parasite", "paradise", "gisaengchung",
        ].map { Array($0.utf8)[...] }
        for left in words {
            for right in words {
                let likeness = letters.jaroWinkler(left, right)
                let unmatched = Double(Set(left).symmetricDifference(right).count)
                let (one, other) = (Double(left.count), Double(right.count))
                #expect(LetterComparison.jaroAllows(unmatched: unmatched, of: one, other, likeness: likeness))
            }
        }
        // `w`, `y` and `u` of `dwayne` and `duane` have no partner.
        #expect(LetterComparison.jaroAllows(unmatched: 3, of: 6, 5, likeness: 0.84))
        #expect(!LetterComparison.jaroAllows(unmatched: 3, of: 6, 5, likeness: 0.95))
        #expect(LetterComparison.jaroAllows(unmatched: 300, of: 300, 300, likeness: 0.95))
    }

    @Test(
        "trigrams",
        arguments: [
            ("night", "night", 1.0), ("night", "nacht", 0.0), ("inception", "inceptions", 0.9354), ("ab", "ab", 0.0),
        ]
    )
    func trigrams(left: String, right: String, likeness: Double) {
        var letters = LetterComparison()
        for _ in 0..<2 {
            let cosine = letters.trigramCosine(Array(left.utf8)[...], Array(right.utf8)[...], isHangul: false)
            #expect(abs(cosine - likeness) < 0.0001)
        }
    }

    @Test("pairs of syllables of Hangul")
    func syllables() {
        var letters = LetterComparison()
        let (left, right) = (Array("가나다라".utf8), Array("나다라마".utf8))
        #expect(abs(letters.trigramCosine(left[...], right[...], isHangul: true) - 2 / 3.0) < 0.0001)
    }

    @Test(arguments: [(1.0, 0.0), (2.0, 1.0), (10.0, 3.321_928), (0.25, -2.0), (5_000.0, 12.287_712), (0.0, 0.0)])
    func logarithm(value: Double, logarithm: Double) {
        #expect(abs(BinaryLogarithm.of(value) - logarithm) < 0.00001)
    }

    @Test(arguments: [(0.0, 0.5), (1.0, 2 / 3.0), (-1.0, 1 / 3.0), (3.0, 8 / 9.0), (100.0, 1.0), (-100.0, 0.0)])
    func probability(bits: Double, probability: Double) {
        #expect(abs(BinaryLogarithm.probability(ofBits: bits) - probability) < 0.00001)
    }
}
