import MarqueeTestKit
import MovieDomain
import MovieMatching
import Testing

@Suite("Matching records")
struct MatcherTests {
    /// Two records and the expected explanation of their match; `confidence` is `nil` if they are two films.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let left: MovieFacts
        let right: MovieFacts
        let confidence: Double?
        var reasons: [String] = []
        var testDescription: String { name }
    }

    static let park = [Person(name: "Park Chan-wook")]
    static let bong = [Person(name: "봉준호", nameEn: "BONG Joon-ho")]

    @Test(
        arguments: [
            Case(
                name: "title, year and director",
                left: Parasite.kofic,
                right: Parasite.yts,
                confidence: 0.99,
                reasons: ["same year", "English title equal", "director equal", "running times close"]
            ),
            Case(
                name: "title, year and director as in the documentation",
                left: .film("기생충", 2019, also: ["Parasite"], directors: bong),
                right: .film("Parasite", 2019, directors: [Person(name: "Joon-ho Bong")]),
                confidence: 0.99,
                reasons: ["same year", "English title equal", "director equal"]
            ),
            Case(
                name: "an equal id needs nothing else",
                left: .film("Gisaengchung", nil, ids: ["imdb": "tt6751668"]),
                right: .film("Parasite", 2019, ids: ["imdb": "tt6751668", "tmdb": "496243"]),
                confidence: 1,
                reasons: ["imdb id equal"]
            ),
            Case(
                name: "a different id is a veto",
                left: .film("Parasite", 2019, ids: ["imdb": "tt1"], directors: bong),
                right: .film("Parasite", 2019, ids: ["imdb": "tt2"], directors: bong),
                confidence: nil
            ),
            Case(
                name: "a different id is a veto even beside an equal one",
                left: .film("Parasite", 2019, ids: ["imdb": "tt1", "tmdb": "1"]),
                right: .film("Parasite", 2019, ids: ["imdb": "tt1", "tmdb": "2"]),
                confidence: nil
            ),
            Case(
                name: "title and year",
                left: .film("Oldboy", 2003),
                right: .film("OldBoy", 2003),
                confidence: 0.99,
                reasons: ["same year", "English title equal"]
            ),
            Case(
                name: "years one apart",
                left: .film("Oldboy", 2003),
                right: .film("Oldboy", 2004),
                confidence: 0.86,
                reasons: ["years one apart", "English title equal"]
            ),
            Case(name: "years two apart", left: .film("Oldboy", 2003), right: .film("Oldboy", 2005), confidence: nil),
            Case(name: "a remake", left: .film("Oldboy", 2003), right: .film("Oldboy", 2013), confidence: nil),
            Case(name: "no year, no witness", left: .film("Oldboy"), right: .film("Oldboy", 2003), confidence: nil),
            Case(
                name: "no year, but the director",
                left: .film("Oldboy", directors: park),
                right: .film("Oldboy", 2003, directors: [Person(name: "Chan-wook Park")]),
                confidence: 0.99,
                reasons: ["English title equal", "director equal"]
            ),
            Case(
                name: "no year, but both titles",
                left: .film("Oldboy", also: ["올드보이"]),
                right: .film("올드 보이", 2003, also: ["Old Boy"]),
                confidence: 0.9,
                reasons: ["Korean title equal", "English title equal"]
            ),
            Case(
                name: "directors that contradict",
                left: .film("Casanova", 2005, directors: [Person(name: "Lasse Hallström")]),
                right: .film("Casanova", 2005, directors: [Person(name: "Sheree Folkson")]),
                confidence: nil
            ),
            Case(
                name: "directors that contradict, but both titles and the running time",
                left: .film("Casanova", 2005, also: ["카사노바"], directors: park, runtime: 112),
                right: .film("Casanova", 2005, also: ["카사노바"], directors: bong, runtime: 111),
                confidence: 0.98,
                reasons: ["same year", "Korean title equal", "English title equal", "running times close"]
            ),
            Case(
                name: "a short and its feature",
                left: .film("Whiplash", 2014, runtime: 106),
                right: .film("Whiplash", 2013, runtime: 18),
                confidence: nil
            ),
            Case(
                name: "a short and the feature that its director made of it",
                left: .film("Whiplash", 2014, directors: park, runtime: 107),
                right: .film("Whiplash", 2013, directors: park, runtime: 18),
                confidence: nil
            ),
            Case(
                name: "a short and a feature of one year, of which one has a wrong running time",
                left: .film("Whiplash", 2014, also: ["위플래쉬"], directors: park, runtime: 107),
                right: .film("Whiplash", 2014, also: ["위플래쉬"], directors: park, runtime: 10),
                confidence: 0.99,
                reasons: ["same year", "Korean title equal", "English title equal", "director equal"]
            ),
            Case(
                name: "a film and a series of its title and year",
                left: .film("Casanova", 2005),
                right: .film("Casanova", 2005).with { $0.series = true },
                confidence: nil
            ),
            Case(
                name: "a film that is said to be one, and a series that everything else speaks for",
                left: .film("Casanova", 2005, also: ["카사노바"], directors: park, runtime: 112).with { $0.series = false },
                right: .film("Casanova", 2005, also: ["카사노바"], directors: park, runtime: 112).with { $0.series = true },
                confidence: nil
            ),
            Case(
                name: "a series, and one whose source does not say so",
                left: .film("Casanova", 2005, also: ["카사노바"], directors: park, runtime: 60),
                right: .film("Casanova", 2005, also: ["카사노바"], directors: park, runtime: 60).with { $0.series = true },
                confidence: 0.99,
                reasons: [
                    "same year", "Korean title equal", "English title equal", "director equal", "running time equal",
                ]
            ),
            Case(
                name: "two series",
                left: .film("Casanova", 2005).with { $0.series = true },
                right: .film("Casanova", 2005).with { $0.series = true },
                confidence: 0.99,
                reasons: ["same year", "English title equal"]
            ),
            Case(
                name: "Hangul spacing",
                left: .film("슈퍼밴드3", 2021),
                right: .film("슈퍼밴드 3", 2021),
                confidence: 0.99,
                reasons: ["same year", "Korean title equal"]
            ),
            Case(
                name: "different sequels under one Korean title",
                left: .film("아이언맨", 2010, also: ["Iron Man 2"]),
                right: .film("아이언맨", 2010, also: ["Iron Man 3"]),
                confidence: nil
            ),
            Case(
                name: "a first part and its sequel under one Korean title",
                left: .film("아이언맨", 2009, also: ["Iron Man"]),
                right: .film("아이언맨", 2010, also: ["Iron Man 2"]),
                confidence: nil
            ),
            Case(
                name: "a first part that says so",
                left: .film("듄", 2021, also: ["Dune"]),
                right: .film("듄", 2021, also: ["Dune: Part One"]),
                confidence: 0.99,
                reasons: ["same year", "Korean title equal"]
            ),
            Case(name: "titles of nothing", left: .film("...", 2003), right: .film("?!", 2003), confidence: nil),
            Case(
                name: "a release stands in for a year",
                left: .film("Oldboy").with { $0.releaseDate = CalendarDate(year: 2003, month: 11, day: 21) },
                right: .film("Oldboy", 2003),
                confidence: 0.99,
                reasons: ["same year", "English title equal"]
            ),
        ]
    )
    func pair(_ test: Case) {
        let clusters = Matcher().clusters(of: [MovieRecord("a", test.left), MovieRecord("b", test.right)])
        guard let confidence = test.confidence else {
            #expect(clusters.map(\.members) == [[0], [1]])
            return
        }
        #expect(clusters.map(\.members) == [[0, 1]])
        #expect(clusters.first?.explanation == MatchExplanation(confidence: confidence, reasons: test.reasons))
    }

    @Test("Record order does not change the number of films when rare words select the candidates")
    func equallyRareWords() {
        let long = MovieRecord("a", .film("Amber Birch Cedar Dahlia Elder", 2000, runtime: 97))
        let short = MovieRecord("b", .film("Dahlia Elder", 2001, runtime: 97))
        // Each word is in five films, too many for all words of a film to be looked up.
        let words = ["Amber", "Birch", "Cedar", "Dahlia", "Elder"]
        let others = (0..<4).flatMap { number in
            words.prefix(number < 3 ? 5 : 3).map {
                MovieRecord("c", .film("\($0) Zinnia \($0)\(number)", 1950 - 3 * number))
            }
        }
        let counts = [[long, short] + others, [short, long] + others, others + [short, long]].map { records in
            Matcher().clusters(of: records).count
        }
        #expect(Set(counts).count == 1, "\(counts)")
    }

    @Test("Of two equally good candidates of one source neither is taken, and both are named as rivals")
    func ambiguous() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Casanova", 2005)),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "1"])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "2"])),
        ])
        #expect(clusters.map(\.members) == [[0], [1], [2]])
        #expect(clusters[0].rivals == [1, 2])
        #expect(clusters[0].explanation == MatchExplanation(confidence: 0, reasons: ["ambiguous"]))
    }

    @Test("An equal id that all else contradicts is still decisive, and says what contradicts it")
    func contradictedID() {
        let clusters = Matcher().clusters(of: [
            MovieRecord(
                "a",
                .film("Amber", 1990, ids: ["imdb": "tt1"], directors: [Person(name: "Ann Lee")], runtime: 90)
            ),
            MovieRecord(
                "b",
                .film("Zinnia", 2015, ids: ["imdb": "tt1"], directors: [Person(name: "Bo Zhang")], runtime: 130)
            ),
            // A film with another title and another length in minutes is no news.
            MovieRecord("a", .film("Leon", 1994, ids: ["imdb": "tt2"], directors: [Person(name: "Luc Besson")])),
            MovieRecord("b", .film("The Killer", 1994, ids: ["imdb": "tt2"], directors: [Person(name: "Luc Besson")])),
        ])
        #expect(clusters.map(\.members) == [[0, 1], [2, 3]])
        let findings = "years 25 apart, English titles unlike, directors differ, running times 40 minutes apart"
        let reasons = ["imdb id equal", "although \(findings)"]
        #expect(clusters[0].explanation == MatchExplanation(confidence: 1, reasons: reasons))
        #expect(clusters[1].explanation?.reasons == ["imdb id equal", "same year", "director equal"])
    }

    private static let twins = [
        MovieRecord("a", .film("Twin", 2001, ids: ["a": "1"], directors: [Person(name: "Ann Lee")], runtime: 90)),
        MovieRecord("b", .film("Twin", 2001, ids: ["b": "1"], directors: [Person(name: "Bo Zhang")], runtime: 130)),
    ]
    private static let bare = MovieFacts.film("Twin", 2001, ids: ["c": "1"])

    @Test("A record that says too little does not join two films that contradict each other, and joins neither")
    func noBridge() {
        let records = Self.twins + [MovieRecord("c", Self.bare)]
        #expect(Matcher().clusters(of: Self.twins).count == 2)
        let clusters = Matcher().clusters(of: records)
        #expect(clusters.map(\.members) == [[0], [1], [2]])
        #expect(clusters[2].rivals == [0, 1])
        // Two such records are one film, which is as little either of the others.
        let more = Matcher().clusters(of: records + [MovieRecord("d", Self.bare.with { $0.ids = ["d": "1"] })])
        #expect(more.map(\.members) == [[0], [1], [2, 3]])
    }

    @Test("A record that has what one of two films has joins that one")
    func noBridgeButOne() {
        let clusters = Matcher().clusters(
            of: Self.twins + [MovieRecord("c", Self.bare.with { $0.runtimeMinutes = 130 })]
        )
        #expect(clusters.map(\.members) == [[0], [1, 2]])
    }

    @Test("A record with both directors joins records that have one of them")
    func bothDirectors() {
        let directors = ["Ann Lee", "Bo Zhang"].map { Person(name: $0) }
        let records = [
            MovieRecord(
                "a",
                Self.bare.with {
                    $0.ids = [:]
                    $0.directors = [directors[0]]
                }
            ),
            MovieRecord(
                "b",
                Self.bare.with {
                    $0.ids = [:]
                    $0.directors = [directors[1]]
                }
            ),
            MovieRecord("c", Self.bare.with { $0.directors = directors }),
        ]
        #expect(Matcher().clusters(of: records).map(\.members) == [[0, 1, 2]])
    }

    @Test("An earlier match joins no films that contradict each other")
    func noRememberedBridge() {
        var matcher = Matcher()
        let ids = ["a", "b", "c"].map { MovieID(namespace: $0, value: "1") }
        matcher.remembered = [IDPair(ids[0], ids[1]): 0.99]
        let clusters = matcher.clusters(of: Self.twins + [MovieRecord("c", Self.bare)])
        #expect(clusters.map(\.members) == [[0], [1], [2]])
        // What was known of the bare record then was no more than now.
        matcher.remembered[IDPair(ids[0], ids[2])] = 0.99
        let known = matcher.clusters(of: Self.twins + [MovieRecord("c", Self.bare)])
        #expect(!known.contains { $0.members.contains(0) && $0.members.contains(1) })
    }

    @Test("A match does not become surer because the same evidence was remembered")
    func notSurerAgain() throws {
        let records = [
            MovieRecord("a", .film("Audition", 1999, ids: ["a": "1"])),
            MovieRecord("b", .film("Audition", 2000, ids: ["b": "1"])),
        ]
        let first = try #require(Matcher().clusters(of: records).first?.explanation)
        #expect(first.confidence < 0.95)
        var matcher = Matcher()
        let pair = IDPair(MovieID(namespace: "a", value: "1"), MovieID(namespace: "b", value: "1"))
        matcher.remembered = [pair: first.confidence]
        let again = try #require(matcher.clusters(of: records).first?.explanation)
        #expect(abs(again.confidence - first.confidence) < 0.01)
        #expect(again.reasons == first.reasons)
        // What was surer before stays so, and says why.
        matcher.remembered = [pair: 0.98]
        let sure = try #require(matcher.clusters(of: records).first?.explanation)
        #expect(abs(sure.confidence - 0.98) < 0.01)
        #expect(sure.reasons.first == "matched before")
    }

    @Test("The director decides between two candidates")
    func directorDecides() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Casanova", 2005, directors: [Person(name: "Lasse Hallström")])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "1"], directors: [Person(name: "Sheree Folkson")])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "2"], directors: [Person(name: "Lasse Hallstrom")])),
        ])
        #expect(clusters.map(\.members) == [[0, 2], [1]])
    }

    @Test("A candidate of the exact year is preferred to one of the next year")
    func yearDecides() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Sherlock Holmes", 2009)),
            MovieRecord("b", .film("Sherlock Holmes", 2010, ids: ["b": "1"])),
            MovieRecord("b", .film("Sherlock Holmes", 2009, ids: ["b": "2"])),
        ])
        #expect(clusters.map(\.members) == [[0, 2], [1]])
    }

    @Test("A candidate that an id assigns to another film is no longer a rival")
    func elimination() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Casanova", 2005, ids: ["a": "1"])),
            MovieRecord("a", .film("Casanova", 2005, ids: ["a": "2", "imdb": "tt2"])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "1"])),
            MovieRecord("b", .film("Casanova", 2005, ids: ["b": "2", "imdb": "tt2"])),
        ])
        #expect(clusters.map(\.members) == [[0, 2], [1, 3]])
    }

    @Test("A record with both titles joins a Korean and an English record")
    func bridge() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("기생충", 2019)),
            MovieRecord("b", .film("Parasite", 2019)),
            MovieRecord("c", .film("Parasite", 2019, also: ["기생충"])),
        ])
        #expect(clusters.map(\.members) == [[0, 1, 2]])
        #expect(clusters[0].explanation?.confidence == 0.99)
    }

    @Test("A new member is checked against the whole film")
    func wholeCluster() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Oldboy", 2003, ids: ["imdb": "tt1"])),
            MovieRecord("b", .film("Oldboy", 2003, ids: ["imdb": "tt1", "tmdb": "7"])),
            MovieRecord("c", .film("Oldboy", 2003, ids: ["tmdb": "8"])),
        ])
        #expect(clusters.map(\.members) == [[0, 1], [2]])
    }

    @Test("Records of three consecutive years are not chained into one film")
    func noChain() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Oldboy", 2003)),
            MovieRecord("b", .film("Oldboy", 2004)),
            MovieRecord("c", .film("Oldboy", 2005)),
        ])
        #expect(clusters.map(\.members) == [[0], [1], [2]])
    }

    @Test("Rows of one source are one film only if they share an id")
    func ownRows() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Oldboy", 2003, ids: ["a": "1"])),
            MovieRecord("a", .film("Oldboy", 2003, ids: ["a": "1"], runtime: 120)),
            MovieRecord("a", .film("Oldboy", 2003)),
        ])
        #expect(clusters.map(\.members) == [[0, 1], [2]])
        #expect(clusters[0].explanation == nil)
    }

    @Test("An id that two films of one source share decides nothing")
    func sharedID() {
        let clusters = Matcher().clusters(of: [
            MovieRecord("a", .film("Ring", 1998, ids: ["imdb": "tt1"])),
            MovieRecord("b", .film("Ring", 1998, ids: ["imdb": "tt1", "b": "1"])),
            MovieRecord("b", .film("Ring", 1998, ids: ["imdb": "tt1", "b": "2"])),
        ])
        #expect(clusters.map(\.members) == [[0], [1], [2]])
    }

    @Test("Films given as fixed stay apart, and other records can join them")
    func fixed() {
        let records = [
            MovieRecord("a", .film("Oldboy", 2003)),
            MovieRecord("b", .film("Oldboy", 2003)),
            MovieRecord("c", .film("올드보이", 2003)),
            MovieRecord("d", .film("올드 보이", 2003)),
        ]
        #expect(Matcher().clusters(of: records, fixed: [[0], [1]]).map(\.members) == [[0], [1], [2, 3]])
        #expect(Matcher().clusters(of: records, fixed: [[0, 2]]).map(\.members) == [[0, 1, 2, 3]])
    }

    @Test("No records give no films")
    func empty() {
        #expect(Matcher().clusters(of: []).isEmpty)
    }
}

@Suite("Titles and ids shared by very many records", .timeLimit(.minutes(15)))
struct MatcherCrowdTests {
    @Test("A title that hundreds of films share proves nothing")
    func commonTitle() {
        let records = (0..<400).map { MovieRecord(["a", "b"][$0 % 2], .film("Untitled", 2000, ids: ["x\($0)": "1"])) }
        #expect(Matcher().clusters(of: records).count == 400)
    }

    @Test("A thousand records that share an id become one film")
    func commonID() {
        let records = (0..<1_000).map { MovieRecord("a", .film("Film \($0)", ids: ["imdb": "tt1"])) }
        #expect(Matcher().clusters(of: records).count == 1)
    }

    @Test("A thousand films that share an id but have ids of their own stay a thousand films")
    func contradictingID() {
        let records = (0..<1_000).map { MovieRecord("a", .film("Film \($0)", ids: ["imdb": "N/A", "a": "\($0)"])) }
        #expect(Matcher().clusters(of: records).count == 1_000)
    }
}
