import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Another film under the same id")
struct ReplacementTests {
    private static func film(
        _ titles: [String],
        _ year: Int?,
        imdb: String? = nil,
        director: String? = nil,
        minutes: Int? = nil
    ) -> MovieFacts {
        var facts = MovieFacts()
        facts.ids = ["tmdb": "7"]
        facts.ids["imdb"] = imdb
        facts.title = titles.first.map { LocalizedText($0) }
        facts.titles = titles.map { LocalizedText($0) }
        (facts.year, facts.runtimeMinutes) = (year, minutes)
        facts.directors = director.map { [Person(name: $0)] } ?? []
        return facts
    }

    private static let known = film(
        ["종이 등대", "Paper Lighthouse"],
        2024,
        imdb: "tt0000001",
        director: "Go Eun-byeol",
        minutes: 118
    )

    @Test(
        "Unlike titles and a second fact tell two films apart, and one of them alone does not",
        arguments: [
            (film(["Wholly Other Thing"], 1999), true),
            (film(["완전 다른 것"], 2021), true),
            (film(["Wholly Other Thing"], 2024, imdb: "tt0000777"), true),
            (film(["Wholly Other Thing"], 2024, director: "Someone Else", minutes: 77), true),
            // Retitled, translated, corrected, released again, or found again under another id of IMDb.
            (film(["Wholly Other Thing"], 2024), false),
            (film(["Wholly Other Thing"], 2025), false),
            (film(["Wholly Other Thing"], 2027, director: "Go Eun-byeol"), false),
            (film(["Wholly Other Thing"], 2027, imdb: "tt0000001"), false),
            (film(["Paper Lighthouse"], 1999), false),
            (film(["Paper Lighthouse"], 2024, imdb: "tt0000777"), false),
            (film(["Paper Lighthouses"], 2027), false),
            (film(["Бумажный маяк"], 2027), false),
            (film(["Wholly Other Thing"], nil, director: "Someone Else"), false),
            (film([], 1999, imdb: "tt0000777"), false),
        ]
    )
    func rule(film: MovieFacts, isOther: Bool) {
        let (earlier, record) = (
            MovieRecord(provider: "tmdb", facts: Self.known), MovieRecord(provider: "tmdb", facts: film)
        )
        let id = MovieID(namespace: "tmdb", value: "7")
        #expect((Matcher().replacement(of: earlier, by: record, under: id) != nil) == isOther)
        #expect((Matcher().replacement(of: record, by: earlier, under: id) != nil) == isOther)
    }
}
