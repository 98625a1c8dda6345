import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Sources that hold films twice")
struct MatchDuplicatesTests {
    /// Two sources of a hundred films; of the second one's, the first `twins` are there twice.
    private func table(twins: Int) -> FilmTable {
        var table = FilmTable()
        let sources = ["a", "b"].map { table.addSource(named: $0) }
        for film in 0..<100 {
            for source in 0..<2 {
                for _ in 0..<(source == 1 && film < twins ? 2 : 1) {
                    table.begin(source: sources[source])
                    table.add(title: "Film number \(film * 7_919)")
                    table.set(year: 1980 + film % 40)
                    table.end()
                }
            }
        }
        return table
    }

    @Test("a source with many twins is found out, and each twin is matched")
    func detected() {
        let matching = Matcher().match(table(twins: 8))
        #expect(matching.cardinality == .duplicates(in: [1]))
        #expect(matching.clusters().count { $0.members.count == 3 } == 8)
        #expect(matching.clusters().count { $0.members.count == 2 } == 92)
    }

    @Test("a few twins are films of their own: which of them is meant is not known")
    func few() {
        let matching = Matcher().match(table(twins: 2))
        #expect(matching.cardinality == .oneToOne)
        #expect(matching.clusters().count { $0.members.count == 2 } == 98)
        #expect(matching.clusters().count(where: \.isAmbiguous) == 2)
    }

    @Test("whether they are is also a matter of what is asked for")
    func asked() {
        #expect(Matcher().match(table(twins: 2), duplicates: .expected).cardinality == .duplicates(in: [1]))
        #expect(Matcher().match(table(twins: 0), duplicates: .expected).cardinality == .duplicates(in: [1]))
        #expect(Matcher().match(table(twins: 8), duplicates: .forbidden).cardinality == .oneToOne)
    }
}
