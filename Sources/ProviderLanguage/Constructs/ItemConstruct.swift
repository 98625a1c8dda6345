import JSON

/// `item`: the fields of the domain and where their values are in a row.
enum ItemConstruct {
    private static let extends = "extends"

    /// The shape of an item of a kind, with `extends` where it is an operation's own.
    static func shape(_ kind: ItemKind, mayExtend: Bool = false) -> Shape<ItemMapping> {
        Shape("a map of fields", form: .record { construct(kind) }) { node, decoding in
            guard let node = mayExtend ? extended(node, &decoding) : node else { return nil }
            guard let record = Record(node, construct(kind), &decoding) else { return nil }
            let parts = (record.node.entries ?? []).compactMap { entry -> ItemMapping.Part? in
                guard let field = Field(rawValue: entry.key), kind.fields.contains(field) else { return nil }
                return decoding.at(entry.key) { decoding in part(field, entry.value, &decoding) }
            }
            return ItemMapping(kind: kind, parts: parts, missing: decoding.scope.missing)
        }
    }

    static func construct(_ kind: ItemKind) -> Construct {
        constructs[kind] ?? make(kind)
    }

    private static let constructs = Dictionary(uniqueKeysWithValues: ItemKind.allCases.map { ($0, make($0)) })

    private static func make(_ kind: ItemKind) -> Construct {
        let entries = kind.fields.map { field in
            Construct.Entry(
                name: field.rawValue,
                summary: field.summary,
                form: form(field),
                isRequired: false
            )
        }
        return Construct(
            "the item of \(kind.summary)",
            "Fields of \(kind.summary), each with its place in the row.",
            entries
        )
    }

    private static func form(_ field: Field) -> Form {
        let plain = FieldConstruct.shape(field).form
        return switch field.type {
        case .ids: .map(keys: "an id name space", values: plain)
        case .movie: .record { construct(.movie) }
        case .items: .either([plain, .list(plain)])
        default: field.type.isList ? .either([plain, .list(plain)]) : plain
        }
    }

    /// The node with the item of another operation beneath it.
    private static func extended(_ node: SourceNode, _ decoding: inout Decoding) -> SourceNode? {
        guard let base = node[extends] else { return node }
        guard let name = base.text.flatMap(OperationName.init(rawValue:)), let item = decoding.scope.items[name] else {
            let known = decoding.scope.items.keys.map(\.rawValue).sorted()
            decoding.error(
                "'extends' names another operation of this provider that has an item"
                    + Wording.hint(base.text ?? "", among: known),
                at: base.location
            )
            return nil
        }
        return node.without(extends).merged(over: item.without(extends))
    }

    private static func part(_ field: Field, _ node: SourceNode, _ decoding: inout Decoding) -> ItemMapping.Part? {
        switch field.type {
        case .ids:
            let shape = Shape.map(of: .identifier, to: FieldConstruct.shape(.ids))
            return shape.decode(node, &decoding).map(ItemMapping.Part.ids)
        case .movie:
            return shape(.movie).decode(node, &decoding).map(ItemMapping.Part.movie)
        default:
            guard field.type.isList, let nodes = node.list else { return single(field, node, &decoding) }
            return .several(field, nodes.compactMap { single(field, $0, &decoding) })
        }
    }

    /// A field from one source, or a nested list of items.
    private static func single(_ field: Field, _ node: SourceNode, _ decoding: inout Decoding) -> ItemMapping.Part? {
        if case .items(let kind) = field.type, node["rows"] != nil {
            return NestedConstruct.shape(field, kind).decode(node, &decoding)
        }
        return FieldConstruct.shape(field).decode(node, &decoding).map(ItemMapping.Part.field)
    }
}
