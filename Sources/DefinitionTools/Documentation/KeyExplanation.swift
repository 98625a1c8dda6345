import MovieDomain
import Platform
import ProviderLanguage

extension LanguageReference {
    /// Returns what a key or a word means, for a terminal, with every place if several have that name.
    ///
    /// The question is a name such as `rows`, or the end of a place such as `paging.kind`.
    package func explanation(of question: String) -> String? {
        let steps = question.split(scalar: ".").map(String.init)
        guard let name = steps.last else { return nil }
        let found = keys(at: steps, isExact: true)
        let keys = found.isEmpty ? self.keys(at: steps, isExact: false) : found
        let words = steps.count == 1 ? words(named: name) : []
        let parts = texts(of: keys) + words
        return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }

    /// Every key and word that can be explained.
    package var allNames: [String] { Set(sections.flatMap { $0.keys.map(\.entry.name) } + words.map(\.word)).sorted() }

    package func nearest(to question: String) -> String? {
        let known = allNames
        let steps = question.split(scalar: ".").map { step in
            let name = String(step)
            return known.contains(name) ? name : NearestName.nearest(to: name, among: known) ?? name
        }
        let near = steps.joined(separator: ".")
        if near != question, explanation(of: near) != nil { return near }
        return steps.last.flatMap { explanation(of: $0) == nil ? nil : $0 }
    }

    private struct PlacedKey {
        var section: Section
        var key: Key
        var places: [[String]]
    }

    private func keys(at steps: [String], isExact: Bool) -> [PlacedKey] {
        sections.flatMap { section in
            section.keys.filter { $0.entry.name == steps.last }.compactMap { key in
                let places = key.places.filter { fits($0, steps.dropLast(), isExact) }
                return places.isEmpty ? nil : PlacedKey(section: section, key: key, places: places)
            }
        }
    }

    /// Returns whether a place ends with the steps that were asked for or, if not `isExact`, has them in this order.
    private func fits(_ place: [String], _ asked: ArraySlice<String>, _ isExact: Bool) -> Bool {
        if isExact {
            return asked.count <= place.count && zip(place.suffix(asked.count), asked).allSatisfy { fits($0, $1) }
        }
        var rest = asked
        for step in place where rest.first.map({ fits(step, $0) }) == true { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    private func fits(_ step: String, _ asked: String) -> Bool {
        step == asked || step == "NAME" || names[step]?.contains(asked) == true
    }

    /// Returns the texts of keys; keys of several maps that mean the same share one text.
    private func texts(of keys: [PlacedKey]) -> [String] {
        let name = keys.first?.key.entry.name ?? ""
        return Self.grouped(keys.map { ($0.section.title, body(of: $0)) }).map { "\(name), of \($0)\n\($1)" }
    }

    /// Returns each text once, with the places that have it, in the order of the first ones.
    private static func grouped(_ found: [(place: String, text: String)]) -> [(places: String, text: String)] {
        var texts: [String] = []
        for (_, text) in found where !texts.contains(text) { texts.append(text) }
        return texts.map { text in
            (found.filter { $0.text == text }.map(\.place).joined(separator: ", "), text)
        }
    }

    private func body(of placed: PlacedKey) -> String {
        let entry = placed.key.entry
        var lines = [
            placed.section.facts(of: placed.key, FormText.plain.code).joined(separator: " "),
            "Value: \(FormText.plain.text(.either(placed.key.forms))).",
        ]
        lines += entry.form.words.filter { !$0.summary.isEmpty }.map { "  \($0.word): \($0.summary)" }
        lines += placed.section.jointRules.filter { $0.names.contains(entry.name) }.map { $0.sentence { $0 } }
        let places = placed.places.sorted { $0.count < $1.count }.map { ($0 + [entry.name]).joined(separator: ".") }
        let more = places.count > 3 ? ", and \(places.count - 3) more" : ""
        lines.append("Used at \(places.prefix(3).joined(separator: ", "))\(more).")
        return lines.map { "    " + $0 }.joined(separator: "\n")
    }

    private var words: [(word: String, summary: String, place: String)] {
        sections.flatMap { section in
            section.keys.flatMap { key in
                key.entry.form.words.map { ($0.word, $0.summary, "\(key.entry.name) of \(section.title)") }
            }
        }
    }

    private func words(named name: String) -> [String] {
        let found = words.filter { $0.word == name && !$0.summary.isEmpty }.map { ($0.place, $0.summary) }
        return Self.grouped(found).map { "\(name), a value of \($0)\n    \($1)" }
    }
}

extension Construct.Rule {
    var names: [String] {
        switch self {
        case .exactlyOne(let names), .atMostOne(let names), .together(let names): names
        case .needs(let name, let others): [name] + others
        case .count: []
        }
    }
}
