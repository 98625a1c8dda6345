import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Detection of sources with duplicates")
struct DuplicateSurveyTests {
    /// Returns the cardinality for one source with random titles and years that holds its first `twins` films twice.
    ///
    /// If the films are `recent`, each year has more films than the year before.
    private func cardinality(titles: Int, films: Int, twins: Int, recent: Bool = false) -> MatchCardinality {
        var table = FilmTable()
        let source = table.addSource(named: "a")
        var random = SeededGenerator(seed: 3)
        for film in 0..<films {
            let title = "Harbour \(Int.random(in: 0..<titles, using: &random) * 7_919)"
            let span = recent ? Int.random(in: 0..<70, using: &random) : 69
            let year = 2019 - Int.random(in: 0...span, using: &random)
            for _ in 0..<(film < twins ? 2 : 1) {
                table.begin(source: source)
                table.add(title: title)
                table.set(year: year)
                table.end()
            }
        }
        return Matcher().match(table).cardinality
    }

    @Test("A source whose titles coincide within a year only by chance has no duplicates")
    func dense() {
        #expect(cardinality(titles: 1_000, films: 4_000, twins: 0) == .oneToOne)
    }

    @Test("Titles coincide more often in the years with the most films")
    func recent() {
        #expect(cardinality(titles: 400, films: 4_000, twins: 0, recent: true) == .oneToOne)
        #expect(cardinality(titles: 4_000, films: 4_000, twins: 0, recent: true) == .oneToOne)
        #expect(cardinality(titles: 4_000, films: 4_000, twins: 200, recent: true) == .duplicates(in: [0]))
    }

    @Test("A source whose titles coincide within a year more often than by chance has duplicates")
    func twins() {
        #expect(cardinality(titles: 1_000, films: 4_000, twins: 200) == .duplicates(in: [0]))
        #expect(cardinality(titles: 1_000_000, films: 1_000, twins: 20) == .duplicates(in: [0]))
    }
}

@Suite("Share of films with a partner")
struct PartnerShareTests {
    private func table(_ sizes: [Int], year: Int? = 2000) -> FilmTable {
        var table = FilmTable()
        for (number, size) in sizes.enumerated() {
            let source = table.addSource(named: "\(number)")
            for _ in 0..<size {
                table.begin(source: source)
                if let year { table.set(year: year) }
                table.end()
            }
        }
        return table
    }

    private func edges(_ count: Int, _ score: Float) -> [MatchEdge] {
        (0..<count).map { MatchEdge(left: UInt32($0), right: UInt32(1_000 + $0), score: score) }
    }

    @Test("Few partners lower the prior; many partners, short lists, a single list, and lists without years do not")
    func shift() {
        let lists = table([1_000, 1_000])
        #expect(PartnerShare(edges(800, 5), lists).priorShift(.standard) == 0)
        let few = PartnerShare(edges(50, 5), lists).priorShift(.standard)
        #expect(few < -1 && few > -3)
        #expect(PartnerShare(edges(800, 1), lists).priorShift(.standard) == -4)
        #expect(PartnerShare([], table([100, 100])).priorShift(.standard) == 0)
        #expect(PartnerShare([], table([1_000])).priorShift(.standard) == 0)
        #expect(PartnerShare([], table([1_000, 1_000], year: nil)).priorShift(.standard) == 0)
    }

    /// Returns the decision on two films with a common title and years one apart, in two lists whose first `partners`
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

    @Test("A match is less confident but still a match if few films have a partner")
    func confidence() {
        let (many, few) = (pair(amongPartners: 400), pair(amongPartners: 120))
        #expect([many.verdict, few.verdict] == [.same, .same])
        #expect(few.confidence < many.confidence)
    }
}
