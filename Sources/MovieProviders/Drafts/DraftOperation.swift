import JSON

/// The operation that a sample seems to be the answer of, and how its request is written.
struct DraftOperation {
    /// The operation's name: `search`.
    var name: String
    /// The id name space of a look-up.
    var by: String?
    var path: String
    /// Parameters with their values in YAML.
    var query: [(name: String, value: String)] = []
    var paging: String?
    /// The first test's `input`, in YAML.
    var input: String?

    /// What the request asks for; without one, what the rows let expect.
    init(_ request: SampleRequest?, rows: SampleRows, nameSpace: String, ids: [String: String], isBoxOffice: Bool) {
        path = request.map { YAMLText.scalar($0.url.path) } ?? "/search"
        name = isBoxOffice ? "daily_box_office" : rows.isSingle ? "lookup" : "list"
        guard let request else {
            assume(nameSpace: nameSpace, ids: ids)
            return
        }
        fill(request, ids)
        if name == "lookup", by == nil { takeIDFromPath(request, ids) }
        if name == "lookup", by == nil { name = "list" }
        if name == "search" || name == "list" { paging = Self.paging(request, rowCount: rows.rows.count) }
        let hasPages = name == "search" || name == "list"
        query += request.url.query.filter { field in
            let role = request.role(of: field)
            return !hasPages && (role == .page || role == .pageSize)
        }.map { ($0.name, YAMLText.scalar($0.value)) }
    }

    private mutating func assume(nameSpace: String, ids: [String: String]) {
        switch name {
        case "lookup" where !ids.isEmpty:
            let own = ids[nameSpace] == nil ? "imdb" : nameSpace
            by = own
            path = "\"/films/${input.ids.\(own)}\""
            input = YAMLText.flow(["ids": .object([.init(own, .string(ids[own] ?? ""))])])
        case "daily_box_office":
            path = "/box-office"
            query = [("date", "\"${input.date}\"")]
            input = "{ date: \"2024-03-10\" }"
        default:
            name = "search"
            query = [("q", "\"${input.query}\"")]
            input = "{ query: film }"
        }
    }

    private mutating func fill(_ request: SampleRequest, _ ids: [String: String]) {
        var hasKey = false
        for field in request.url.query {
            switch request.role(of: field) {
            case .key:
                // The first key is the provider's `auth`; a further one is a secret of its own.
                if hasKey { query.append((field.name, "\"${env.\(Self.variable(request.name, field.name))}\"")) }
                hasKey = true
            case .search where name != "daily_box_office":
                name = "search"
                query.append((field.name, "\"${input.query}\""))
                input = YAMLText.flow(["query": .string(field.value)])
            case .imdbID where name == "lookup" || name == "list":
                name = "lookup"
                by = "imdb"
                query.append((field.name, "\"${input.ids.imdb}\""))
                input = YAMLText.flow(["ids": ["imdb": .string(field.value)]])
            case .day where name == "daily_box_office":
                let isPlain = field.value.allSatisfy(\.isNumber)
                query.append((field.name, isPlain ? "\"${input.date | date yyyyMMdd}\"" : "\"${input.date}\""))
            case .year where name != "lookup" && name != "daily_box_office":
                query.append((field.name, "\"${input.year}\""))
            case .page, .pageSize: break
            default: query.append((field.name, YAMLText.scalar(field.value)))
            }
        }
        // Only a search knows years.
        if name != "search" { query.removeAll { $0.value == "\"${input.year}\"" } }
    }

    /// The last part of the path is the id of the one row.
    private mutating func takeIDFromPath(_ request: SampleRequest, _ ids: [String: String]) {
        var parts = request.url.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.lastIndex(where: { !$0.isEmpty }) else { return }
        let match = ids.sorted { $0.key < $1.key }.first {
            parts[last] == $0.value || parts[last].hasPrefix("\($0.value).")
        }
        guard let match else { return }
        by = match.key
        parts[last] = "${input.ids.\(match.key)}" + parts[last].dropFirst(match.value.count)
        path = "\"\(parts.joined(separator: "/"))\""
        input = YAMLText.flow(["ids": .object([.init(match.key, .string(match.value))])])
    }

    private static func paging(_ request: SampleRequest, rowCount: Int) -> String? {
        let fields = request.url.query
        guard let page = fields.first(where: { request.role(of: $0) == .page }) else { return nil }
        var paging = "{ kind: page, param: \(YAMLText.scalar(page.name)), first: \(page.value == "0" ? 0 : 1)"
        if let size = fields.first(where: { request.role(of: $0) == .pageSize }), let rows = Int(size.value) {
            paging += ", size_param: \(YAMLText.scalar(size.name)), size: \(min(rows, 10_000))"
        } else if rowCount > 0 {
            paging += ", size: \(rowCount)"
        }
        return paging + ", max_pages: 3 }"
    }

    /// A variable's name for a secret: `FILMS_API_KEY`.
    static func variable(_ id: String, _ name: String) -> String {
        let words = "\(id)_\(name)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(words).uppercased()
    }
}
