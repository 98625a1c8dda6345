import JSON
import Platform

extension Shape where Value == JSONPath {
    static var path: Shape {
        reading(Form.path.phrase, form: .path) { (text, _, decoding) throws(LanguageError) in
            do throws(JSONPathError) {
                return try decoding.path(text)
            } catch {
                let offset = error.column - 1
                let near = nearestPath(to: text).map { Hint.didYouMean($0, for: text, at: -offset) }
                throw LanguageError(error.message, hint: near ?? advice(on: text), at: offset)
            }
        }
    }

    /// Returns what to write instead of an expression of other languages; `nil` for anything else.
    private static func advice(on text: String) -> Hint? {
        for place in [".${locale}", ".${language}"] {
            guard let found = text.firstRange(scalars: place), found.lowerBound > text.startIndex else { continue }
            let rest = text[found.upperBound...].drop { $0 == "." }
            let value = rest.isEmpty ? "" : ", value: \(rest)"
            let list = text[..<found.lowerBound]
            return Hint("write template: \"\(place.dropFirst())\", look_up: { in: \(list)\(value) }")
        }
        if text.contains(scalars: "${") || text.contains(scalars: "{{") {
            return "a path has no placeholders; 'template' has"
        }
        let signs: [(sign: String, advice: Hint)] = [
            (" + ", "'template' joins texts: \"${row.a} ${row.b}\""),
            (" ?? ", "'first_of' takes the first of several paths"),
            (" || ", "'first_of' takes the first of several paths"),
            (" or ", "'first_of' takes the first of several paths"),
            (" && ", "a filter tests one member; another test goes into 'where' beside 'rows'"),
            (" and ", "a filter tests one member; another test goes into 'where' beside 'rows'"),
            ("[?", "a filter is [?@.name=='text']; other tests go into 'where' beside 'rows'"),
            (" | ", "'then' transforms a value: then: [trim]"), (" ? ", "'map' is a table of values"),
            ("(", "'then' transforms a value: then: [trim]"),
        ]
        return signs.first { text.contains(scalars: $0.sign) }?.advice
    }

    /// Returns the path that another notation means, such as `results/films`, `$name`, or `films[].name`.
    private static func nearestPath(to text: String) -> String? {
        // Other dialects of JSONPath put the test of a filter in parentheses, and its text in double quotes.
        let filter = text.replacing(scalars: "[?(", with: "[?").replacing(scalars: ")]", with: "]")
            .replacing(scalars: "===", with: "==").replacing(scalars: "\"", with: "'")
        if isPath(filter) { return filter }
        let path = filter.replacing(scalars: "[]", with: "[*]").drop { "$./#@".contains($0) }
        // What is at any depth has no other notation.
        guard !path.contains(scalars: "..") else { return nil }
        let near = path.split { $0 == "/" || $0 == "." }.reduce(into: "") { $0 += step($1, after: $0) }
        return isPath(near) ? near : nil
    }

    /// Returns a step as it follows others: other notations write a position and every element like a name.
    private static func step(_ text: Substring, after path: String) -> String {
        if text == "*" { return "[*]" }
        if text.allSatisfy(\.isWholeNumber), !path.isEmpty { return "[\(text)]" }
        let name = text.prefix { $0 != "[" }
        let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
        if isWord, name.contains(where: { $0 == "-" }) { return "['\(name)']" + text.dropFirst(name.count) }
        return (path.isEmpty ? "" : ".") + text
    }

    private static func isPath(_ text: String) -> Bool {
        do throws(JSONPathError) {
            _ = try JSONPath(parsing: text)
            return true
        } catch {
            return false
        }
    }
}
