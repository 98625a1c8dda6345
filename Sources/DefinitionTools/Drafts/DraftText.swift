import HTTPModel
import JSON
import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

/// The text of a proposed definition, which is tried out before it is used.
struct DraftText {
    let id: String
    let request: SampleRequest?
    let rows: SampleRows
    var guesses: [FieldGuess]
    let isBoxOffice: Bool
    /// The members outside of the rows that speak of pages.
    let pageMembers: [SampleField]
    let pageHeaders: PageHeaders
    let format: DocumentFormat
    /// The script of a web page that has the rows; `nil` for another format, and if the rows were named.
    let script: SamplePage.Script?
    /// The encoding of the answers, which their headers do not name.
    let charset: String?
    /// The operation that the sample is said to answer; `nil` to guess it.
    let chosenOperation: Capability?
    /// The name of the file that the first test reads; `nil` if it has its answer itself.
    let answerFile: String?

    private static let figures = Set(ItemKind.boxOfficeEntry.fields.map(\.word))
    /// The fields that the first test checks.
    private static let tested: Set<String> = [
        "ids", "title", "name", "titles", "original_title", "year", "release_date", "runtime", "genres", "countries",
        "rating",
        "directors", "rank", "audience", "sales", "movie",
    ]

    /// Why the operation that was chosen cannot be that of the request; `nil` if it can.
    var problem: String? { draftOperation.problem }

    /// Returns the values that cannot be converted to the types of the guessed fields.
    func failures(in root: JSONValue) throws(DraftFailure) -> [MappingReport.Failure] {
        try items(of: root).report.failures
    }

    /// Leaves out what could not be read: a field, or one namespace of its ids.
    ///
    /// - Throws: Without a title, there is no definition.
    mutating func leaveOut(_ failure: MappingReport.Failure) throws(DraftFailure) {
        guard let index = guesses.firstIndex(where: { $0.field == failure.field.word }) else { return }
        if guesses[index].field == "title" {
            throw DraftFailure("the title cannot be read: \(failure.finding); name another one with --title NAME")
        }
        let path = YAMLText.scalar(failure.examplePath)
        let rest = guesses[index].parts.filter {
            !$0.hasSuffix(scalars: ": " + path) && !$0.contains(scalars: "path: \(path),")
        }
        if rest.isEmpty || rest.count == guesses[index].parts.count {
            guesses.remove(at: index)
        } else {
            guesses[index].parts = rest
        }
    }

    func complete(_ root: JSONValue) throws(DraftFailure) -> String {
        let item = mapping
        let cut = SampleCut(names: rows.names, isKeyed: rows.isKeyed) {
            item.contains($0) || $0 == rows.condition?.path || $0 == "@type" && format == .html
        }
        let body = answerFile == nil ? part(of: root, cut) : root
        let (items, report) = try items(of: body)
        guard let first = items.first else { throw DraftFailure("no row at \(self.rows.path) has a title") }
        let text = head() + definition() + test(body, first, count: items.count, dropped: report.dropped)
        try verify(text, written(root))
        return text
    }

    /// Returns what a test needs of the answer.
    private func part(of root: JSONValue, _ cut: SampleCut) -> JSONValue {
        if format != .html { return cut.cut(root) }
        return script.map { SamplePage.document(with: $0, cut.cut($0.value)) } ?? root
    }

    var findings: [String] {
        let place = rows.path == "." ? "the document itself" : rows.path
        let count =
            rows.isSingle ? "one object" : rows.isKeyed ? "a map of \(rows.rows.count)" : "a list of \(rows.rows.count)"
        return ["rows: \(place) (\(count))"] + certain.map { "\($0.field): \($0.definition)" }
            + doubtful.map { "in doubt, in a comment: \($0.field): \($0.definition) (\($0.doubt ?? ""))" }
            + (unmapped.isEmpty ? [] : ["not mapped: \(unmapped.joined(separator: ", "))"]) + pageFindings
    }

    private var pageFindings: [String] {
        let paging = draftOperation.paging
        let rest = pageMembers.filter { paging?.definition.contains($0.path) != true }.map(\.path)
        let title = paging?.isAssumed == true ? "paging, in a comment" : "paging"
        return (paging.map { ["\(title): \($0.definition)"] } ?? [])
            + (rest.isEmpty ? [] : ["about pages, for 'paging': \(rest.joined(separator: ", "))"])
    }

    private var certain: [FieldGuess] { guesses.filter { $0.doubt == nil } }
    private var doubtful: [FieldGuess] { guesses.filter { $0.doubt != nil } }

    private var unmapped: [String] { unmappedFields.map(\.path) }

    private var unmappedFields: [SampleField] {
        let text = (mapping + doubtful.map(\.definition).joined()).replacing(scalars: "[*]", with: "")
        return SampleField.fields(of: rows.rows).filter { field in
            let isInList = !field.place.isEmpty && text.contains(scalars: "rows: \(field.place),")
            // What JSON-LD says about each object is not about a film.
            let isOfLinkedData = ["@type", "@context"].contains { field.path.hasSuffix(scalars: $0) }
            return !text.contains(scalars: field.path) && !isInList && !isOfLinkedData
        }
    }

    // MARK: Parts of the text

    private func head() -> String {
        let from = request.map { "an answer of \($0.origin.host)" } ?? "a sample answer"
        var lines = [
            "# Proposed by `marquee new` from \(from). Review it, and then run `marquee check` and `marquee test`."
        ]
        if request == nil { lines.append("# The address and the parameters are not known: fill them in.") }
        if let variable { lines.append("# Expects its key in the environment variable \(variable).") }
        if request?.pathKeys.isEmpty == false {
            lines.append(
                "# The path had a key, which a definition must not write there: does the API take it in a header?"
            )
        }
        return lines.map { $0.filter { !$0.isNewline } + "\n" }.joined() + "version: 1\nproviders:\n"
    }

    private func definition() -> String {
        let operation = draftOperation
        var lines = [
            "  - id: \(id)", "    title: \(YAMLText.scalar(request?.origin.host ?? id))",
            "    base_url: \(request?.origin.description ?? "https://api.example.org")",
        ]
        if format != .json { lines.append("    format: \(format.rawValue)") }
        if let charset { lines.append("    charset: \(charset)") }
        if let origin = request?.origin, origin.scheme == .http, !origin.isLoopback {
            lines.append("    allow_http: true")
        }
        lines += authentication
        if !missing.isEmpty { lines.append("    missing_values: [\(missing.joined(separator: ", "))]") }
        lines += ["    operations:", "      \(operation.name):"]
        if let by = operation.by { lines.append("        by: [\(by)]") }
        lines.append("        \(operation.body == nil ? "get" : "post"): \(operation.path)")
        if !operation.query.isEmpty {
            lines.append("        query:")
            lines += operation.query.map { "          \(YAMLText.scalar($0.name)): \($0.value)" }
        }
        if let body = operation.body { lines.append("        body: \(body)") }
        if let paging = operation.paging {
            let isAssumed = paging.isAssumed
            let remark = paging.remark ?? (isAssumed ? "if this is the name of the parameter" : nil)
            let end = remark.map { " # \($0)" } ?? ""
            lines.append("        \(isAssumed ? "# " : "")paging: \(paging.definition)\(end)")
        }
        let path = rows.path == "." ? "." : YAMLText.scalar(rows.path)
        let selection = rows.condition.map { condition in
            "{ path: \(path), where: { path: \(YAMLText.scalar(condition.path)), \(SampleRows.test(of: condition.values)) } }"
        }
        lines.append("        rows: \(rows.isKeyed ? "{ path: \(path), each_value: true }" : selection ?? path)")
        return lines.joined(separator: "\n") + "\n        item:\n" + mapping + comments
    }

    /// The fields in doubt, and the names that no field has, each with its first values.
    private var comments: String {
        let values = Dictionary(SampleField.fields(of: rows.rows).map { ($0.path, $0) }) { first, _ in first }
        let proposals = doubtful.map { guess in
            "# \(guess.field): \(guess.definition) # \(guess.doubt ?? "") \(values[guess.path].map(Self.examples) ?? "")"
        }
        let rest = unmappedFields.prefix(40).map { "#   \($0.path): \(Self.examples($0))" }
        let more = unmappedFields.count > 40 ? ["#   …"] : []
        let lines = proposals + (rest.isEmpty ? [] : ["# Not mapped:"]) + rest + more
        return lines.map { line in
            "          " + line.filter { !$0.isNewline }.trimmedText + "\n"
        }.joined()
    }

    /// The first values of a field.
    private static func examples(_ field: SampleField) -> String {
        let texts = field.values.prefix(2).map { YAMLText.flow($0) }
        if texts.isEmpty { return "~" }
        return texts.map { $0.count > 60 ? $0.prefix(60) + "…" : $0 }.joined(separator: ", ")
    }

    /// The fields that leave no doubt.
    private var mapping: String {
        guard isBoxOffice else { return certain.map { "          \($0.field): \($0.definition)\n" }.joined() }
        let figures = certain.filter { Self.figures.contains($0.field) }
        let film = certain.filter { !Self.figures.contains($0.field) }
        return figures.map { "          \($0.field): \($0.definition)\n" }.joined() + "          movie:\n"
            + film.map { "            \($0.field): \($0.definition)\n" }.joined()
    }

    /// Returns rows as a text of lines, each a row, which is read as the same rows.
    private func lines(of body: JSONValue) -> String {
        let rows = if case .array(let rows) = body { rows } else { [body] }
        if format == .ndjson { return rows.map { $0.jsonText + "\n" }.joined() }
        let members = rows.map { row in if case .object(let members) = row { members } else { [JSONValue.Member]() } }
        var names: [String] = []
        for name in members.joined().map(\.name) where !names.contains(name) { names.append(name) }
        let records = members.map { members in
            names.map { name in members.first { $0.name == name }?.value.sampleText ?? "" }
        }
        let separator = format == .tsv ? UInt8(ascii: "\t") : UInt8(ascii: ",")
        return ([names] + records).map { SeparatedValues.line($0, separator: separator) + "\n" }.joined()
    }

    private func test(_ body: JSONValue, _ first: CanonicalRow, count: Int, dropped: Int) -> String {
        var expected: [JSONValue.Member] = []
        if case .object(let members) = first.json { expected = members.filter { Self.tested.contains($0.name) } }
        var result = [JSONValue.Member("count", .number(JSONNumber(count)))]
        if dropped > 0 { result.append(.init("dropped", .number(JSONNumber(dropped)))) }
        result.append(.init("first", .object(expected)))
        let operation = draftOperation
        let input = operation.input.map { "        input: \($0)\n" } ?? ""
        if let answerFile {
            return test(operation, input, "response: \(YAMLText.scalar(answerFile))", result)
        }
        let answer =
            switch format {
            case .xml: "text: \(YAMLText.scalar(XMLText.document(body)))"
            case .ndjson, .csv, .tsv: "text: \(YAMLText.scalar(lines(of: body)))"
            case .html: "text: \(YAMLText.scalar(SamplePage.text(of: body)))"
            case .json: "body: \(YAMLText.flow(body))"
            }
        return test(operation, input, answer, result)
    }

    private func test(
        _ operation: DraftOperation,
        _ input: String,
        _ answer: String,
        _ result: [JSONValue.Member]
    ) -> String {
        """
            tests:
              - name: the sample
                operation: \(operation.name)
        \(input)        \(answer)
                expect: \(YAMLText.flow(.object(result)))

        """
    }

    /// Returns the answer in its own format.
    func written(_ root: JSONValue) -> [UInt8] {
        switch format {
        case .xml: Array(XMLText.document(root).utf8)
        case .ndjson, .csv, .tsv: Array(lines(of: root).utf8)
        case .html: Array(SamplePage.text(of: root).utf8)
        case .json: root.jsonBytes
        }
    }

    private var draftOperation: DraftOperation {
        DraftOperation(
            request,
            rows: rows,
            namespace: id,
            ids: sampleIDs,
            isBoxOffice: isBoxOffice,
            pageMembers: pageMembers,
            pageHeaders: pageHeaders,
            titles: titles,
            chosen: chosenOperation
        )
    }

    /// The titles of the rows, in which the words of a search occur.
    private var titles: [String] {
        let path = guesses.first { $0.field == "title" || $0.field == "name" }?.path
        let fields = SampleField.fields(of: rows.rows)
        return (fields + fields.compactMap(\.spread)).first { $0.path == path }?.texts ?? []
    }

    private var sampleIDs: [String: String] {
        var ids: [String: String] = [:]
        for field in SampleField.fields(of: Array(rows.rows.prefix(1))) {
            guard let text = field.texts.first else { continue }
            if FieldGuesser.isIMDbID(text) {
                ids["imdb"] = text
                continue
            }
            if guesses.contains(where: { $0.field == "ids" && $0.path == field.path }) { ids[id] = ids[id] ?? text }
        }
        return ids
    }

    // MARK: Keys and missing values

    private var authentication: [String] {
        guard let request, let variable else { return plainHeaders }
        if let field = request.url.parameters.first(where: { request.role(of: $0) == .key }) {
            return [auth("in: query, name: \(YAMLText.scalar(field.name))", variable)] + plainHeaders
        }
        guard let header = request.headers.first(where: SampleRequest.isKey) else {
            return plainHeaders
        }
        let isBearer =
            header.name.lowercased() == "authorization" && header.value.lowercased().hasPrefix(scalars: "bearer ")
        let written =
            isBearer
            ? "    auth: { kind: bearer, value: \"${env.\(variable)}\" }"
            : auth("in: header, name: \(YAMLText.scalar(header.name))", variable)
        return [written] + plainHeaders
    }

    private func auth(_ place: String, _ variable: String) -> String {
        "    auth: { kind: api_key, \(place), value: \"${env.\(variable)}\" }"
    }

    private var plainHeaders: [String] {
        let plain = (request?.headers ?? []).filter { !SampleRequest.isKey($0) }
        guard !plain.isEmpty else { return [] }
        return ["    headers:"] + plain.map { "      \(YAMLText.scalar($0.name)): \(YAMLText.scalar($0.value))" }
    }

    private var variable: String? {
        guard let request, !request.sentKeys.isEmpty else { return nil }
        return SecretReference.words(of: "\(id)_API_KEY")
    }

    /// The texts of the rows that mean an absent value.
    private var missing: [String] {
        let texts = Set(rows.rows.prefix(50).flatMap { Self.texts(in: $0) })
        return JSONValue.missingTexts.filter(texts.contains).map { YAMLText.flow(.string($0)) }
    }

    private static func texts(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let values): values.flatMap { texts(in: $0) }
        case .object(let members): members.flatMap { texts(in: $0.value) }
        default: []
        }
    }

    // MARK: Trying it out

    private func items(of root: JSONValue) throws(DraftFailure) -> ([CanonicalRow], report: MappingReport) {
        let (operation, document) = (try operation(), try element(root))
        guard case .rows(let rows) = operation.rows.rows(in: document) else {
            throw DraftFailure("no rows were found at \(self.rows.path)")
        }
        var mapper = RowMapping(operation.item, provider: ProviderID(id)).mapper()
        let items = rows.compactMap { mapper.canonicalRow($0.element, root: document, key: $0.key) }
        return (items, mapper.report)
    }

    private func operation() throws(DraftFailure) -> OperationDefinition {
        let text = "version: 1\nproviders:\n" + definition()
        let provider = try load(text)
        guard let operation = provider.http?.operations.values.first?.first else {
            throw DraftFailure("the sample suggests no operation")
        }
        return operation
    }

    private func verify(_ text: String, _ answer: [UInt8]) throws(DraftFailure) {
        let provider = try load(text)
        let run = DefinitionTestRun(files: FileSystem.inMemory(answerFile.map { [$0: answer] } ?? [:]))
        for difference in run.results(of: provider).flatMap(\.differences) {
            throw DraftFailure("the proposed test fails: \(difference)")
        }
    }

    private func load(_ text: String) throws(DraftFailure) -> ProviderDefinition {
        let outcome = ConfigurationLoader.load(bytes: Array(text.utf8), file: "draft", bundled: [])
        guard let provider = outcome.configuration?.providers.first else {
            let problems = outcome.diagnostics.map(\.description).joined(separator: "; ")
            throw DraftFailure("the proposed definition has problems: \(problems)")
        }
        return provider
    }

    private func element(_ value: JSONValue) throws(DraftFailure) -> JSONElement {
        switch AnswerBody.tree(value.jsonBytes, from: format) {
        case .success(let root): return root
        case .failure(let problem): throw DraftFailure("the sample cannot be read again: \(problem.message)")
        }
    }
}

/// A writer of the tree of an XML document as a text that is read as the same tree.
private enum XMLText {
    /// Returns the text of a document, whose only member is the outermost element.
    static func document(_ root: JSONValue) -> String {
        guard case .object(let members) = root else { return "" }
        return members.map { element($0.name, $0.value) }.joined()
    }

    private static func element(_ name: String, _ value: JSONValue) -> String {
        switch value {
        case .array(let values): return values.map { element(name, $0) }.joined()
        case .object(let members):
            let attributes = members.filter { $0.name.hasPrefix(scalars: "@") }
            let head = attributes.map { " \($0.name.dropFirst())=\"\(escaped($0.value))\"" }.joined()
            let content = members.filter { !$0.name.hasPrefix(scalars: "@") }.map { member in
                member.name == "#text" ? escaped(member.value) : element(member.name, member.value)
            }
            return "<\(name)\(head)>\(content.joined())</\(name)>"
        default: return "<\(name)>\(escaped(value))</\(name)>"
        }
    }

    private static func escaped(_ value: JSONValue) -> String {
        (value.sampleText ?? "").escapedForXML
    }
}
