import HTTPModel
import JSON
import MovieDomain

/// A review that warns about valid but probably mistaken definitions: a search without its query, films without ids.
///
/// Only `marquee check` performs this review, because none of the warnings keeps a provider from working.
package struct DefinitionReview {
    private let providers: [ProviderDefinition]
    /// The known id namespaces: those that all sources share, the names of providers, and those that a lookup takes.
    private let known: Set<String>
    private let bundled: Set<String>
    /// Whether there is no error in the file; otherwise what seems to be missing may be what could not be read.
    private let isWhole: Bool

    private static let shared: Set<String> = ["imdb", "tmdb", "thetvdb", "tvdb", "wikidata", "isan", "eidr"]

    /// Creates the review of a configuration, or of those parts of it that could be read if it is not whole.
    package init(_ configuration: Configuration, bundled: [BundledDefinition], isWhole: Bool = true) {
        self.isWhole = isWhole
        providers = configuration.providers
        self.bundled = Set(bundled.map(\.id))
        known = Self.shared.union(bundled.map(\.id)).union(providers.map(\.id))
            .union(providers.flatMap { $0.http.map { Self.lookedUp($0) } ?? [] })
    }

    package var warnings: [Diagnostic] {
        // Statements: as one expression, this takes 20 seconds to compile.
        var warnings: [Diagnostic] = []
        for provider in providers {
            warnings += ruleWarnings(provider.http?.errorRules ?? [])
            warnings += emptyWarnings(provider)
            let operations = provider.http?.operations ?? [:]
            for (_, alternatives) in operations.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                warnings += unusedWarnings(alternatives)
                for operation in alternatives {
                    warnings += RequestReview(operation, isWhole: isWhole).warnings
                    warnings += itemWarnings(operation, of: provider)
                }
            }
            warnings += namespaceWarnings(of: provider)
        }
        return warnings
    }

    // MARK: Error rules

    private func ruleWarnings(_ rules: [ErrorRule]) -> [Diagnostic] {
        rules.enumerated().compactMap { index, rule in
            let problem: Finding
            if rule.matchesEverySuccess {
                problem = Finding(
                    "'errors': this rule makes every answer with status 200 a failure",
                    hint: "add another condition"
                )
            } else if let first = rules[..<index].firstIndex(where: { $0.covers(rule) }) {
                problem = Finding(
                    "'errors': this rule never applies, because rule \(first + 1) matches all that it does"
                )
            } else if rule.saysNotFoundByStatus {
                problem = Finding(
                    "'errors': a list or a search at a wrong address would look empty; without this rule, 404 is "
                        + "'not_found' only where an id is asked for, as with by_id: true"
                )
            } else {
                return nil
            }
            return rule.location.map { Diagnostic(.warning, at: $0, problem) }
        }
    }

    private func emptyWarnings(_ provider: ProviderDefinition) -> [Diagnostic] {
        guard isWhole, provider.http?.operations.isEmpty == true else { return [] }
        let problem = "'operations' is empty, so there is nothing to ask '\(provider.id)' for"
        return [Diagnostic(.warning, at: provider.location, problem)]
    }

    // MARK: Requests

    /// Returns warnings about alternatives that no call comes to, because an earlier one takes all that they take.
    private func unusedWarnings(_ alternatives: [OperationDefinition]) -> [Diagnostic] {
        var taken: Set<String> = []
        return alternatives.enumerated().compactMap { index, operation in
            defer { taken.formUnion(operation.namespaces) }
            guard index > 0, taken.isSuperset(of: operation.namespaces) else { return nil }
            let ids = operation.namespaces.joined(separator: ", ")
            let problem = ids.isEmpty ? "only the first is ever used" : "an earlier one already accepts ids of \(ids)"
            return Diagnostic(.warning, at: operation.location, "'\(operation.name.rawValue)': \(problem)")
        }
    }

    // MARK: Items

    private func itemWarnings(_ operation: OperationDefinition, of provider: ProviderDefinition) -> [Diagnostic] {
        let singles = operation.item.fields.filter(\.takesOneOfSeveral).map { field in
            warning(
                about: field,
                operation,
                "'each' returns several values, but only the first is used",
                hint: Hint("did you mean 'first_of', or then: [{ join: \", \" }]?")
                    .correcting("each:", to: "first_of:")
            )
        }
        let amounts = operation.item.fields.filter { $0.type == .amount && $0.options.unit == nil }.map { field in
            let problem = "an amount without its currency is left out"
            return warning(about: field, operation, problem, hint: .write("unit", "USD"))
        }
        let money = operation.item.ownFields.filter { $0.type == .money }
        let hasCurrency = money.contains { $0.options.unit != nil }
        let sales = money.prefix(hasCurrency ? 0 : 1).map { field in
            warning(about: field, operation, "the amounts have no currency", hint: .write("unit", "KRW"))
        }
        let names = nameWarnings(operation.item, in: operation.rows, operation)
        return singles + amounts + sales + names + partWarnings(operation.item, operation)
            + ListReview(operation).warnings
            + wholeWarnings(operation.item, operation)
            + idWarnings(operation, of: provider)
    }

    private func warning(
        about field: FieldMapping,
        _ operation: OperationDefinition,
        _ problem: String,
        hint: Hint?
    ) -> Diagnostic {
        let message = "'\(field.field.word)': \(problem)"
        return Diagnostic(.warning, at: field.location ?? operation.location, message, hint: hint)
    }

    /// Returns warnings about fields that are the name of their row where rows have no names.
    private func nameWarnings(
        _ item: ItemMapping,
        in rows: RowSelection,
        _ operation: OperationDefinition
    ) -> [Diagnostic] {
        item.parts.flatMap { part -> [Diagnostic] in
            switch part {
            case .nested(let nested): return nameWarnings(nested.item, in: nested.rows ?? rows, operation)
            case .field(let field):
                guard case .eachKey = field.source, !rows.takesEachValue else { return [] }
                let problem = "'each_key' is the key of a row in a map of rows"
                let hint: Hint = "write each_value: true beside the path of the rows"
                return [warning(about: field, operation, problem, hint: hint)]
            }
        }
    }

    /// Returns warnings about lists inside a row whose items lack what makes them complete, so that each is left out.
    private func partWarnings(_ item: ItemMapping, _ operation: OperationDefinition) -> [Diagnostic] {
        item.parts.flatMap { part -> [Diagnostic] in
            guard case .nested(let nested) = part else { return [] }
            let inner = partWarnings(nested.item, operation)
            guard let main = nested.item.kind.mainField, !nested.item.has(main) else { return inner }
            let problem =
                "'\(nested.field.word)': \(nested.item.kind.summary) without '\(main.word)' is left out"
            return [Diagnostic(.warning, at: nested.location ?? operation.location, problem)] + inner
        }
    }

    /// Returns warnings about lists of the whole answer in the items of its rows: each row has the values of all.
    private func wholeWarnings(_ item: ItemMapping, _ operation: OperationDefinition) -> [Diagnostic] {
        guard !operation.name.takesID || operation.name.isPaged else { return [] }
        func warning(_ name: Field, _ path: JSONPath, _ location: SourceLocation?) -> Diagnostic? {
            guard path.startsAtRoot, let around = path.aroundList else { return nil }
            let problem =
                "'\(name.word)': '\(path)' begins at the root of the answer, so every row has the values of all rows"
            let condition = around.filter.map { "where: { path: \($0.path), is: \($0.text) }, " } ?? ""
            let hint =
                "give the path of the ids in the row, and beside it "
                + "look_up: { in: \(around.list), \(condition)key: id, value: \(around.rest) }"
            return Diagnostic(.warning, at: location ?? operation.location, problem, hint: Hint(hint))
        }
        return item.parts.flatMap { part -> [Diagnostic] in
            switch part {
            case .field(let field):
                let paths = field.source.paths + (field.options.votes?.source.paths ?? [])
                return paths.compactMap { warning(field.field, $0, field.location) }
            case .nested(let nested):
                let own = nested.rows.flatMap { warning(nested.field, $0.path, nested.location) }
                return own.map { [$0] } ?? wholeWarnings(nested.item, operation)
            }
        }
    }

    /// Returns warnings about ids: without one, a film of a list cannot be looked up anywhere.
    private func idWarnings(_ operation: OperationDefinition, of provider: ProviderDefinition) -> [Diagnostic] {
        guard let film = operation.item.film else { return [] }
        let isList = !operation.name.takesID || operation.name.isPaged
        let ids = film.fields.filter { $0.field == .ids }
        guard !ids.isEmpty else {
            // A caller that passes an id already has one.
            guard isList else { return [] }
            let problem = "the films of '\(operation.name.rawValue)' have no 'ids', so none can be looked up"
            let hint = Hint.write("ids", "{ \(provider.id): id }")
            return [Diagnostic(.warning, at: film.location ?? operation.location, problem, hint: hint)]
        }
        guard isWhole else { return [] }
        let unknown = ids.filter { !known.contains($0.namespace) }.map { field in
            let shared = ["imdb", "tmdb", "tvdb", "wikidata"].first { field.namespace == $0 + "_id" }
            let near = shared ?? NearestName.nearest(to: field.namespace, among: known.sorted())
            let hint =
                near.map { Hint.didYouMean($0, for: field.namespace) }
                ?? "add it to 'by' of the operation 'lookup'"
            return warning(about: field, operation, "no lookup takes ids of '\(field.namespace)'", hint: hint)
        }
        let taken = provider.http.map { Self.lookedUp($0) } ?? []
        guard isList, unknown.isEmpty, !taken.isEmpty, ids.allSatisfy({ !taken.contains($0.namespace) }) else {
            return unknown
        }
        let given = ids.map(\.namespace).joined(separator: ", ")
        let problem =
            "the provider's own lookup takes none of these (\(given)), only "
            + taken.sorted().joined(separator: ", ")
        return [warning(about: ids[0], operation, problem, hint: "add one to its 'by'")]
    }

    /// Returns a warning if another site gives only ids of the provider that it extends: equal ids would be one film.
    ///
    /// What extends a built-in definition is usually a mirror of it.
    private func namespaceWarnings(of provider: ProviderDefinition) -> [Diagnostic] {
        guard isWhole, let base = providers.first(where: { $0.id == provider.base && $0.id != provider.id }),
            !bundled.contains(base.id), let own = provider.http, own.baseURLs != base.http?.baseURLs
        else { return [] }
        let ids = own.operations.values.joined().compactMap(\.item.film).flatMap(\.ownFields).filter {
            $0.field == .ids
        }
        let given = Set(ids.map(\.namespace))
        guard given.contains(base.id), !given.contains(provider.id) else { return [] }
        let problem =
            "'\(provider.id)' returns ids of '\(base.id)', not of '\(provider.id)': films of both with an equal id are one "
            + "film. This is right for a mirror; another site needs a definition without 'extends', with ids of its own"
        return [Diagnostic(.warning, at: provider.location, problem)]
    }

    private static func lookedUp(_ definition: HTTPDefinition) -> Set<String> {
        Set(definition.operations[.lookup]?.flatMap(\.namespaces) ?? [])
    }
}

extension ErrorRule {
    fileprivate var matchesEverySuccess: Bool { conditions.allSatisfy { $0.isStatus(200) } }

    fileprivate var saysNotFoundByStatus: Bool { kind == .notFound && conditions.allSatisfy { $0.isStatus(404) } }

    /// Whether the rule matches every answer that another one matches, as far as their words tell.
    fileprivate func covers(_ other: ErrorRule) -> Bool {
        conditions.allSatisfy { mine in other.conditions.contains(where: mine.covers) }
    }
}

extension ResponseCondition {
    fileprivate func isStatus(_ code: Int) -> Bool {
        if case .status(let ranges) = self { ranges.contains { $0.contains(code) } } else { false }
    }

    /// Whether the condition holds wherever another one does.
    fileprivate func covers(_ other: ResponseCondition) -> Bool {
        switch (self, other) {
        case (.status(let mine), .status(let theirs)):
            theirs.allSatisfy { range in
                mine.contains { $0.contains(range.lowerBound) && $0.contains(range.upperBound) }
            }
        case (.byID(let mine), .byID(let theirs)): mine == theirs
        case (.path(let mine, let test), .path(let theirs, let other)): mine == theirs && test.covers(other)
        default: false
        }
    }
}

extension ResponseCondition.PathTest {
    fileprivate func covers(_ other: Self) -> Bool {
        switch (self, other) {
        case (.exists(true), .exists(true)), (.exists(true), .isText), (.exists(true), .isIn): true
        case (.exists(true), .matches), (.exists(false), .exists(false)): true
        case (.isText(let mine), .isText(let theirs)), (.isNotText(let mine), .isNotText(let theirs)): mine == theirs
        case (.isIn(let mine), .isText(let theirs)): mine.contains(theirs)
        case (.isIn(let mine), .isIn(let theirs)): theirs.allSatisfy(mine.contains)
        default: false
        }
    }
}

extension ItemMapping {
    fileprivate func has(_ field: Field) -> Bool {
        parts.contains { part in
            switch part {
            case .field(let own): own.field == field
            case .nested(let own): own.field == field
            }
        }
    }
}

extension FieldMapping {
    /// Whether a field for one value collects the values of several paths, without a transform that makes them one.
    fileprivate var takesOneOfSeveral: Bool {
        guard case .each(let paths) = source, paths.count > 1, !type.isList else { return false }
        return !options.transforms.contains { transform in
            switch transform {
            case .join, .at: true
            default: false
            }
        }
    }
}
