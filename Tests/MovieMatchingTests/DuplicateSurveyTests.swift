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
}
