package import JSON
package import MovieDomain

/// A mapper that turns the rows of a response into films, people, or rows of the box office, one after the other.
///
/// A row gives nothing if a required field has no value, if no field has one, or if it has a duplicate name, because
/// the intended value is then unclear. ``report`` counts such rows.
package struct RowMapper {
    let mapping: RowMapping
    let budget: MappingBudget
    package private(set) var report = MappingReport()
    private var films = MappedFilms()
    /// The required field without a value that makes the current row unusable.
    private(set) var lacking: String?

    init(mapping: RowMapping, budget: MappingBudget) {
        self.mapping = mapping
        self.budget = budget
    }

    /// The limit that the response exceeds; mapping stops then, and the rows so far are not the whole response.
    package var excess: MappingBudget.Excess? { budget.excess }

    /// Returns the film of a row; `root` is the response that contains the row.
    package mutating func movie(_ element: JSONElement, root: JSONElement, key: String? = nil) -> MovieFacts? {
        var film = MovieFacts()
        guard map(element, key, root, .movie, to: &film) else { return nil }
        dropSharedID(of: &film)
        return film
    }

    /// Returns the row of the box office, which must have a rank.
    package mutating func boxOfficeRow(_ element: JSONElement, root: JSONElement, key: String? = nil) -> BoxOffice.Row?
    {
        var film = RankedFilm()
        guard map(element, key, root, .boxOfficeEntry, to: &film), var row = film.row else { return nil }
        dropSharedID(of: &row.movie)
        return row
    }

    /// Returns the person of a row, which must have a name.
    package mutating func person(_ element: JSONElement, root: JSONElement, key: String? = nil) -> PersonFacts? {
        var person = PersonFacts(name: "")
        return map(element, key, root, .personProfile, to: &person) ? person : nil
    }

    /// Returns a row in the words of the language; `kind` applies if the mapping has no item of its own.
    package mutating func canonicalRow(
        _ element: JSONElement,
        root: JSONElement,
        key: String? = nil,
        of kind: ItemKind = .movie
    ) -> CanonicalRow? {
        switch mapping.item?.kind ?? kind {
        case .boxOfficeEntry: boxOfficeRow(element, root: root, key: key).map { CanonicalRow($0) }
        case .personProfile: person(element, root: root, key: key).map { CanonicalRow($0) }
        default: movie(element, root: root, key: key).map { CanonicalRow($0) }
        }
    }

    /// Drops and counts an id that a different film of the same answer has, because its path leads to something else.
    private mutating func dropSharedID(of film: inout MovieFacts) {
        for (id, others) in films.note(film) {
            film.ids[id.namespace] = nil
            let field = mapping.item?.film?.ownFields.first { $0.field == .ids && $0.namespace == id.namespace }
            report.count(failureOf: .ids, path: field?.place ?? "ids.\(id.namespace)", at: field?.location) {
                "expected an id for each film, found \(id) for \(others)"
            }
        }
    }

    private mutating func map(
        _ element: JSONElement,
        _ key: String?,
        _ root: JSONElement,
        _ kind: ItemKind,
        to target: inout some RowTarget
    ) -> Bool {
        guard budget.excess == nil else { return false }
        budget.beginRow()
        report.rows += 1
        lacking = nil
        guard let item = itemMapping(of: element, kind) else {
            let reason = element.hasDuplicateNames ? "two values under one name" : "not an object"
            report.countRow(leftOutFor: budget.excess?.message ?? reason)
            return false
        }
        let row = MappingRow(
            element: element,
            key: key,
            root: root,
            inputs: mapping.inputs,
            missing: item.missing,
            provider: mapping.provider,
            budget: budget
        )
        let isFilled = fill(&target, from: row, by: item) == true
        if isFilled, target.isWhole { return true }
        let missing = lacking ?? (isFilled ? kind.mainField?.rawValue : nil)
        let reason = missing.map { "no '\($0)'" } ?? "none of its fields has a value"
        report.countRow(leftOutFor: budget.excess?.message ?? reason)
        return false
    }

    /// Returns the mapping of a row; `nil` for a duplicate name or, in the words of the language, for no object.
    private mutating func itemMapping(of element: JSONElement, _ kind: ItemKind) -> ItemMapping? {
        do throws(ConversionFailure) {
            try budget.spend(steps: element.count)
            if element.hasDuplicateNames { return nil }
            if let item = mapping.item { return item }
            return try ItemMapping(canonical: element, kind, &report, budget)
        } catch {
            return nil
        }
    }

    /// Stores every field of a row in the target.
    ///
    /// - Returns: Whether a field has a value; `nil` if a required field has none, or the budget is used up.
    mutating func fill(_ target: inout some RowTarget, from row: MappingRow, by item: ItemMapping) -> Bool? {
        var isFilled = false
        for part in item.parts {
            switch part {
            case .field(let field):
                var hasValue = false
                do throws(ConversionFailure) {
                    hasValue =
                        try field.firstUsable { (mapping) throws(ConversionFailure) in
                            try target.take(mapping, row) ? true : nil
                        } ?? false
                } catch {
                    let failed = error.votes ?? error.alternative ?? field
                    report.count(
                        failureOf: field.field,
                        part: error.votes.map { _ in "votes" },
                        path: failed.place,
                        at: failed.location ?? field.location
                    ) { failed.expectation(failingIn: row) }
                    hasValue = error.leavesValue
                }
                if hasValue {
                    isFilled = true
                } else if field.options.isRequired {
                    lacking = [field.field.rawValue, field.namespace].filter { !$0.isEmpty }.joined(separator: ".")
                    return nil
                }
            case .nested(let nested):
                guard let hasValue = target.take(nested, row, &self) else { return nil }
                isFilled = isFilled || hasValue
            }
            if budget.excess != nil { return nil }
        }
        return isFilled
    }

    /// The elements of a nested list, none where they are too many for a row.
    ///
    /// One without its main field is dropped, not the film.
    mutating func elements<Element: RowElement>(_ nested: NestedItem, _ row: MappingRow) -> Elements<Element> {
        var elements: [Element] = []
        var inner = row
        inner.missing = nested.item.missing
        do throws(ConversionFailure) {
            let all = try nested.rows?.elements(row) ?? [ListElement(row.element)]
            for (index, found) in all.enumerated() {
                if let limit = nested.limit, elements.count >= limit { return (elements, all.count - index) }
                try budget.spendValue()
                inner.element = found.element
                inner.key = found.key
                var element = Element("", nil, row)
                let isUsable = fill(&element, from: inner, by: nested.item) != nil && element.isWhole
                lacking = nil
                if isUsable { elements.append(element) }
            }
            return (elements, 0)
        } catch {
            count(nested, "expected a list within the limits of a row")
            return ([], 0)
        }
    }

    /// Counts a list of which something is left out.
    mutating func count(_ nested: NestedItem, _ detail: String) {
        let path = nested.rows?.path.description ?? nested.field.rawValue
        report.count(failureOf: nested.field, path: path, at: nested.location) { detail }
    }
}

/// A mapping from a row to an item of the domain, compiled when its file loads.
package struct ItemMapping: Sendable {
    enum Part: Sendable {
        case field(FieldMapping)
        case nested(NestedItem)
    }

    let kind: ItemKind
    let parts: [Part]
    let missing: MissingValues
    /// The position in the definition; `nil` for rows in the words of the language.
    var location: SourceLocation?

    /// The item of the film: itself, or that of a row of the box office.
    var film: ItemMapping? {
        if kind == .movie { return self }
        for case .nested(let nested) in parts where nested.field == .movie { return nested.item }
        return nil
    }

    /// The fields of the row itself.
    var ownFields: [FieldMapping] {
        parts.compactMap { if case .field(let field) = $0 { field } else { nil } }
    }

    /// Every field, also those of lists inside of the row.
    var fields: [FieldMapping] {
        parts.flatMap { part -> [FieldMapping] in
            switch part {
            case .field(let field): [field]
            case .nested(let nested): nested.item.fields
            }
        }
    }
}

/// The film of a row of the box office, or a list of items inside a row; a class, so that rows don't copy it.
final class NestedItem: Sendable {
    let field: Field
    let item: ItemMapping
    /// The location of the list; `nil` if the item is made from the row itself.
    let rows: RowSelection?
    let limit: Int?
    let location: SourceLocation?

    init(
        _ field: Field,
        _ item: ItemMapping,
        rows: RowSelection? = nil,
        limit: Int? = nil,
        location: SourceLocation? = nil
    ) {
        self.location = location
        self.field = field
        self.item = item
        self.rows = rows
        self.limit = limit
    }
}

extension RowSelection {
    /// Returns the elements of a list inside a row, such as people or regions, or an object as the only element; empty
    /// if there is nothing at the path.
    ///
    /// Elements beyond the limit are left out.
    func elements(_ row: MappingRow) throws(ConversionFailure) -> [ListElement] {
        var elements: [ListElement] = []
        for found in try row.budget.values(at: path, in: row.element, root: row.root) where !found.isNull {
            try row.budget.spend(steps: found.count)
            elements += found.rows(takingEachValue: takesEachValue)
            if elements.count >= MappingBudget.maximumRows { break }
        }
        return try condition?.wanted(elements, root: row.root, row.budget) ?? elements
    }
}

/// A row during mapping, with everything that paths and templates can reach from it.
struct MappingRow {
    var element: JSONElement
    /// The key of the row in a map of rows.
    var key: String?
    let root: JSONElement
    let inputs: TemplateInputs
    var missing: MissingValues
    let provider: ProviderID
    let budget: MappingBudget

    /// Returns the complete address of an image; `nil` if the image must not be shown.
    func imageAddress(_ text: String) -> String? { inputs.images.map { $0.address(of: text) } ?? text }

    /// Returns the image with its complete address and its sizes; `nil` if the image must not be shown.
    func located(_ image: MovieImage) -> MovieImage? {
        guard let address = imageAddress(image.url) else { return nil }
        var image = image
        image.url = address
        return sized(image)
    }

    /// Returns the image with an address for each of its sizes; `nil` if the sizes are unknown.
    func sized(_ image: MovieImage) -> MovieImage? { inputs.images.map { $0.sized(image) } ?? image }

    /// Returns the values of a field at a path, without those that mean absent.
    func values(at path: JSONPath, for field: FieldMapping) throws(ConversionFailure) -> [RawValue] {
        var values = FieldValues()
        for found in try budget.values(at: path, in: element, root: root) {
            if field.type.isList, found.kind == .array {
                try budget.spend(steps: found.count)
                for element in found.elements {
                    if let value = try present(element, for: field) { try values.append(value) }
                }
            } else if let value = try present(found, for: field) {
                try values.append(value)
            }
        }
        return values.all
    }

    /// Returns the value of a field at a singular path; `nil` if it means absent.
    func value(at path: JSONPath, for field: FieldMapping) throws(ConversionFailure) -> RawValue? {
        guard let found = try budget.firstValue(at: path, in: element, root: root) else { return nil }
        return try present(found, for: field)
    }

    /// Returns the value of an element; `nil` if it means absent.
    ///
    /// A text is decoded only once.
    private func present(_ element: JSONElement, for field: FieldMapping) throws(ConversionFailure) -> RawValue? {
        switch element.kind {
        case .null: return nil
        case .bool:
            let isTrue = element.bool == true
            if field.takes(isTrue) { return .element(element) }
            // PHP's word for none.
            guard isTrue else { return nil }
            throw ConversionFailure()
        case .string:
            guard let text = element.string else { return nil }
            try budget.spend(steps: text.utf8.count / 16)
            let isAbsent = missing.contains(text) || text.isBlank && !field.takes(blank: text)
            return isAbsent ? nil : .text(text)
        case .object:
            if let text = element["#text"] { return try present(text, for: field) }
            return .element(element)
        default: return missing.contains(element) ? nil : .element(element)
        }
    }
}

/// Everything needed to map the rows of a response, any number of times and on any thread.
package struct RowMapping: Sendable {
    /// The mapping of a row to an item; `nil` if rows are already in the words of the language (``CanonicalRow``).
    let item: ItemMapping?
    let inputs: TemplateInputs
    let provider: ProviderID
    private let deadline: Deadline?

    package init(
        _ item: ItemMapping?,
        inputs: TemplateInputs = TemplateInputs(),
        provider: ProviderID,
        deadline: Deadline? = nil
    ) {
        self.item = item
        self.inputs = inputs
        self.provider = provider
        self.deadline = deadline
    }

    package func mapper(
        limits: MappingBudget.Limits = MappingBudget.Limits(),
        isCancelled: (() -> Bool)? = nil
    ) -> RowMapper {
        RowMapper(mapping: self, budget: MappingBudget(deadline: deadline, limits: limits, isCancelled: isCancelled))
    }
}

/// A report of what went wrong while rows were mapped, by field.
package struct MappingReport: Hashable, Sendable {
    package struct Failure: Hashable, Sendable {
        package var field: Field
        /// The key inside the field whose values could not be converted; `nil` if it is the field itself.
        package var part: String?
        package var count: Int
        package var examplePath: String
        /// What was expected and what was found, with the original value: `expected a year, found "soon"`.
        package var detail = ""
        /// Where the definition names the field; `nil` for rows in the words of the language.
        package var location: SourceLocation?

        /// What could not be converted, as the definition names it: `rating`, or `votes` inside it.
        package var name: String { part ?? field.rawValue }
    }

    /// Rows that were left out for the same reason.
    package struct LeftOut: Hashable, Sendable {
        /// What the rows lack: `no 'title'`.
        package var reason: String
        package var count: Int
    }

    package fileprivate(set) var rows = 0
    /// Rows that lack a required field, have no value at all, or have two values under one name.
    package private(set) var leftOut: [LeftOut] = []
    package private(set) var failures: [Failure] = []

    /// The number of rows that were left out.
    package var dropped: Int { leftOut.reduce(0) { $0 + $1.count } }

    package init() {}

    /// Adds the report of another page.
    package mutating func add(_ other: MappingReport) {
        for failure in other.failures {
            if let index = failures.firstIndex(where: { $0.field == failure.field && $0.part == failure.part }) {
                failures[index].count += failure.count
            } else {
                failures.append(failure)
            }
        }
        for rows in other.leftOut { countRow(leftOutFor: rows.reason, rows.count) }
        rows += other.rows
    }

    mutating func countRow(leftOutFor reason: String, _ count: Int = 1) {
        if let index = leftOut.firstIndex(where: { $0.reason == reason }) {
            leftOut[index].count += count
        } else {
            leftOut.append(LeftOut(reason: reason, count: count))
        }
    }

    /// Only the first failure of a field is described.
    mutating func count(
        failureOf field: Field,
        part: String? = nil,
        path: String,
        at location: SourceLocation? = nil,
        detail: () -> String
    ) {
        if let index = failures.firstIndex(where: { $0.field == field && $0.part == part }) {
            failures[index].count += 1
            return
        }
        failures.append(
            Failure(
                field: field,
                part: part,
                count: 1,
                examplePath: path,
                detail: detail(),
                location: location
            )
        )
    }
}

/// The films of an answer by their ids, which show whether two different films have the same one.
private struct MappedFilms {
    private var films: [MovieID: (title: String, year: Int)] = [:]

    /// Notes a film; returns each id that it shares with another film, and both films in words.
    ///
    /// Films are different if their years are and their titles too, or if their years are further apart than those of
    /// production and release: one film may have several titles.
    mutating func note(_ film: MovieFacts) -> [(id: MovieID, films: String)] {
        guard let title = film.title?.text, let year = film.year ?? film.releaseDate?.year else { return [] }
        return film.ids.movieIDs.compactMap { id in
            guard let other = films[id] else {
                films[id] = (title, year)
                return nil
            }
            guard other.year != year, other.title != title || abs(other.year - year) > 1 else { return nil }
            return (id, "'\(other.title)' (\(other.year)) and '\(title)' (\(year))")
        }
    }
}
