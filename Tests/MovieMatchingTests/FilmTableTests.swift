import MovieDomain
import Testing

@testable import MovieMatching

@Suite("Films in canonical order")
struct FilmTableOrderTests {
    private struct Film {
        var title: String
        var year: Int?
        var directors: [String] = []
        var cast: [String] = []
    }

    private static let films = [
        Film(title: "Iron Man 2", year: 2010, directors: ["Jon Favreau"], cast: ["Don Cheadle"]),
        Film(title: "Parasite", year: 2019, directors: ["Bong Joon-ho"]),
        Film(title: "Memories of Murder", directors: ["Bong Joon-ho"], cast: ["Song Kang-ho", "Kim Sang-kyung"]),
        Film(title: "The Wailing", year: 2016),
        Film(title: "Iron Man", year: 2008, directors: ["Jon Favreau"]),
    ]

    private func table(_ films: [Film]) -> FilmTable {
        var table = FilmTable()
        for film in films {
            table.begin(source: table.addSource(named: "a"))
            table.add(label: film.title)
            table.add(title: film.title)
            if let year = film.year { table.set(year: year) }
            for name in film.directors { table.add(director: name) }
            for name in film.cast { table.add(cast: name) }
            table.add(country: "\(film.title.count)")
            table.end()
        }
        return table
    }

    /// Returns everything that a table holds about a film, as text.
    private func contents(_ table: FilmTable, _ film: Int) -> String {
        let profile = table.films[film]
        func text(_ run: Run) -> String { String(decoding: table.letters[run.range], as: UTF8.self) }
        let titles = profile.titles.range.flatMap { title in
            [text(table.titles[title].letters)] + table.titles[title].words.range.map { text(table.words[$0].letters) }
        }
        let keys = profile.keys.range.map { "\(table.keys[$0].number)" }
        let countries = profile.countries.range.map { "\(table.countries[$0])" }
        let ids = profile.ids.range.map { "\(table.ids[$0].digest)" }
        let directors = profile.directors.range.map { text(table.names[$0].letters) }
        let cast = profile.cast.range.map { text(table.names[$0].letters) }
        return [titles, keys, countries, ids, directors, cast].map { $0.joined(separator: " ") }.joined(separator: "; ")
    }

    @Test("Films are sorted by year, those without a year first, and keep their data")
    func arranging() {
        let before = table(FilmTableOrderTests.films)
        var after = before
        let order = after.arrange()
        #expect(order.positions == [2, 4, 0, 3, 1])
        #expect(order.places == [2, 4, 0, 3, 1])
        for place in after.films.indices {
            #expect(contents(after, place) == contents(before, order.position(of: place)))
            #expect(order.place(of: order.position(of: place)) == place)
        }
        #expect(contents(after, 1).hasPrefix("ironman iron man; "))
        let letters = after.titles.map { String(decoding: after.letters[$0.letters.range], as: UTF8.self) }
        #expect(letters == ["memoriesofmurder", "ironman", "ironman2", "wailing", "parasite"])
        #expect(after.titles.map(\.letters.start) == [0, 16, 23, 31, 38])
    }

    @Test("The order of arrival does not change the canonical order")
    func arrival() {
        var forward = table(FilmTableOrderTests.films)
        var backward = table(FilmTableOrderTests.films.reversed())
        _ = forward.arrange()
        _ = backward.arrange()
        #expect(forward.films.map(\.digest) == backward.films.map(\.digest))
        #expect(forward.letters == backward.letters)
    }

    @Test("An empty table stays empty")
    func empty() {
        var table = FilmTable()
        #expect(table.arrange().positions.isEmpty)
        #expect(table.count == 0)
    }

    @Test("The holders of a key are in canonical order")
    func holders() {
        var table = table(FilmTableOrderTests.films)
        _ = table.arrange()
        let holders = KeyHolders(table, WordSelection(table))
        /// Returns the films that share the given entry of a film: a title, a word, or a person.
        func films(_ film: Int, _ entry: Int) -> [Int] {
            holders.range(of: table.keys[Int(table.films[film].keys.start) + entry]).map {
                holders[$0].film
            }
        }
        // Memories of Murder: three words, the title, a director; Iron Man: two words, the title, a director.
        #expect((0..<5).map { films(0, $0) } == [[0], [0], [0], [0], [0, 4]])
        #expect((0..<4).map { films(1, $0) } == [[1, 2], [1, 2], [1], [1, 2]])
        #expect((0..<2).map { films(3, $0) } == [[3], [3]])
        let director = table.keys[Int(table.films[4].keys.start) + 2]
        let range = holders.range(of: director)
        #expect(range.map { holders.place(of: holders[$0].film, in: range) } == Array(range))
        #expect((0...5).map { table.firstPlace(since: [0, 1, 2008, 2009, 2019, 2020][$0]) } == [0, 1, 1, 2, 4, 5])
    }
}
