#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Made-up films as eight sources might list them: each knows some of them, and some of what is to be known.
///
/// What decides how long matching takes is as in real catalogues: how often words stand in titles, how many films share
/// a title and a year, how many come out on one day, how many a director has, and that a quarter of the lists is in
/// Hangul, half of their titles as they sound.
struct GeneratedFilms {
    private static let sourceCount = 8
    private static let firstHangulSource = 6

    private var chance = Chance(state: 7)
    /// Films of which others share the title.
    private var earlier: [Film] = []
    /// The director of each film so far, and how many films each has.
    private var directors: [Int] = []
    private var filmsOfDirector: [Int: Int] = [:]

    /// The files that were written, and how many bytes of them are titles, names, and ids.
    struct Files {
        var paths: [String] = []
        var textBytes = 0
    }

    /// Writes so many records.
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

    /// A new director, or one of an earlier film: the more films, the likelier, and at most 30.
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
        /// There are more films of late years than of early ones.
        var year: Int
        /// The day of the year on which it came out, from 1; 0 where no source knows it.
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

        /// Twice as many films come out on Fridays as on all other days, and one in forty on 1 January, for want of a day.
        private static func day(_ chance: inout Chance, _ year: Int) -> Int {
            if chance.isOne(in: 40) { return 1 }
            let day = 1 + chance.below(365)
            let weekday = (year + (year - 1) / 4 + day) % 7
            return chance.isOne(in: 5) ? max(1, day - weekday) : day
        }

        /// What one source says, as a line, and how much of it is titles, names, and the id.
        func line(id: String, source: Int, _ chance: inout Chance) -> (text: String, textBytes: Int) {
            let isHangul = source >= GeneratedFilms.firstHangulSource
            let year = self.year + (chance.isOne(in: 30) ? 1 : 0)
            var title = isHangul ? hangul : latin
            if !isHangul, chance.isOne(in: 20) {
                title += " " + GeneratedWords.word(GeneratedWords.titleWord(&chance)).latin
            }
            var line = "{\"id\":\"\(id)\",\"title\":\"\(title)\",\"year\":\(year)"
            if source % 3 > 0 {
                // In other countries films come out on other days.
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

        /// As in years that are no leap years.
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
