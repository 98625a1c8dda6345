import DefinitionTools
import ProviderLanguage

/// The keys of a definition file, found by indentation and braces, however incomplete the file is.
///
/// While a key is being typed, the file is usually not valid YAML, so a YAML reader would refuse it.
struct DefinitionOutline: Sendable {
    struct Key: Sendable {
        var name: String
        /// The map that the key is in, as an index of ``maps``.
        var map: Int
        var line: Int
        var columns: Range<Int>
        /// The text that follows on the same line, without quotes; empty for a map, a list, or a text of several lines.
        var value = ""
        var valueColumns: Range<Int>
        /// The position behind its value, and behind everything below it.
        var end: DocumentText.Position

        var start: DocumentText.Position { DocumentText.Position(line: line, column: columns.lowerBound) }
    }

    struct Map: Sendable {
        /// The key that has the map as its value; `nil` for the file itself.
        var parent: Int?
        /// The keys in the map, as indices of ``keys``.
        var keys: [Int] = []
    }

    /// A text that is a value of a key, or in a list of such.
    struct Text: Sendable {
        var key: Int
        var line: Int
        /// The columns without quotes.
        var columns: Range<Int>
        var text: String
    }

    /// What is written at the cursor.
    enum Cursor: Sendable {
        /// A key of a map.
        case key(map: Int)
        /// A value of a key, with the columns of its text without quotes.
        case value(key: Int, columns: Range<Int>)
    }

    var keys: [Key] = []
    var maps: [Map] = []
    var texts: [Text] = []
    /// What is written at the position that was given; `nil` in a comment, or in a text of several lines.
    var cursor: Cursor?

    init(_ text: DocumentText, cursor: DocumentText.Position? = nil) {
        var scanner = OutlineScanner(lines: text.lines, position: cursor)
        scanner.scan()
        self = scanner.outline
    }

    init() {}

    /// Returns the key that a position is on.
    func key(at position: DocumentText.Position) -> Int? {
        keys.firstIndex { $0.line == position.line && $0.columns.contains(position.column) }
    }

    /// Returns the texts of a map by their keys, without those of lists and maps; for `rows` as a map, its path.
    func texts(of map: Int) -> [String: String] {
        let rows = maps[map].keys.first { keys[$0].name == "rows" && keys[$0].value.isEmpty }
        var texts = Dictionary(maps[map].keys.map { (keys[$0].name, keys[$0].value) }) { first, _ in first }
        if let rows, let inner = maps[map...].first(where: { $0.parent == rows }) {
            texts["rows"] = inner.keys.first { keys[$0].name == "path" }.map { keys[$0].value }
        }
        return texts
    }

    /// Returns the keys of the maps that are the values of keys, as indices of ``keys`` by that of the key.
    var keysBelow: [Int: [Int]] {
        maps.reduce(into: [:]) { below, map in
            if let parent = map.parent { below[parent, default: []] += map.keys }
        }
    }

    /// Returns the keys that lead to a map, from the top of the file.
    func steps(to map: Int) -> [LanguagePlace.Step] { maps[map].parent.map { steps(through: $0) } ?? [] }

    /// Returns the keys that lead to the value of a key, from the top of the file.
    func steps(through key: Int) -> [LanguagePlace.Step] {
        steps(to: keys[key].map) + [LanguagePlace.Step(keys[key].name, besides: texts(of: keys[key].map))]
    }

    /// Returns the names of the keys that lead to the value of a key, from the top of the file.
    func names(through key: Int) -> [String] {
        var names = [keys[key].name]
        var map = maps[keys[key].map]
        while let parent = map.parent {
            names.append(keys[parent].name)
            map = maps[keys[parent].map]
        }
        return names.reversed()
    }
}
