import JSON
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

/// What can be written at a position: keys, words, places in templates, and names of the recorded answers.
struct Completion {
    /// The kinds of LSP's completion items that are used here.
    private enum Kind: Int {
        case field = 5
        case variable = 6
        case property = 10
        case value = 12
    }

    private let document: DefinitionDocument
    private let position: DocumentText.Position
    private let samples: SampleRows
    private let outline: DefinitionOutline

    init(_ document: DefinitionDocument, at position: DocumentText.Position, _ samples: SampleRows) {
        self.document = document
        self.position = position
        self.samples = samples
        outline = document.outline(cursor: position)
    }

    /// A list of completion items.
    var json: JSONValue {
        switch outline.cursor {
        case nil: return .array([])
        case .key(let map): return .array(keys(of: map))
        case .value(let key):
            if let template = openTemplate { return .array(places(in: template, of: key)) }
            return .array(values(of: key))
        }
    }

    // MARK: Keys and words

    private func keys(of map: Int) -> [JSONValue] {
        let columns = document.text.nameBefore(position)
        let line = document.text.lines[position.line]
        let rest = line[position.column...]
        let hasColon = rest.drop(while: DocumentText.isName).first == ":"
        var texts = outline.texts(of: map)
        // The key at the cursor may be any other one.
        for key in outline.keys where key.map == map && key.line == position.line {
            if key.columns.lowerBound == columns.lowerBound { texts[key.name] = nil }
        }
        return LanguagePlace(outline.steps(to: map)).keys(besides: texts).enumerated().map { order, key in
            let end = hasColon ? "" : key.opensBlock ? ":" : ": "
            return item(key.text, .property, key.summary, order, columns, newText: key.text + end)
        }
    }

    private func values(of key: Int) -> [JSONValue] {
        let steps = outline.steps(through: key)
        let place = LanguagePlace(steps)
        var words = place.values
        if outline.keys[key].name == "extends" {
            words = BundledDefinition.all.map { LanguagePlace.Suggestion($0.id, "A built-in definition.") }
        }
        let columns = document.text.nameBefore(position)
        let items = words.enumerated().map { item($1.text, .value, $1.summary, $0, columns) }
        return place.takesPath ? items + names(after: pathBefore, of: steps) : items
    }

    // MARK: Names of recorded answers

    /// The steps of the path before the cursor, without the name that is being typed.
    private var pathBefore: String {
        let before = document.text.lines[position.line].prefix(position.column)
        let start = before.lastIndex { " [,\"'{".unicodeScalars.contains($0) }.map { $0 + 1 } ?? 0
        let path = document.text.text(position.line, start..<position.column)
        return path.lastIndex(scalar: ".").map { String(path[..<$0]) } ?? ""
    }

    /// Returns the names that the samples of an operation have behind a path, each with the first value there.
    private func names(after path: String, of steps: [LanguagePlace.Step], ends: String = "") -> [JSONValue] {
        let columns = document.text.nameBefore(position)
        return samples.names(after: path, at: steps).enumerated().map { order, name in
            item(name.name, .field, name.example, order, columns, newText: name.name + ends)
        }
    }

    // MARK: Places in templates

    /// The text between `${` and the cursor, if the cursor is in a place of a template.
    private var openTemplate: String? {
        let before = document.text.text(position.line, 0..<position.column)
        guard let start = before.ranges(scalars: "${").last, !before[start.upperBound...].contains(scalars: "}") else {
            return nil
        }
        return String(before[start.upperBound...])
    }

    private func places(in template: String, of key: Int) -> [JSONValue] {
        let steps = outline.steps(through: key)
        let rest = document.text.lines[position.line][position.column...]
        let end = rest.drop(while: DocumentText.isName).first == "}" ? "" : "}"
        if template.hasPrefix(scalars: "row.") {
            let path = template.dropFirst(4)
            return names(after: path.lastIndex(scalar: ".").map { String(path[..<$0]) } ?? "", of: steps, ends: end)
        }
        let columns = (position.column - template.unicodeScalars.count)..<position.column
        let operation = LanguagePlace(steps).operation
        let inputs = Input.allCases.filter { operation?.inputs.contains($0) ?? true }
        var places = inputs.map { LanguagePlace.Suggestion("input.\($0.rawValue)", $0.summary) }
        places += [
            LanguagePlace.Suggestion("locale", "The first language, as the source names it."),
            LanguagePlace.Suggestion("language", "The locale without its region."),
        ]
        if steps.contains(where: { $0.key == "item" }) {
            places.append(LanguagePlace.Suggestion("row.", "A path in the row."))
        }
        for name in variables { places.append(LanguagePlace.Suggestion("env.\(name)", "A variable.")) }
        return places.enumerated().map { order, place in
            let isOpen = place.text.hasSuffix(scalars: ".") || place.text == "input.ids"
            let text = place.text == "input.ids" ? "input.ids." : place.text
            return item(place.text, .variable, place.summary, order, columns, newText: text + (isOpen ? "" : end))
        }
    }

    /// The names of the environment variables in the file.
    private var variables: [String] {
        let text = String(decoding: document.text.bytes, as: UTF8.self)
        let names = text.ranges(scalars: "${env.").map {
            text[$0.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        return Set(names.map(String.init)).subtracting([""]).sorted()
    }

    private func item(
        _ label: String,
        _ kind: Kind,
        _ summary: String,
        _ order: Int,
        _ columns: Range<Int>,
        newText: String? = nil
    ) -> JSONValue {
        let digits = String(order)
        var members: [JSONValue.Member] = [
            .init("label", .string(label)), .init("kind", .number(JSONNumber(kind.rawValue))),
            // Clients sort by this text, not by the order of the list.
            .init("sortText", .string(String(repeating: "0", count: max(0, 3 - digits.count)) + digits)),
            .init(
                "textEdit",
                ["range": document.text.range(position.line, columns), "newText": .string(newText ?? label)]
            ),
        ]
        if !summary.isEmpty { members.append(.init("documentation", .string(summary))) }
        return .object(members)
    }
}

/// The recorded answers in the tests of a definition, as a source of names for paths.
struct SampleRows {
    let providers: [ProviderDefinition]
    let tests: DefinitionTestRun

    /// Returns the names behind a path at a place of an operation, in the order of the answers; empty without a sample.
    ///
    /// Paths in an item begin at a row, and the others at the whole answer.
    func names(
        after path: String,
        at steps: [LanguagePlace.Step]
    ) -> [(name: String, example: String)] {
        let id = steps.dropFirst().first?.texts["id"]
        guard let operation = LanguagePlace(steps).operation,
            let provider = providers.first(where: { $0.id == id })
        else { return [] }
        var examples: [(name: String, example: String)] = []
        for sample in tests.samples(of: operation, provider) {
            var reached = steps.contains { $0.key == "item" } ? sample.rows : [sample.root]
            let nested = steps.drop { $0.key != "item" }.dropFirst().filter { $0.key == "item" }
            for step in nested {
                let found = elements(step.texts["rows"] ?? "", reached, sample.root)
                reached = found.flatMap { $0.kind == .array ? Array($0.elements) : [$0] }
            }
            for element in elements(path, reached, sample.root).prefix(50) {
                for (name, value) in element.members where !examples.contains(where: { $0.name == name }) {
                    guard name.unicodeScalars.allSatisfy(DocumentText.isName) else { continue }
                    examples.append((name, String(value.textString.prefix(60))))
                }
            }
        }
        return examples
    }

    private func elements(_ path: String, _ rows: [JSONElement], _ root: JSONElement) -> [JSONElement] {
        guard !path.isEmpty else { return rows }
        do throws(JSONPathError) {
            let path = try JSONPath(parsing: path)
            return rows.flatMap { path.select(in: $0, root: root) }
        } catch {
            // A path that is not one yet leads nowhere.
            return []
        }
    }
}
