import JSON
import MovieDomain
import Platform

/// The parts of an open definition as an editor shows them beside the text: outline, folds, and links.
struct DocumentStructure {
    /// The kinds of LSP's symbols that are used here.
    private enum Kind: Int {
        case module = 2
        case function = 12
        case event = 24
    }

    private let document: DefinitionDocument
    private let outline: DefinitionOutline
    /// The maps that are the values of keys, by the index of the key.
    private let mapsBelow: [Int: [Int]]

    init(_ document: DefinitionDocument) {
        self.document = document
        let outline = document.outline()
        self.outline = outline
        mapsBelow = outline.maps.indices.reduce(into: [:]) { below, map in
            if let parent = outline.maps[map].parent { below[parent, default: []].append(map) }
        }
    }

    // MARK: Outline

    /// The sources with their operations and tests, as document symbols of LSP.
    var symbols: JSONValue {
        let below = outline.keysBelow
        return .array(
            outline.providers.map { provider in
                let keys = outline.maps[provider].keys
                let name =
                    keys.first { outline.keys[$0].name == "id" }.map { outline.keys[$0] } ?? outline.keys[keys[0]]
                let operations = keys.filter { outline.keys[$0].name == "operations" }.flatMap { below[$0] ?? [] }
                let tests = keys.filter { outline.keys[$0].name == "tests" }.flatMap { below[$0] ?? [] }
                let children =
                    operations.map { operation($0) }
                    + Set(tests.map { outline.keys[$0].map }).sorted().map { test($0) }
                return symbol(name.name == "id" ? name.value : "", .module, of: provider, at: name, children)
            }
        )
    }

    /// The symbol of an operation, with its alternatives if it is a list of such.
    private func operation(_ index: Int) -> JSONValue {
        let key = outline.keys[index]
        let alternatives = (mapsBelow[index] ?? []).filter { !outline.maps[$0].keys.isEmpty }
        let children = alternatives.count < 2 ? [] : alternatives.map { alternative(of: key.name, $0) }
        return symbol(key.name, .function, key.start, key.end, key, children)
    }

    private func alternative(of name: String, _ map: Int) -> JSONValue {
        let keys = outline.maps[map].keys.map { outline.keys[$0] }
        let path = keys.first { $0.name == "get" || $0.name == "post" }
        return symbol(path.map { "\(name) \($0.value)" } ?? name, .function, of: map, at: path ?? keys[0], [])
    }

    private func test(_ map: Int) -> JSONValue {
        let keys = outline.maps[map].keys.map { outline.keys[$0] }
        let name = keys.first { $0.name == "name" }
        return symbol(name?.value ?? "", .event, of: map, at: name ?? keys[0], [])
    }

    private func symbol(
        _ name: String,
        _ kind: Kind,
        of map: Int,
        at key: DefinitionOutline.Key,
        _ children: [JSONValue]
    ) -> JSONValue {
        let (start, end) = extent(of: map)
        return symbol(name, kind, start, end, key, children)
    }

    private func symbol(
        _ name: String,
        _ kind: Kind,
        _ start: DocumentText.Position,
        _ end: DocumentText.Position,
        _ key: DefinitionOutline.Key,
        _ children: [JSONValue]
    ) -> JSONValue {
        [
            "name": .string(name.isEmpty ? "?" : name), "kind": .number(JSONNumber(kind.rawValue)),
            "range": document.text.range(start, end), "selectionRange": document.text.range(key.line, key.columns),
            "children": .array(children),
        ]
    }

    /// The positions from the first key of a map to the end of its last one.
    private func extent(of map: Int) -> (start: DocumentText.Position, end: DocumentText.Position) {
        let keys = outline.maps[map].keys.map { outline.keys[$0] }
        return (keys[0].start, keys.map(\.end).max() ?? keys[0].end)
    }

    // MARK: Folds

    /// Everything that goes over several lines, as folding ranges of LSP.
    var folds: JSONValue {
        var ends: [Int: Int] = [:]
        for key in outline.keys where key.end.line > key.line {
            ends[key.line] = max(ends[key.line] ?? 0, key.end.line)
        }
        for map in outline.maps.indices where !outline.maps[map].keys.isEmpty {
            let (start, end) = extent(of: map)
            let isItem = document.text.lines[start.line][..<start.column].last { $0 != " " } == "-"
            if isItem, end.line > start.line { ends[start.line] = max(ends[start.line] ?? 0, end.line) }
        }
        let ranges = ends.sorted { $0.key < $1.key } + comments
        return .array(
            ranges.map { start, end in
                ["startLine": .number(JSONNumber(start)), "endLine": .number(JSONNumber(end))]
            }
        )
    }

    /// The first and last lines of comments of several lines.
    private var comments: [(key: Int, value: Int)] {
        var found: [(key: Int, value: Int)] = []
        for (line, scalars) in document.text.lines.enumerated()
        where scalars.first(where: { $0 != " " }) == "#" {
            if found.last?.value == line - 1 {
                found[found.endIndex - 1].value = line
            } else {
                found.append((line, line))
            }
        }
        return found.filter { $0.value > $0.key }
    }

    // MARK: Links

    /// The recorded answers, included files, and pages that the text names, as document links of LSP.
    func links(in address: String) -> JSONValue {
        .array(
            targets(in: address).map { text, target in
                ["range": document.text.range(text.line, text.columns), "target": .string(target)]
            }
        )
    }

    /// Returns the address of the file that the text at a position names; `nil` if it names none.
    func target(at position: DocumentText.Position, in address: String) -> String? {
        targets(in: address).first { $0.text.line == position.line && $0.text.columns.contains(position.column) }?
            .target
    }

    private func targets(in address: String) -> [(text: DefinitionOutline.Text, target: String)] {
        outline.texts.compactMap { text in
            let names = outline.names(through: text.key)
            switch names.last {
            case "response" where names == ["providers", "tests", "response"], "include" where names.count == 1:
                return Self.address(of: text.text, beside: address).map { (text, $0) }
            case "homepage", "key_url":
                guard names.count == 2, text.text.hasPrefix(scalars: "https://") else { return nil }
                return (text, text.text)
            default: return nil
            }
        }
    }

    /// Returns the address of a file beside another; `nil` if that is not beside it.
    private static func address(of name: String, beside address: String) -> String? {
        guard let slash = address.lastIndex(scalar: "/"), !name.isEmpty, !name.contains(scalars: "${") else {
            return nil
        }
        if name.hasPrefix(scalars: "~") || name.hasPrefix(scalars: "/") { return nil }
        return String(address[...slash]) + PercentEncoding.path(name)
    }
}
