import MovieDomain

/// A reference of every key of the language with its meaning and places, collected from the declarations that decode
/// it.
///
/// `marquee check --explain` and the second half of `docs/providers.md` are generated from it.
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

    package init() {
        visit(FileConstruct.construct, at: [])
    }

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
        var section =
            sections.first { $0.title == title }
            ?? Section(
                title: title,
                summary: construct.family?.placeholder == nil ? construct.summary : "",
                rules: construct.rules
            )
        if !section.places.contains(place) { section.places.append(place) }
        if !section.members.contains(member) { section.members.append(member) }
        for rule in construct.rules where !section.rules.contains(rule) { section.rules.append(rule) }
        for entry in construct.entries { section.add(entry, member, place) }
        if let index = sections.firstIndex(where: { $0.title == title }) {
            sections[index] = section
        } else {
            sections.append(section)
        }
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

    /// Returns whether a key is required wherever it is allowed.
    func needs(_ key: LanguageReference.Key) -> Bool {
        key.entry.isRequired || rules.contains(.exactlyOne([key.entry.name]))
    }

    var jointRules: [Construct.Rule] {
        rules.filter { if case .exactlyOne(let names) = $0 { names.count > 1 } else { true } }
    }

    /// Returns the members that are the only ones with a key; empty if all have it.
    func only(_ key: LanguageReference.Key) -> [String] {
        key.members.count == members.count ? [] : key.members
    }
}

extension Form {
    /// The maps with known keys in the form, each with the steps that lead to it.
    fileprivate var constructs: [(construct: Construct, steps: [String])] {
        switch self {
        case .record(let construct): [(construct(), [])]
        case .list(let element), .nonEmptyList(let element): element.constructs
        case .map(_, let values): values.constructs.map { ($0.construct, ["NAME"] + $0.steps) }
        case .variants(_, _, let variants): variants.flatMap(\.form.constructs)
        case .either(let forms): forms.flatMap(\.constructs)
        case .text, .pattern, .words, .integer, .decimal, .boolean, .nothing, .anything: []
        }
    }
}

extension LanguageReference {
    /// The reference as Markdown with a third-level heading for each section; equal declarations give equal bytes.
    package var markdown: String {
        (sections.map(text) + [operations]).joined(separator: "\n")
    }

    private func text(of section: Section) -> String {
        var lines = ["### \(Self.heading(section.title))", ""]
        if !section.summary.isEmpty { lines += [section.summary, ""] }
        let place = section.places.first?.joined(separator: ".") ?? ""
        if !place.isEmpty { lines += ["Stands at `\(place)`\(more(section.places.count)).", ""] }
        let rules = section.jointRules.map { $0.sentence(Self.code) }
        if !rules.isEmpty { lines += [rules.joined(separator: " "), ""] }
        lines += ["| key | value | meaning |", "| --- | --- | --- |"]
        lines += section.keys.map { row($0, section) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func more(_ count: Int) -> String {
        switch count {
        case 1: ""
        case 2: ", and in one other place"
        default: ", and in \(count - 1) other places"
        }
    }

    private func row(_ key: Key, _ section: Section) -> String {
        let entry = key.entry
        let only = section.only(key)
        var meaning = [entry.summary]
        if section.needs(key) { meaning.append("Needed.") }
        if let text = entry.defaultText { meaning.append("Standard: `\(text)`.") }
        if let text = entry.example { meaning.append("Example: `\(text)`.") }
        if !only.isEmpty { meaning.append("Only for \(only.joined(separator: "; ")).") }
        let words = entry.form.words.filter { !$0.summary.isEmpty }.map { "`\($0.word)`: \($0.summary)" }
        let cells = [
            "`\(entry.name)`", Self.formText.text(.either(key.forms)), (meaning + words).joined(separator: " "),
        ]
        return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
    }

    private var operations: String {
        let rows = Capability.allCases.map { name in
            let inputs = Input.allCases.filter(name.inputs.contains).map { "`\($0.rawValue)`" }.joined(separator: " ")
            return "| `\(name.rawValue)` | \(name.summary) | \(name.itemKind.summary) | \(inputs) |"
        }
        let head = """
            ### Inputs of the operations

            | operation | what it gives | a row is | inputs |
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
            .replacing(" ", with: "-")
    }
}
