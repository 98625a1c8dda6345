import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage

/// The operation that a sample seems to answer, and the form of its request.
struct DraftOperation {
    var name: String
    /// The id namespace of a look-up.
    var by: String?
    var path: String
    /// The parameters, with their values in YAML.
    var query: [(name: String, value: String)] = []
    /// The posted JSON, in YAML; `nil` for a GET.
    var body: String?
    var paging: PagingGuess?
    /// The first test's `input`, in YAML.
    var input: String?

    /// The titles of the answer, in which the words of a search occur.
    private let titles: [String]
    private let chosen: Capability?

    private var isBoxOffice: Bool { ["daily_box_office", "weekly_box_office"].contains(name) }
    private var takesID: Bool { Capability(rawValue: name)?.takesID == true }

    /// Creates the operation of a request or, without one, the operation that the rows suggest.
    init(
        _ request: SampleRequest?,
        rows: SampleRows,
        namespace: String,
        ids: [String: String],
        isBoxOffice: Bool,
        pageMembers: [SampleField],
        pageHeaders: PageHeaders,
        titles: [String],
        chosen: Capability?
    ) {
        self.titles = titles
        self.chosen = chosen
        path = request.map { YAMLText.scalar($0.plainPath) } ?? "/search"
        name = chosen?.rawValue ?? (isBoxOffice ? "daily_box_office" : rows.isSingle ? "lookup" : "list")
        guard let request else {
            assume(namespace: namespace, ids: ids)
            if name == "search" {
                paging = PagingGuess(nil, rowCount: rows.countOfAll ?? rows.rows.count, members: pageMembers)
            }
            return
        }
        fill(request, ids, namespace)
        if takesID, by == nil { takeIDFromPath(request, ids, namespace) }
        if isBoxOffice { takeDayFromPath(request) }
        if name == "lookup", by == nil, chosen == nil { name = "list" }
        if name == "list" { takeQueryFromPath(request) }
        if Capability(rawValue: name)?.isPaged == true {
            paging = PagingGuess(
                request,
                rowCount: rows.countOfAll ?? rows.rows.count,
                members: pageMembers,
                headers: pageHeaders
            )
        }
        takePageFromPath()
        query += request.url.parameters.filter { field in
            request.role(of: field).isAboutPages && paging?.parameters.contains(field.name) != true
        }.map { ($0.name, YAMLText.scalar($0.value)) }
        // A name may occur only once in a map; a list repeats the parameter.
        let values = Dictionary(grouping: query, by: \.name).mapValues { $0.map(\.value) }
        var names: Set<String> = []
        query = query.filter { names.insert($0.name).inserted }.map { name, value in
            let all = values[name] ?? [value]
            return (name, all.count == 1 ? value : "[\(all.joined(separator: ", "))]")
        }
        if let posted = request.body {
            body = YAMLText.flow(written(posted, at: "", request, namespace))
            path = YAMLText.scalar(request.plainPath)
        }
    }

    /// Returns the posted JSON with templates in place of keys and of the search term, and without what `paging` adds.
    private mutating func written(
        _ value: JSONValue,
        at path: String,
        _ request: SampleRequest,
        _ namespace: String
    ) -> JSONValue {
        switch value {
        case .object(let members):
            let kept = members.map { (name: $0.name, path: path.isEmpty ? $0.name : "\(path).\($0.name)", $0.value) }
                .filter { paging?.parameters.contains($0.path) != true }
            return .object(kept.map { .init($0.name, written($0.2, at: $0.path, request, namespace)) })
        case .array(let elements):
            return .array(elements.map { written($0, at: path, request, namespace) })
        case .string(let text):
            switch request.role(of: WebURL.Parameter(name: path, value: text)) {
            case .key where !text.contains(where: \.isWhitespace):
                return .string("${env.\(SecretReference.words(of: "\(namespace)_API_KEY"))}")
            // The text of a GraphQL query has braces.
            case .search where !text.contains(scalars: "{") && mayBeSearch:
                self.name = chosen?.rawValue ?? "search"
                input = YAMLText.flow(["query": .string(text)])
                return .string("${input.query}")
            case .constant where !text.contains(scalars: "{") && mayBeSearch && isInTitles(text):
                self.name = chosen?.rawValue ?? "search"
                input = YAMLText.flow(["query": .string(text)])
                return .string("${input.query}")
            default:
                var plain = text.replacing(scalars: "${", with: "$${")
                // An argument in the text of a GraphQL query.
                let literals = text.split(scalar: "\"", omittingEmptySubsequences: false).map(String.init)
                let words = literals.enumerated().filter { !$0.offset.isMultiple(of: 2) && isInTitles($0.element) }
                if let word = words.first?.element, text.contains(scalars: "{"), mayBeSearch {
                    plain = plain.replacing(scalars: "\"\(word)\"", with: "\"${input.query | json}\"")
                    self.name = chosen?.rawValue ?? "search"
                    input = YAMLText.flow(["query": .string(word)])
                }
                let namesPage = paging?.isInText == true && text.contains(scalars: "{")
                return .string(namesPage ? SampleRequest.withPageInput(plain) : plain)
            }
        default: return value
        }
    }

    private mutating func assume(namespace: String, ids: [String: String]) {
        switch name {
        case "lookup" where !ids.isEmpty:
            let own = ids[namespace] == nil ? "imdb" : namespace
            by = own
            path = "\"/films/${input.ids.\(own)}\""
            input = YAMLText.flow(["ids": .object([.init(own, .string(ids[own] ?? ""))])])
        case "daily_box_office", "weekly_box_office":
            path = "/box-office"
            query = [("date", "\"${input.date}\"")]
            input = "{ date: \"2024-03-10\" }"
        case _ where chosen != nil && name != "search" && name != "people_search":
            path = "/films"
            guard takesID else { return }
            by = "imdb"
            path = "\"/films/${input.ids.imdb}\""
            input = "{ ids: { imdb: tt0111161 } }"
        default:
            name = chosen?.rawValue ?? "search"
            query = [("q", "\"${input.query}\"")]
            input = "{ query: film }"
        }
    }

    /// Whether a word that is looked for makes the operation a search.
    private var mayBeSearch: Bool {
        chosen.map { [.search, .peopleSearch].contains($0) } ?? (!isBoxOffice && name != "lookup" || name == "search")
    }

    /// Whether most titles have a word, as those have that were found by it.
    private func isInTitles(_ word: String) -> Bool {
        let word = word.lowercased()
        guard word.count >= 3, word.contains(where: \.isLetter) else { return false }
        let hits = titles.count { $0.lowercased().contains(scalars: word) }
        return hits > 0 && hits * 2 >= titles.count
    }

    /// Replaces the part of the path that stands in the titles: `/search/paper`, `/top/search=paper.json`.
    private mutating func takeQueryFromPath(_ request: SampleRequest) {
        guard mayBeSearch, !isBoxOffice else { return }
        var parts = request.plainPath.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.reversed() {
            let start = parts[index].lastIndex(scalar: "=").map { parts[index].index(after: $0) }
            let rest = parts[index][(start ?? parts[index].startIndex)...]
            let end = rest.lastIndex(scalar: ".") ?? rest.endIndex
            let word = PercentEncoding.decoded(rest[..<end])
            guard isInTitles(word) else { continue }
            let head = start.map { parts[index][..<$0] } ?? ""
            parts[index] = head + "${input.query}" + rest[end...]
            path = "\"\(parts.joined(separator: "/"))\""
            name = chosen?.rawValue ?? "search"
            input = YAMLText.flow(["query": .string(word)])
            return
        }
    }

    /// Replaces the part of the path that has the number of the page.
    private mutating func takePageFromPath() {
        guard let page = paging?.pathPage else { return }
        let plain = path.hasPrefix(scalars: "\"") ? String(path.dropFirst().dropLast()) : path
        var parts = plain.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.indices.contains(page.part) else { return }
        parts[page.part] = "\(page.head)${input.\(page.role == .offset ? "offset" : "page")}\(page.tail)"
        path = "\"\(parts.joined(separator: "/"))\""
    }

    /// Returns the value of a search with its words as an input, in YAML, and the words: in an expression such as
    /// `title:(paper) AND type:film`, those of the titles.
    private func searchTemplate(of value: String) -> (template: String, word: String) {
        let words = value.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter(isInTitles)
        // Titles have colons, too, but a blank behind them.
        let hasFields = zip(value, value.dropFirst()).contains { $0 == ":" && !$1.isWhitespace }
        let isExpression = hasFields && !isInTitles(value)
        let plain = value.replacing(scalars: "${", with: "$${")
        guard isExpression, let word = words.max(by: { $0.count < $1.count }),
            let found = plain.firstRange(scalars: word)
        else { return ("\"${input.query}\"", value) }
        let isQuoted = plain[..<found.lowerBound].last == "\"" && plain[found.upperBound...].first == "\""
        let place = isQuoted ? "${input.query | quote}" : "${input.query}"
        return (YAMLText.scalar(plain[..<found.lowerBound] + place + plain[found.upperBound...]), word)
    }

    private mutating func fill(_ request: SampleRequest, _ ids: [String: String], _ namespace: String) {
        var hasKey = false
        for field in request.url.parameters {
            var role = request.role(of: field)
            // What the titles have in common is what was looked for, whatever its parameter is called.
            if role == .constant, isInTitles(field.value), name == "list" || name == "search" { role = .search }
            if role == .search, !mayBeSearch { role = .constant }
            switch role {
            case .key:
                // The first key is the provider's `auth`; a further one is a secret of its own.
                let variable = SecretReference.words(of: "\(namespace)_\(field.name)")
                if hasKey { query.append((field.name, "\"${env.\(variable)}\"")) }
                hasKey = true
            case .search:
                name = chosen?.rawValue ?? "search"
                let (template, word) = searchTemplate(of: field.value)
                query.append((field.name, template))
                input = YAMLText.flow(["query": .string(word)])
            case .imdbID where takesID || name == "list" && chosen == nil:
                name = chosen?.rawValue ?? "lookup"
                by = "imdb"
                query.append((field.name, "\"${input.ids.imdb}\""))
                input = YAMLText.flow(["ids": ["imdb": .string(field.value)]])
            case .constant where takesID && by == nil && isID(field, ids):
                let namespace = ids.first { $0.value == field.value }?.key ?? namespace
                by = namespace
                query.append((field.name, "\"${input.ids.\(namespace)}\""))
                input = YAMLText.flow(["ids": .object([.init(namespace, .string(field.value))])])
            case .day where isBoxOffice:
                query.append((field.name, "\"\(Self.place(ofDay: field.value) ?? "${input.date}")\""))
            case .year where !takesID && !isBoxOffice:
                query.append((field.name, "\"${input.year}\""))
            case .page, .pageSize, .offset, .cursor: break
            default: query.append((field.name, YAMLText.scalar(field.value)))
            }
        }
        // Only a search takes a year.
        if name != "search" { query.removeAll { $0.value == "\"${input.year}\"" } }
    }

    /// Whether a parameter is the id of the one row.
    private func isID(_ field: WebURL.Parameter, _ ids: [String: String]) -> Bool {
        let name = field.name.lettersAndDigits
        return ids.values.contains(field.value) && (name == "i" || name.hasSuffix(scalars: "id"))
    }

    /// The input in place of a day such as `2026-11-20` or `20261120`; `nil` for any other text.
    private static func place(ofDay text: String) -> String? {
        let digits = text.filter(\.isNumber)
        guard digits.count == 8, ["19", "20"].contains(String(digits.prefix(2))) else { return nil }
        switch text.count {
        case 8: return "${input.date | date yyyyMMdd}"
        case 10 where text.filter { $0 == "-" }.count == 2: return "${input.date}"
        default: return nil
        }
    }

    /// Replaces the part of the path that is a day.
    private mutating func takeDayFromPath(_ request: SampleRequest) {
        var parts = request.plainPath.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        guard let index = parts.lastIndex(where: { Self.place(ofDay: $0) != nil }),
            let place = Self.place(ofDay: parts[index])
        else { return }
        let digits = Array(parts[index].filter(\.isNumber))
        let day = [digits[..<4], digits[4..<6], digits[6...]].map { String($0) }.joined(separator: "-")
        parts[index] = place
        path = "\"\(parts.joined(separator: "/"))\""
        input = "{ date: \"\(day)\" }"
    }

    /// Replaces the part of the path that is the id of the one row by a template; of several, the last.
    ///
    /// Where the rows are not of that film, it is the last part that looks like an id.
    private mutating func takeIDFromPath(_ request: SampleRequest, _ ids: [String: String], _ namespace: String) {
        var parts = request.plainPath.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        let known = ids.sorted { $0.key < $1.key }
        func match(_ part: String) -> (key: String, value: String)? {
            known.first { part == $0.value || part.hasPrefix(scalars: "\($0.value).") }
        }
        guard let last = parts.lastIndex(where: { match($0) != nil }), let match = match(parts[last]) else {
            return takeForeignID(parts, namespace)
        }
        by = match.key
        parts[last] = "${input.ids.\(match.key)}" + parts[last].dropFirst(match.value.count)
        path = "\"\(parts.joined(separator: "/"))\""
        input = YAMLText.flow(["ids": .object([.init(match.key, .string(match.value))])])
    }

    /// Replaces the last part of the path that looks like an id of another film than those of the rows.
    private mutating func takeForeignID(_ parts: [String], _ namespace: String) {
        var parts = parts
        guard let index = parts.lastIndex(where: { FieldGuesser.isIMDbID($0) || Int($0) != nil }) else { return }
        // The id of the one row stands at the end, or behind the word for a film.
        let words = ["film", "films", "movie", "movies", "title", "titles", "person", "people"]
        let followsWord = index > 0 && words.contains(parts[index - 1].lowercased())
        if name == "lookup" || name == "person", !followsWord, index != parts.lastIndex(where: { !$0.isEmpty }) {
            return
        }
        let own = FieldGuesser.isIMDbID(parts[index]) ? "imdb" : namespace
        by = own
        input = YAMLText.flow(["ids": .object([.init(own, .string(parts[index]))])])
        parts[index] = "${input.ids.\(own)}"
        path = "\"\(parts.joined(separator: "/"))\""
    }

    /// Why the operation that was chosen cannot be that of the request; `nil` if it can.
    var problem: String? {
        guard let chosen, chosen.takesID, by == nil else { return nil }
        return "the address has no id for '\(chosen.rawValue)'; use the address of one film, such as …/films/7"
    }
}
