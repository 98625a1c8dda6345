package import JSON
package import MovieDomain

/// Makes films and rows of the box office of an answer's rows, as they are written, one after the other.
///
/// A row gives nothing where a required field has no value, where no field has one, or where a name in it stands twice,
/// so that it is not known which value is meant. ``report`` counts it.
package struct RowMapper {
    /// How a row becomes an item; `nil` where rows are in the words of the language already.
    private let item: ItemMapping?
    private let inputs: TemplateInputs
    private let provider: ProviderID
    package private(set) var report = MappingReport()

    package init(_ item: ItemMapping, inputs: TemplateInputs, provider: ProviderID) {
        self.item = item
        self.inputs = inputs
        self.provider = provider
    }

    /// A mapper of rows in the words of the language (``CanonicalRow``).
    package init(canonicalRowsOf provider: ProviderID) {
        item = nil
        inputs = TemplateInputs()
        self.provider = provider
    }

    /// The film of a row; `root` is the answer that it stands in.
    package mutating func movie(_ element: JSONElement, root: JSONElement) -> MovieFacts? {
        var film = MovieFacts()
        return map(element, root, .movie, to: &film) ? film : nil
    }

    /// The place in a box office that a row tells of; one without a rank is none.
    package mutating func boxOfficeRow(_ element: JSONElement, root: JSONElement) -> BoxOffice.Row? {
        var film = RankedFilm()
        return map(element, root, .boxOfficeEntry, to: &film) ? film.row : nil
    }

    /// A row in the words of the language, whatever it tells of.
    package mutating func canonicalRow(_ element: JSONElement, root: JSONElement) -> CanonicalRow? {
        item?.kind == .boxOfficeEntry
            ? boxOfficeRow(element, root: root).map { CanonicalRow($0) }
            : movie(element, root: root).map { CanonicalRow($0) }
    }

    private mutating func map(
        _ element: JSONElement,
        _ root: JSONElement,
        _ kind: ItemKind,
        to target: inout some RowTarget
    ) -> Bool {
        report.countRow()
        guard !element.hasDuplicateNames, let item = item ?? ItemMapping(canonical: element, kind, &report) else {
            report.countDropped()
            return false
        }
        let row = MappingRow(
            element: element,
            root: root,
            inputs: inputs,
            missing: item.missing,
            provider: provider
        )
        let isMapped = fill(&target, from: row, by: item) == true && target.isWhole
        if !isMapped { report.countDropped() }
        return isMapped
    }

    /// Puts every field of a row in its place.
    ///
    /// - Returns: whether one has a value; `nil` where a required one has none.
    mutating func fill(_ target: inout some RowTarget, from row: MappingRow, by item: ItemMapping) -> Bool? {
        var isFilled = false
        for part in item.parts {
            switch part {
            case .field(let field):
                if report.counting(field, { () throws(ConversionFailure) in try target.take(field, row) }) {
                    isFilled = true
                } else if field.options.isRequired {
                    return nil
                }
            case .nested(let nested):
                guard let hasValue = target.take(nested, row, &self) else { return nil }
                isFilled = isFilled || hasValue
            }
        }
        return isFilled
    }

    /// The elements of a nested list; one without its main field is dropped, not the film.
    mutating func elements<Element: RowElement>(_ nested: NestedItem, _ row: MappingRow) -> [Element] {
        var elements: [Element] = []
        var inner = row
        inner.missing = nested.item.missing
        for found in nested.rows?.elements(row) ?? [row.element] {
            if let limit = nested.limit, elements.count >= limit { break }
            inner.element = found
            var element = Element(provider: provider)
            guard fill(&element, from: inner, by: nested.item) != nil, element.isWhole else { continue }
            elements.append(element)
        }
        return elements
    }
}

/// How a row becomes an item of the domain (provider-language.md, "Item"); compiled when its file loads.
package struct ItemMapping: Sendable {
    enum Part: Sendable {
        /// A field, or one of the ids.
        case field(FieldMapping)
        case nested(NestedItem)
    }

    let kind: ItemKind
    let parts: [Part]
    let missing: MissingValues
}

/// The film of a row of the box office, or a list of items one level down; shared, so that no row copies it.
final class NestedItem: Sendable {
    let field: Field
    let item: ItemMapping
    /// Where the rows of a list are; `nil` is the row itself.
    let rows: RowsInRow?
    let limit: Int?

    init(_ field: Field, _ item: ItemMapping, rows: RowsInRow? = nil, limit: Int? = nil) {
        self.field = field
        self.item = item
        self.rows = rows
        self.limit = limit
    }
}

/// The rows of a list inside of a row: people, images, videos.
struct RowsInRow: Sendable {
    let path: JSONPath
    var takesEachValue = false
    var condition: RowCondition?

    /// The elements of a list, or an object as the one row; none where nothing is there.
    func elements(_ row: MappingRow) -> [JSONElement] {
        let elements = path.select(in: row.element, root: row.root).flatMap { found -> [JSONElement] in
            switch found.kind {
            case .array: Array(found.elements)
            case .object where takesEachValue: found.members.map(\.value)
            case .null: []
            default: [found]
            }
        }
        return condition.map { condition in elements.filter { condition.holds(for: $0, root: row.root) } } ?? elements
    }
}

/// A row while it is mapped, with what paths and templates may reach from it.
struct MappingRow {
    var element: JSONElement
    let root: JSONElement
    let inputs: TemplateInputs
    var missing: MissingValues
    let provider: ProviderID

    /// What stands at a path and does not mean absent.
    func values(at path: JSONPath, expandsLists: Bool) -> [RawValue] {
        path.select(in: element, root: root).flatMap { found -> [RawValue] in
            if expandsLists, found.kind == .array { return found.elements.compactMap(present) }
            return present(found).map { [$0] } ?? []
        }
    }

    /// The one thing at a singular path, where it does not mean absent.
    func value(at path: JSONPath) -> RawValue? {
        path.first(in: element, root: root).flatMap(present)
    }

    /// The value of an element, `nil` where it means absent; a text is decoded only once.
    private func present(_ element: JSONElement) -> RawValue? {
        switch element.kind {
        case .null: nil
        case .string: element.string.flatMap { missing.contains($0) ? nil : .text($0) }
        default: missing.contains(element) ? nil : .element(element)
        }
    }
}

/// What went wrong while rows were mapped, by field.
package struct MappingReport: Hashable, Sendable {
    /// Values that could not be converted to the type of their field.
    package struct Failure: Hashable, Sendable {
        package var field: Field
        package var count: Int
        /// The path of the first of them, as the definition writes it.
        package var examplePath: String
        /// Its row, counted from 0.
        package var exampleRow: Int
    }

    /// Rows that were given.
    package private(set) var rows = 0
    /// Rows that lack a required field, have no value at all, or have two values under one name.
    package private(set) var dropped = 0
    /// In the order of first appearance.
    package private(set) var failures: [Failure] = []

    package init() {}

    /// Adds what another page came to.
    package mutating func add(_ other: MappingReport) {
        for failure in other.failures {
            if let index = failures.firstIndex(where: { $0.field == failure.field }) {
                failures[index].count += failure.count
            } else {
                var moved = failure
                moved.exampleRow += rows
                failures.append(moved)
            }
        }
        rows += other.rows
        dropped += other.dropped
    }

    mutating func countRow() { rows += 1 }

    mutating func countDropped() { dropped += 1 }

    mutating func count(failureOf field: Field, path: String) {
        if let index = failures.firstIndex(where: { $0.field == field }) {
            failures[index].count += 1
        } else {
            failures.append(Failure(field: field, count: 1, examplePath: path, exampleRow: max(0, rows - 1)))
        }
    }

    /// Whether a field has a value; one that cannot be converted is counted, and is none.
    @inline(__always)
    mutating func counting(_ field: FieldMapping, _ take: () throws(ConversionFailure) -> Bool) -> Bool {
        do throws(ConversionFailure) {
            return try take()
        } catch {
            count(failureOf: field.field, path: field.place)
            return false
        }
    }
}
