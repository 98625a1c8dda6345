import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("What is left out because it cannot be enough")
struct ScoreLimitTests {
    private static let seeds: ClosedRange<UInt64> = 1...(ProjectFiles.environment("MARQUEE_LONG") == "1" ? 20 : 6)

    /// Films whose titles, days, and people are alike often enough for many pairs to be about as much as a match needs.
    private func films(_ count: Int, _ random: inout SeededGenerator) -> [MovieRecord] {
        let words = [
            "glory", "gloria", "glorious", "harbour", "habrour", "the", "of", "2", "II", "127", "cedar", "ceder",
            "inception", "up", "a", "swat", "글로리", "하버", "시더", "인셉션", "영광", "바다", "ZQX",
            "thomas", "토머스", "odd", "오드",
        ]
        let names = ["Kim Ki-duk", "김기덕", "Kim Jee-woon", "Ada Stone", "Ida Stone", "에이다 스톤"]
        func chosen(_ texts: [String], _ most: Int) -> [String] {
            (0..<Int.random(in: 0...most, using: &random)).compactMap { _ in texts.randomElement(using: &random) }
        }
        func title() -> String {
            let words = chosen(words, 4)
            return words.isEmpty
                ? "glory" : words.joined(separator: Int.random(in: 0...4, using: &random) == 0 ? ": " : " ")
        }
        return (0..<count).map { index in
            var facts = MovieFacts.film(title(), 2001 + Int.random(in: 0...3, using: &random))
            if Int.random(in: 0...3, using: &random) == 0 {
                facts.titles.append(LocalizedText(title(), language: "en"))
            }
            if Bool.random(using: &random) { facts.runtimeMinutes = Int.random(in: 90...100, using: &random) }
            if Bool.random(using: &random) {
                let day = Int.random(in: 1...9, using: &random)
                facts.releaseDate = CalendarDate(year: facts.year ?? 2001, month: 2, day: day)
            }
            facts.directors = chosen(names, 2).map { Person(name: $0) }
            if Bool.random(using: &random) { facts.cast = chosen(names, 4).map { Person(name: $0) } }
            facts.countries = chosen(["KR", "US"], 2)
            if Int.random(in: 0...5, using: &random) == 0 { facts.series = Bool.random(using: &random) }
            return MovieRecord(ProviderID("s\(index % 3)"), facts)
        }
    }

    @Test("No pair is left out that has enough for a match", arguments: seeds)
    func nothingIsLost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = FilmTable(films(120, &random))
        _ = table.arrange()
        table.weigh()
        table.addSounds()
        var comparer = PairComparer(table, weights: .standard)
        let everywhere = MatchCardinality.duplicates(in: [0, 1, 2])
        var limit = ScoreLimit(comparer.basis, FilmOutlines(table), everywhere)
        var (matches, leftOut) = (0, 0)
        for one in table.films.indices {
            limit.turn(to: one)
            for other in table.films.indices where other != one {
                let isAllowed = limit.allows(other)
                let isMatch = comparer.compare(one, other).score >= comparer.weights.threshold
                matches += isMatch ? 1 : 0
                leftOut += isAllowed ? 0 : 1
                if isMatch, !isAllowed { Issue.record("\(one) and \(other) of seed \(seed)") }
            }
        }
        #expect(matches > 100, "there are enough matches to lose some: \(matches)")
        #expect(leftOut > 1_000, "pairs are left out at all: \(leftOut)")
    }

    @Test("Two films of a source that lists each once are left out")
    func oneOfSource() {
        let film = MovieFacts.film("Glory", 2003)
        var table = FilmTable([MovieRecord("a", film), MovieRecord("a", film), MovieRecord("b", film)])
        table.weigh()
        let basis = ComparisonBasis(table, weights: .standard)
        var limit = ScoreLimit(basis, FilmOutlines(table), .oneToOne)
        limit.turn(to: 0)
        let allowed = [1, 2].map { limit.allows($0) }
        #expect(allowed == [false, true])
    }
}

@Suite("Trigrams")
struct TrigramTests {
    @Test("What two texts share is counted gram by gram, and nothing is left of one comparison in the next")
    func exact() {
        var random = SeededGenerator(seed: 3)
        var letters = LetterComparison()
        for _ in 0..<2_000 {
            let texts = (0..<2).map { _ in
                (0..<Int.random(in: 3...40, using: &random)).map { _ in UInt8.random(in: 97...101, using: &random) }
            }
            var left: [[UInt8]: Int] = [:]
            for start in 0..<texts[0].count - 2 { left[Array(texts[0][start..<start + 3]), default: 0] += 1 }
            var shared = 0
            for start in 0..<texts[1].count - 2 {
                let gram = Array(texts[1][start..<start + 3])
                guard let count = left[gram], count > 0 else { continue }
                left[gram] = count - 1
                shared += 1
            }
            let product = Double((texts[0].count - 2) * (texts[1].count - 2))
            let cosine = letters.trigramCosine(texts[0][...], texts[1][...], isHangul: false)
            #expect(cosine == Double(shared) / product.squareRoot())
        }
    }
}
