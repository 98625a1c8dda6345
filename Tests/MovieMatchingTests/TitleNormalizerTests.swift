import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Titles as they are compared")
struct TitleNormalizerTests {
    private func normalize(_ title: String) -> NormalizedTitle? {
        var normalizer = TitleNormalizer()
        return normalizer.normalize(title)
    }

    @Test(
        "what is the same",
        arguments: [
            ("Amélie", "AMELIE"), ("Amélie", "Ame\u{301}lie"), ("The Matrix", "Matrix"), ("Matrix, The", "The Matrix"),
            ("Fast & Furious", "Fast and Furious"), ("Ocean's Eleven", "Oceans 11"),
            ("Ocean’s Eleven", "Ocean's Eleven"),
            ("Rocky II", "Rocky 2"), ("Rocky II", "Rocky Ⅱ"), ("Kill Bill: Vol. 2", "Kill Bill Part Two"),
            ("John Wick: Chapter 2", "John Wick 2"), ("Rocky V", "Rocky 5"), ("The Godfather Part II", "Godfather 2"),
            ("슈퍼밴드3", "슈퍼밴드 3"), ("신과함께 - 죄와 벌", "신과 함께: 죄와벌"), ("외계+인 2부", "외계인 2"), ("스크림Ⅱ", "스크림 2"),
            ("슈퍼밴드 파트2", "슈퍼밴드 2"), ("8½", "8 1/2"), ("Spider-Man", "Spiderman"), ("E.T.", "ET"),
            ("20,000 Leagues", "20000 Leagues"), ("Blade Runner (1982)", "Blade Runner"), ("ＡＢＣ", "abc"),
            ("Æon Flux", "Aeon Flux"), ("Łódź", "Lodz"), ("Straße", "strasse"), ("ÉLÈVE", "eleve"),
            ("\u{1100}\u{1175}\u{1109}\u{1162}\u{11BC}\u{110E}\u{116E}\u{11BC}", "기생충"), ("Αθήνα", "ΑΘΗΝΑ"),
            ("Ёлки", "елки"),
            ("Star Wars: Episode IV - A New Hope", "Star Wars IV: A New Hope"),
        ]
    )
    func equal(left: String, right: String) throws {
        let key = try #require(normalize(left)?.key)
        #expect(key == normalize(right)?.key)
    }

    @Test(
        "what differs",
        arguments: [
            ("Rocky", "Rocky II"), ("Rocky II", "Rocky III"), ("V for Vendetta", "5 for Vendetta"),
            ("Hard", "Die Hard"),
            ("1917", "1918"), ("기생충", "기생수"), ("I, Robot", "Robot"), ("X-Men", "10 Men"), ("Up", "Us"),
        ]
    )
    func different(left: String, right: String) throws {
        let key = try #require(normalize(left)?.key)
        #expect(key != normalize(right)?.key)
    }

    @Test("what is nothing", arguments: ["", " ", "...", "?!", "—", "\u{301}", "★★★"])
    func nothing(title: String) {
        #expect(normalize(title) == nil)
    }

    @Test("what keeps its article, for there is nothing else", arguments: ["The", "A", "Das"])
    func articleAlone(title: String) {
        #expect(normalize(title)?.key == title.lowercased())
    }

    @Test(
        "the number of the sequel",
        arguments: [
            ("Iron Man 2", 2), ("Terminator 2: Judgment Day", 2), ("Kill Bill: Vol. 1", 1), ("Rocky IV", 4), ("타짜2", 2),
            ("외계+인 2부", 2), ("Dune: Part Two", 2), ("Iron Man", nil), ("12 Monkeys", nil), ("Se7en", nil),
            ("1917", nil),
            ("Blade Runner 2049", nil), ("The 6th Day", nil), ("Saw 3D", nil),
        ]
    )
    func sequel(title: String, number: Int?) {
        #expect(normalize(title)?.sequel == number)
    }

    @Test(
        "the script",
        arguments: [("Parasite", NormalizedTitle.Script.latin), ("기생충 2", .hangul), ("七人の侍", .other), ("1987", .latin)]
    )
    func script(title: String, script: NormalizedTitle.Script) {
        #expect(normalize(title)?.script == script)
    }
}
