import MovieDomain
import Testing

@testable import MovieAggregation

@Suite("The order of a film's pictures")
struct ImageRankingTests {
    private func image(
        _ url: String,
        _ kind: String,
        _ width: Int?,
        _ language: String? = nil,
        of provider: ProviderID = "a"
    ) -> MovieImage {
        MovieImage(kind: kind, url: url, width: width, language: language, provider: provider)
    }

    private var mixed: [MovieImage] {
        [
            image("still", "still", 4_000), image("back", "backdrop", 1_280), image("en-small", "poster", 500, "en"),
            image("plain", "poster", nil), image("ko", "poster", 300, "ko-KR"),
            image("en-large", "poster", 2_000, "en", of: "b"),
            image("logo", "logo", 100), image("ja", "poster", 3_000, "ja"),
        ]
    }

    @Test(
        "by kind, language, preferred source, size",
        arguments: [
            ([], [], ["ja", "en-large", "en-small", "ko", "plain", "back", "logo", "still"]),
            (["ko", "en"], [], ["ko", "en-large", "en-small", "plain", "ja", "back", "logo", "still"]),
            (["ko", "en"], ["a"], ["ko", "en-small", "en-large", "plain", "ja", "back", "logo", "still"]),
        ] as [([String], [ProviderID], [String])]
    )
    func order(languages: [String], prefer: [ProviderID], expected: [String]) {
        #expect(ImageRanking(languages: languages, prefer: prefer).ranked(mixed).map(\.url) == expected)
    }

    @Test("widths that no picture has end nothing")
    func widths() {
        let odd = [image("least", "poster", .min), image("plain", "poster", 500), image("most", "poster", .max)]
        #expect(ImageRanking(languages: [], prefer: []).ranked(odd).map(\.url) == ["most", "plain", "least"])
    }

    @Test("what nothing tells apart stays as it stands")
    func stability() {
        let alike = ["c", "a", "b"].map { image($0, "poster", 500) }
        #expect(ImageRanking(languages: [], prefer: []).ranked(alike).map(\.url) == ["c", "a", "b"])
    }

    @Test("a merged film's pictures stand in this order, whoever gave them")
    func merging() throws {
        var first = MovieFacts()
        first.title = LocalizedText("Lantern Street", language: "en")
        first.images = [image("small", "poster", 185, of: "a"), image("wide", "backdrop", 780, of: "a")]
        var second = MovieFacts()
        second.title = LocalizedText("Lantern Street", language: "en")
        second.images = [image("large", "poster", 1_000, of: "b"), image("small", "poster", 185, of: "b")]
        let merged = MovieMerger(policy: MergePolicy(order: ["a", "b"])).movie(of: [
            MovieRecord(provider: "a", facts: first), MovieRecord(provider: "b", facts: second),
        ])
        #expect(merged?.facts.images.map(\.url) == ["large", "small", "wide"])
        #expect(merged?.provenance[.images] == ["a", "b"])
    }
}
