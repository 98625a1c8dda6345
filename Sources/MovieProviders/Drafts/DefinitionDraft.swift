import HTTPModel
import JSON
import MovieDomain
import Platform
import ProviderLanguage

/// A proposed definition for a sample answer, with a first test; it passes `marquee check` and `marquee test`.
package struct DefinitionDraft: Sendable {
    /// The text of the file.
    package let text: String
    /// What was found, for users: the place of the rows, the fields that were recognized, and those that were not.
    package let findings: [String]

    private static let limits = JSONLimits(maximumBytes: 64 << 20, maximumDepth: 64)

    /// Proposes a definition for the answer to a request; without an id, its name is made of the host's.
    package init(
        sample: [UInt8],
        charset: String? = nil,
        request: SampleRequest? = nil,
        id: String? = nil
    ) throws(DraftFailure) {
        let id = id ?? request?.name ?? "films"
        let (root, format) = try Self.document(sample, charset, request)
        let (rows, guesses, isBoxOffice) = try Self.rows(in: root, id)
        var draft = DraftText(
            id: id,
            request: request,
            rows: rows,
            guesses: guesses,
            isBoxOffice: isBoxOffice,
            pageMembers: Self.pageMembers(beside: rows, in: root),
            format: format
        )
        var unreadable: [String] = []
        // A field with unreadable values was guessed wrongly: leave it out and try again.
        for _ in 0..<8 {
            let failures = try draft.failures(in: root)
            if failures.isEmpty { break }
            unreadable += failures.map { "left out: \($0.finding)" }
            draft.guesses.removeAll { guess in failures.contains { $0.field.word == guess.field } }
        }
        text = try draft.complete(root)
        findings = draft.findings + unreadable + Self.remarks(on: rows)
    }

    /// Says that the rows are people, where they look so.
    private static func remarks(on rows: SampleRows) -> [String] {
        let names = Set(SampleField.fields(of: rows.rows).map(\.name))
        let ofPeople = ["character", "job", "department", "knownfordepartment", "birthday", "profilepath"]
        let isOfPeople = !names.contains("title") && ofPeople.contains(where: names.contains)
        return isOfPeople ? ["the rows at \(rows.path) look like people, whose names were taken for titles"] : []
    }

    /// Returns the members outside of the rows that say which page follows, or how many there are, by their names.
    private static func pageMembers(beside rows: SampleRows, in root: JSONValue) -> [SampleField] {
        guard rows.path != "." else { return [] }
        return SampleField.fields(of: [root], depth: 4).compactMap { field in
            // Elasticsearch counts its own parts in `_shards.total`, and the rows in `hits.total.value`.
            if field.parent == "shards" { return nil }
            var field = field
            if field.parent == "total", field.name == "value" { field.name = "total" }
            return pageNames.contains(field.name) ? field : nil
        }
    }

    private static let pageNames: Set<String> = [
        "next", "nextpage", "nexturl", "nextpageurl", "nextcursor", "cursor", "endcursor", "nextpagetoken", "hasmore",
        "hasnextpage", "page", "pagenumber", "currentpage", "pages", "pagecount", "totalpages", "total", "totalcount",
        "totalresults", "totalitems", "count", "offset", "moviecount",
    ]

    /// Returns the sample as a tree without secrets, and the format that it is written in.
    private static func document(
        _ sample: [UInt8],
        _ charset: String?,
        _ request: SampleRequest?
    ) throws(DraftFailure) -> (JSONValue, DocumentFormat) {
        let body = AnswerBody(sample, charset: charset)
        let redaction = AnswerRedaction(request?.secrets ?? [])
        if body.markup != nil {
            let body = AnswerBody(sample, .xml, charset: charset)
            if body.markup != nil {
                throw DraftFailure(
                    "the sample is a web page; expected JSON or XML. If it has JSON in its scripts, a definition with format: html reads it"
                )
            }
            let tree = try read(body.document, of: .xml)
            return (try read(AnswerBody.tree(redaction.redacting(tree.jsonBytes).bytes, from: .xml), of: .xml), .xml)
        }
        if body.isEmpty { throw DraftFailure("the sample is empty; expected JSON or XML") }
        if body.root == nil, let format = lines(of: body.bytes) {
            let rows = try read(AnswerBody(body.bytes, format).document, of: format)
            let clean = redaction.redacting(rows.jsonBytes).bytes
            return (try read(AnswerBody.tree(clean, from: format), of: format), format)
        }
        return (try read(AnswerBody(redaction.redacting(body.bytes).bytes).document, of: .json), .json)
    }

    /// Returns the format of a text whose lines are rows; `nil` for any other.
    private static func lines(of bytes: [UInt8]) -> DocumentFormat? {
        if let root = AnswerBody(bytes, .ndjson).root, root.count > 1 { return .ndjson }
        let head = bytes.prefix { $0 != 0x0A }
        let columns = [UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";")].map { sign in head.count { $0 == sign }
        }
        guard let most = columns.max(), most > 0, !head.contains(UInt8(ascii: "{")), bytes.contains(0x0A) else {
            return nil
        }
        let format: DocumentFormat = columns[0] == most ? .tsv : .csv
        return AnswerBody(bytes, format).root.map { $0.count > 0 } == true ? format : nil
    }

    private static func read(
        _ document: Result<JSONElement, AnswerBody.Problem>,
        of format: DocumentFormat
    ) throws(DraftFailure) -> JSONValue {
        switch document {
        case .success(let root): return JSONValue(root)
        case .failure(let problem):
            let place = "(line \(problem.line), column \(problem.column))"
            throw DraftFailure("the sample is not \(format.rawValue.uppercased()): \(problem.message) \(place)")
        }
    }

    /// Returns the place whose rows look most like films; of places alike, an inner before an outer one, then the first.
    ///
    /// An outer one stays if only it has the ids, as in `{"id": 7, "attributes": {…}}`.
    private static func rows(
        in root: JSONValue,
        _ id: String
    ) throws(DraftFailure) -> (SampleRows, [FieldGuess], isBoxOffice: Bool) {
        var best: (rows: SampleRows, guesses: [FieldGuess], isBoxOffice: Bool, score: Int, hasIDs: Bool)?
        for candidate in SampleRows.candidates(in: root) {
            let guesser = FieldGuesser(rows: candidate.rows, namespace: id, isKeyed: candidate.isKeyed)
            let film = guesser.film()
            let figures = film.isEmpty ? [] : guesser.boxOffice()
            let score = (film + figures).reduce(0) { $0 + $1.weight }
            let isSure = film.contains { $0.field == "title" && $0.weight > 1 }
            let hasIDs = film.contains { $0.field == "ids" }
            guard score >= (candidate.isNamedAfterFilms ? 1 : isSure ? 2 : 3) else { continue }
            if let best {
                let losesIDs = best.hasIDs && !hasIDs && best.rows.path != "."
                let isBetter = score > best.score || candidate.isInside(best.rows) && !losesIDs
                if score < best.score || !isBetter { continue }
            }
            best = (candidate, figures + film, !figures.isEmpty, score, hasIDs)
        }
        guard let best else {
            throw DraftFailure(
                "nothing in the sample looks like films: no rows with a title; use an answer that has some"
            )
        }
        return (best.rows, best.guesses, best.isBoxOffice)
    }
}

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

    /// Creates the operation of a request or, without one, the operation that the rows suggest.
    init(
        _ request: SampleRequest?,
        rows: SampleRows,
        namespace: String,
        ids: [String: String],
        isBoxOffice: Bool,
        pageMembers: [SampleField]
    ) {
        path = request.map { YAMLText.scalar($0.plainPath) } ?? "/search"
        name = isBoxOffice ? "daily_box_office" : rows.isSingle ? "lookup" : "list"
        guard let request else {
            assume(namespace: namespace, ids: ids)
            if name == "search" { paging = PagingGuess(nil, rowCount: rows.rows.count, members: pageMembers) }
            return
        }
        fill(request, ids, namespace)
        if name == "lookup", by == nil { takeIDFromPath(request, ids) }
        if name == "lookup", by == nil { name = "list" }
        if name == "search" || name == "list" {
            paging = PagingGuess(request, rowCount: rows.rows.count, members: pageMembers)
        }
        query += request.url.parameters.filter { field in
            request.role(of: field).isAboutPages && paging?.parameters.contains(field.name) != true
        }.map { ($0.name, YAMLText.scalar($0.value)) }
        // A name may occur only once in a map.
        var names: Set<String> = []
        query = query.filter { names.insert($0.name).inserted }
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
            case .search where !text.contains(scalars: "{") && self.name != "daily_box_office":
                self.name = "search"
                input = YAMLText.flow(["query": .string(text)])
                return .string("${input.query}")
            default:
                let plain = text.replacing(scalars: "${", with: "$${")
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

    private mutating func fill(_ request: SampleRequest, _ ids: [String: String], _ namespace: String) {
        var hasKey = false
        for field in request.url.parameters {
            switch request.role(of: field) {
            case .key:
                // The first key is the provider's `auth`; a further one is a secret of its own.
                let variable = SecretReference.words(of: "\(namespace)_\(field.name)")
                if hasKey { query.append((field.name, "\"${env.\(variable)}\"")) }
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
            case .page, .pageSize, .offset, .cursor: break
            default: query.append((field.name, YAMLText.scalar(field.value)))
            }
        }
        // Only a search takes a year.
        if name != "search" { query.removeAll { $0.value == "\"${input.year}\"" } }
    }

    /// Replaces the last part of the path by a template if it is the id of the one row.
    private mutating func takeIDFromPath(_ request: SampleRequest, _ ids: [String: String]) {
        var parts = request.plainPath.split(scalar: "/", omittingEmptySubsequences: false).map(String.init)
        guard let last = parts.lastIndex(where: { !$0.isEmpty }) else { return }
        let match = ids.sorted { $0.key < $1.key }.first {
            parts[last] == $0.value || parts[last].hasPrefix(scalars: "\($0.value).")
        }
        guard let match else { return }
        by = match.key
        parts[last] = "${input.ids.\(match.key)}" + parts[last].dropFirst(match.value.count)
        path = "\"\(parts.joined(separator: "/"))\""
        input = YAMLText.flow(["ids": .object([.init(match.key, .string(match.value))])])
    }
}

/// Why no definition can be proposed for a sample.
package struct DraftFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, for users.
    package var description: String

    init(_ description: String) { self.description = description }
}
