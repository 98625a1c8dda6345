import HTTPModel
import JSON
import MovieDomain

enum OperationConstruct {
    private static let by = Key(
        "by",
        "The id namespaces that it accepts.",
        Shape.nonEmptyList(.identifier),
        example: "[imdb, tmdb]"
    )
    private static let leadsTo = Key(
        "leads_to",
        "The id namespace for looking up the whole record, for an answer that is only a part of it.",
        Shape.identifier
    )
    private static let get = Key("get", "The path of a GET request.", pathTemplate)
    private static let post = Key("post", "The path of a POST request.", pathTemplate)
    private static let query = Key(
        "query",
        "Query parameters; a parameter without a value is left out.",
        Shape.map(of: .text, to: QueryConstruct.shape)
    )
    private static let headers = Key(
        "headers",
        "Headers of this operation.",
        Shape.map(of: .headerName, to: .template).concealing
    )
    private static let body = Key("body", "The JSON body.", BodyConstruct.shape)
    private static let paging = Key("paging", "How the pages of a list follow each other.", PagingConstruct.shape)
    private static let cache = Key("cache", "How long an answer is reused.", CacheConstruct.shape)
    private static let format = Key(
        "format",
        "The format of the answer, if it differs from the provider's.",
        Shape<DocumentFormat>.word
    )
    private static let rows = Key("rows", "The rows of the answer.", RowsConstruct.shape, required: true)

    static func construct(_ name: Capability) -> Construct {
        constructs[name] ?? make(name)
    }

    private static let constructs = Dictionary(uniqueKeysWithValues: Capability.allCases.map { ($0, make($0)) })

    private static func make(_ name: Capability) -> Construct {
        var entries = [
            get.entry, post.entry, query.entry, headers.entry, body.entry, cache.entry, format.entry,
            rows.entry, item(name).entry,
        ]
        if name == .lookup || name == .person { entries.insert(leadsTo.entry, at: 0) }
        if name.takesID { entries.insert(by.entry, at: 0) }
        if name.isPaged { entries.insert(paging.entry, at: entries.count - 4) }
        return Construct(
            "the operation '\(name.rawValue)'",
            name.summary,
            entries,
            rules: (name.takesID ? [.exactlyOne([by.name])] : [])
                + [.exactlyOne([get.name, post.name]), .needs(body.name, oneOf: [post.name])],
            family: Construct.Family("an operation", name.rawValue, placeholder: "OPERATION")
        )
    }

    private static func item(_ name: Capability) -> Key<ItemMapping> {
        Key("item", "The fields of a row.", ItemConstruct.shape(name.itemKind, mayExtend: true), required: true)
    }

    static func shape(_ name: Capability) -> Shape<[OperationDefinition]> {
        .oneOrMore(.record(construct(name)) { record in decode(record, name) })
    }

    private static func decode(_ record: Record, _ name: Capability) -> OperationDefinition? {
        let namespaces = name.takesID ? namespaces(record, name) : []
        let enter = { (scope: inout Scope) in
            scope.operation = name
            scope.namespaces = namespaces
        }
        return record.decoding.scoped(enter) { definition(record, name, namespaces ?? []) }
    }

    /// Decodes `by`; returns `nil` after reporting an error in it, so that placeholders for ids are not reported, too.
    private static func namespaces(_ record: Record, _ name: Capability) -> [String]? {
        guard record.has(by) else {
            if record.decoding.isPartial { return nil }
            record.error("'\(name.rawValue)' needs 'by': the id namespaces that it takes")
            return nil
        }
        if record.node[by.name]?.list?.isEmpty == true {
            record.error("'by' needs an id namespace", at: by)
        }
        return record.value(by).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func definition(
        _ record: Record,
        _ name: Capability,
        _ namespaces: [String]
    ) -> OperationDefinition? {
        let paging = name.isPaged ? record.value(paging) ?? .none : .none
        record.decoding.scope.pageInputs = record.decoding.isPartial ? Set(Input.allCases) : paging.inputs
        let (method, path) = request(record)
        let query = record.decoding.secrets(in: record.value(query) ?? [], at: record.node[Self.query.name])
        let headers = record.decoding.secrets(in: record.value(headers) ?? [], at: record.node[Self.headers.name])
        var body = record.value(body)
        if body != nil, method == .get {
            record.error("a 'body' goes with 'post'", at: Self.body)
        }
        let places = (path?.parts ?? []) + (body?.places ?? []) + query.flatMap(\.value.places)
        let named = (places + headers.flatMap(\.value.parts)).compactMap(\.input)
        checkPosition(record, paging, Set(named))
        if paging.place == .body { addParameters(of: paging, to: &body, method, record) }
        checkParameters(record, paging)
        let cache = record.value(cache)
        let leadsTo = name == .lookup || name == .person ? record.value(leadsTo) : nil
        let format = record.value(format)
        var rows = record.value(rows)
        // A list of films or people has the path `[*]`, and may be empty.
        let isWhole = rows?.path.leadsToItself == true
        rows?.isOneObject = name.takesID && !name.isPaged && isWhole
        let itemKey = item(name)
        let item = record.value(itemKey)
        guard let path, let rows, let item else { return nil }
        return OperationDefinition(
            name: name,
            namespaces: namespaces,
            leadsTo: leadsTo,
            method: method,
            path: path,
            query: query,
            headers: headers,
            body: body,
            paging: paging,
            cache: cache,
            format: format,
            rows: rows,
            item: item,
            location: record.node.location
        )
    }

    /// Decodes `get` or `post`, exactly one of which is allowed.
    ///
    /// Logs and errors show the path, so it must not contain a secret.
    private static func request(_ record: Record) -> (OperationDefinition.Method, Template?) {
        guard record.has(get) != record.has(post) else {
            if record.decoding.isPartial, !record.has(get) { return (.get, nil) }
            let problem =
                record.has(get) ? "only one of 'get' and 'post' may stand" : "needs 'get' or 'post': the path to ask"
            record.error("\(record.construct.name) \(problem)")
            return (.get, nil)
        }
        let method: OperationDefinition.Method = record.has(get) ? .get : .post
        return (method, path(method == .get ? get : post, record))
    }

    static func path(_ key: Key<Template>, _ record: Record) -> Template? {
        let path = record.decoding.scoped { (scope: inout Scope) in
            scope.secretRefusal = "a secret must not stand in a path, for paths are logged; use auth or query"
        } _: {
            record.value(key)
        }
        if let path, let node = record.node[key.name], let problem = problem(of: path, node) {
            record.error("'\(key.name)': \(problem)", at: node.location)
        }
        return path
    }

    /// A path, read like any template; the pattern is for editors.
    static let pathTemplate = Shape<Template>.template.shown(
        as: .pattern("a path such as /movies/${input.ids.tmdb}", regex: #"^(?!.*\$\{(env|file)\.)((/|\$\{)[^?#]*)?$"#)
    )

    /// Returns the problem with the fixed parts of a path; the values of callers are encoded completely.
    private static func problem(of path: Template, _ node: SourceNode) -> String? {
        if !path.isEmpty, !path.begins(with: "/") {
            let host = path.description.contains("://") ? "; the host stands in 'base_url'" : ""
            return "a path begins with '/', found \(node.summary)\(host)"
        }
        let fixed = path.parts.map { if case .literal(let text) = $0 { text } else { "x" } }.joined()
        if let sign = fixed.first(where: { $0 == "?" || $0 == "#" }) {
            return "a path must not hold '\(sign)'; write parameters under 'query'"
        }
        return WebURL.hasDotSegments(fixed) ? "a path must not have '.' or '..' in it" : nil
    }

    /// Reports paging that no part of the request uses, because every page would be the first one.
    private static func checkPosition(_ record: Record, _ paging: Paging, _ named: Set<Input>) {
        let positions = paging.inputs
        guard let node = record.node[Self.paging.name], !positions.isEmpty, positions.isDisjoint(with: named),
            !paging.parameters.contains(where: { $0.input != .limit })
        else { return }
        let places = positions.sorted { $0.rawValue > $1.rawValue }.map { "${input.\($0.rawValue)}" }
        record.error("'paging' needs 'param', or \(Wording.alternatives(places)) in the request", at: node.location)
    }

    /// Adds the parameters of `paging` with `in: body` to the body.
    private static func addParameters(
        of paging: Paging,
        to body: inout BodyTemplate?,
        _ method: OperationDefinition.Method,
        _ record: Record
    ) {
        let location = record.node[Self.paging.name]?.location ?? record.node.location
        guard method == .post else {
            return record.error("'paging': 'in: body' goes with 'post'", at: location)
        }
        for (name, input) in paging.parameters {
            let path = name.split(separator: ".", omittingEmptySubsequences: false)
            guard let changed = (body ?? .object([])).adding(input, at: path[...]) else {
                record.error("'paging': the body has no room for the member '\(name)'", at: location)
                continue
            }
            body = changed
        }
    }

    /// Reports parameters that `paging` or `auth` adds as well, and that would occur twice in the request.
    private static func checkParameters(_ record: Record, _ paging: Paging) {
        let ofPaging = paging.place == .query ? paging.parameters.map(\.name) : []
        let ofAuth = record.decoding.scope.keyParameter
        for entry in record.node[query.name]?.entries ?? [] {
            let isPaging = ofPaging.contains(entry.key)
            guard isPaging || entry.key == ofAuth else { continue }
            let problem = "'\(entry.key)': this parameter comes from '\(isPaging ? "paging" : "auth")' already"
            record.error(problem, at: entry.keyLocation)
        }
        if let ofAuth, ofPaging.contains(ofAuth) {
            let location = record.node[Self.paging.name]?.location ?? record.node.location
            record.error("'paging': the parameter '\(ofAuth)' comes from 'auth' already", at: location)
        }
    }
}
