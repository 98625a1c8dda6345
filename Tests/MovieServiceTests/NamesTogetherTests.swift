import JSON
import MovieDomain
import MovieStore
import Testing

@testable import MovieService

/// Names of one call share searches, and never what they say.
@Suite("Names of files that stand beside each other")
struct NamesTogetherTests {
    private static let films: [(title: String, also: [String], year: Int)] = [
        ("Harbor House", [], 2011), ("Paper Garden", [], 2011), ("Wonder Lantern 1984", [], 2020),
        ("The Lantern Keepers of the Northern Harbor and the Long Winter Journey Home Part 1", [], 2015),
        ("The Lantern Keepers of the Northern Harbor and the Long Winter Journey Home Part 2", [], 2015),
        ("극장판 겨울바다 등대지기 모험대 비밀의 섬과 사라진 별빛 이야기 상편", [], 2021),
        ("극장판 겨울바다 등대지기 모험대 비밀의 섬과 사라진 별빛 이야기 하편", [], 2021),
        ("Le Phare oublié au bout de la longue route des pêcheurs de lune et de sable, première époque", [], 1999),
        ("Le Phare oublié au bout de la longue route des pêcheurs de lune et de sable, seconde époque", [], 1999),
        ("기생등", ["Paper Lamp"], 2019), ("Paper Lamp", [], 2019), ("Quiet Ferry", ["조용한 나룻배"], 2014),
        ("Loud Ferry", ["시끄러운 나룻배"], 2014), ("Mr. Lantern's Opus", [], 2003),
    ]

    /// A source that finds the films of which one title has, for every word of the query, a word that begins with it.
    private var shelf: ServiceClient {
        var shelf = FakeRepository("shelf", capabilities: [.search])
        shelf.onSearch = { query throws(ProviderError) in
            let wanted = Self.words(query.text)
            let found = Self.films.enumerated().filter { _, film in
                (query.year.map { $0 == film.year } ?? true)
                    && ([film.title] + film.also).contains { title in
                        wanted.allSatisfy { word in Self.words(title).contains { $0.hasPrefix(word) } }
                    }
            }
            let movies = found.map { number, film in
                var facts = MovieFacts(ids: ["shelf": "\(number + 1)"], title: film.title, year: film.year)
                facts.titles += film.also.map { LocalizedText($0) }
                return facts
            }
            return ProviderAnswer(MovieList(movies: movies, totalItems: movies.count, hasMore: false))
        }
        let moment = Timestamp(secondsSinceEpoch: 1_795_186_800)
        return ServiceClient([shelf], library: LibraryFile(inMemory: .fixed(at: moment)))
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// What the answer says about each name: its status, its film, the candidates, and how it was read.
    private func identify(_ names: [String]) async throws -> [String] {
        let params: JSONValue = ["names": .array(names.map { .string($0) })]
        let films = try await shelf.result("movies/identify", params.jsonText)["films"]
        return (films.map { Array($0.elements) } ?? []).map { film in
            let movie = film["movie"]?["title"]?.string ?? "-"
            let candidates = film["candidates"]?.elements.compactMap { $0["title"]?.string } ?? []
            return "\(film["status"]?.string ?? "") \(movie) \(candidates) \(film["interpreted"]?.description ?? "")"
        }
    }

    @Test(
        "A name gets the answer that it gets alone, whatever names are beside it",
        arguments: [
            ["Rumah (Harbor House) (2011).mkv", "Rumah (Paper Garden) (2011).mkv"],
            ["Rumah AKA Harbor House 2011.mkv", "Rumah AKA Paper Garden 2011.mkv"],
            ["Rumah.Harbor.House.2011.mkv", "Rumah (2011).mkv", "rumah (harbor house) 2011"],
            [
                "The Lantern Keepers of the Northern Harbor and the Long Winter Journey Home Part 1 (2015).mkv",
                "The Lantern Keepers of the Northern Harbor and the Long Winter Journey Home Part 2 (2015).mkv",
            ],
            [
                "The Lantern Keepers of the Northern Harbor and the Long Winter Journey Home Part 1.mkv",
                "The Lantern Keepers of the Northern Harbor and the Long Winter Journey Home Part 2.mkv",
            ],
            [
                "극장판 겨울바다 등대지기 모험대 비밀의 섬과 사라진 별빛 이야기 상편 (2021).mkv",
                "극장판 겨울바다 등대지기 모험대 비밀의 섬과 사라진 별빛 이야기 하편 (2021).mkv",
            ],
            [
                "Le Phare oublié au bout de la longue route des pêcheurs de lune et de sable, première époque (1999)",
                "Le Phare oublié au bout de la longue route des pêcheurs de lune et de sable, seconde époque (1999)",
            ],
            ["Wonder.Lantern.1984.1080p.mkv", "Wonder Lantern (1984).mkv", "Wonder Lantern 1984"],
            ["기생등 (Paper Lamp, 2019).mkv", "기생등 (영화).mkv", "기생등 (2019년 영화).mkv", "기생등.mkv"],
            ["Paper Lamp–2019.mkv", "PaperLamp2019.1080p.mkv", "Paper Lamp 2019.mkv", "PaperLamp (2019).mkv"],
            ["Home Harbor (La maison du port).mkv", "Home Harbor (Hogar del puerto).mkv"],
            ["나룻배 Quiet Ferry 2014.mkv", "나룻배 Loud Ferry 2014.mkv", "나룻배 (2014).mkv"],
            ["나룻배 | Quiet Ferry (2014)", "나룻배 | Loud Ferry (2014)"],
            ["Mr. Lantern's Opus (2003).mkv", "Mr.Lanterns.Opus.2003.mkv", "MR. LANTERN'S OPUS (2003)"],
            ["1984.Wonder.Lantern.mkv", "1984 - Wonder Lantern.mkv"],
            ["Night.Ferry.S01E02.mkv", "Night.Ferry.S01E03.mkv", "Night Ferry.mkv"],
        ]
    )
    func together(names: [String]) async throws {
        var alone: [String] = []
        for name in names { alone += try await identify([name]) }
        #expect(try await identify(names) == alone)
        #expect(try await identify(names.reversed()) == alone.reversed())
        #expect(try await identify(names + names) == alone + alone)
    }

    @Test("Two titles in a name lead to the film that the name means")
    func ownFilm() async throws {
        let names = ["Rumah (Harbor House) (2011).mkv", "Rumah (Paper Garden) (2011).mkv"]
        let films = try await identify(names)
        #expect(films[0].hasPrefix("found Harbor House "))
        #expect(films[1].hasPrefix("found Paper Garden "))
    }
}
