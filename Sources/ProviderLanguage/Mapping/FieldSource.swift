import JSON

/// Where a field's values come from; exactly one of these stands in a field.
enum FieldSource: Sendable {
    case path(JSONPath)
    /// The first of several places that has a value.
    case firstOf([JSONPath])
    /// The values of several places together.
    case each([JSONPath])
    case value(String)
    case template(Template)

    /// The values that are not missing; lists are opened where `expandsLists` says so.
    func values(_ row: MappingRow, expandsLists: Bool) -> [RawValue] {
        switch self {
        case .path(let path):
            return row.values(at: path, expandsLists: expandsLists)
        case .firstOf(let paths):
            for path in paths {
                let values = row.values(at: path, expandsLists: expandsLists)
                if !values.isEmpty { return values }
            }
            return []
        case .each(let paths):
            return paths.flatMap { row.values(at: $0, expandsLists: expandsLists) }
        case .value(let text):
            return [.text(text)]
        case .template(let template):
            let text = template.render(row.inputs, row: row.element, root: row.root)?.plainText
            return text.map { [.text($0)] } ?? []
        }
    }

    /// Whether there is one value at most, as long as lists are not opened.
    var isSingular: Bool {
        switch self {
        case .path(let path): path.isSingular
        case .firstOf(let paths): paths.allSatisfy(\.isSingular)
        case .each: false
        case .value, .template: true
        }
    }

    /// The places of a source that looks at one after the other; `nil` for any other source.
    var paths: [JSONPath]? {
        switch self {
        case .path(let path): [path]
        case .firstOf(let paths): paths
        case .each, .value, .template: nil
        }
    }

    /// The value of a source that ``isSingular``, where it is not missing.
    func firstValue(_ row: MappingRow) -> RawValue? {
        switch self {
        case .path(let path):
            return row.value(at: path)
        case .firstOf(let paths):
            for path in paths {
                if let value = row.value(at: path) { return value }
            }
            return nil
        case .each, .value, .template:
            return values(row, expandsLists: false).first
        }
    }

    /// How the source is written, for reports.
    var text: String {
        switch self {
        case .path(let path): path.description
        case .firstOf(let paths), .each(let paths): paths.map(\.description).joined(separator: ", ")
        case .value(let text): text
        case .template(let template): template.description
        }
    }
}
