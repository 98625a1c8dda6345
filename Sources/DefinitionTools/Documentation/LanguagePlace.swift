package import MovieDomain
package import ProviderLanguage

/// A place in a definition file, given by the keys that lead to it, and what may be written there.
///
/// The rest of the file does not matter, so that an editor can ask while a definition is being written.
package struct LanguagePlace: Sendable {
    /// A map on the way to a place, and the key in it that leads on.
    package struct Step: Sendable {
        /// The texts that are written in the map, by their keys; the kind of a map can depend on them.
        package var texts: [String: String]
        package var key: String

        package init(_ key: String, besides texts: [String: String] = [:]) {
            self.key = key
            self.texts = texts
        }
    }

    /// A key or a word that may be written.
    package struct Suggestion: Hashable, Sendable {
        package var text: String
        /// What it means, in a sentence; empty if it explains itself.
        package var summary: String
        /// Whether a key has a map or a list below it, and never a text beside it.
        package var opensBlock = false

        package init(_ text: String, _ summary: String = "") {
            self.text = text
            self.summary = summary
        }
    }

    /// The operation that the place is in, if it is in one.
    package let operation: Capability?
    private var forms: [Form]
    private var entry: Construct.Entry?

    package init(_ steps: [Step]) {
        operation = steps.lazy.compactMap { Capability(rawValue: $0.key) }.first
        forms = [.record { FileConstruct.construct }]
        for step in steps {
            let entries = forms.flatMap { $0.entries(besides: step.texts) }.filter { $0.name == step.key }
            let free = forms.flatMap(\.freeMaps).map(\.values)
            entry = entries.first
            forms = entries.map(\.form) + free
        }
    }

    /// Returns the keys that may be added to the map at this place, in the order of the reference.
    package func keys(besides texts: [String: String]) -> [Suggestion] {
        var found: [Suggestion] = []
        for construct in forms.flatMap({ $0.constructs(besides: texts) }) {
            let excluded = construct.rules.flatMap { $0.excluded(by: texts) }
            for entry in construct.entries where texts[entry.name] == nil && !excluded.contains(entry.name) {
                guard !found.contains(where: { $0.text == entry.name }) else { continue }
                var key = Suggestion(entry.name, entry.summary)
                key.opensBlock = entry.form.isBlock
                found.append(key)
            }
        }
        let free = forms.flatMap(\.freeMaps).flatMap(\.keys.words).filter { texts[$0.word] == nil }
        return found + free.map { Suggestion($0.word, $0.summary) }
    }

    /// The words that may be written at this place, or else its default and its example.
    package var values: [Suggestion] {
        var words: [Suggestion] = []
        for word in forms.flatMap(\.values) where !words.contains(word) { words.append(word) }
        guard words.isEmpty, !takesPath, let entry else { return words }
        return [(entry.defaultText, "The default."), (entry.example, "An example.")].compactMap { text, summary in
            text.map { Suggestion($0, summary) }
        }
    }

    /// Whether a path in an answer may be written at this place.
    package var takesPath: Bool { forms.contains(where: \.takesPath) }

    /// Whether a single value needs brackets at this place.
    package var takesOnlyList: Bool {
        !forms.isEmpty
            && forms.allSatisfy { form in
                switch form {
                case .list, .nonEmptyList: true
                default: false
                }
            }
    }

    /// Returns what a key of the map at this place means, as Markdown; `nil` if the map has no key with that name.
    package func explanation(of key: String, besides texts: [String: String]) -> String? {
        for construct in forms.flatMap({ $0.constructs(besides: texts) }) {
            guard let entry = construct.entries.first(where: { $0.name == key }) else { continue }
            let words = entry.form.words.filter { !$0.summary.isEmpty }.map { "- `\($0.word)`: \($0.summary)" }
            let isNeeded = entry.isRequired || construct.rules.contains(.exactlyOne([entry.name]))
            let rules = construct.rules.filter { $0.names.contains(key) && $0.names.count > 1 }
            let facts =
                entry.facts(isNeeded: isNeeded, FormText.markdown.code)
                + rules.map { $0.sentence(FormText.markdown.code) }
            let value = "Value: \(FormText.markdown.text(entry.form))."
            let parts = ["**\(key)**, of \(construct.name)", facts.joined(separator: " "), value]
            return (parts + [words.joined(separator: "\n")]).filter { !$0.isEmpty }.joined(separator: "\n\n")
        }
        return nil
    }
}

extension Construct.Rule {
    /// The keys that may not be added to a map with these texts.
    fileprivate func excluded(by texts: [String: String]) -> [String] {
        switch self {
        case .exactlyOne(let names), .atMostOne(let names): names.contains { texts[$0] != nil } ? names : []
        case .together, .needs, .count: []
        }
    }
}

extension FormText {
    fileprivate static let markdown = FormText(code: { "`\($0)`" }, map: { "a map (\($0.name))" })
}

extension Form {
    /// Returns the maps with known keys that the form may be, in a map with these texts.
    fileprivate func constructs(besides texts: [String: String]) -> [Construct] {
        alternatives.flatMap { form -> [Construct] in
            switch form {
            case .record(let construct): return [construct()]
            case .variants(let key, let standard, let variants):
                let word = texts[key] ?? standard
                let chosen = variants.filter { $0.word == word }
                return (chosen.isEmpty ? variants : chosen).flatMap { $0.form.constructs(besides: texts) }
            default: return []
            }
        }
    }

    fileprivate func entries(besides texts: [String: String]) -> [Construct.Entry] {
        constructs(besides: texts).flatMap(\.entries)
    }

    /// The maps with free keys that the form may be.
    fileprivate var freeMaps: [(keys: Form, values: Form)] {
        alternatives.flatMap { form -> [(keys: Form, values: Form)] in
            switch form {
            case .map(let keys, let values): [(keys, values)]
            case .variants(_, _, let variants): variants.flatMap(\.form.freeMaps)
            default: []
            }
        }
    }

    /// The texts that the form may be, without those inside a map.
    fileprivate var values: [LanguagePlace.Suggestion] {
        alternatives.flatMap { form -> [LanguagePlace.Suggestion] in
            switch form {
            case .words(let words): words.map { LanguagePlace.Suggestion($0.word, $0.summary) }
            case .boolean: ["true", "false"].map { LanguagePlace.Suggestion($0) }
            default: []
            }
        }
    }

    fileprivate var takesPath: Bool {
        alternatives.contains { $0.phrase == Self.path.phrase }
    }

    /// Whether the form is a map, or a list of maps, and nothing that stands on one line.
    fileprivate var isBlock: Bool {
        alternatives.allSatisfy { form in
            switch form {
            case .record, .variants, .map: true
            default: false
            }
        }
    }
}

extension LanguagePlace {
    /// Each filter that an input of a placeholder may have, with its meaning.
    package static func filters(after input: Input?) -> [Suggestion] {
        if input == .date { return [Suggestion("date yyyyMMdd", "The day in this format.")] }
        return TextFilter.allCases.map { Suggestion($0.rawValue, $0.summary) }
            + [Suggestion("number", "A number in a JSON body.")]
    }
}
