extension LanguageReference {
    /// The reference as Markdown, a heading of the third level for each section; equal declarations give equal bytes.
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

    /// What each operation may name in its templates.
    private var operations: String {
        let rows = OperationName.allCases.map { name in
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

    /// As hosts of Markdown make it of a heading.
    private static func anchor(_ title: String) -> String {
        title.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
            .replacing(" ", with: "-")
    }
}
