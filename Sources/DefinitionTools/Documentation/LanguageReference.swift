import MovieDomain
import Platform
import ProviderLanguage

/// A reference of every key of the language with its meaning and places, collected from the declarations that decode
/// it.
///
/// `marquee check --explain` and `docs/providers-reference.md` are generated from it.
package struct LanguageReference: Sendable {
    /// A map with known keys, or several such maps that readers take for one.
    struct Section: Sendable {
        let title: String
        let summary: String
        /// The names of the maps if there are several, such as the operations.
        var members: [String] = []
        var keys: [Key] = []
        var rules: [Construct.Rule]
        /// The places of the map in a file, from the top: `providers`, `operations`, `OPERATION`.
        var places: [[String]] = []
    }

    struct Key: Sendable {
        let entry: Construct.Entry
        var members: [String]
        var forms: [Form]
        var places: [[String]]
    }

    private(set) var sections: [Section] = []
    /// The names that each placeholder in capitals represents.
    private(set) var names: [String: [String]] = [:]
    private var visited: Set<[String]> = []

    package init() { visit(FileConstruct.construct, at: []) }

    private mutating func visit(_ construct: Construct, at place: [String]) {
        let title = construct.family?.title ?? construct.name
        let member = construct.family?.member ?? ""
        guard visited.insert([title, member] + place).inserted else { return }
        note(construct, title, member, place)
        for entry in construct.entries {
            for (child, steps) in entry.form.constructs {
                // A field inside a field, or one with a free name, is a key of its own.
                let isNamed = construct.family?.placeholder == nil && steps.isEmpty
                let step = isNamed ? child.family?.placeholder : nil
                if let step, names[step]?.contains(entry.name) != true { names[step, default: []].append(entry.name) }
                visit(child, at: place + [step ?? entry.name] + steps)
            }
        }
    }

    private mutating func note(_ construct: Construct, _ title: String, _ member: String, _ place: [String]) {
        let index = sections.firstIndex { $0.title == title } ?? sections.endIndex
        if index == sections.endIndex {
            let summary = construct.family?.placeholder == nil ? construct.summary : ""
            sections.append(Section(title: title, summary: summary, rules: construct.rules))
        }
        if !sections[index].places.contains(place) { sections[index].places.append(place) }
        if !sections[index].members.contains(member) { sections[index].members.append(member) }
        for rule in construct.rules where !sections[index].rules.contains(rule) { sections[index].rules.append(rule) }
        for entry in construct.entries { sections[index].add(entry, member, place) }
    }

    /// The reference as Markdown with a third-level heading for each section; equal declarations give equal bytes.
    package var markdown: String { (sections.map(text) + [operations]).joined(separator: "\n") }

    private func text(of section: Section) -> String {
        var lines = ["### \(Self.heading(section.title))", ""]
        if !section.summary.isEmpty { lines += [section.summary, ""] }
        let place = section.places.first?.joined(separator: ".") ?? ""
        if !place.isEmpty { lines += ["Used at `\(place)`\(more(section.places.count)).", ""] }
        let rules = section.jointRules.map { $0.sentence(Self.code) }
        if !rules.isEmpty { lines += [rules.joined(separator: " "), ""] }
        lines += ["| key | value | meaning |", "| --- | --- | --- |"]
        lines += section.keys.map { row($0, section) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func more(_ count: Int) -> String {
        switch count {
        case 1: ""
        case 2: " and in one other place"
        default: " and in \(count - 1) other places"
        }
    }

    private func row(_ key: Key, _ section: Section) -> String {
        let words = key.entry.form.words.filter { !$0.summary.isEmpty }.map { "`\($0.word)`: \($0.summary)" }
        let meaning = section.facts(of: key, Self.code) + words
        let cells = ["`\(key.entry.name)`", Self.formText.text(.either(key.forms)), meaning.joined(separator: " ")]
        return "| " + cells.map { $0.replacing(scalars: "|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private var operations: String {
        let rows = Capability.allCases.map { name in
            let inputs = Input.allCases.filter(name.inputs.contains).map { "`\($0.rawValue)`" }.joined(separator: " ")
            return "| `\(name.rawValue)` | \(name.summary) | \(name.itemKind.summary) | \(inputs) |"
        }
        let head = """
            ### Inputs of the operations

            | operation | what it returns | a row is | inputs |
            | --- | --- | --- | --- |

            """
        return head + rows.joined(separator: "\n") + "\n"
    }

    @Sendable
    private static func code(_ word: String) -> String { "`\(word)`" }

    private static let formText = FormText(code: code) { construct in
        let title = construct.family?.title ?? construct.name
        let member = construct.family?.placeholder == "FIELD" ? construct.family.map { " (\($0.member))" } ?? "" : ""
        return "[\(title)](#\(anchor(title)))\(title == "a field" ? member : "")"
    }

    private static func heading(_ title: String) -> String { title.prefix(1).uppercased() + title.dropFirst() }

    private static func anchor(_ title: String) -> String {
        title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(scalars: " ", with: "-")
    }
}

extension LanguageReference.Section {
    fileprivate mutating func add(_ entry: Construct.Entry, _ member: String, _ place: [String]) {
        guard let index = keys.firstIndex(where: { $0.entry.name == entry.name }) else {
            return keys.append(
                LanguageReference.Key(entry: entry, members: [member], forms: [entry.form], places: [place])
            )
        }
        if !keys[index].members.contains(member) {
            keys[index].members.append(member)
            keys[index].forms.append(entry.form)
        }
        if !keys[index].places.contains(place) { keys[index].places.append(place) }
    }

    /// What a reader has to know of a key, in sentences.
    func facts(of key: LanguageReference.Key, _ code: (String) -> String) -> [String] {
        let isNeeded = key.entry.isRequired || rules.contains(.exactlyOne([key.entry.name]))
        let isOfAll = key.members.count == members.count
        return key.entry.facts(isNeeded: isNeeded, code)
            + (isOfAll ? [] : ["Only for \(key.members.joined(separator: "; "))."])
    }

    var jointRules: [Construct.Rule] {
        rules.filter { if case .exactlyOne(let names) = $0 { names.count > 1 } else { true } }
    }
}

extension Construct.Entry {
    /// What a reader has to know of a key, in sentences.
    func facts(isNeeded: Bool, _ code: (String) -> String) -> [String] {
        [
            summary,
            isNeeded ? "Required." : nil,
            defaultText.map { "Default: \(code($0))." },
            example.map { "Example: \(code($0))." },
        ].compactMap(\.self)
    }
}

extension Form {
    /// The maps with known keys in the form, each with the steps that lead to it.
    fileprivate var constructs: [(construct: Construct, steps: [String])] {
        alternatives.flatMap { form -> [(construct: Construct, steps: [String])] in
            switch form {
            case .record(let construct): [(construct(), [])]
            case .map(_, let values): values.constructs.map { ($0.construct, ["NAME"] + $0.steps) }
            case .variants(_, _, let variants): variants.flatMap(\.form.constructs)
            default: []
            }
        }
    }
}

struct FormText: Sendable {
    var code: @Sendable (String) -> String
    var map: @Sendable (Construct) -> String

    static let plain = FormText(code: { $0 }, map: { "a map (\($0.names.joined(separator: ", ")))" })

    func text(_ form: Form) -> String {
        switch form {
        case .text(let text), .pattern(let text, _): return text
        case .words(let words): return words.count == 1 ? code(words[0].word) : "one of \(alternatives(words))"
        case .integer(let range): return integer(range)
        case .decimal: return "a number above 0"
        case .boolean: return "\(code("true")) or \(code("false"))"
        case .list(let element): return "a list, each \(text(element))"
        case .nonEmptyList(let element): return "a list of at least one, each \(text(element))"
        case .map(let keys, let values): return "a map from \(text(keys)) to \(text(values))"
        case .record(let construct): return map(construct())
        case .variants(let key, _, let variants): return "a map by its \(code(key)): \(names(variants))"
        case .either(let forms): return either(forms)
        case .nothing: return "\(code("~"))"
        case .anything: return "any value"
        }
    }

    private func integer(_ range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound
            ? code("\(range.lowerBound)") : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    private func alternatives(_ words: [Form.Word]) -> String { words.map { code($0.word) }.alternatives }

    private func names(_ variants: [Form.Variant]) -> String {
        variants.map { variant in
            if case .record(let construct) = variant.form, map(construct()).hasPrefix(scalars: "[") {
                return map(construct())
            }
            return code(variant.word)
        }.joined(separator: ", ")
    }

    /// Joins alternatives without duplicates; shortens a list of the alternative before it to "or a list of such".
    private func either(_ forms: [Form]) -> String {
        var texts: [String] = []
        for form in forms {
            let text = text(form)
            let short = texts.last.map { text == "a list, each \($0)" || text == "a list of at least one, each \($0)" }
            if short == true {
                texts.append("a list of such")
            } else if !texts.contains(text) {
                texts.append(text)
            }
        }
        return texts.joined(separator: ", or ")
    }
}

extension Construct.Rule {
    func sentence(_ code: (String) -> String) -> String {
        switch self {
        case .exactlyOne(let names): "Exactly one of \(names.map(code).alternatives) is required."
        case .atMostOne(let names): "At most one of \(names.map(code).alternatives) is allowed."
        case .together(let names): "\(names.map(code).joined(separator: " and ")) go together."
        case .needs(let name, let others): "\(code(name)) needs \(others.map(code).alternatives)."
        case .count(let range) where range.upperBound == 1: "Exactly one key is required."
        case .count(let range):
            "At least \(range.lowerBound == 1 ? "one key is" : "\(range.lowerBound) keys are") required."
        }
    }
}
