import JSON
package import MovieMatching
import Platform

/// The text of a survey of lists: a first line that names the lists, then a line for each key with the number of films
/// that have it.
package enum SurveyFile {
    private static let version = 1

    /// Writes a survey.
    package static func write(_ survey: ListSurvey, to output: ListOutput) throws(FilmListError) {
        let lists = survey.lists.map { list -> JSONValue in
            let films = JSONValue.number(JSONNumber(list.films))
            return ["name": .string(list.name), "films": films, "holdsFilmsTwice": .bool(list.holdsFilmsTwice)]
        }
        let head: JSONValue = [
            "survey": .number(JSONNumber(version)), "comparesSounds": .bool(survey.comparesSounds),
            "lists": .array(lists),
        ]
        var lines = LineOutput(output)
        try lines.end(head.jsonBytes)
        for number in 0..<survey.keyCount {
            let key = survey.key(number)
            lines.append(Hexadecimal.digits(of: key.digest))
            lines.append([UInt8(ascii: "\t")])
            try lines.end(Array(String(key.films).utf8))
        }
        try lines.finish()
    }

    /// Reads a survey from a file.
    package static func read(_ path: String) throws(FilmListError) -> ListSurvey {
        var reader = try LineReader(list: path)
        guard let first = try reader.nextLine(), var survey = survey(first) else {
            throw .malformed(
                "\(path): expected a survey of version \(version), which marquee match --survey writes"
            )
        }
        while let line = try reader.nextLine() {
            guard line.count > Hexadecimal.length, line[Hexadecimal.length] == UInt8(ascii: "\t"),
                let digest = Hexadecimal.value(of: line[..<Hexadecimal.length]),
                let films = Int(String(decoding: line[(Hexadecimal.length + 1)...], as: UTF8.self))
            else {
                throw .malformed("\(path):\(reader.number): expected a key and a number of films")
            }
            survey.add(digest, films: films)
        }
        return survey
    }

    private static func survey(_ line: [UInt8]) -> ListSurvey? {
        let root: JSONElement
        do { root = try JSONDocument(line).root } catch { return nil }
        guard root["survey"]?.int == version, let sounds = root["comparesSounds"]?.bool, let lists = root["lists"]
        else { return nil }
        let read = lists.elements.compactMap { list in
            list["name"]?.string.map {
                ListSurvey.List(
                    name: $0,
                    films: list["films"]?.int ?? 0,
                    holdsFilmsTwice: list["holdsFilmsTwice"]?.bool ?? false
                )
            }
        }
        return ListSurvey(lists: read, comparesSounds: sounds)
    }
}

/// 64-bit numbers as sixteen hexadecimal digits.
enum Hexadecimal {
    static let length = 16

    static func digits(of value: UInt64) -> [UInt8] {
        (0..<length).map { place in
            let digit = UInt8(value >> UInt64(60 - 4 * place) & 15)
            return digit < 10 ? 0x30 + digit : 0x57 + digit
        }
    }

    /// Returns the value of sixteen lowercase digits, or `nil` for any other text.
    static func value(of digits: ArraySlice<UInt8>) -> UInt64? {
        guard digits.count == length else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: value = value << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: value = value << 4 | UInt64(digit - 0x57)
            default: return nil
            }
        }
        return value
    }
}
