package import HTTPModel
import JSON
package import MovieDomain
import MovieProviders
import Platform
import ProviderLanguage

/// A proposed definition for a sample answer, with a first test; it passes `marquee check` and `marquee test`.
package struct DefinitionDraft: Sendable {
    /// The text of the file.
    package let text: String
    /// The whole answer without secrets, and the file beside the definition that has it; `nil` for the definition itself.
    package let answer: [UInt8]
    package let answerFile: String?
    /// What was found, for users: the place of the rows, the fields that were recognized, and those that were not.
    package let findings: [String]

    /// Proposes a definition for the answer to a request; without an id, its name is made of the host's.
    ///
    /// With the name of a file for the answer, the first test reads it from there, and otherwise has a part of it itself.
    /// `charset` is that of the answer's headers; what else is known of it is written into the definition.
    package init(
        sample: [UInt8],
        charset: String? = nil,
        statedCharset: String? = nil,
        headers: HTTPHeaders = HTTPHeaders(),
        request: SampleRequest? = nil,
        id: String? = nil,
        choices: DraftChoices = DraftChoices(),
        answerFile: ((_ id: String, _ format: String) -> String)? = nil
    ) throws(DraftFailure) {
        let id = id ?? request?.name ?? "films"
        if let operation = choices.operation,
            ![.movie, .boxOfficeEntry, .personProfile].contains(operation.itemKind)
                || Self.parts.contains(operation)
        {
            throw DraftFailure(
                "expected an operation whose rows are films or people, found \(operation.rawValue); its item has the parts of one film, and is written by hand: `marquee check --explain \(operation.rawValue)` names them"
            )
        }
        var notes: [String] = []
        let ownCharset = statedCharset ?? (charset == nil ? Self.declaredCharset(sample) : nil)
        let (root, format) = try Self.document(sample, ownCharset ?? charset, request)
        let (rows, guesses, isBoxOffice, script) = try Self.place(in: root, id, format, choices)
        var draft = DraftText(
            id: id,
            request: request,
            rows: rows,
            guesses: guesses,
            isBoxOffice: isBoxOffice,
            pageMembers: format == .html ? [] : Self.pageMembers(beside: rows, in: root),
            pageHeaders: PageHeaders(headers),
            format: format,
            script: script,
            charset: ownCharset,
            chosenOperation: choices.operation,
            answerFile: answerFile.map { $0(id, format.rawValue) }
        )
        if let problem = draft.problem { throw DraftFailure(problem) }
        if request?.pathKeys.isEmpty == false {
            notes.append(
                "the path has a key, which stands as *** in the definition: give it to the API in another way, such as a header"
            )
        }
        answer = draft.written(root)
        self.answerFile = draft.answerFile
        var unreadable: [String] = []
        // A field with unreadable values was guessed wrongly: leave it out and try again.
        for _ in 0..<8 {
            let failures = try draft.failures(in: root)
            if failures.isEmpty { break }
            unreadable += failures.map { "left out: \($0.finding)" }
            for failure in failures { try draft.leaveOut(failure) }
        }
        text = try draft.complete(root)
        findings = draft.findings + unreadable + notes + Self.remarks(on: rows)
    }

    /// The operations that give a part of a film.
    private static let parts: Set<Capability> = [.credits, .images, .videos, .releases, .watch]

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
            if field.parent == "next", field.name == "href" { field.name = "nexthref" }
            return pageNames.contains(field.name) ? field : nil
        }
    }

    private static let pageNames: Set<String> = [
        "next", "nexthref", "odatanextlink", "nextpage", "nexturl", "nextpageurl", "nextcursor", "cursor", "endcursor",
        "nextpagetoken", "hasmore",
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
                let page = try read(AnswerBody(sample, .html, charset: charset).document, of: .html)
                guard !SamplePage(page).scripts.isEmpty else {
                    throw DraftFailure(
                        "the sample is a web page without JSON in its scripts; expected JSON, XML, or a page that has some"
                    )
                }
                let clean = redaction.redacting(page.jsonBytes).bytes
                return (try read(AnswerBody.tree(clean, from: .html), of: .html), .html)
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
            let names = TextEncoding.names.joined(separator: ", ")
            let advice = problem.isOfEncoding ? "; if it is in another encoding, name it with --charset: \(names)" : ""
            throw DraftFailure(
                "the sample is not \(format.rawValue.uppercased()): \(problem.message) \(place)\(advice)"
            )
        }
    }

    /// Returns the encoding that a page itself says it is in; `nil` if it is in UTF-8.
    private static func declaredCharset(_ sample: [UInt8]) -> String? {
        guard String(validating: sample, as: UTF8.self) == nil else { return nil }
        let start = String(decoding: sample.prefix(2_048), as: UTF8.self)
        let declared = start.firstMatch(of: /<meta[^>]*charset\s*=\s*["']?([A-Za-z0-9._:-]+)/.ignoresCase())?.1
        return declared.flatMap { TextEncoding(named: String($0))?.name }
    }

    /// Returns the place of the films; in a web page, that in the script whose rows look most like them.
    private static func place(
        in root: JSONValue,
        _ id: String,
        _ format: DocumentFormat,
        _ choices: DraftChoices
    ) throws(DraftFailure) -> (SampleRows, [FieldGuess], isBoxOffice: Bool, SamplePage.Script?) {
        guard format == .html, choices.rows == nil else {
            let (rows, guesses, isBoxOffice) = try rows(in: root, id, format, choices)
            return (rows, guesses, isBoxOffice, nil)
        }
        var best: (SampleRows, [FieldGuess], isBoxOffice: Bool, SamplePage.Script)?
        var failure: DraftFailure?
        for script in SamplePage(root).scripts {
            do throws(DraftFailure) {
                let found = try rows(in: script.value, id, format, choices)
                let weight = found.1.reduce(0) { $0 + $1.weight }
                if let best, best.1.reduce(0, { $0 + $1.weight }) >= weight { continue }
                best = (found.0, found.1, found.isBoxOffice, script)
            } catch {
                failure = failure ?? error
            }
        }
        guard let (found, guesses, isBoxOffice, script) = best else {
            throw failure ?? DraftFailure("the page has no films in its scripts")
        }
        var rows = found
        rows.path = script.path(of: rows.path)
        return (rows, guesses, isBoxOffice, script)
    }

    /// Returns the place whose rows look most like films; of places alike, an inner before an outer one, then the first.
    ///
    /// An outer one stays if only it has the ids, as in `{"id": 7, "attributes": {…}}`.
    private static func rows(
        in root: JSONValue,
        _ id: String,
        _ format: DocumentFormat,
        _ choices: DraftChoices
    ) throws(DraftFailure) -> (SampleRows, [FieldGuess], isBoxOffice: Bool) {
        let candidates = SampleRows.candidates(in: root).filter { choices.rows == nil || $0.path == choices.rows }
        if let path = choices.rows, candidates.isEmpty {
            let known = SampleRows.candidates(in: root).prefix(12).map(\.path).joined(separator: ", ")
            throw DraftFailure("the sample has no rows at '\(path)'; objects are at \(known)")
        }
        let isBoxOffice = choices.operation.map { $0.itemKind == .boxOfficeEntry }
        var best: (rows: SampleRows, guesses: [FieldGuess], isBoxOffice: Bool, score: Int, hasIDs: Bool)?
        for found in candidates {
            let candidate = found.withoutOthers(titleAt: found.title(id, choices.title))
            let guesser = FieldGuesser(
                rows: candidate.rows,
                namespace: id,
                isKeyed: candidate.isKeyed,
                title: choices.title
            )
            let film = guesser.film()
            let mayBeBoxOffice = isBoxOffice ?? !candidate.isSingle
            let figures = film.isEmpty || !mayBeBoxOffice ? [] : guesser.boxOffice(isKnown: isBoxOffice == true)
            let score = (film + figures).reduce(0) { $0 + ($1.doubt == nil ? $1.weight : 0) }
            let isSure = film.contains { $0.field == "title" && $0.weight > 1 }
            let hasIDs = film.contains { $0.field == "ids" && !guesser.isWeak($0) }
            // One object with a title alone may be anything.
            let least = candidate.isNamedAfterFilms ? 1 : isSure && !(candidate.isSingle && film.count == 1) ? 2 : 3
            guard score >= (choices.rows == nil && choices.title == nil ? least : 1) else { continue }
            if let best {
                let losesIDs = best.hasIDs && !hasIDs && best.rows.path != "."
                let isBetter = score > best.score || candidate.isInside(best.rows) && !losesIDs
                if score < best.score || !isBetter { continue }
            }
            best = (candidate, figures + film, !figures.isEmpty, score, hasIDs)
        }
        let isOfPeople = choices.operation?.itemKind == .personProfile
        if let best {
            return (best.rows, isOfPeople ? best.guesses.compactMap(\.ofPerson) : best.guesses, best.isBoxOffice)
        }
        if let problem = problem(of: root) { throw DraftFailure(problem) }
        if let named = named(candidates, id, choices.title) {
            return (named.0, isOfPeople ? named.1.compactMap(\.ofPerson) : named.1, false)
        }
        throw untitled(candidates, format, choices.title)
    }

    /// Returns the first list whose rows have a name, where nothing else looks like films.
    private static func named(
        _ candidates: [SampleRows],
        _ id: String,
        _ title: String?
    ) -> (SampleRows, [FieldGuess])? {
        for candidate in candidates where !candidate.isSingle && candidate.rows.count > 1 {
            let film = FieldGuesser(rows: candidate.rows, namespace: id, isKeyed: candidate.isKeyed, title: title)
                .film()
            if film.contains(where: { $0.field == "ids" }) { return (candidate, film) }
        }
        return nil
    }

    /// Why an answer has no rows at all: it reports an error, or its lists are empty.
    private static func problem(of root: JSONValue) -> String? {
        guard case .object(let members) = root else { return nil }
        let isList = { (value: JSONValue) in if case .array = value { true } else { false } }
        let lists = SampleField.fields(of: [root], depth: 4).filter { $0.values.isEmpty }
        let hasRows = SampleRows.candidates(in: root).contains { !$0.isSingle }
        guard !hasRows else { return nil }
        let names = ["error", "errors", "message", "statusmessage", "errormessage", "fault", "detail"]
        if let note = members.first(where: { names.contains($0.name.lettersAndDigits) }), !note.value.isMissing,
            members.count <= 6
        {
            let words = note.value.sampleText ?? note.value.jsonText
            return "the sample reports an error, '\(note.name)': \(words.prefix(200)); expected an answer with films"
        }
        let empty = lists.first { field in members.contains { $0.name == field.path && isList($0.value) } }
        return empty.map { "the list at \($0.path) is empty; use an answer that has films" }
    }

    /// Why there is no title: with the names that the rows have, if there are rows.
    private static func untitled(_ candidates: [SampleRows], _ format: DocumentFormat, _ title: String?) -> DraftFailure
    {
        let start = title.map { "no rows in the sample have '\($0)'" } ?? "no rows in the sample have a title"
        let rows = candidates.filter { !$0.isSingle }.max { $0.rows.count < $1.rows.count } ?? candidates.first
        let fields = SampleField.fields(of: rows?.rows ?? []).filter { !$0.values.isEmpty }
        let names = fields.prefix(20).map(\.path)
        guard let rows, !names.isEmpty else {
            return DraftFailure("\(start); use an answer that has films")
        }
        let place = rows.path == "." ? "" : " at \(rows.path)"
        let kind = format == .json ? "" : " (\(format.rawValue))"
        return DraftFailure(
            "\(start): which of their names is it? The rows\(place)\(kind) have \(names.joined(separator: ", ")). "
                + "Name it with --title NAME, and other rows with --rows PATH"
        )
    }
}

/// Why no definition can be proposed for a sample.
package struct DraftFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, for users.
    package var description: String

    init(_ description: String) { self.description = description }
}

/// What a person says about a sample, where its names say nothing or something else.
package struct DraftChoices: Sendable {
    /// The operation that it answers.
    package var operation: Capability?
    /// The path of its rows.
    package var rows: String?
    /// The name or the path of the title in a row.
    package var title: String?

    package init(operation: Capability? = nil, rows: String? = nil, title: String? = nil) {
        self.operation = operation
        self.rows = rows
        self.title = title
    }
}
