#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Made-up films as eleven sources might list them: each knows some of them, and some of what is to be known.
///
/// As in a real catalogue, a few words stand in very many titles and most in few, some films share a title, and two of the
/// sources write their titles in Hangul, half of them as they sound.
enum GeneratedFilms {
    private static let sourceCount = 11
    private static let syllables = [
        "ka", "mo", "ri", "ten", "sol", "bar", "lin", "dor", "vel", "pra", "shi", "nu", "gor", "mas", "tel", "wen",
        "fi", "zan",
    ]
    private static let common = [
        "Love", "Night", "Man", "House", "Day", "Last", "Dark", "City", "War", "Blood", "Home", "Star",
    ]

    /// Writes the records, and names the files.
    static func write(count: Int, to folder: String) throws -> [String] {
        var chance = Chance(state: 7)
        var files = [String](repeating: "", count: sourceCount)
        var written = 0
        while written < count {
            let film = Film(&chance)
            let first = chance.below(sourceCount)
            for step in 0..<min(1 + chance.below(6), count - written) {
                let source = (first + step * 3) % sourceCount
                files[source] += film.line(id: "s\(source):\(written)", source: source, &chance)
                written += 1
            }
        }
        return try files.enumerated().map { source, text in
            let path = "\(folder)/s\(source).ndjson"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }
    }

    private struct Film {
        let title: String
        let hangul: String
        let year: Int
        let minutes: Int
        let director: String
        let cast: [String]

        init(_ chance: inout Chance) {
            var words: [String] = []
            for _ in 0...chance.below(4) {
                words.append(chance.below(10) < 3 ? common[chance.below(common.count)] : titleWord(&chance))
            }
            if chance.below(20) == 0 { words.append("\(2 + chance.below(3))") }
            hangul = GeneratedFilms.hangul(words, &chance)
            title = (chance.below(3) == 0 ? "The " : "") + words.joined(separator: " ")
            year = 1950 + chance.below(74)
            minutes = 75 + chance.below(75)
            director = word(&chance) + " " + word(&chance)
            cast = (0..<4).map { _ in word(&chance) + " " + word(&chance) }
        }

        /// What one source says, as a line.
        func line(id: String, source: Int, _ chance: inout Chance) -> String {
            let shift = chance.below(30) == 0 ? 1 : 0
            let more = chance.below(20) == 0 ? " " + word(&chance) : ""
            let name = source >= GeneratedFilms.firstHangulSource ? hangul : title + more
            var line = #"{"id":"\#(id)","title":"\#(name)","year":\#(year + shift)"#
            if source % 3 > 0 {
                line += #","releaseDate":"\#(year + shift)-0\#(1 + chance.below(9))-1\#(chance.below(10))""#
            }
            if source % 4 > 0 { line += #","runtimeMinutes":\#(minutes + chance.below(3))"# }
            if source % 2 > 0 { line += #","directors":[{"name":"\#(director)"}]"# }
            if source % 5 == 1 { line += #","cast":[\#(cast.map { #"{"name":"\#($0)"}"# }.joined(separator: ","))]"# }
            return line + "}\n"
        }
    }

    private static let firstHangulSource = 9
    private static let words = 30_000

    /// A word of which the first ones of 30,000 are far more frequent than the last ones.
    private static func titleWord(_ chance: inout Chance) -> String {
        let span = 1 + chance.below(words)
        var place = Chance(state: UInt64(chance.below(span)))
        return word(&place)
    }

    /// Half of the titles as they sound, the others in words that have nothing to do with them.
    private static func hangul(_ words: [String], _ chance: inout Chance) -> String {
        let isSpelt = chance.below(2) == 0
        return words.map { word in
            var place = Chance(state: UInt64(word.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF))
            guard isSpelt else {
                return (0..<2).map { _ in koreanSyllables[place.below(koreanSyllables.count)] }.joined()
            }
            return spelt(word.lowercased())
        }.joined(separator: " ")
    }

    /// A word of ``syllables`` in Hangul; another word stays as it is.
    private static func spelt(_ word: String) -> String {
        var rest = word[...]
        var text = ""
        while let place = syllables.indices.filter({ rest.hasPrefix(syllables[$0]) }).max(by: {
            syllables[$0].count < syllables[$1].count
        }) {
            text += koreanSyllables[place]
            rest = rest.dropFirst(syllables[place].count)
        }
        return text.isEmpty ? word : text
    }

    /// ``syllables`` as Korean spells them.
    private static let koreanSyllables = [
        "카", "모", "리", "텐", "솔", "바", "린", "도", "벨", "프라", "시", "누", "고", "마스", "텔", "웬", "피", "잔",
    ]

    private static func word(_ chance: inout Chance) -> String {
        (0...1 + chance.below(2)).map { _ in syllables[chance.below(syllables.count)] }.joined().capitalized
    }

    /// SplitMix64: chance that every run repeats.
    private struct Chance {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
        }
    }
}
