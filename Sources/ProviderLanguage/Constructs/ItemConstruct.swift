import JSON
import MovieDomain
import Platform

/// The key `item`: the fields of the domain and the location of their values in a row.
enum ItemConstruct {
    private static let extending = Key(
        "extends",
        "The operation whose item is inherited; fields given here override it.",
        Shape<Capability>.word.shown(as: .words(Capability.words.map { Form.Word(word: $0, summary: "") }))
    )
    private static var extends: String { extending.name }

    /// Returns the shape of an item of a kind, with `extends` if it is the item of an operation.
    static func shape(_ kind: ItemKind, mayExtend: Bool = false) -> Shape<ItemMapping> {
        Shape("a map of fields", form: .record { construct(kind, mayExtend: mayExtend) }) { node, decoding in
            guard let node = mayExtend ? extended(node, kind, decoding) : node else { return nil }
            return decode(node, kind, decoding)
        }
    }

    /// Decodes the fields of an item; only the reference needs the whole construct with its forms.
    private static func decode(_ node: SourceNode, _ kind: ItemKind, _ decoding: Decoding) -> ItemMapping? {
        guard let entries = node.entries else {
            decoding.mismatch("a map (\(name(kind)))", node)
            return nil
        }
        let parts = entries.compactMap { entry -> [ItemMapping.Part]? in
            guard let field = kind.field(entry.key) else {
                if let hint = kind == .movie ? advice(on: entry, decoding.scope) : nil {
                    decoding.error("unknown key '\(entry.key)' in \(name(kind))", hint: hint, at: entry.keyLocation)
                } else {
                    decoding.unknown(entry, in: name(kind), among: kind.fields.map(\.word))
                }
                return nil
            }
            return decoding.at(entry.key) { Self.parts(field, entry.value, decoding) }
        }
        return ItemMapping(
            kind: kind,
            parts: parts.flatMap(\.self),
            missing: decoding.scope.missing,
            location: node.location
        )
    }

    /// Returns what to write instead of a key that is a namespace of ids, or a field in one language.
    private static func advice(on entry: SourceNode.Entry, _ scope: Scope) -> Hint? {
        guard let path = entry.value.text, !path.isEmpty else { return nil }
        let namespace = entry.key.hasSuffix(scalars: "_id") ? String(entry.key.dropLast(3)) : entry.key
        if ["tmdb", "tvdb", "thetvdb", "wikidata", "isan", "eidr", scope.provider].contains(namespace),
            ForeignWord.meaning(of: entry.key, among: ["ids"]) == nil
        {
            return Hint("write ids: { \(namespace): \(path) }")
        }
        let parts = entry.key.split(scalar: "_")
        guard parts.count == 2, let language = parts.last.map(String.init), Language.isTag(language) else { return nil }
        switch parts[0] {
        case "title", "name": return Hint("write titles: [{ path: \(path), language: \(language) }]")
        case "overview", "plot", "description": return Hint("write overview: { path: \(path), language: \(language) }")
        default: return nil
        }
    }

    private static func name(_ kind: ItemKind) -> String { "the item of \(kind.summary)" }

    static func construct(_ kind: ItemKind, mayExtend: Bool = false) -> Construct {
        let entries = kind.fields.map { field in
            Construct.Entry(name: field.word, summary: field.summary, form: form(field), isRequired: false)
        }
        return Construct(
            name(kind),
            "Fields of \(kind.summary), each with its place in the row.",
            (mayExtend ? [extending.entry] : []) + entries,
            family: Construct.Family(name(kind), mayExtend ? "an operation's" : "another item's")
        )
    }

    private static func form(_ field: Field) -> Form {
        let plain = FieldConstruct.shape(field).form
        switch field.type {
        case .ids: return .map(keys: Shape.identifier.form, values: plain)
        case .movie: return .record { construct(.movie) }
        default:
            guard let kind = field.type.itemKind else {
                return field.type.mayBeSeveral ? .either([plain, .list(plain)]) : plain
            }
            let one = Form.either([plain, NestedConstruct.shape(field, kind).form])
            return .either([one, .list(one)])
        }
    }

    /// Returns the node merged over the item of another operation that it extends; `nil` after reporting an error.
    private static func extended(_ node: SourceNode, _ kind: ItemKind, _ decoding: Decoding) -> SourceNode? {
        guard let base = node[extends] else { return node }
        guard let name = base.text.flatMap(Capability.init(rawValue:)), let item = decoding.scope.items[name] else {
            let known = decoding.scope.items.keys.map(\.rawValue).sorted()
            decoding.error(
                "'extends' names another operation of this provider that has an item",
                hint: Hint.forWord(base.text ?? "", among: known),
                at: base.location
            )
            return nil
        }
        if let problem = problem(of: item, of: name, under: node, kind) {
            decoding.error(problem, at: base.location)
            return nil
        }
        return node.without(extends).merged(over: item, at: .item, decoding)
    }

    /// Returns why an item cannot extend another one; `nil` if it can.
    private static func problem(
        of item: SourceNode,
        of name: Capability,
        under node: SourceNode,
        _ kind: ItemKind
    ) -> String? {
        if item.location == node.location { return "'extends': an item cannot extend itself" }
        if name.itemKind != kind {
            return
                "'extends': an item of '\(name.rawValue)' is \(name.itemKind.summary), but here it is \(kind.summary)"
        }
        return item[extends].map {
            "'extends' works for one level only: the item of '\(name.rawValue)' extends '\($0.text ?? "")' itself"
        }
    }

    private static func parts(_ field: Field, _ node: SourceNode, _ decoding: Decoding) -> [ItemMapping.Part]? {
        switch field.type {
        case .ids:
            return ids.decode(node, decoding)?.map { id in
                .field(
                    FieldMapping(
                        field,
                        namespace: id.name,
                        source: id.value.source,
                        options: id.value.options,
                        location: id.value.location
                    )
                )
            }
        case .movie:
            return decode(node, .movie, decoding).map { [.nested(NestedItem(field, $0, location: node.location))] }
        default:
            let nodes = field.type.mayBeSeveral ? node.list : nil
            return (nodes ?? [node]).compactMap { single(field, $0, decoding) }
        }
    }

    private static func single(_ field: Field, _ node: SourceNode, _ decoding: Decoding) -> ItemMapping.Part? {
        if let kind = field.type.itemKind, node["rows"] != nil {
            return NestedConstruct.shape(field, kind).decode(node, decoding)
        }
        return FieldConstruct.decode(node, field, field.type, decoding).map(ItemMapping.Part.field)
    }

    private static let ids = Shape.map(
        of: .identifier,
        to: FieldConstruct.shape(.ids),
        "a map from namespaces to places, such as { imdb: imdb_code }"
    )
}

/// A list of items inside a row: `{ rows: path, item: { … } }`.
enum NestedConstruct {
    private struct List {
        var rows = RowSelection()
        var item: ItemMapping
        var limit: Int?
        var location: SourceLocation?
    }

    static func shape(_ field: Field, _ kind: ItemKind) -> Shape<ItemMapping.Part> {
        Shape<List>.record(
            "a list of '\(field.word)'",
            "A list inside a row; each element is an item.",
            changing: List(item: ItemMapping(kind: kind, parts: [], missing: MissingValues())),
            family: Construct.Family("a list inside a row", field.word, placeholder: "FIELD"),
            finish: { $0.location = $1.node.location }
        ) { keys in
            keys.add("rows", "The path of the list in the row.", Shape.path, required: true) { $0.rows.path = $1 }
            let item = ItemConstruct.shape(kind)
            keys.add("item", "The fields of each item.", item, required: true) { $0.item = $1 }
            let eachSummary = "Whether an object is a map of rows."
            keys.add("each_value", eachSummary, Shape.boolean) { $0.rows.takesEachValue = $1 }
            keys.add(WhereConstruct.key) { $0.rows.condition = $1 }
            keys.add("limit", "The maximum number of items.", Shape.integer(1...10_000)) { $0.limit = $1 }
        }.map { list in
            .nested(NestedItem(field, list.item, rows: list.rows, limit: list.limit, location: list.location))
        }
    }
}

enum RowsConstruct {
    private enum Missing: String, LanguageWord {
        case empty, error

        var summary: String {
            switch self {
            case .empty: "There are no rows, if all but the last step of the path exists."
            case .error: "The response is not what was expected."
            }
        }
    }

    static let shape = Shape<RowSelection>(either.expectation, form: either.form) { node, decoding in
        var rows = either.decode(node, decoding)
        rows?.location = node.location
        return rows
    }

    private static let either: Shape<RowSelection> = .either(
        "a path to the rows",
        text: Shape.path.map { RowSelection(path: $0) },
        map: map
    )

    private static let map: Shape<RowSelection> = .record(
        "rows",
        "The rows of the response.",
        changing: RowSelection()
    ) { keys in
        keys.add("path", "The path of the list of rows.", Shape.path, required: true) { $0.path = $1 }
        let missingSummary = "What a missing last step of the path means."
        keys.add("if_missing", missingSummary, Shape<Missing>.word, default: "error") {
            $0.isEmptyIfMissing = $1 == .empty
        }
        keys.add("each_value", "Whether an object is a map of rows.", Shape.boolean, default: "false") {
            $0.takesEachValue = $1
        }
        keys.add(WhereConstruct.key) { $0.condition = $1 }
    }
}

/// The key `where`: a condition that selects rows.
///
/// A filter in a path applies only to the elements of a list; this condition also applies to a single row, as in APIs
/// that convert their responses from XML.
enum WhereConstruct {
    static let key = Key("where", "Which rows count: { path: type, is: film }.", shape)

    private static let construct = Construct(
        "where",
        "Conditions on one path of a row that must all hold.",
        [ConditionConstruct.path.entry] + ConditionConstruct.tests.entries,
        rules: [
            .exactlyOne([ConditionConstruct.path.name]),
            .needs(ConditionConstruct.path.name, oneOf: ConditionConstruct.testNames),
        ]
    )

    private static let shape: Shape<RowCondition> = .record(construct) { record in
        let tests = ConditionConstruct.tests(record)
        guard record.has(ConditionConstruct.path), ConditionConstruct.hasTest(record) else {
            record.error("'where' needs a path, and exists, is, not, in or matches")
            return nil
        }
        return record.value(ConditionConstruct.path).map {
            RowCondition(path: $0, tests: tests, location: record.node.location)
        }
    }
}
