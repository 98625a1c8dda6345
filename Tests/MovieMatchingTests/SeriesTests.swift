import MarqueeTestKit
import MovieDomain
import Testing

@testable import MovieMatching

/// Parts of a series and films of related people, which have much in common and are two films.
@Suite("Films that are much alike")
struct SeriesTests {
    private func verdict(_ left: MovieFacts, _ right: MovieFacts) -> MatchDecision.Verdict {
        let records = [MovieRecord("a", left), MovieRecord("b", right)]
        return Matcher().match(FilmTable(records), duplicates: .forbidden).decision(0, 1).verdict
    }

    private let director = [Person(name: "Ada Stone")]

    @Test(
        "Titles that differ in a number alone are two films",
        arguments: [
            ("Harbour Trilogy: The Year of the Storm 1974", "Harbour Trilogy: The Year of the Storm 1980"),
            ("Cedar Street 1994", "Cedar Street 1978"),
            ("The Loose Cannon 33⅓: Final Salvo", "Loose Cannon 2½: First Smoke"),
            ("21 Lantern Street", "22 Lantern Street"), ("뮤지컬 등대 2018", "뮤지컬 등대 2021"),
        ]
    )
    func numbers(left: String, right: String) {
        let films = [left, right].map { MovieFacts.film($0, 2019, directors: director, runtime: 101) }
        #expect(verdict(films[0], films[1]) == .different)
        #expect(verdict(films[0], films[0]) == .same)
    }

    @Test("Titles that differ in a last word of one letter are two films", arguments: [("B", "C"), ("A", "B")])
    func letters(left: String, right: String) {
        let films = [left, right].map { MovieFacts.film("Plan \($0)", 2019, directors: director, runtime: 101) }
        #expect(verdict(films[0], films[1]) == .different)
        #expect(verdict(films[0], .film("Plan-\(left)", 2019, directors: director)) == .same)
        #expect(verdict(.film("Salt Road", 2019), .film("Salt Roads", 2019)) == .same)
    }

    @Test(
        "Numbers written in two ways are the same",
        arguments: [("10,000 Lanterns", "10000 Lanterns"), ("8½", "8 1/2")]
    )
    func equalNumbers(left: String, right: String) {
        #expect(verdict(.film(left, 2008), .film(right, 2008)) == .same)
    }

    @Test("A title beside one with a subtitle is the same film in the same year, and another part in the next")
    func subtitle() {
        let first = MovieFacts.film("The Lantern", 2013, directors: director)
        #expect(verdict(first, .film("The Lantern: Night of Salt", 2013, directors: director)) == .same)
        #expect(verdict(first, .film("The Lantern: Night of Salt", 2014, directors: director)) == .different)
    }

    @Test("Two subtitles of one title are two films, even of the same year and director")
    func subtitles() {
        let films = ["Lantern: Rising Tide", "Lantern: Orchard"].map { MovieFacts.film($0, 2003, directors: director) }
        #expect(verdict(films[0], films[1]) == .different)
    }

    @Test(
        "A hyphen sets a Korean subtitle off as a colon does",
        arguments: [("등대와함께-죄의 바다", "등대와함께-인연의 섬"), ("등대와함께: 죄의 바다", "등대와함께: 인연의 섬")]
    )
    func hyphen(left: String, right: String) {
        #expect(verdict(.film(left, 2017, directors: director), .film(right, 2018, directors: director)) == .different)
    }

    @Test("A numbered part with a subtitle is not the first part")
    func numberedPart() {
        let first = MovieFacts.film("The Lamplighter", 2014, directors: director)
        #expect(verdict(first, .film("Lamplighter 2: Dawn of Salt", 2015, directors: director)) == .different)
        #expect(verdict(first, .film("Lamplighter: Dawn of Salt", 2014, directors: director)) == .same)
    }

    @Test("A Korean title with the number of a later part is not the film that sounds the same without it")
    func partAcrossScripts() {
        let english = MovieFacts.film("Toy Story", 1995, runtime: 81)
        #expect(verdict(.film("토이 스토리", 1995, runtime: 81), english) == .same)
        #expect(verdict(.film("토이 스토리 2", 1995, runtime: 81), english) != .same)
        #expect(verdict(.film("토이 스토리 2", 1995, runtime: 81), .film("Toy Story 2", 1995, runtime: 81)) == .same)
    }

    @Test(
        "Names of relatives and namesakes are not spellings of one name",
        arguments: [("David Lynch", "David Lean"), ("Robert Altman", "Robert Aldrich"), ("Tony Scott", "Ridley Scott")]
    )
    func namesakes(one: String, other: String) {
        let left = MovieFacts.film("Casanova", 2005, directors: [Person(name: one)])
        #expect(verdict(left, .film("Casanova", 2004, directors: [Person(name: other)])) == .different)
    }

    @Test("A name in letters that cannot be compared says nothing")
    func otherScript() {
        let film = MovieFacts.film("Ran", 1985, directors: [Person(name: "黒澤 明")])
        #expect(verdict(film, .film("Ran", 1985, directors: [Person(name: "Akira Kurosawa")])) == .same)
    }

    @Test("The Korean name of a director decides where the name is romanized in two ways")
    func romanization() {
        let film = MovieFacts.film("Salt Road", 2014, directors: [Person(name: "조범구", nameEn: "JO Bum-gu")])
        #expect(verdict(film, .film("Salt Road", 2015, directors: [Person(name: "Cho Beom-gu")])) == .same)
    }

    @Test("Initials with full stops are one word")
    func initials() {
        let korean = MovieFacts.film("L.A.M.P. 특수기동대", 2003, runtime: 117).with {
            $0.releaseDate = CalendarDate(parsing: "2003-08-08")
        }
        let english = MovieFacts.film("LAMP", 2003, runtime: 117).with { $0.releaseDate = korean.releaseDate }
        #expect(verdict(korean, english) == .same)
        #expect(verdict(.film("J. Edgar Salt", 2011), .film("J.Edgar Salt", 2011)) == .same)
    }

    @Test("A record whose partner is another one says so")
    func partner() {
        let films = [
            MovieRecord("a", .film("Salt Road", 2014, directors: director, runtime: 101)),
            MovieRecord("b", .film("Salt Road", 2014, directors: director, runtime: 101)),
            MovieRecord("b", .film("Salt Road", 2015, directors: director)),
        ]
        let decision = Matcher().match(FilmTable(films), duplicates: .forbidden).decision(0, 2)
        #expect(decision.verdict == .different)
        #expect(decision.reasons.first == "another record matches one of them better")
    }
}
