package import JSON
import MovieDomain
import Platform

/// A review of the paths of a provider's operations against its recorded responses.
package struct SampleReview {
    /// A path that no row of the samples has, or that the samples themselves lack.
    package struct Missing: Sendable {
        /// The key or field whose path it is.
        fileprivate var key: String
        fileprivate var isOfRow: Bool
        /// Whether it is certain only if another name is near: the last page has no address of a next one.
        fileprivate var isOptional: Bool
        package var path: String
        package var location: SourceLocation
        /// Whether the samples show that the path is wrong, and are not merely cut short.
        package var isCertain: Bool
        fileprivate var name: String
        /// The path without that of the rows, if it begins with it.
        fileprivate var inRow: String?
        /// The names in the object that should have the missing name, and those of them that no path uses.
        fileprivate var names: [String]
        fileprivate var unused: [String]
    }

    private struct Place: Hashable {
        var location: SourceLocation
        var path: String
    }

    private typealias Row = (row: JSONElement, root: JSONElement)

    private struct Sample {
        /// The names on all paths of the item.
        var used: Set<String>
        var isRecorded: Bool
        /// The path of the rows, with which the paths in a row do not begin.
        var rows = ""
        var isOfRow = true
        var isOptional = false
    }

    // The missing path at each place; `nil` if a row has it. Operations that share an item share its places.
    private var places: [Place: Missing?] = [:]

    /// Constants that are the names of something in the rows.
    package private(set) var constants: Set<Diagnostic> = []
    private var expectsRows = true

    package init() {}

    /// Adds the rows of a response; `isRecorded` means that it is in its own file, so it was not cut short by hand.
    ///
    /// Where no rows are expected, the condition on rows is meant to turn all of them down.
    package mutating func add(
        _ root: JSONElement,
        of operation: OperationDefinition,
        isRecorded: Bool,
        expectsRows: Bool = true
    ) {
        var all = operation.rows
        all.condition = nil
        self.expectsRows = expectsRows
        guard case .rows(let unfiltered) = all.rows(in: root), case .rows(let found) = operation.rows.rows(in: root)
        else { return }
        let item = operation.item
        let used = Set(item.usedNames + (operation.rows.condition?.path.names ?? []))
        let sample = Sample(used: used, isRecorded: isRecorded, rows: operation.rows.path.description)
        if expectsRows {
            var ofAll = sample
            // A condition that turns every row down is wrong, however short the sample is.
            ofAll.isRecorded = isRecorded || found.isEmpty
            note(operation.rows.condition, unfiltered.prefix(200).map { ($0.element, root) }, ofAll)
        }
        note(item, found.prefix(200).map { ($0.element, root) }, sample)
        note(operation.paging, of: operation, root, isRecorded)
    }

    private mutating func note(_ condition: RowCondition?, _ rows: [Row], _ sample: Sample) {
        guard let condition, condition.needsValue, !rows.isEmpty else { return }
        note([condition.path], "where", condition.location, rows, sample)
    }

    private mutating func note(
        _ paging: Paging,
        of operation: OperationDefinition,
        _ root: JSONElement,
        _ isRecorded: Bool
    ) {
        let used = Set(operation.rows.path.names + paging.paths.flatMap(\.path.names))
        for (key, path, isOptional) in paging.paths {
            let isRecorded = isRecorded && !isOptional
            let sample = Sample(used: used, isRecorded: isRecorded, isOfRow: false, isOptional: isOptional)
            note([path], key, paging.location, [(root, root)], sample)
        }
    }

    /// The paths that are missing in every row of every sample.
    package var missing: [Missing] {
        let missing = places.values.compactMap { $0 }
        return missing.map { place in
            var place = place
            let others = missing.count { $0.names == place.names }
            let isInPlace = !place.isOptional && others <= place.unused.count
            place.isCertain = place.isCertain || place.nearest != nil || isInPlace
            return place
        }.sorted { ($0.location.line, $0.location.column, $0.path) < ($1.location.line, $1.location.column, $1.path) }
    }

    private mutating func note(_ item: ItemMapping, _ rows: [Row], _ sample: Sample) {
        guard !rows.isEmpty else { return }
        for part in item.parts {
            switch part {
            case .field(let field):
                var sample = sample
                // Without it, there is no row at all.
                sample.isRecorded = sample.isRecorded || field.options.isRequired && expectsRows
                note(field.source.paths, field.field.word, field.location, rows, sample)
                if case .value(let text) = field.source { note(text, field, rows) }
                if let votes = field.options.votes {
                    note(votes.source.paths, "votes", votes.location ?? field.location, rows, sample)
                }
            case .nested(let nested):
                guard let list = nested.rows else {
                    note(nested.item, rows, sample)
                    continue
                }
                note([list.path], nested.field.word, nested.location, rows, sample)
                let inner = rows.flatMap { row, root -> [Row] in
                    list.path.select(in: row, root: root)
                        .flatMap { $0.rows(takingEachValue: list.takesEachValue) }.map { ($0.element, root) }
                }
                note(list.condition, inner, sample)
                note(nested.item, inner, sample)
            }
        }
    }

    /// Notes a constant that is the name of something in the rows, which is meant then.
    private mutating func note(_ constant: String, _ field: FieldMapping, _ rows: [Row]) {
        guard let location = field.location, field.options.table == nil, ![.title, .rank].contains(field.field),
            rows.contains(where: { $0.row[constant] != nil })
        else { return }
        let message = "'\(field.field.word)': 'value' is the same for every row, and the rows have '\(constant)'"
        let hint = Hint("did you mean path: \(constant)?")
            .correcting("value: \(constant)", to: "path: \(constant)")
        constants.insert(Diagnostic(.warning, at: location, message, hint: hint))
    }

    private mutating func note(
        _ paths: [JSONPath],
        _ key: String,
        _ location: SourceLocation?,
        _ rows: [Row],
        _ sample: Sample
    ) {
        guard let location else { return }
        let traced = paths.map { path in (path, found: lacking(path, rows)) }
        // The paths of a field are alternatives, so one that exists is enough.
        let isThere = traced.contains { $0.found == nil }
        for (path, found) in traced {
            let place = Place(location: location, path: path.description)
            if let known = places[place], known == nil { continue }
            guard !isThere, let (name, object) = found else {
                places[place] = .some(nil)
                continue
            }
            let names = object.members.map(\.name)
            let missing = Missing(
                key: key,
                isOfRow: sample.isOfRow,
                isOptional: sample.isOptional,
                path: path.description,
                location: location,
                isCertain: sample.isRecorded,
                name: name,
                inRow: sample.isOfRow ? path.description.rest(behind: sample.rows) : nil,
                names: names.sorted(),
                unused: names.filter { !sample.used.contains($0) }
            )
            places[place] = places[place] ?? missing
        }
    }

    /// Returns the missing name and the object that lacks it; `nil` if a row has the path or this cannot be determined.
    private func lacking(_ path: JSONPath, _ rows: [Row]) -> (name: String, object: JSONElement)? {
        var lacking: (String, JSONElement)?
        for (row, root) in rows {
            switch path.trace(in: row, root: root) {
            case .found, .unknown: return nil
            case .lacks(let name, let object): lacking = lacking ?? (name, object)
            }
        }
        return lacking
    }
}

extension SampleReview.Missing {
    package var finding: Finding {
        if let inRow { return .outerPath(path, of: key, inRow) }
        let lack = isOfRow ? "no row of the sample has" : "the sample does not have"
        return Finding("'\(key)': \(lack) '\(path)'", hint: hint)
    }

    /// The unused name that was probably meant: one that is spelled similarly or has the same meaning.
    fileprivate var nearest: String? {
        NearestName.nearest(to: name, among: unused)
            ?? unused.first { $0 == key || ForeignWord.meaning(of: $0, among: [key]) != nil }
    }

    private var hint: Hint? {
        if let nearest { return Hint("did you mean '\(nearest)'?", correction: correction(to: nearest)) }
        let others = unused.isEmpty ? names : unused
        return others.isEmpty ? nil : "known: \(others.prefix(12).joined(separator: ", "))"
    }

    /// The path with the right name; `nil` if it is not clear which of its names is wrong.
    private func correction(to right: String) -> Hint.Correction? {
        var names = path.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
        guard let index = names.firstIndex(of: name), names.lastIndex(of: name) == index else { return nil }
        names[index] = right
        return Hint.Correction(wrong: path, right: names.joined(separator: "."))
    }
}

extension String {
    /// Returns what follows the path of rows in a path that begins with it; `nil` if it does not.
    fileprivate func rest(behind rows: String) -> String? {
        ["[*].", "[0].", "."].lazy.map { rows + $0 }.first { hasPrefix(scalars: $0) }.map {
            String(dropFirst($0.count))
        }
    }
}

extension ItemMapping {
    /// The names on every path of the item, also of those inside a field and of conditions.
    fileprivate var usedNames: [String] {
        parts.flatMap { part -> [String] in
            switch part {
            case .field(let field): field.usedNames
            case .nested(let nested):
                (nested.rows?.path.names ?? []) + (nested.rows?.condition?.path.names ?? []) + nested.item.usedNames
            }
        }
    }
}

extension FieldMapping {
    /// The names on the paths of the field, of its votes, and of the sizes of an image.
    fileprivate var usedNames: [String] {
        source.paths.flatMap(\.names) + (options.votes?.usedNames ?? []) + options.sizes.flatMap(\.usedNames)
    }
}
