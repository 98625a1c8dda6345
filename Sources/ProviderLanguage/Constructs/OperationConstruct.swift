import JSON
import MovieDomain
import Platform

enum OperationConstruct {
    private static let by = Key(
        "by",
        "The id namespaces that the operation accepts.",
        Shape.nonEmptyList(.identifier),
        example: "[imdb, tmdb]"
    )
    private static let leadsTo = Key(
        "leads_to",
        "The id namespace for looking up the whole record, if the response has only a part of it.",
        Shape.identifier
    )
    private static let get = Key("get", "The path of a GET request.", Shape.requestPath)
    private static let post = Key("post", "The path of a POST request.", Shape.requestPath)
    private static let inputs = Key(
        "inputs",
        "What becomes of inputs before they are put into the request, wherever they are.",
        QueryConstruct.inputs,
        example: "{ genre: { default: all } }"
    )
    private static let needs = Key(
        "needs",
        "Inputs of which a call has to have one; the source is not asked without them.",
        Shape.nonEmptyList(Shape<Input>.word),
        example: "[year, country]"
    )
    private static let query = Key("query", "Query parameters; a parameter without a value is left out.", Shape.query)
    private static let body = Key("body", "The JSON body.", BodyConstruct.shape)
    private static let form = Key("form", "The fields of a form; one without a value is left out.", Shape.query)
    static let bodies = [body.name, form.name]
    private static let paging = Key("paging", "How the pages of a list follow each other.", PagingConstruct.shape)

    private static let period: Shape<PeriodSource> = .either(
        "live, last, or a map such as { path: date }",
        text: Shape<BoxOfficeOccasion>.word(of: BoxOfficeOccasion.named).map(PeriodSource.word),
        map: FieldConstruct.shape(.date).map(PeriodSource.field)
    )

    /// The keys of one operation; `by` and `paging`, which decide about the others, are read before them.
    private struct Keys {
        let list: KeyList<OperationDefinition>
        let construct: Construct

        init(_ name: Capability) {
            list = KeyList { keys in
                if name.takesID { keys.add(by) }
                if name == .lookup || name == .person { keys.add(leadsTo) { $0.leadsTo = $1 } }
                keys.add(get) { $0.path = $1 }
                keys.add(post) { $0.path = $1 }
                if name.mayConvert { keys.add(inputs) { $0.conversions = $1 } }
                if name == .list || name == .charts { keys.add(needs) { $0.needs = $1 } }
                keys.add(query) { $0.query = $1 }
                keys.add("headers", "Headers of this operation.", Shape.headers.concealing) { $0.headers = $1 }
                keys.add(body) { $0.body = .json($1) }
                keys.add(form) { $0.body = .form($1) }
                if name.isPaged { keys.add(paging) }
                if name.hasDate {
                    let periodSummary =
                        "The period of the answer, if its request names none: live, last, or where the answer names a day of"
                        + " it, as a field of its root. Other periods are then refused."
                    keys.add("period", periodSummary, period, example: "live") { $0.period = $1 }
                }
                keys.add("cache", "How long a response is cached.", CacheConstruct.shape) { $0.cache = $1 }
                let formatSummary = "The format of the response, if it differs from the provider's."
                keys.add("format", formatSummary, Shape<DocumentFormat>.word) { $0.format = $1 }
                let embeddedSummary = "Paths of texts that contain JSON; they are read as what they contain."
                keys.add("embedded_json", embeddedSummary, Shape.oneOrMore(.path), example: "payload") {
                    $0.embeddedJSON = $1
                }
                keys.add("rows", "The rows of the response.", RowsConstruct.shape, required: true) { $0.rows = $1 }
                let item = ItemConstruct.shape(name.itemKind, mayExtend: true)
                keys.add("item", "The fields of a row.", item, required: true) { $0.item = $1 }
            }
            construct = Construct(
                "the operation '\(name.rawValue)'",
                name.summary,
                list.entries,
                rules: (name.takesID ? [.exactlyOne([by.name])] : [])
                    + [
                        .exactlyOne([get.name, post.name]), .atMostOne(bodies),
                        .needs(body.name, oneOf: [post.name]), .needs(form.name, oneOf: [post.name]),
                    ],
                family: Construct.Family("an operation", name.rawValue, placeholder: "OPERATION")
            )
        }
    }

    private static let keys = Dictionary(uniqueKeysWithValues: Capability.allCases.map { ($0, Keys($0)) })

    static func shape(_ name: Capability) -> Shape<[OperationDefinition]> {
        let keys = keys[name] ?? Keys(name)
        return .oneOrMore(.record(keys.construct) { record in decode(record, name, keys.list) })
    }

    private static func decode(
        _ record: Record,
        _ name: Capability,
        _ keys: KeyList<OperationDefinition>
    ) -> OperationDefinition? {
        let namespaces = name.takesID ? namespaces(record, name) : []
        return record.decoding.scoped {
            $0.operation = name
            $0.namespaces = namespaces
        } _: {
            var operation = OperationDefinition(
                name: name,
                namespaces: namespaces ?? [],
                item: ItemMapping(kind: name.itemKind, parts: [], missing: MissingValues()),
                location: record.node.location
            )
            if record.has(post) { operation.method = .post }
            if name.isPaged, let paging = record.value(paging) { operation.paging = paging }
            record.decoding.scope.pageInputs =
                record.decoding.isPartial ? Set(Input.allCases) : operation.paging.inputs
            let isWhole = keys.read(record, into: &operation)
            if isWhole { keepUsed(&operation, record) }
            checkMethod(operation, record)
            checkPosition(operation, record)
            if operation.paging.place == .body { addParameters(to: &operation, record) }
            checkParameters(record, operation.paging)
            // A list of films or people has the path `[*]`, and may be empty.
            operation.rows.isOneObject = name.takesID && !name.isPaged && operation.rows.path.leadsToItself
            return isWhole ? operation : nil
        }
    }

    /// Decodes `by`; returns `nil` after reporting an error in it, so that placeholders for ids are not reported, too.
    private static func namespaces(_ record: Record, _ name: Capability) -> [String]? {
        guard record.has(by) else {
            if record.decoding.isPartial { return nil }
            let namespace = idNamespace(in: record.node) ?? record.decoding.scope.provider
            let problem = "'\(name.rawValue)' needs 'by': the id namespaces that it takes"
            record.error(problem, hint: record.adding(by.name, "[\(namespace)]"))
            return nil
        }
        if record.node[by.name]?.list?.isEmpty == true {
            record.error("'by' needs an id namespace", at: by)
        }
        return record.value(by).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the namespace of the first id that a request is made with; `nil` if it has none.
    private static func idNamespace(in node: SourceNode) -> String? {
        let start = "${input.ids."
        if let text = node.text {
            guard let found = text.firstRange(scalars: start) else { return nil }
            let name = text[found.upperBound...].prefix {
                $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
            }
            return name.isEmpty ? nil : String(name)
        }
        let parts = node.list ?? node.entries?.map(\.value) ?? []
        return parts.lazy.compactMap { idNamespace(in: $0) }.first
    }

    /// Reports ids in `by` with which no request can be built, and leaves them out.
    ///
    /// A part of a film is asked for with all ids that its look-up gave, so there it is only a warning.
    private static func keepUsed(_ operation: inout OperationDefinition, _ record: Record) {
        let inPath = Set(operation.path.parts.compactMap(\.namespace))
        let used = inPath.isEmpty ? Set(operation.places.compactMap(\.namespace)) : inPath
        guard !used.isEmpty, !record.decoding.isPartial else { return }
        let isPart = [.credits, .images, .videos, .releases, .watch].contains(operation.name)
        for namespace in operation.namespaces where !used.contains(namespace) {
            let part = inPath.isEmpty ? "in the request" : "in the path"
            let problem = "'by': '\(namespace)' is not used \(part), so no film can be asked for by it"
            let hint: Hint = "remove it, or write ${input.ids.\(namespace)} in an alternative of its own"
            let location = record.node[by.name]?.list?.first { $0.text == namespace }?.location
            let place = location ?? record.node[by.name]?.location ?? record.node.location
            if isPart {
                record.decoding.warning(problem, hint: hint, at: place)
            } else {
                record.decoding.error(problem, hint: hint, at: place)
            }
        }
        operation.namespaces.removeAll { !used.contains($0) }
    }

    /// Reports other than exactly one of `get` and `post`, a body without `post`, and two bodies.
    private static func checkMethod(_ operation: OperationDefinition, _ record: Record) {
        if record.has(get), record.has(post) {
            record.error("\(record.construct.name): use only one of 'get' and 'post'")
        } else if !record.has(get), !record.has(post), !record.decoding.isPartial {
            let isMeant = record.node.entries?.contains { ForeignWord.meaning(of: $0.key, among: [get.name]) != nil }
            let hint = isMeant == true ? nil : record.adding(get.name, "/\(operation.name.rawValue)")
            record.error("\(record.construct.name) needs 'get' or 'post': the path to ask", hint: hint)
        }
        if operation.body != nil, operation.method == .get {
            if record.has(body) { record.error("a 'body' needs 'post'", at: body) }
            if record.has(form) { record.error("a 'form' needs 'post'", at: form) }
        }
        if record.has(body), record.has(form) {
            record.error("\(record.construct.name): use either 'body' or 'form', not both", at: form)
        }
        if let node = record.node[body.name], let text = node.text?.trimmed, let sign = text.first {
            let isJSON = sign == "{" || sign == "["
            guard isJSON || text.prefixMatch(of: /[A-Za-z_][A-Za-z0-9_]*=/) != nil else { return }
            let hint: Hint =
                isJSON ? "write it as YAML, without the quotes around it" : "the fields of a form belong under 'form'"
            let problem = "'body' is a text here, and is sent as a JSON string"
            record.decoding.warning(problem, hint: hint, at: node.location)
        }
    }

    /// Reports paging that no part of the request uses, because every page would be the first one.
    private static func checkPosition(_ operation: OperationDefinition, _ record: Record) {
        let positions = operation.paging.inputs
        guard let node = record.node[paging.name], !positions.isEmpty,
            positions.isDisjoint(with: operation.places.compactMap(\.input)),
            !operation.paging.parameters.contains(where: { $0.input != .limit }),
            // A text with another mistake is not among the places.
            !positions.contains(where: { isWritten("${input.\($0.rawValue)", in: record.node) })
        else { return }
        let places = positions.sorted { $0.rawValue > $1.rawValue }.map { "${input.\($0.rawValue)}" }
        record.error("'paging' needs 'param', or \(places.alternatives) in the request", at: node.location)
    }

    private static func isWritten(_ text: String, in node: SourceNode) -> Bool {
        if let written = node.text { return written.contains(scalars: text) }
        return (node.list ?? node.entries?.map(\.value) ?? []).contains { isWritten(text, in: $0) }
    }

    /// Adds the parameters of `paging` with `in: body` to the body.
    private static func addParameters(to operation: inout OperationDefinition, _ record: Record) {
        let location = record.node[paging.name]?.location ?? record.node.location
        guard operation.method == .post else {
            return record.error("'paging': 'in: body' needs 'post'", at: location)
        }
        for (name, input) in operation.paging.parameters {
            guard let changed = (operation.body ?? .json(.object([]))).adding(input, named: name) else {
                record.error("'paging': the body cannot have the member '\(name)'", at: location)
                continue
            }
            operation.body = changed
        }
    }

    /// Reports parameters that `paging` or `auth` adds as well, and that would occur twice in the request.
    private static func checkParameters(_ record: Record, _ paging: Paging) {
        let ofPaging = paging.place == .query ? paging.parameters.map(\.name) : []
        let ofAuth = record.decoding.scope.keyParameter
        for entry in record.node[query.name]?.entries ?? [] {
            let isPaging = ofPaging.contains(entry.key)
            guard isPaging || entry.key == ofAuth else { continue }
            let problem = "'\(entry.key)': this parameter already comes from '\(isPaging ? "paging" : "auth")'"
            record.error(problem, at: entry.keyLocation)
        }
        if let ofAuth, ofPaging.contains(ofAuth) {
            let location = record.node[Self.paging.name]?.location ?? record.node.location
            record.error("'paging': the parameter '\(ofAuth)' already comes from 'auth'", at: location)
        }
    }
}
