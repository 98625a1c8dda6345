import DefinitionTools
import JSON
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

/// The explanation of the key or the value at a position: what it means, what the samples have there, and what becomes of
/// it.
struct Explanation {
    private let document: DefinitionDocument
    private let position: DocumentText.Position
    private let samples: RecordedSamples

    init(_ document: DefinitionDocument, at position: DocumentText.Position, _ samples: RecordedSamples) {
        self.document = document
        self.position = position
        self.samples = samples
    }

    /// A hover of LSP; `nil` if there is nothing to explain.
    var json: JSONValue? {
        let outline = document.outline(cursor: position)
        if let index = outline.key(at: position) {
            let key = outline.keys[index]
            let place = LanguagePlace(outline.steps(to: key.map))
            let meaning = place.explanation(of: key.name, besides: outline.texts(of: key.map))
            if meaning == nil, outline.steps(to: key.map).last?.key == "ids" {
                return hover(["**\(key.name)**\n\n" + Self.namespace(key.name)], key.columns)
            }
            return meaning.map { hover([$0, results(at: outline.steps(through: index))], key.columns) }
        }
        guard case .value(let key, let columns) = outline.cursor, !columns.isEmpty else { return nil }
        let steps = outline.steps(through: key)
        if let placeholder = document.text.placeholder(at: position) {
            return meaning(of: placeholder.name, at: steps).map { hover([$0], placeholder.columns) }
        }
        let text = document.text.text(position.line, columns)
        let place = LanguagePlace(steps)
        if let word = place.values.first(where: { $0.text == text && !$0.summary.isEmpty }) {
            return hover(["**\(word.text)**\n\n\(word.summary)"], columns)
        }
        if let meaning = meaning(ofName: text, at: steps) { return hover([meaning], columns) }
        guard place.takesPath, let values = values(at: text, steps) else { return nil }
        return hover([values, results(at: steps)], columns)
    }

    private func hover(_ parts: [String?], _ columns: Range<Int>) -> JSONValue {
        let text = parts.compactMap(\.self).joined(separator: "\n\n")
        return [
            "contents": ["kind": "markdown", "value": .string(text)],
            "range": document.text.range(position.line, columns),
        ]
    }

    // MARK: Samples

    /// Returns the values of a path in the samples, and in how many rows it has one; `nil` without a sample.
    private func values(at path: String, _ steps: [LanguagePlace.Step]) -> String? {
        guard let findings = samples.findings(path, at: steps) else { return nil }
        let isRows = steps.last?.key == "rows" || steps.suffix(2).map(\.key) == ["rows", "path"]
        if isRows { return rows(findings) }
        let isInRow = steps.contains { $0.key == "item" || $0.key == "where" }
        let starts = isInRow ? Self.count(findings.starts, "row") : Self.count(findings.starts, "sample")
        guard findings.hits > 0 else { return "Nothing there in \(starts)." }
        return "\(Self.list(findings.values.map(\.textString)))\n\nIn \(findings.hits) of \(starts)."
    }

    private func rows(_ findings: RecordedSamples.Findings) -> String {
        let rows = findings.values.flatMap { $0.kind == .array ? Array($0.elements) : [$0] }
        var names: [String] = []
        for row in rows.prefix(200) {
            for (name, _) in row.members where !names.contains(name) { names.append(name) }
        }
        let count = Self.count(rows.count, "row") + " in " + Self.count(findings.starts, "sample")
        return names.isEmpty ? count + "." : "\(count), with \(Self.list(names, 12))."
    }

    /// Returns what the tests make of the field at a place; `nil` if it is none.
    private func results(at steps: [LanguagePlace.Step]) -> String? {
        guard let results = samples.results(at: steps) else { return nil }
        return results.isEmpty ? "It becomes nothing." : "It becomes \(Self.list(results.map(\.jsonText)))."
    }

    private static func list(_ texts: [String], _ most: Int = 4) -> String {
        var shown: [String] = []
        for text in texts where !shown.contains(text) && shown.count <= most { shown.append(text) }
        let codes = shown.prefix(most).map { text in
            let short = text.count > 80 ? text.prefix(80) + "…" : text[...]
            return "`\(short.map { $0 == "`" ? "'" : $0.isNewline ? " " : $0 }.map(String.init).joined())`"
        }
        return codes.joined(separator: ", ") + (shown.count > most ? ", …" : "")
    }

    private static func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }

    // MARK: Names

    /// Returns what a name stands for that the language does not list: a namespace, a source, an operation, a unit.
    private func meaning(ofName text: String, at steps: [LanguagePlace.Step]) -> String? {
        switch steps.last?.key {
        case "by", "leads_to": return "**\(text)**\n\n" + Self.namespace(text)
        case "extends":
            if let operation = Capability(rawValue: text), steps.contains(where: { $0.key == "item" }) {
                return "**\(text)**\n\nThe item of this operation. \(operation.summary)"
            }
            let isBundled = BundledDefinition.all.contains { $0.id == text }
            return "**\(text)**\n\n" + (isBundled ? "A built-in definition." : "Another source of this file.")
        case "unit":
            let units = ["min": "Minutes.", "h": "Hours.", "s": "Seconds.", "ms": "Milliseconds."]
            return units[text].map { "**\(text)**\n\n\($0)" }
        default: return nil
        }
    }

    private static func namespace(_ name: String) -> String {
        let known = [
            "imdb": "IMDb: `tt0133093`.", "tmdb": "The Movie Database: `603`.", "tvdb": "TheTVDB.",
            "thetvdb": "TheTVDB.", "wikidata": "Wikidata: `Q83495`.",
        ]
        return "Ids of " + (known[name] ?? "the source '\(name)'.")
    }

    // MARK: Placeholders

    /// Returns what a placeholder stands for, such as `input.query`; `nil` if it is none.
    private func meaning(of placeholder: String, at steps: [LanguagePlace.Step]) -> String? {
        let name = placeholder.split(scalar: "|").first.map { String($0).trimmedText } ?? ""
        let (root, rest) = name.parted(at: ".") ?? (name, "")
        let title = "**${\(name)}**\n\n"
        switch root {
        case "input": return input(rest, at: steps).map { title + $0 }
        case "env": return title + "The environment variable \(rest), which is kept secret."
        case "file": return title + "The text of a file, which is kept secret."
        case "locale": return title + "The first language of the call, as the source names it."
        case "language": return title + "The locale without its region."
        case "vars":
            let outline = document.outline()
            let value = outline.keys.indices.last {
                outline.keys[$0].name == rest && outline.names(through: $0).suffix(2).first == "vars"
            }
            return value.map { title + "It is `\(outline.keys[$0].value)`." }
        case "row":
            guard let values = values(at: rest, steps) else { return nil }
            return [title + values, results(at: steps)].compactMap(\.self).joined(separator: "\n\n")
        default: return nil
        }
    }

    private func input(_ name: String, at steps: [LanguagePlace.Step]) -> String? {
        let (word, namespace) = name.parted(at: ".") ?? (name, "")
        guard let input = Input(rawValue: word) else { return nil }
        return input.summary + (namespace.isEmpty ? "" : " This one is the id in the namespace '\(namespace)'.")
    }
}

extension String {
    /// Returns the texts before and after the first such character; `nil` without one.
    fileprivate func parted(at scalar: Unicode.Scalar) -> (String, String)? {
        firstIndex(scalar: scalar).map { (String(self[..<$0]), String(self[index(after: $0)...])) }
    }
}
