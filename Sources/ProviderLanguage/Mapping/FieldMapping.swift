import JSON
import MovieDomain

/// A mapping from a row to one field of an item: a source, then transforms, then a table, then the field's type.
///
/// It is a class so that rows don't copy it.
final class FieldMapping: Sendable {
    struct Options: Sendable {
        var lookUp: LookUp?
        var transforms: [Transform] = []
        var table: ValueTable?
        var unit: String?
        var scale: Double = 10
        var votes: FieldMapping?
        var language: LanguageTag?
        var region: String?
        var kind: String?
        var job: String?
        var ratingName: String?
        var width: Int?
        /// The sizes of one image, each with its width; empty if each value is an image of its own.
        var sizes: [FieldMapping] = []
        var prefix = ""
        var limit: Int?
        var isRequired = false
    }

    let field: Field
    /// The type to which the values are converted, usually the field's own.
    let type: FieldType
    let namespace: String
    let source: FieldSource
    let options: Options
    /// The origin of the values, for reports.
    let place: String
    let location: SourceLocation?
    /// Whether there is at most one value, and every transform keeps it one.
    private let isOneToOne: Bool
    /// A mapping for each path of `first_of`; empty for any other source.
    let alternatives: [FieldMapping]

    init(
        _ field: Field,
        type: FieldType? = nil,
        namespace: String = "",
        source: FieldSource,
        options: Options = Options(),
        place: String? = nil,
        location: SourceLocation? = nil
    ) {
        self.field = field
        self.type = type ?? field.type
        self.namespace = namespace
        self.source = source
        self.options = options
        self.place = place ?? source.text
        self.location = location
        isOneToOne =
            options.limit == nil && options.lookUp == nil && source.isSingular
            && options.transforms.allSatisfy(\.isOneToOne)
        alternatives = source.alternatives.map { path in
            FieldMapping(
                field,
                type: type,
                namespace: namespace,
                source: .path(path),
                options: options,
                location: location
            )
        }
    }

    /// Returns what `take` makes of the mapping, or of the first of its alternatives of which it makes something.
    ///
    /// The first failure counts only if it makes nothing of any.
    func firstUsable<Value>(
        _ take: (FieldMapping) throws(ConversionFailure) -> Value?
    ) throws(ConversionFailure) -> Value? {
        if alternatives.isEmpty { return try take(self) }
        var first: ConversionFailure?
        for alternative in alternatives {
            do throws(ConversionFailure) {
                if let value = try take(alternative) { return value }
            } catch {
                var failure = error
                failure.alternative = alternative
                if failure.leavesValue { throw failure }
                first = first ?? failure
            }
        }
        if let first { throw first }
        return nil
    }

    /// Returns the first value of the row, ready for conversion; `nil` if there is none.
    func first(_ row: MappingRow) throws(ConversionFailure) -> RawValue? {
        guard isOneToOne else { return try general(row).first }
        guard let found = try source.firstValue(row, for: self) else { return nil }
        return try changed(found, row.budget)
    }

    /// Returns all values of the row, ready for conversion, without absent ones.
    func values(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        guard isOneToOne, let found = try source.firstValue(row, for: self), !found.isList else {
            return try general(row)
        }
        return try changed(found, row.budget).map { [$0] } ?? []
    }

    /// Returns the number of values beyond the limit.
    func rest(_ row: MappingRow) throws(ConversionFailure) -> Int {
        guard let limit = options.limit else { return 0 }
        return max(0, try unlimited(row).count - limit)
    }

    private func general(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        let all = try unlimited(row)
        return options.limit.map { Array(all.prefix($0)) } ?? all
    }

    private func unlimited(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        var values = try found(row)
        for transform in options.transforms {
            let before = values
            values = try transform.apply(to: values, row.budget)
            if values.isEmpty, !before.isEmpty, case .extract = transform {
                throw ConversionFailure(isUnmatched: givesSeveral || before.count > 1)
            }
        }
        var changed = FieldValues()
        for value in values {
            if let value = try completed(value) { try changed.append(value) }
        }
        return changed.all
    }

    /// Returns the values of the source, before its transforms.
    func found(_ row: MappingRow) throws(ConversionFailure) -> [RawValue] {
        let values = try source.values(row, for: self)
        return try options.lookUp?.values(of: values, in: row, for: self) ?? values
    }

    /// Whether a value may be one of several, so that one that a pattern does not match is simply not meant.
    private var givesSeveral: Bool {
        let splits = options.transforms.contains { if case .split = $0 { true } else { false } }
        return type.isList || !source.isSingular || splits
    }

    private func changed(_ found: RawValue, _ budget: MappingBudget) throws(ConversionFailure) -> RawValue? {
        var value = found
        for transform in options.transforms { value = try transform.apply(to: value, budget) }
        return try completed(value)
    }

    /// Applies the table and the prefix to a value; returns `nil` if it counts as absent.
    private func completed(_ value: RawValue) throws(ConversionFailure) -> RawValue? {
        var value = value
        if let table = options.table {
            guard let text = value.text else { throw ConversionFailure() }
            guard let result = table.value(for: text) else { return nil }
            value = .text(result)
        }
        if !options.prefix.isEmpty, let text = value.text {
            if text.isBlank { return nil }
            value = .text(options.prefix + text)
        }
        return value
    }

    /// Returns whether a blank text is a value, because the table has it.
    func takes(blank text: String) -> Bool { options.table?.results.keys.contains(text) ?? false }

    /// Returns whether a Boolean is a value: in a field that is true or false, or if the table makes something of it.
    func takes(_ boolean: Bool) -> Bool {
        guard let table = options.table, type != .boolean else { return type == .boolean }
        return table.otherwise != .keep || table.results.keys.contains(boolean ? "true" : "false")
    }

    func language(_ row: MappingRow) -> String? { options.language?.language(row.inputs) }
}

enum FieldSource: Sendable {
    case path(JSONPath)
    /// The first of several paths that gives a usable value; each is a mapping of its own.
    case firstOf([JSONPath])
    case each([JSONPath])
    case value(String)
    case template(Template)
    /// The key of the row in a map of rows.
    case eachKey
    /// The number of the row in its list, from 1.
    case position

    /// Returns the values that are not missing, with the elements of lists if the field is a list.
    func values(_ row: MappingRow, for field: FieldMapping) throws(ConversionFailure) -> [RawValue] {
        switch self {
        case .path(let path):
            return try row.values(at: path, for: field)
        case .each(let paths):
            var values = FieldValues()
            for path in paths {
                for value in try row.values(at: path, for: field) { try values.append(value) }
            }
            return values.all
        case .value(let text):
            return [.text(text)]
        case .template(let template):
            return try template.text(of: row).map { [.text($0)] } ?? []
        case .eachKey:
            return row.key.map { [.text($0)] } ?? []
        case .position:
            return [.text(String(row.position))]
        case .firstOf:
            return []
        }
    }

    /// The paths of `first_of`; empty for any other source.
    var alternatives: [JSONPath] { if case .firstOf(let paths) = self { paths } else { [] } }

    var isSingular: Bool {
        switch self {
        case .path(let path): path.isSingular
        case .firstOf, .each: false
        case .value, .template, .eachKey, .position: true
        }
    }

    /// Returns the value of a source that ``isSingular``; `nil` if it is missing.
    func firstValue(_ row: MappingRow, for field: FieldMapping) throws(ConversionFailure) -> RawValue? {
        switch self {
        case .path(let path):
            return try row.value(at: path, for: field)
        case .firstOf, .each, .value, .template, .eachKey, .position:
            return try values(row, for: field).first
        }
    }

    var text: String {
        switch self {
        case .path(let path): path.description
        case .firstOf(let paths), .each(let paths): paths.map(\.description).joined(separator: ", ")
        case .value(let text): text
        case .template(let template): template.description
        case .eachKey: "each_key"
        case .position: "position"
        }
    }
}

struct ValueTable: Sendable {
    enum Otherwise: Hashable, Sendable {
        case keep
        case drop
        case text(String)
    }

    /// The result for each text; `nil` if the text counts as absent.
    let results: [String: String?]
    let otherwise: Otherwise

    /// Returns the result for a text; `nil` if it counts as absent.
    func value(for text: String) -> String? {
        if let result = results[text] { return result }
        return switch otherwise {
        case .keep: text
        case .drop: nil
        case .text(let result): result
        }
    }
}

/// The texts that mean absent; they are compared before anything is converted.
struct MissingValues: Sendable {
    let texts: Set<String>
    /// Whether one of the texts is a number; most sources have none.
    private let hasNumbers: Bool
    /// The length of the longest text in UTF-8: most texts are longer, and need no lookup.
    private let longest: Int

    init(_ texts: [String] = []) {
        self.texts = Set(texts)
        longest = texts.map(\.utf8.count).max() ?? -1
        hasNumbers = texts.contains { NumberText.decimal($0) != nil }
    }

    func contains(_ text: String) -> Bool { text.utf8.count <= longest && texts.contains(text) }

    /// Returns whether an element that is not a text means absent.
    func contains(_ element: JSONElement) -> Bool {
        hasNumbers && element.number.map { texts.contains($0.text) } ?? false
    }
}

enum LanguageTag: Hashable, Sendable {
    case fixed(String)
    case ofLocale

    /// Returns the language for the inputs of a call; `nil` if it depends on a locale and none was requested.
    func language(_ inputs: TemplateInputs) -> String? {
        switch self {
        case .fixed(let language): language
        case .ofLocale: inputs.locale?.language
        }
    }

    /// A language that a source or a definition names, by its code of two letters: `en` for `eng`.
    init(named language: String) { self = .fixed(Language.tag(of: language)) }
}

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

    /// The value for a person to read: a text in quotes.
    var words: String {
        switch self {
        case .element(let element): String(decoding: element.text.prefix(120), as: UTF8.self)
        case .text(let text): String(decoding: text.jsonText.utf8.prefix(120), as: UTF8.self)
        case .date(let date): date.description
        }
    }

    /// The value as it stands in the response; `nil` for one that was made of it, and for a text.
    var element: JSONElement? { if case .element(let element) = self { element } else { nil } }

    /// Whether it is a number of JSON, not a text.
    var isNumber: Bool { if case .element(let element) = self { element.kind == .number } else { false } }

    var isList: Bool { if case .element(let element) = self { element.kind == .array } else { false } }
}
