import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Symmetry of comparisons")
struct PairSymmetryTests {
    private static let seeds: ClosedRange<UInt64> = 1...(ProjectFiles.environment("MARQUEE_LONG") == "1" ? 40 : 10)

    /// Returns the evidence for two films in a table that also has a third one.
    private func evidence(_ left: MovieFacts, _ right: MovieFacts) -> PairEvidence {
        let films = [MovieRecord("a", left), MovieRecord("b", right), MovieRecord("c", .film("Cedar Harbour", 1990))]
        var table = FilmTable(films)
        table.weigh()
        table.addSounds()
        var comparer = PairComparer(table, weights: .standard)
        return comparer.compare(0, 1)
    }

    @Test(
        "A title that repeats a word scores below an equal title, the same in both directions",
        arguments: [
            ("Glory! Glory!", "Glory"), ("Paris, Paris", "Paris"), ("Bye Bye Birdie", "Bye Birdie"),
            ("아빠 아빠", "아빠"), ("Tora! Tora! Tora!", "Tora! Tora!"),
        ]
    )
    func repeatedWords(twice: String, once: String) {
        let forward = evidence(.film(twice, 1989), .film(once, 1989))
        let backward = evidence(.film(once, 1989), .film(twice, 1989))
        #expect(forward.title == backward.title)
        #expect(forward.title < evidence(.film(once, 1989), .film(once, 1989)).title)
    }

    @Test("A title spaced in two ways gives the same evidence in both directions")
    func spacing() {
        let (one, other) = (MovieFacts.film("Old Boy", 2003), MovieFacts.film("Oldboy", 2003))
        #expect(evidence(one, other).title == evidence(other, one).title)
    }

    @Test("The order of several equal titles does not change the evidence")
    func severalEqualTitles() {
        let titles = ["등대", "Lighthouse", "The Lighthouse of the Far North"]
        var turned: Set<Double> = []
        for first in titles.indices {
            let order = titles[first...] + titles[..<first]
            let left = MovieFacts.film(titles[first], 2003, also: Array(order.dropFirst()))
            for last in titles.indices {
                let others = titles[last...] + titles[..<last]
                turned.insert(evidence(left, .film(titles[last], 2003, also: Array(others.dropFirst()))).title)
            }
        }
        #expect(turned.count == 1, "\(turned)")
    }

    @Test("A person listed twice in a cast counts as one person")
    func castTwice() {
        var twice = MovieFacts.film("Harbour", 2003)
        twice.cast = [Person(name: "Ada Stone"), Person(name: "Ada Stone"), Person(name: "Ben Reed")]
        var once = MovieFacts.film("Harbour", 2003)
        once.cast = [Person(name: "Ada Stone"), Person(name: "Cid Moor"), Person(name: "Dan Hill")]
        #expect(evidence(twice, once).sharedCast == 1)
        #expect(evidence(once, twice).sharedCast == 1)
    }

    @Test("The score of any two films is the same in both directions", arguments: seeds)
    func symmetric(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = ["glory", "the", "2", "II", "harbour", "habrour", "영광", "바다", "글로리", "Part", "aaaa", "aab", "½"]
        func film() -> MovieFacts {
            let titles = (0..<3).map { _ in
                (0..<Int.random(in: 1...5, using: &random))
                    .compactMap { _ in words.randomElement(using: &random) }
                    .joined(separator: Bool.random(using: &random) ? " " : "")
            }
            let names = ["Kim Ki-duk", "Ki-duk Kim", "김기덕", "Kim Jee-woon", "Ada Stone"]
            return .film(
                titles[0],
                Bool.random(using: &random) ? 2003 : 2004,
                also: Array(titles.dropFirst()),
                directors: names.randomElement(using: &random).map { [Person(name: $0)] } ?? []
            )
        }
        for _ in 0..<50 {
            let (left, right) = (film(), film())
            #expect(evidence(left, right).score == evidence(right, left).score, "\(left.titles) \(right.titles)")
        }
    }
}

@Suite("Titles in two scripts")
struct ScriptEvidenceTests {
    private func isOne(_ left: MovieFacts, _ right: MovieFacts) -> Bool {
        Matcher().clusters(of: [MovieRecord("a", left), MovieRecord("b", right)]).count == 1
    }

    private func date(_ month: Int, _ day: Int) -> CalendarDate? { CalendarDate(year: 2010, month: month, day: day) }

    @Test(
        "A number or Latin word that a Korean and an English title share is evidence",
        arguments: [("127시간", "127 Hours"), ("S.W.A.T. 특수기동대", "S.W.A.T."), ("ZQX 등대지기", "ZQX")]
    )
    func sharedWord(korean: String, english: String) {
        let left = MovieFacts.film(korean, 2010).with { $0.releaseDate = date(2, 10) }
        let right = MovieFacts.film(english, 2010).with { $0.releaseDate = date(2, 12) }
        #expect(isOne(left, right))
    }

    @Test("A title that sounds like an English one does not outweigh Korean titles that differ")
    func lettersBeforeSound() {
        let left = MovieFacts.film("인셉션", 2010, runtime: 148)
        let sounding = MovieFacts.film("Inception", 2010, runtime: 148)
        #expect(isOne(left, sounding))
        let other = MovieFacts.film("Inception", 2010, also: ["꿈속의 꿈"], runtime: 148)
        #expect(!isOne(left, other))
    }

    @Test("An equal release day and running time alone leave a pair undecided")
    func dayAndRuntime() {
        let left = MovieFacts.film("등대지기", 2010, runtime: 97).with { $0.releaseDate = date(2, 10) }
        let right = MovieFacts.film("Cedar Valley", 2010, runtime: 97).with { $0.releaseDate = date(2, 10) }
        let records = [MovieRecord("a", left), MovieRecord("b", right)]
        let clusters = Matcher().clusters(of: records)
        #expect(clusters.map(\.members) == [[0], [1]])
        #expect(clusters.map(\.rivals) == [[1], [0]])
        let decision = Matcher().match(FilmTable(records), duplicates: .forbidden).decision(0, 1)
        #expect(decision.verdict == .ambiguous)
        #expect(decision.reasons.first == "nothing in titles or names says so")
    }
}
