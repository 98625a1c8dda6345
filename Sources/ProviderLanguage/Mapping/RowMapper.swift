package import JSON
package import MovieDomain

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

    /// Returns the collection of a row, which must have a name.
    package mutating func collection(_ element: JSONElement, root: JSONElement, key: String? = nil) -> CollectionFacts?
    {
        var collection = CollectionFacts(name: "")
        return map(element, key, root, .collection, to: &collection) ? collection : nil
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
        case .collection: collection(element, root: root, key: key).map { CanonicalRow($0) }
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
            position: report.rows,
            root: root,
            inputs: mapping.inputs,
            missing: item.missing,
            provider: mapping.provider,
            budget: budget
        )
        let isFilled = fill(&target, from: row, by: item) == true
        if isFilled, target.isWhole { return true }
        let missing = lacking ?? (isFilled ? kind.mainField?.word : nil)
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
                        at: failed.location ?? field.location,
                        found: failed.found(in: row),
                        isUnmatched: error.isUnmatched,
                        foreignHost: failed.foreignHost(in: row)
                    ) { failed.expectation(failingIn: row) }
                    hasValue = error.leavesValue
                }
                if hasValue {
                    isFilled = true
                } else if field.options.isRequired {
                    lacking = [field.field.word, field.namespace].filter { !$0.isEmpty }.joined(separator: ".")
                    return nil
                } else if item.kind != .releaseEvent, field.dropsElement(row) {
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
        let limit = mapping.allCredits && nested.field.type == .items(.person) ? nil : nested.limit
        var inner = row
        inner.missing = nested.item.missing
        do throws(ConversionFailure) {
            let all = try nested.rows?.elements(row) ?? [ListElement(row.element)]
            for (index, found) in all.enumerated() {
                if let limit, elements.count >= limit {
                    // Some lists have the same row twice.
                    let taken = Set(all[..<index].map(\.element.textString))
                    let others = Set(all[index...].map(\.element.textString)).subtracting(taken)
                    return (elements, others.count)
                }
                try budget.spendValue()
                inner.element = found.element
                inner.key = found.key
                inner.position = index + 1
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
    mutating func count(_ nested: NestedItem, _ detail: Finding) {
        let path = nested.rows?.path.description ?? nested.field.word
        report.count(failureOf: nested.field, path: path, at: nested.location) { detail }
    }
}

/// Everything needed to map the rows of a response, any number of times and on any thread.
package struct RowMapping: Sendable {
    /// The mapping of a row to an item; `nil` if rows are already in the words of the language (``CanonicalRow``).
    let item: ItemMapping?
    let inputs: TemplateInputs
    let provider: ProviderID
    /// Whether the limits of lists of people do not count.
    let allCredits: Bool
    private let deadline: Deadline?

    package init(
        _ item: ItemMapping?,
        inputs: TemplateInputs = TemplateInputs(),
        provider: ProviderID,
        allCredits: Bool = false,
        deadline: Deadline? = nil
    ) {
        self.item = item
        self.inputs = inputs
        self.provider = provider
        self.allCredits = allCredits
        self.deadline = deadline
    }

    package func mapper(
        limits: MappingBudget.Limits = MappingBudget.Limits(),
        isCancelled: (() -> Bool)? = nil
    ) -> RowMapper {
        RowMapper(mapping: self, budget: MappingBudget(deadline: deadline, limits: limits, isCancelled: isCancelled))
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
            // A series may have the number of a film.
            let key = MovieID(
                namespace: MovieID.namespace(id.namespace, ofSeries: film.series == true),
                value: id.value
            )
            guard let other = films[key] else {
                films[key] = (title, year)
                return nil
            }
            guard other.year != year, other.title != title || abs(other.year - year) > 1 else { return nil }
            return (id, "'\(other.title)' (\(other.year)) and '\(title)' (\(year))")
        }
    }
}
