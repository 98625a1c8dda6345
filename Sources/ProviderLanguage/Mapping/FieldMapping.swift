import JSON
import MovieDomain

/// How one field of an item is made from a row: a source, then transforms, then a table, then the field's type.
///
/// A class, so that no row copies it.
final class FieldMapping: Sendable {
    /// What a definition may say beside the source.
    struct Options: Sendable {
        var transforms: [Transform] = []
        var table: ValueTable?
        var unit: String?
        /// Of a rating: the best that can be given.
        var scale: Double = 10
        /// Of a rating: where the number of votes stands.
        var votes: FieldMapping?
        var language: LanguageTag?
        var region: String?
        var kind: String?
        var width: Int?
        var prefix = ""
        var limit: Int?
        var isRequired = false
    }

    let field: Field
    /// What the values are converted to: mostly the field's own type.
    let type: FieldType
    /// Of an id: `imdb`.
    let namespace: String
    let source: FieldSource
    let options: Options
    /// Where the values come from, for reports.
    let place: String
    /// Whether there is one value at most, which every transform makes one of.
    private let isOneToOne: Bool

    init(
        _ field: Field,
        type: FieldType? = nil,
        namespace: String = "",
        source: FieldSource,
        options: Options = Options(),
        place: String? = nil
    ) {
        self.field = field
        self.type = type ?? field.type
        self.namespace = namespace
        self.source = source
        self.options = options
        self.place = place ?? source.text
        isOneToOne = options.limit == nil && source.isSingular && options.transforms.allSatisfy(\.isOneToOne)
    }

    /// The first value of the row, ready for conversion; `nil` where there is none.
    func first(_ row: MappingRow) throws(ConversionFailure) -> RawValue? {
        guard isOneToOne else { return try general(row).first }
        guard let found = source.firstValue(row) else { return nil }
        return try changed(found)
    }

    /// All values of the row, ready for conversion; absent ones are left out.
    func values(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        guard isOneToOne, let found = source.firstValue(row), !found.isList else { return try general(row) }
        guard let value = try changed(found) else { return [] }
        return [value]
    }

    private func general(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        var values = source.values(row, expandsLists: type.isList)
        for transform in options.transforms { values = try transform.apply(to: values) }
        var changed: [RawValue] = []
        for value in values {
            if let value = try completed(value) { changed.append(value) }
        }
        return options.limit.map { Array(changed.prefix($0)) } ?? changed
    }

    private func changed(_ found: RawValue) throws(ConversionFailure) -> RawValue? {
        var value = found
        for transform in options.transforms { value = try transform.apply(to: value) }
        return try completed(value)
    }

    /// What the table and the prefix make of a value; `nil` where it counts as absent.
    private func completed(_ value: RawValue) throws(ConversionFailure) -> RawValue? {
        var value = value
        if let table = options.table {
            guard let text = value.text else { throw ConversionFailure() }
            guard let result = table.value(for: text) else { return nil }
            value = .text(result)
        }
        if !options.prefix.isEmpty, let text = value.text { value = .text(options.prefix + text) }
        return value
    }

    /// The language that the field's texts are marked with.
    func language(_ row: MappingRow) -> String? { options.language?.language(row.inputs) }
}

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

/// A table of values by their text: `map` and `else`.
struct ValueTable: Sendable {
    enum Result: Hashable, Sendable {
        case text(String)
        case drop
    }

    enum Otherwise: Hashable, Sendable {
        case keep
        case drop
        case text(String)
    }

    let results: [String: Result]
    let otherwise: Otherwise
    /// The lengths of the texts in UTF-8 where all of them are ASCII: ASCII of another length is none of them.
    private let lengths: ClosedRange<Int>?

    init(results: [String: Result], otherwise: Otherwise) {
        self.results = results
        self.otherwise = otherwise
        let counts = results.keys.map(\.utf8.count)
        let isASCII = results.keys.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        lengths = isASCII ? counts.min().flatMap { least in counts.max().map { least...$0 } } : nil
    }

    /// What a text becomes; `nil` where it counts as absent.
    func value(for text: String) -> String? {
        switch mayHave(text) ? results[text] : nil {
        case .text(let result): return result
        case .drop: return nil
        case nil: break
        }
        switch otherwise {
        case .keep: return text
        case .drop: return nil
        case .text(let result): return result
        }
    }

    /// Whether the text may be in the table, by its length: most tables have few words, and most texts are none of them.
    private func mayHave(_ text: String) -> Bool {
        guard let lengths, !lengths.contains(text.utf8.count) else { return true }
        return text.utf8.contains { $0 >= 0x80 }
    }
}

/// The texts that mean absent, compared before anything is converted.
struct MissingValues: Sendable {
    let texts: Set<String>
    /// Whether a number could be among them; most sources have none such.
    private let hasNumbers: Bool
    /// The length of the longest in UTF-8: most texts are longer, and need not be looked up.
    private let longest: Int

    init(_ texts: [String] = []) {
        self.texts = Set(texts)
        longest = texts.map(\.utf8.count).max() ?? -1
        hasNumbers = texts.contains { NumberText.decimal($0) != nil }
    }

    func contains(_ text: String) -> Bool {
        text.utf8.count <= longest && texts.contains(text)
    }

    /// Whether an element that is no text means absent.
    func contains(_ element: JSONElement) -> Bool {
        hasNumbers && element.number.map { texts.contains($0.text) } ?? false
    }
}

/// The language that texts are marked with.
enum LanguageTag: Hashable, Sendable {
    /// BCP 47: `ko`.
    case fixed(String)
    /// That of the locale that was asked for.
    case ofLocale

    /// The language for the inputs of a call, `nil` where no locale was asked for.
    func language(_ inputs: TemplateInputs) -> String? {
        switch self {
        case .fixed(let language): language
        case .ofLocale: inputs.locale.map { String($0.prefix { $0 != "-" && $0 != "_" }) }
        }
    }
}

/// A value on its way from the row to its field.
enum RawValue: Sendable {
    case element(JSONElement)
    case text(String)
    case date(CalendarDate)

    /// The value as text; `nil` for lists and objects.
    var text: String? {
        switch self {
        case .element(let element): element.scalarText
        case .text(let text): text
        case .date(let date): date.description
        }
    }

    var isList: Bool {
        if case .element(let element) = self { element.kind == .array } else { false }
    }
}
