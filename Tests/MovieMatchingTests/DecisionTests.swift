import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Decisions and user corrections")
struct MatchDecisionTests {
    private func decision(
        _ records: [MovieRecord],
        _ left: Int,
        _ right: Int,
        _ matcher: Matcher = Matcher()
    ) -> MatchDecision {
        matcher.match(FilmTable(records), duplicates: .forbidden).decision(left, right)
    }

    @Test("A match gives its reasons and every comparison")
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

    @Test("The comparisons add up to the score that the confidence follows from")
    func sum() {
        let films = [
            MovieRecord("a", .film("Oldboy", 2003, runtime: 120)), MovieRecord("b", .film("Oldboy", nil, runtime: 120)),
        ]
        let decision = decision(films, 0, 1)
        let sum = decision.comparisons.map(\.bits).reduce(0, +)
        #expect(abs(decision.confidence - BinaryLogarithm.probability(ofBits: sum)) < 0.01)
        #expect(decision.comparisons.contains { $0.finding == "only one has a year" && $0.bits < 0 })
    }

    @Test("Two parts of a series in a source that lists films twice stay two films")
    func partsAndTwins() {
        let directors = [Person(name: "Lana Wachowski"), Person(name: "Lilly Wachowski")]
        let films = ["The Matrix Reloaded", "The Matrix Revolutions", "The Matrix Reloaded", "The Matrix Revolutions"]
            .map { MovieRecord("a", .film($0, 2003, directors: directors)) }
        let roots = Matcher().match(FilmTable(films), duplicates: .expected).roots
        #expect(roots == [0, 1, 0, 1])
    }

    @Test("A film that shares a director with too many others is compared with few of them, and named")
    func crowded() {
        let films = (1...400).flatMap { number in
            ["a", "b"].map {
                MovieRecord(ProviderID($0), .film("Show \(number)", 2000, directors: [Person(name: "Ada")]))
            }
        }
        let matching = Matcher().match(FilmTable(films), duplicates: .forbidden)
        #expect(matching.crowded.count > 700)
        #expect(matching.crowded == matching.crowded.sorted())
        #expect(matching.clusters().count == 400)
        #expect(Matcher().match(FilmTable(Array(films.prefix(200))), duplicates: .forbidden).crowded.isEmpty)
    }

    @Test("The titles of a film with very many of them are not all compared with those of all others")
    func manyTitles() {
        let words = ["salt", "cedar", "lamp", "harbour", "ridge", "stone"]
        let films = (0..<300).map { film in
            let titles = (0..<16).map { title in
                (0..<3).map { words[(film * 31 + title * 7 + $0 * (film + 1)) % 6] }.joined(separator: " ")
                    + " \(film % 7)"
            }
            return MovieRecord(ProviderID("s\(film % 2)"), .film(titles[0], 2000, also: Array(titles.dropFirst())))
        }
        #expect(!Matcher().match(FilmTable(films), duplicates: .forbidden).crowded.isEmpty)
    }

    @Test(
        "A day and a running time make no match of titles that only a faint sound has in common",
        arguments: [("사랑", "War Zone"), ("해방", "Elephant Song"), ("트리플 프런티어", "After.Life"), ("카케구루이", "Valkyrie")]
    )
    func faintSound(_ hangul: String, _ latin: String) {
        var korean = MovieFacts.film(hangul, 1999, runtime: 101)
        var english = MovieFacts.film(latin, 1999, runtime: 101)
        korean.releaseDate = CalendarDate(parsing: "1999-03-04")
        english.releaseDate = korean.releaseDate
        let decision = decision([MovieRecord("a", korean), MovieRecord("b", english)], 0, 1)
        #expect(decision.verdict == .ambiguous)
        #expect(decision.reasons.first == "nothing in titles or names says so")
        #expect(decision.comparisons.contains { $0.finding == "titles sound somewhat alike" && $0.bits < 0 })
    }

    @Test("A title alone is a match only if it is rare; a day, a running time, or a person decides otherwise")
    func titleAlone() {
        func decision(_ title: String, _ set: (inout MovieFacts) -> Void = { _ in }) -> MatchDecision {
            let films = ["a", "b"].map { MovieRecord(ProviderID($0), MovieFacts.film(title, nil).with(set)) }
            return self.decision(films, 0, 1)
        }
        #expect(decision("The Lake").verdict == .ambiguous)
        #expect(decision("The Lake").reasons.first == "nothing but a title says so")
        #expect(decision("호수").verdict == .ambiguous)
        #expect(decision("The Lake") { $0.runtimeMinutes = 97 }.verdict == .same)
        #expect(decision("The Lake") { $0.directors = [Person(name: "Ann Lee")] }.verdict == .same)
        #expect(decision("The Lake") { $0.titles.append(LocalizedText("호수", language: "ko")) }.verdict == .same)
        #expect(decision("Seventeen Lanterns over Harbour Ridge").verdict == .same)
    }

    @Test("A pair to which no word, name, or day leads is different for that reason")
    func notLookedUp() throws {
        let films = [MovieRecord("a", .film("The Witch", 2015)), MovieRecord("b", .film("더 위치", 2015))]
        let decision = decision(films, 0, 1)
        #expect(decision.verdict == .different)
        #expect(decision.reasons.first == "nothing rare enough leads from one to the other")
    }

    @Test(
        "Titles in two scripts that sound alike from beginning to end need no equal day",
        arguments: [
            ("라라랜드", "La La Land", "2016-12-09"), ("고질라", "Godzilla", "2014-06-23"),
            ("오드 토머스", "Odd Thomas", "2013-07-01"), ("루시", "Lucy", nil), ("트로이", "Troy", nil),
        ]
    )
    func wholeSound(korean: String, english: String, day: String?) throws {
        var (one, other) = (MovieFacts.film(korean, 2016), MovieFacts.film(english, 2016))
        if let day {
            let released = try #require(CalendarDate(parsing: day))
            (one.year, other.year) = (released.year, released.year)
            one.releaseDate = released
            other.releaseDate = CalendarDate(year: released.year, month: released.month - 1, day: released.day)
        }
        #expect(decision([MovieRecord("a", one), MovieRecord("b", other)], 0, 1).verdict == .same)
    }

    @Test(
        "Titles of which only a part sounds alike count little",
        arguments: [
            ("프랑켄위니", "Universal Soldier: Day of Reckoning"), ("라 루나", "LOL"), ("19곰 테드", "Dead Mine"),
            ("스페이스 잼", "The Mirror Has Two Faces"), ("내쇼날 시큐리티", "Kangaroo Jack"),
        ]
    )
    func partialSound(korean: String, english: String) throws {
        let films = [MovieRecord("a", .film(korean, 2012)), MovieRecord("b", .film(english, 2012))]
        let title = try #require(decision(films, 0, 1).comparisons.first { $0.field == "title" })
        #expect(title.bits < 1.5)
    }

    @Test("A decision is the same in both directions")
    func symmetric() {
        let films = [Parasite.kofic, Parasite.yts, .film("Oldboy", 2003)].map { MovieRecord("x", $0) }
        for left in films.indices {
            for right in films.indices where left != right {
                #expect(decision(films, left, right) == decision(films, right, left))
            }
        }
    }

    @Test("A decision against a match gives the reasons that count against it")
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

    @Test(
        "An extra word makes another film, but word order, an apostrophe, or a subtitle does not",
        arguments: [
            ("The Dream Team", "The Other Dream Team", false),
            ("The Final Destination", "The City of Your Final Destination", false),
            ("Jason Lives: Friday the 13th", "Friday the 13th: Jason Lives", true),
            ("Harry Potter and the Philosopher's Stone", "Harry Potter and the Philosophers Stone", true),
            ("Interview with the Vampire", "Interview with the Vampire: The Vampire Chronicles", true),
        ]
    )
    func oneWordMore(_ one: String, _ other: String, isSame: Bool) {
        let films = [MovieRecord("a", .film(one, 2012)), MovieRecord("b", .film(other, 2012))]
        #expect((decision(films, 0, 1).verdict == .same) == isSame)
    }

    @Test(
        "A title with more words may be of another film, so a person, a day, or a running time has to agree",
        arguments: [
            ("Pier 16", "The Making of Pier 16"), ("Pier 16", "Pier 16: The Making of"), ("Pier 16", "Pier 16 Live"),
            ("Pier 16", "Behind the Scenes: Pier 16"), ("Dune", "Dune: Drifter"), ("Dune", "Dune: Live in Concert"),
            ("Dead End", "Batman: Dead End"),
            ("Seventeen Lanterns over Harbour Ridge", "Seventeen Lanterns over Harbour Ridge: Live"),
            ("메가로돈", "메가로돈: 거대 상어의 습격"),
        ]
    )
    func moreWords(_ title: String, _ longer: String) {
        func verdict(_ matcher: Matcher = Matcher(), _ set: (inout MovieFacts) -> Void) -> MatchDecision.Verdict {
            let films = [title, longer].map { MovieFacts.film($0, 2019).with(set) }
            return decision([MovieRecord("a", films[0]), MovieRecord("b", films[1])], 0, 1, matcher).verdict
        }
        #expect(verdict { _ in } != .same)
        #expect(verdict(Matcher().ofOnePerson()) { _ in } == .ambiguous)
        #expect(verdict { $0.directors = [Person(name: "Ada Stone")] } == .same)
        #expect(verdict { $0.releaseDate = CalendarDate(parsing: "2019-03-04") } == .same)
        #expect(verdict { $0.runtimeMinutes = 97 } == .same)
    }

    @Test("A cast that a film shares with a short about it does not make them one film")
    func shortAboutFilm() {
        let cast = ["Ann Lee", "Bo Salt", "Cy Reed"].map { Person(name: $0) }
        let film = MovieFacts.film("Pier 16", 2019, runtime: 107).with { $0.cast = cast }
        let short = MovieFacts.film("Pier 16: Rain of Salt", 2019, runtime: 30).with { $0.cast = cast }
        #expect(decision([MovieRecord("a", film), MovieRecord("b", short)], 0, 1).verdict == .ambiguous)
    }

    @Test(
        "A name before a title, or a subtitle that begins with `the`, is rarely of another film",
        arguments: [("Nomad", "Nomad: The Warrior"), ("Quest for Salt", "The Magic Lamp: Quest for Salt")]
    )
    func longForm(_ title: String, _ longer: String) {
        let films = [MovieRecord("a", .film(title, 2019)), MovieRecord("b", .film(longer, 2019))]
        #expect(decision(films, 0, 1).verdict == .same)
        let close = decision([films[0], MovieRecord("b", .film("\(longer): Live", 2019))], 0, 1)
        #expect(close.verdict != .same)
    }

    @Test("What is missing for a match of a title with more words is said first")
    func moreWordsReason() {
        let films = [
            MovieRecord("a", .film("Dune", 2019)), MovieRecord("b", .film("Dune: Drifter", 2019, runtime: 95)),
        ]
        let reasons = decision(films, 0, 1).reasons
        #expect(
            reasons == [
                "one title has more words, and no person, day, or running time agrees", "same year",
                "English title contained in the other",
            ]
        )
    }

    @Test("A veto is the first reason and sets the confidence to zero")
    func veto() {
        let films = [MovieRecord("a", .film("Iron Man 2", 2010)), MovieRecord("b", .film("Iron Man 3", 2010))]
        let decision = decision(films, 0, 1)
        #expect(decision.verdict == .different)
        #expect(decision.confidence == 0)
        #expect(decision.reasons.first == "different parts of a series")
    }

    @Test("Of two equally good candidates neither is taken, and the other is named as a rival")
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

    @Test("A user's pin joins films that have nothing in common and is given as the reason")
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

    @Test("A user's pin does not join films with different ids in one namespace")
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

    @Test("A user's split separates films that look the same, even with an equal id")
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

    @Test("A split candidate makes room for another candidate")
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

@Suite("Sources with duplicates")
struct MatchDuplicatesTests {
    /// Returns two sources of a hundred films; the second source holds its first `twins` films twice.
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

    @Test("A source with many duplicates is detected, and each duplicate is matched")
    func detected() {
        let matching = Matcher().match(table(twins: 8))
        #expect(matching.cardinality == .duplicates(in: [1]))
        #expect(matching.clusters().count { $0.members.count == 3 } == 8)
        #expect(matching.clusters().count { $0.members.count == 2 } == 92)
    }

    @Test("A source with few duplicates counts as one-to-one, and the duplicated films are ambiguous")
    func few() {
        let matching = Matcher().match(table(twins: 2))
        #expect(matching.cardinality == .oneToOne)
        #expect(matching.clusters().count { $0.members.count == 2 } == 98)
        #expect(matching.clusters().count(where: \.isAmbiguous) == 2)
    }

    @Test("The duplicates option overrides the detection")
    func asked() {
        #expect(Matcher().match(table(twins: 2), duplicates: .expected).cardinality == .duplicates(in: [1]))
        #expect(Matcher().match(table(twins: 0), duplicates: .expected).cardinality == .duplicates(in: [0, 1]))
        #expect(Matcher().match(table(twins: 8), duplicates: .forbidden).cardinality == .oneToOne)
    }
}

@Suite("Films connected only by a chain")
struct MatchChainTests {
    private static let crew = [Person(name: "Ada Stone"), Person(name: "Ben Reed"), Person(name: "Cid Moor")]

    private func part(_ title: String, _ year: Int, _ id: String) -> MovieFacts {
        .film(title, year, ids: ["b": id], directors: [Person(name: "Dan Hill")], runtime: 170).with {
            $0.cast = Self.crew
        }
    }

    private func table(_ films: [MovieRecord]) -> FilmTable { FilmTable(films) }

    @Test("Two parts of a trilogy stay two films in a source with duplicates")
    func trilogy() {
        let films = [
            MovieRecord("a", part("The Salt Road: The Long Winter", 2002, "0").with { $0.ids = ["a": "1"] }),
            MovieRecord("b", part("The Salt Road: The Long Winter", 2002, "1").with { $0.ids = [:] }),
            MovieRecord("b", part("The Salt Road: Home at Last", 2003, "2").with { $0.ids = [:] }),
        ]
        let matching = Matcher().match(table(films), duplicates: .expected)
        #expect(matching.clusters().map(\.members) == [[0, 1], [2]])
    }

    @Test("Records of one source need evidence of their own, whatever a third record shares with them")
    func withinOneSource() {
        let films = [
            MovieRecord("a", .film("Salt Road", 2002, also: ["소금길"], runtime: 97)),
            MovieRecord("b", .film("Salt Road", 2002, runtime: 97)),
            MovieRecord("b", .film("소금길", 2002, runtime: 140)),
        ]
        let clusters = Matcher().match(table(films), duplicates: .expected).clusters()
        #expect(!clusters.contains { $0.members.contains(1) && $0.members.contains(2) })
    }

    @Test("Films joined only through a third record say so and have the confidence of the whole film")
    func joinedByOthers() {
        let films = [
            MovieRecord("a", .film("소금길", 2002)),
            MovieRecord("b", .film("Long Winter", 2002)),
            MovieRecord("c", .film("Long Winter", 2002, also: ["소금길"])),
        ]
        let matching = Matcher().match(FilmTable(films), duplicates: .forbidden)
        let decision = matching.decision(0, 1)
        #expect(decision.verdict == .same)
        #expect(decision.confidence > 0.9)
        #expect(decision.reasons.first == "through another record of the film")
        var explainer = matching.explainer
        let printed = explainer.explain(0, 1)
        #expect(printed == MatchExplanation(confidence: decision.confidence, reasons: decision.reasons))
    }

    @Test("Renaming ids does not change the clusters")
    func namesOfIDs() {
        func clusters(_ name: (Int) -> String) -> [[Int]] {
            var table = FilmTable()
            let sources = ["a", "b"].map { table.addSource(named: $0) }
            for film in 0..<60 {
                table.begin(source: sources[film % 2])
                table.add(label: name(film))
                table.add(title: ["Casanova", "Ring", "Salt Road"][film % 3])
                table.set(year: 2000 + film % 5)
                table.set(runtimeMinutes: 90 + film % 7)
                table.end()
            }
            return Matcher().match(table).clusters().map(\.members)
        }
        let first = clusters { "film:\($0)" }
        for prime in [7, 11, 13] { #expect(clusters { "x\($0 * prime % 61)" } == first) }
    }
}

@Suite("Edge groups")
struct EdgeGroupsTests {
    private func edge(_ left: UInt32, _ right: UInt32, _ score: Float) -> MatchEdge {
        MatchEdge(left: left, right: right, score: score)
    }

    private func groups(_ edges: [MatchEdge], joined: DisjointSet) -> [[[Int]]] {
        let groups = EdgeGroups(edges, joined: joined)
        return groups.ranges.map { range in
            groups.edges[range].map { [Int($0.left), Int($0.right), Int($0.score)] }
        }
    }

    @Test("Each group has the edges of connected films, the highest score first")
    func connected() {
        let edges = [
            edge(4, 5, 2), edge(0, 2, 3), edge(1, 3, 9), edge(2, 6, 7), edge(5, 7, 2), edge(4, 7, 8), edge(0, 6, 3),
        ]
        #expect(
            groups(edges, joined: DisjointSet(count: 8)) == [
                [[2, 6, 7], [0, 2, 3], [0, 6, 3]], [[1, 3, 9]], [[4, 7, 8], [4, 5, 2], [5, 7, 2]],
            ]
        )
    }

    @Test("Films that are already joined count as connected")
    func joined() {
        var rings = DisjointSet(count: 6)
        let areNew = rings.unite(1, 5)
        #expect(areNew)
        #expect(
            groups([edge(4, 5, 2), edge(0, 1, 3), edge(2, 3, 1)], joined: rings) == [
                [[0, 1, 3], [4, 5, 2]], [[2, 3, 1]],
            ]
        )
    }

    @Test("No edges give no groups")
    func none() {
        #expect(groups([], joined: DisjointSet(count: 3)).isEmpty)
        #expect(groups([], joined: DisjointSet(count: 0)).isEmpty)
    }
}
