#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Made-up films as eight sources might list them: each source has some of the films, with some of their data.
///
/// The properties that determine the time of matching are those of real catalogues: the frequency of words in titles,
/// and how many films share a title and a year, a release day, or a director. A quarter of the lists is in Hangul; half
/// of their titles are transcriptions.
struct GeneratedFilms {
    private static let sourceCount = 8
    private static let firstHangulSource = 6

    private var chance = Chance(state: 7)
    /// The films whose titles later films may share.
    private var earlier: [Film] = []
    /// The director of each film so far, and the number of films of each director.
    private var directors: [Int] = []
    private var filmsOfDirector: [Int: Int] = [:]

    /// The written files, and the number of bytes in their titles, names, and ids.
    struct Files {
        var paths: [String] = []
        var textBytes = 0
    }

    /// Writes `count` records.
    static func write(count: Int, to folder: String) throws -> Files {
        var films = GeneratedFilms()
        var texts = [String](repeating: "", count: sourceCount)
        var files = Files()
        var written = 0
        while written < count {
            let film = films.next()
            let first = films.chance.below(sourceCount)
            for step in 0..<min(1 + films.chance.below(4), count - written) {
                let source = (first + step * 3) % sourceCount
                let line = film.line(id: "s\(source):\(written)", source: source, &films.chance)
                texts[source] += line.text
                files.textBytes += line.textBytes
                written += 1
            }
        }
        for (source, text) in texts.enumerated() {
            let path = "\(folder)/s\(source).ndjson"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            files.paths.append(path)
        }
        return files
    }

    private mutating func next() -> Film {
        var film = Film(director: director(), &chance)
        if chance.isOne(in: 200), !earlier.isEmpty {
            let other = earlier[chance.below(earlier.count)]
            (film.latin, film.hangul, film.year) = (other.latin, other.hangul, other.year)
        }
        if earlier.count < 1_000 { earlier.append(film) } else { earlier[chance.below(1_000)] = film }
        return film
    }

    /// Returns a new director or an earlier one, whose probability grows with the number of the director's films, up to
    /// 30 films.
    private mutating func director() -> Int {
        var director = directors.count
        if !directors.isEmpty, !chance.isOne(in: 2) {
            let known = directors[chance.below(directors.count)]
            if filmsOfDirector[known, default: 0] < 30 { director = known }
        }
        directors.append(director)
        filmsOfDirector[director, default: 0] += 1
        return director
    }

    struct Film {
        var latin: String
        var hangul: String
        /// The year; later years have more films than earlier ones.
        var year: Int
        /// The release day as a day of the year, from 1.
        let day: Int
        let minutes: Int
        let director: GeneratedWords.Word
        let cast: [GeneratedWords.Word]

        init(director number: Int, _ chance: inout Chance) {
            (latin, hangul) = Film.title(&chance)
            year = 2024 - chance.below(1 + chance.below(100))
            day = Film.day(&chance, year)
            minutes = 75 + chance.below(20) + chance.below(30)
            director = GeneratedWords.person(number)
            cast = (0..<4).map { GeneratedWords.person(number / 3 + 1_000_000 + $0 + chance.below(20)) }
        }

        private static func title(_ chance: inout Chance) -> (latin: String, hangul: String) {
            let isSpelt = chance.isOne(in: 2)
            var (latin, hangul): ([String], [String]) = ([], [])
            for place in 0..<[1, 1, 2, 2, 2, 3, 3, 4][chance.below(8)] {
                let number = GeneratedWords.titleWord(&chance)
                let word = GeneratedWords.word(number)
                if place > 0, chance.isOne(in: 5) { latin.append(["of", "of the", "and", "in"][chance.below(4)]) }
                latin.append(word.latin)
                hangul.append(isSpelt ? word.hangul : GeneratedWords.translation(number))
            }
            if chance.isOne(in: 4) { latin.insert("The", at: 0) }
            if chance.isOne(in: 25) {
                let part = "\(2 + chance.below(3))"
                latin.append(part)
                hangul.append(part)
            }
            return (latin.joined(separator: " "), hangul.joined(separator: " "))
        }

        /// Returns a release day: Fridays are almost three times as frequent as any other weekday, and one film in
        /// forty has 1 January in place of an unknown day.
        private static func day(_ chance: inout Chance, _ year: Int) -> Int {
            if chance.isOne(in: 40) { return 1 }
            let day = 1 + chance.below(365)
            let weekday = (year + (year - 1) / 4 + day) % 7
            return chance.isOne(in: 5) ? max(1, day - weekday) : day
        }

        /// Returns the line of one source, and the number of bytes in its title, names, and id.
        func line(id: String, source: Int, _ chance: inout Chance) -> (text: String, textBytes: Int) {
            let isHangul = source >= GeneratedFilms.firstHangulSource
            let year = self.year + (chance.isOne(in: 30) ? 1 : 0)
            var title = isHangul ? hangul : latin
            if !isHangul, chance.isOne(in: 20) {
                title += " " + GeneratedWords.word(GeneratedWords.titleWord(&chance)).latin
            }
            var line = "{\"id\":\"\(id)\",\"title\":\"\(title)\",\"year\":\(year)"
            if source % 3 > 0 {
                // Release days differ between countries.
                let day = chance.isOne(in: 2) ? day : min(365, day + chance.below(60))
                line += ",\"releaseDate\":\"\(year)-\(Film.monthAndDay(day))\""
            }
            if source % 4 > 0 {
                line += ",\"runtimeMinutes\":\(minutes + (chance.isOne(in: 2) ? chance.below(4) : 0))"
            }
            let directors = !isHangul || chance.isOne(in: 10) ? [isHangul ? director.hangul : director.latin] : []
            let actors = source % 4 == 1 ? cast.map(\.latin) : []
            line += Film.people("directors", directors) + Film.people("cast", actors) + "}\n"
            return (line, ([id, title] + directors + actors).reduce(0) { $0 + $1.utf8.count })
        }

        private static func people(_ member: String, _ names: [String]) -> String {
            guard !names.isEmpty else { return "" }
            return ",\"\(member)\":[\(names.map { "{\"name\":\"\($0)\"}" }.joined(separator: ","))]"
        }

        /// Returns the date of a day in a common year.
        private static func monthAndDay(_ day: Int) -> String {
            var (rest, month) = (day, 0)
            for length in [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30] where rest > length && month < 11 {
                rest -= length
                month += 1
            }
            return "\(month < 9 ? "0" : "")\(month + 1)-\(rest < 10 ? "0" : "")\(rest)"
        }
    }
}
