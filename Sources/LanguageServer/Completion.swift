import DefinitionTools
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
        case snippet = 15
    }

    private let document: DefinitionDocument
    private let position: DocumentText.Position
    private let samples: RecordedSamples
    private let outline: DefinitionOutline
    /// Whether the client knows snippets, with places to be filled in.
    private let takesSnippets: Bool

    init(
        _ document: DefinitionDocument,
        at position: DocumentText.Position,
        _ samples: RecordedSamples,
        takesSnippets: Bool = false
    ) {
        self.takesSnippets = takesSnippets
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
        case .value(let key, let columns):
            if let template = openTemplate { return .array(places(in: template, of: key)) }
            return .array(values(of: key, columns))
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
        let steps = outline.steps(to: map)
        let known = LanguagePlace(steps).keys(besides: texts).filter { isTaken($0.text, at: steps) }
        let found = known + free(at: steps).filter { texts[$0.text] == nil }
        let items = found.enumerated().map { order, key in
            let end = hasColon ? "" : key.opensBlock ? ":" : ": "
            return item(key.text, .property, key.summary, order, columns, newText: key.text + end)
        }
        let isAlone = line[..<columns.lowerBound].allSatisfy { $0 == " " } && !hasColon
        return items + (isAlone && takesSnippets ? snippets(known.map(\.text), at: steps, columns) : [])
    }

    /// Whether the input of a test is one of its operation; other keys always are.
    private func isTaken(_ key: String, at steps: [LanguagePlace.Step]) -> Bool {
        guard let last = steps.last, last.key == "input", steps.dropLast().last?.key == "tests",
            let operation = last.texts["operation"].flatMap(Capability.init(rawValue:))
        else { return true }
        return Input(rawValue: key).map(operation.inputs.contains) ?? true
    }

    /// The keys of a map with free ones that are worth suggesting: namespaces of ids, and recorded values of a table.
    private func free(at steps: [LanguagePlace.Step]) -> [LanguagePlace.Suggestion] {
        guard let last = steps.last else { return [] }
        if last.key == "ids" { return namespaces }
        if last.key == "headers" {
            return ["Accept", "Accept-Language", "User-Agent", "Referer", "Cookie", "X-Api-Key"].map {
                LanguagePlace.Suggestion($0, "A header of the request.")
            }
        }
        if last.key == "first", steps.dropLast().last?.key == "expect" { return expectedFields(at: steps) }
        guard last.key == "map", let path = last.texts["path"], !path.isEmpty else { return [] }
        let texts = samples.texts(at: path, at: Array(steps.dropLast()))
        return texts.map { LanguagePlace.Suggestion(Self.plain($0), "A recorded value.") }
    }

    /// The fields of the items of a test's operation.
    private func expectedFields(at steps: [LanguagePlace.Step]) -> [LanguagePlace.Suggestion] {
        let test = steps.first { $0.key == "expect" }
        let operation = test?.texts["operation"].flatMap(Capability.init(rawValue:))
        return (operation?.itemKind.fields ?? []).map { LanguagePlace.Suggestion($0.word, $0.summary) }
    }

    /// The text in quotes, if it would be something else without.
    private static func plain(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy(DocumentText.isName)
        return isPlain && Int(text) == nil ? text : "\"\(text)\""
    }

    private func values(of key: Int, _ text: Range<Int>) -> [JSONValue] {
        let steps = outline.steps(through: key)
        let place = LanguagePlace(steps)
        let columns = document.text.nameBefore(position)
        let words = names(for: outline.keys[key].name, place, at: steps) ?? place.values
        let line = document.text.lines[position.line]
        let isBare =
            outline.keys[key].line == position.line && line[..<columns.lowerBound].last != "["
            && line[outline.keys[key].columns.upperBound..<columns.lowerBound].allSatisfy { $0 == ":" || $0 == " " }
        let items = words.enumerated().map { order, word in
            let isList = isBare && place.takesOnlyList && !word.text.hasPrefix(scalars: "[")
            return item(word.text, .value, word.summary, order, columns, newText: isList ? "[\(word.text)]" : nil)
        }
        guard place.takesPath else { return items }
        let written = document.text.text(position.line, min(text.lowerBound, position.column)..<position.column)
        return items + names(after: PartialPath(written), of: steps)
    }

    /// The names that are known for a key whose values the language does not list; `nil` if there are none.
    private func names(
        for key: String,
        _ place: LanguagePlace,
        at steps: [LanguagePlace.Step]
    ) -> [LanguagePlace.Suggestion]? {
        switch key {
        case "extends" where steps.contains { $0.key == "item" }:
            let inherited = providerKeys("operations").flatMap { outline.keysBelow[$0] ?? [] }.map {
                outline.keys[$0].name
            }
            return inherited.filter { $0 != place.operation?.rawValue }.map {
                LanguagePlace.Suggestion($0, "The item of this operation.")
            }
        case "extends":
            return BundledDefinition.all.map { LanguagePlace.Suggestion($0.id, "A built-in definition.") }
        case "by", "leads_to": return namespaces
        case "else":
            return [
                LanguagePlace.Suggestion("keep", "The value stays as it is."),
                LanguagePlace.Suggestion("drop", "There is no value."),
            ]
        case "unit" where place.values.isEmpty:
            return ["USD", "EUR", "KRW", "JPY", "CNY", "GBP", "INR"].map { LanguagePlace.Suggestion($0, "A currency.") }
        case "language", "languages": return languages
        case "is", "in":
            guard steps.dropLast().last?.key == "where", let path = steps.last?.texts["path"] else { return nil }
            return samples.texts(at: path, at: Array(steps.dropLast())).map {
                LanguagePlace.Suggestion(Self.plain($0), "A recorded value.")
            }
        default: return nil
        }
    }

    /// The namespaces of ids: the provider's own, those in the file, and those that many sources know.
    private var namespaces: [LanguagePlace.Suggestion] {
        let own = providerKeys("id").map { outline.keys[$0].value }
        let used = outline.keys.indices.filter { outline.names(through: $0).suffix(2).first == "ids" }
        let others = Set(used.map { outline.keys[$0].name }).union(["imdb", "tmdb", "tvdb", "wikidata"])
        return own.map { LanguagePlace.Suggestion($0, "The ids of this source.") }
            + others.subtracting(own).subtracting([""]).sorted().map { LanguagePlace.Suggestion($0) }
    }

    private var languages: [LanguagePlace.Suggestion] {
        let own = outline.texts.filter { outline.keys[$0.key].name == "languages" }.map(\.text)
        let all = own + ["en", "de", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "zh"]
        var seen: Set<String> = []
        return all.filter { Language.isTag($0) && seen.insert($0).inserted }.map { LanguagePlace.Suggestion($0) }
    }

    /// The keys with a name in the provider that the cursor is in.
    private func providerKeys(_ name: String) -> [Int] {
        let ids = outline.keys.indices.filter { outline.names(through: $0) == ["providers", "id"] }
        let own = ids.last { outline.keys[$0].line <= position.line } ?? ids.first
        return own.map { outline.maps[outline.keys[$0].map].keys.filter { outline.keys[$0].name == name } } ?? []
    }

    // MARK: Whole operations

    private func snippets(
        _ keys: [String],
        at steps: [LanguagePlace.Step],
        _ columns: Range<Int>
    ) -> [JSONValue] {
        guard steps.map(\.key) == ["providers", "operations"] else { return [] }
        return keys.compactMap(Capability.init(rawValue:)).enumerated().map { order, operation in
            item(
                "\(operation.rawValue): …",
                .snippet,
                operation.summary,
                keys.count + order,
                columns,
                newText: OperationSnippet(operation).text
            )
        }
    }

    // MARK: Names of recorded answers

    /// Returns what continues a path: the names that the samples have there, or the recorded values of a filter.
    private func names(after path: PartialPath, of steps: [LanguagePlace.Step], ends: String = "") -> [JSONValue] {
        let columns = (position.column - path.name.unicodeScalars.count)..<position.column
        if path.isFilterValue {
            let rest = document.text.lines[position.line][position.column...]
            let end = rest.first == "'" ? "" : "']"
            return samples.texts(at: path.before, at: steps).enumerated().map { order, text in
                item(text, .value, "A recorded value.", order, columns, newText: text + end)
            }
        }
        if path.isInBracket {
            let ways = [("*]", "Every element."), ("0]", "The first element."), ("?@.", "The elements with a value.")]
            return ways.enumerated().map { order, way in
                item(way.0, .value, way.1, order, columns, newText: way.0 + (way.0.hasSuffix(scalars: "]") ? ends : ""))
            }
        }
        let names = samples.names(after: path.before, at: steps)
        return names.filter { PartialPath.isName($0.name) }.enumerated().map { order, name in
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
            return names(after: PartialPath(String(template.dropFirst(4))), of: steps, ends: end)
        }
        if let bar = template.lastIndex(scalar: "|") {
            return filters(after: template[template.index(after: bar)...], of: template[..<bar].trimmed, ends: end)
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
        if template.hasPrefix(scalars: "input.ids.") {
            places = namespaces.map { LanguagePlace.Suggestion("input.ids.\($0.text)", $0.summary) }
        }
        let secrets = variables.map { LanguagePlace.Suggestion("env.\($0)", "A variable.") }
        // Outside of operations, keys are what is filled in.
        places = operation == nil ? secrets + places : places + secrets
        places += outline.keys.indices.filter { outline.names(through: $0).suffix(2).first == "vars" }.map {
            LanguagePlace.Suggestion("vars.\(outline.keys[$0].name)", outline.keys[$0].value)
        }
        // What is written before the last point is meant.
        let root = template.lastIndex(scalar: ".").map { template[...$0] } ?? ""
        return places.filter { $0.text.hasPrefix(scalars: root) }.enumerated().map { order, place in
            let isOpen = place.text.hasSuffix(scalars: ".") || place.text == "input.ids"
            let text = place.text == "input.ids" ? "input.ids." : place.text
            return item(place.text, .variable, place.summary, order, columns, newText: text + (isOpen ? "" : end))
        }
    }

    /// The filters that can follow the `|` of a placeholder, of which a part may be written.
    private func filters(after written: Substring, of place: Substring, ends: String) -> [JSONValue] {
        let input = place.hasPrefix(scalars: "input.") ? Input(rawValue: String(place.dropFirst(6))) : nil
        let name = written.drop { $0 == " " }
        let columns = (position.column - name.unicodeScalars.count)..<position.column
        let space = written.isEmpty ? " " : ""
        return LanguagePlace.filters(after: input).enumerated().map { order, filter in
            item(filter.text, .value, filter.summary, order, columns, newText: space + filter.text + ends)
        }
    }

    /// The names of the environment variables in the file, or else the usual one of the provider's key.
    private var variables: [String] {
        let text = String(decoding: document.text.bytes, as: UTF8.self)
        let found = text.ranges(scalars: "${env.").map {
            String(text[$0.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
        let names = Set(found).subtracting([""])
        guard names.isEmpty else { return names.sorted() }
        return providerKeys("id").map {
            outline.keys[$0].value.uppercased().replacing(scalars: "-", with: "_") + "_KEY"
        }
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
        if kind == .snippet { members.append(.init("insertTextFormat", 2)) }
        if !summary.isEmpty { members.append(.init("documentation", .string(summary))) }
        return .object(members)
    }
}
