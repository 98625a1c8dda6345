import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Decisions about two films, and what a user says about them")
struct MatchDecisionTests {
    private func decision(
        _ records: [MovieRecord],
        _ left: Int,
        _ right: Int,
        _ matcher: Matcher = Matcher()
    ) -> MatchDecision {
        matcher.match(FilmTable(records), duplicates: .forbidden).decision(left, right)
    }

    @Test("what is the same says why, with every comparison")
    func same() {
        let films = [
            MovieRecord("a", .film("Oldboy", 2003, runtime: 120)),
            MovieRecord("b", .film("Oldboy", 2003, runtime: 120)),
        ]
        let decision = decision(films, 0, 1)
        #expect(decision.verdict == .same)
        #expect(decision.confidence == 0.99)
        #expect(decision.reasons == ["same year", "English title equal", "running time equal"])
        #expect(decision.comparisons.map(\.field) == ["prior", "year", "title", "runtime"])
        #expect(decision.comparisons.map { $0.bits > 0 } == [false, true, true, true])
    }

    @Test("both ways the decision is the same")
    func symmetric() {
        let films = [Parasite.kofic, Parasite.yts, .film("Oldboy", 2003)].map { MovieRecord("x", $0) }
        for left in films.indices {
            for right in films.indices where left != right {
                #expect(decision(films, left, right) == decision(films, right, left))
            }
        }
    }

    @Test("what is different says what speaks against it")
    func different() {
        let films = [
            MovieRecord("a", .film("Ring", 1998, directors: [Person(name: "Hideo Nakata")], runtime: 96)),
            MovieRecord("b", .film("Ring", 1999, directors: [Person(name: "Dong-bin Kim")], runtime: 108)),
        ]
        let decision = decision(films, 0, 1)
        #expect(decision.verdict == .different)
        #expect(decision.confidence < 0.1)
        #expect(decision.reasons == ["directors differ", "running times 12 minutes apart"])
    }

    @Test("a veto is the first reason, and leaves no doubt")
    func veto() {
        let films = [MovieRecord("a", .film("Iron Man 2", 2010)), MovieRecord("b", .film("Iron Man 3", 2010))]
        let decision = decision(films, 0, 1)
        #expect(decision.verdict == .different)
        #expect(decision.confidence == 0)
        #expect(decision.reasons.first == "different parts of a series")
    }

    @Test("of two equally good candidates neither is taken, and each names the other")
    func ambiguous() {
        let films = [
            MovieRecord("a", .film("Casanova", 2005)),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "1"])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "2"])),
        ]
        let decision = decision(films, 0, 1)
        #expect(decision.verdict == .ambiguous)
        #expect(decision.rivals == [2])
        #expect(decision.reasons == ["another candidate is as good", "same year", "English title equal"])
    }

    @Test("a user's pin joins what has nothing in common, and says so")
    func pinned() {
        let records = [
            MovieRecord("a", .film("Giù la testa", 1971, ids: ["a": "1"])),
            MovieRecord("b", .film("Duck, You Sucker", 1973, ids: ["b": "1"])),
        ]
        #expect(Matcher().clusters(of: records).map(\.members) == [[0], [1]])
        let pin = IDPair(MovieID(namespace: "a", value: "1"), MovieID(namespace: "b", value: "1"))
        let clusters = Matcher(corrections: Corrections(pinned: [pin])).clusters(of: records)
        #expect(clusters.map(\.members) == [[0, 1]])
        #expect(clusters[0].explanation == MatchExplanation(confidence: 1, reasons: ["pinned by the user"]))
    }

    @Test("not even a user puts two ids of one name space into one film")
    func pinnedAgainstIDs() {
        let records = [
            MovieRecord("a", .film("Ring", 1998, ids: ["a": "1", "imdb": "tt1"])),
            MovieRecord("b", .film("Ring", 1998, ids: ["b": "1", "imdb": "tt2"])),
        ]
        let pin = IDPair(MovieID(namespace: "a", value: "1"), MovieID(namespace: "b", value: "1"))
        #expect(
            Matcher(corrections: Corrections(pinned: [pin])).clusters(of: records).map(\.members) == [[0], [1]]
        )
    }

    @Test("a user's split parts what looks the same, even under an equal id")
    func split() {
        let equal = [
            MovieRecord("a", .film("Oldboy", 2003, ids: ["a": "1"])),
            MovieRecord("b", .film("Oldboy", 2003, ids: ["b": "1"])),
        ]
        let split = IDPair(MovieID(namespace: "b", value: "1"), MovieID(namespace: "a", value: "1"))
        let matcher = Matcher(corrections: Corrections(split: [split]))
        #expect(Matcher().clusters(of: equal).map(\.members) == [[0, 1]])
        #expect(matcher.clusters(of: equal).map(\.members) == [[0], [1]])
        let sharing = equal.map { record in
            var record = record
            record.facts.ids["imdb"] = "tt1"
            return record
        }
        #expect(matcher.clusters(of: sharing).map(\.members) == [[0], [1]])
    }

    @Test("a split film leaves its place to another candidate")
    func splitFreesCandidate() {
        let records = [
            MovieRecord("a", .film("Casanova", 2005, ids: ["a": "1"])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "1"])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "2"])),
        ]
        let split = IDPair(MovieID(namespace: "a", value: "1"), MovieID(namespace: "b", value: "1"))
        let clusters = Matcher(corrections: Corrections(split: [split])).clusters(of: records)
        #expect(clusters.map(\.members) == [[0, 2], [1]])
    }
}
