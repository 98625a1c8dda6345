import JSON
import MovieDomain
import ProviderLanguage

/// A definition that is proposed for a sample answer, with a first test; it passes `marquee check` and `marquee test`.
package struct DefinitionDraft: Sendable {
    /// The file's text.
    package let text: String
    /// What was found, for people: where the rows are, which fields were taken for what, what was not.
    package let findings: [String]

    private static let limits = JSONLimits(maximumBytes: 64 << 20, maximumDepth: 64)

    /// Proposes a definition.
    ///
    /// - Parameters:
    ///   - sample: the answer, JSON; blank lines and a byte order mark before it do not matter.
    ///   - request: what it is the answer to; `nil` where nobody knows.
    ///   - id: the provider's id; `nil` is one made of the host's name.
    /// - Throws: where the sample is no JSON, or holds nothing that looks like films.
    package init(sample: [UInt8], request: SampleRequest? = nil, id: String? = nil) throws(DraftFailure) {
        let id = id ?? request?.name ?? "films"
        let root = try Self.document(sample, request)
        let (rows, guesses, isBoxOffice) = try Self.rows(in: root, id)
        var draft = DraftText(id: id, request: request, rows: rows, guesses: guesses, isBoxOffice: isBoxOffice)
        // A field with values that cannot be read was taken for another one than it is.
        for _ in 0..<8 {
            let unreadable = try draft.unreadableFields(in: root)
            if unreadable.isEmpty { break }
            draft.guesses.removeAll { unreadable.contains($0.field) }
        }
        text = try draft.complete(root)
        findings = draft.findings
    }

    private static func document(_ sample: [UInt8], _ request: SampleRequest?) throws(DraftFailure) -> JSONValue {
        let body = AnswerBody(AnswerRedaction(request?.secrets ?? []).redacting(AnswerBody(sample).bytes).bytes)
        switch body.document {
        case .success(let root): return JSONValue(root)
        case .failure(let problem):
            if body.markup != nil { throw DraftFailure("the sample is a page or XML; expected JSON") }
            if body.isEmpty { throw DraftFailure("the sample is empty; expected JSON") }
            let position = problem.position(in: body.bytes)
            throw DraftFailure(
                "the sample is not JSON: \(problem.message) (line \(position.line), column \(position.column))"
            )
        }
    }

    /// The place whose rows look most like films; of several that look alike, the innermost.
    private static func rows(
        in root: JSONValue,
        _ id: String
    ) throws(DraftFailure) -> (SampleRows, [FieldGuess], isBoxOffice: Bool) {
        var best: (rows: SampleRows, guesses: [FieldGuess], isBoxOffice: Bool, score: Int)?
        for candidate in SampleRows.candidates(in: root) {
            let guesser = FieldGuesser(rows: candidate.rows, nameSpace: id)
            let film = guesser.film()
            let figures = film.isEmpty ? [] : guesser.boxOffice()
            let score = (film + figures).reduce(0) { $0 + $1.weight }
            let isSure = film.contains { $0.field == "title" && $0.weight > 1 }
            guard score >= (isSure ? 2 : 3), score >= best?.score ?? 0 else { continue }
            best = (candidate, figures + film, !figures.isEmpty, score)
        }
        guard let best else {
            throw DraftFailure(
                "nothing in the sample looks like films: no rows with a title; take an answer that has some"
            )
        }
        return (best.rows, best.guesses, best.isBoxOffice)
    }
}
