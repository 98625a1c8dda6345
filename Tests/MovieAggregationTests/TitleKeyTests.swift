import MovieDomain
import Testing

@testable import MovieAggregation

@Suite("Finding titles while typing")
struct TitleKeyTests {
    @Test(
        "Typed text matches the beginning of a title, of a word, or of the initial consonants",
        arguments: [
            ("기생충", "ㄱ"), ("기생충", "기"), ("기생충", "깃"), ("기생충", "기새"), ("기생충", "기생ㅊ"), ("기생충", "기생충"),
            ("기생충", "ㄱㅅㅊ"), ("기생충", "ㄱㅅ"), ("존 윅 4", "존윅"), ("존 윅 4", "ㅈㅇ4"), ("존 윅 4", "윅"), ("괴물", "ㄱㅁ"),
            ("과속스캔들", "고"), ("닭", "달"), ("기생충", "\u{1100}\u{1175}"),
            ("The Dark Knight", "dark k"), ("The Dark Knight", "THEDARK"), ("Amélie", "amel"), ("Amélie", "AMÉ"),
            ("Ame\u{301}lie", "amelie"), ("Spider-Man: No Way Home", "no way"), ("WALL·E", "walle"), ("千と千尋の神隠し", "千と"),
            ("Léon", "leon"), ("2001: A Space Odyssey", "2001a"),
        ]
    )
    func begins(title: String, typed: String) {
        #expect(TitleKey(title).begins(with: TitleKey(typed)))
    }

    @Test(
        "Typed text that begins no title, word, or initial consonants does not match",
        arguments: [
            ("기생충", "생충"), ("기생충", "ㄱㅊ"), ("기생충", "기차"), ("The Dark Knight", "night"), ("Up", "upp"), ("괴물", "구"),
        ]
    )
    func beginsNot(title: String, typed: String) {
        #expect(!TitleKey(title).begins(with: TitleKey(typed)))
    }

    @Test("A very long title has few keys of bounded length")
    func bounded() throws {
        let long = String(repeating: "기 생 ", count: 5_000)
        let film = LibraryFilm(ids: [MovieID(namespace: "a", value: "1")], title: long, titles: [long + "2"])
        let keys = LibraryFilm.keys(of: film)
        #expect(keys.count < 20)
        #expect(keys.allSatisfy { $0.text.unicodeScalars.count < 80 })
        #expect(TitleKey("!?").text.isEmpty)
    }
}
