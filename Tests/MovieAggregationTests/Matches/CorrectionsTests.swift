import MovieDomain
import Testing

@Suite("The user's corrections")
struct CorrectionsTests {
    private static func id(_ text: String) -> MovieID {
        MovieID(parsing: text) ?? MovieID(namespace: "none", value: text)
    }

    private static func pair(_ one: String, _ other: String) -> IDPair { IDPair(id(one), id(other)) }

    @Test("pins reach through each other, whichever id is asked for")
    func chains() {
        let corrections = Corrections(pinned: [Self.pair("kofic:1", "tmdb:2"), Self.pair("imdb:tt3", "tmdb:2")])
        #expect(corrections.ids(pinnedWith: [Self.id("kofic:1")]).map(\.description) == ["imdb:tt3", "tmdb:2"])
        #expect(corrections.ids(pinnedWith: [Self.id("imdb:tt3")]).map(\.description) == ["kofic:1", "tmdb:2"])
        #expect(corrections.ids(pinnedWith: [Self.id("omdb:9")]).isEmpty)
    }

    @Test(
        "what contradicts an earlier correction is refused, and says which",
        arguments: [
            ("kofic:1", MatchNote.Verdict.same, "kofic:1", "kofic:1 is one film: name another id as well"),
            ("kofic:1", .same, "kofic:7", "kofic:1 and kofic:7 are two films: kofic itself tells them apart"),
            ("kofic:7", .same, "imdb:tt3", "kofic:1 and kofic:7 are two films: kofic itself tells them apart"),
            (
                "imdb:tt3", .different, "kofic:1",
                "imdb:tt3 and kofic:1 are pinned together through tmdb:2; forget a pin first (matches/forget)"
            ),
            (
                "kofic:1", .same, "omdb:4",
                "omdb:4 and tmdb:2 would become one film, and were split; forget that first (matches/forget)"
            ),
        ]
    )
    func conflicts(one: String, verdict: MatchNote.Verdict, other: String, message: String) {
        let corrections = Corrections(
            pinned: [Self.pair("kofic:1", "tmdb:2"), Self.pair("imdb:tt3", "tmdb:2")],
            split: [Self.pair("omdb:4", "tmdb:2")]
        )
        var said: String?
        do throws(CorrectionConflict) {
            try corrections.check(Self.pair(one, other), verdict)
        } catch {
            said = error.message
        }
        #expect(said == message)
    }

    @Test(
        "the pair's own former correction is replaced, and what fits is taken",
        arguments: [
            ("kofic:1", MatchNote.Verdict.different, "tmdb:2"), ("omdb:4", .same, "tmdb:2"),
            ("yts:5", .same, "imdb:tt3"), ("kofic:7", .different, "tmdb:2"),
        ]
    )
    func accepted(one: String, verdict: MatchNote.Verdict, other: String) throws {
        let corrections = Corrections(
            pinned: [Self.pair("kofic:1", "tmdb:2"), Self.pair("imdb:tt3", "tmdb:2")],
            split: [Self.pair("omdb:4", "tmdb:2")]
        )
        #expect(throws: Never.self) { try corrections.check(Self.pair(one, other), verdict) }
    }
}
