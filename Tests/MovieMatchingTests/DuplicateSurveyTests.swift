import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Which sources hold films twice")
struct DuplicateSurveyTests {
    /// A source of films with few titles, each of any year; of them, the first `twins` are there twice.
    private func cardinality(titles: Int, films: Int, twins: Int) -> MatchCardinality {
        var table = FilmTable()
        let source = table.addSource(named: "a")
        var random = SeededGenerator(seed: 3)
        for film in 0..<films {
            let title = "Harbour \(Int.random(in: 0..<titles, using: &random) * 7_919)"
            let year = Int.random(in: 1950..<2020, using: &random)
            for _ in 0..<(film < twins ? 2 : 1) {
                table.begin(source: source)
                table.add(title: title)
                table.set(year: year)
                table.end()
            }
        }
        return Matcher().match(table).cardinality
    }

    @Test("A catalogue in which titles of one year coincide by chance does not hold films twice")
    func dense() {
        #expect(cardinality(titles: 1_000, films: 4_000, twins: 0) == .oneToOne)
    }

    @Test("One in which they coincide more often than by chance does")
    func twins() {
        #expect(cardinality(titles: 1_000, films: 4_000, twins: 200) == .duplicates(in: [0]))
        #expect(cardinality(titles: 1_000_000, films: 1_000, twins: 20) == .duplicates(in: [0]))
    }
}

@Suite("The share of films with a partner")
struct PartnerShareTests {
    private func table(_ sizes: [Int]) -> FilmTable {
        var table = FilmTable()
        for (number, size) in sizes.enumerated() {
            let source = table.addSource(named: "\(number)")
            for _ in 0..<size {
                table.begin(source: source)
                table.end()
            }
        }
        return table
    }

    private func edges(_ count: Int, _ score: Float) -> [MatchEdge] {
        (0..<count).map { MatchEdge(left: UInt32($0), right: UInt32(1_000 + $0), score: score) }
    }

    @Test("Few partners lower the prior, many or small lists leave it")
    func shift() {
        let lists = table([1_000, 1_000])
        #expect(PartnerShare(edges(800, 5), lists).priorShift(.standard) == 0)
        let few = PartnerShare(edges(50, 5), lists).priorShift(.standard)
        #expect(few < -1 && few > -3)
        #expect(PartnerShare(edges(800, 1), lists).priorShift(.standard) == -4)
        #expect(PartnerShare([], table([100, 100])).priorShift(.standard) == 0)
        #expect(PartnerShare([], table([1_000])).priorShift(.standard) == 0)
    }

    /// Whether two films with a common title and years one apart are one, and how sure that is, in lists of which so many
    /// films have a partner.
    private func pair(amongPartners partners: Int) -> MatchDecision {
        var table = FilmTable()
        let sources = ["a", "b"].map { table.addSource(named: $0) }
        for source in sources {
            for film in 0..<600 {
                table.begin(source: source)
                let number = film < partners ? film : (source + 1) * 600 + film
                var random = SeededGenerator(seed: UInt64(number))
                let letters = (0..<10).map { _ in Int.random(in: 10..<36, using: &random) }
                let word = letters.map { String($0, radix: 36) }.joined()
                table.add(title: film == 0 ? "The Love" : word)
                table.set(year: 1_990 + film % 20 + (film == 0 ? source : 0))
                if film == 0 { table.set(runtimeMinutes: 100 + 2 * source) }
                table.end()
            }
        }
        return Matcher().match(table).decision(0, 600)
    }

    @Test("Where few films have a partner, a pair is less sure, and one film as before")
    func confidence() {
        let (many, few) = (pair(amongPartners: 400), pair(amongPartners: 120))
        #expect([many.verdict, few.verdict] == [.same, .same])
        #expect(few.confidence < many.confidence)
    }
}
