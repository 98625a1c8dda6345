package import HTTPModel
import JSON
package import MovieDomain
import Platform
package import ProviderLanguage
import Synchronization
package import Upstream

/// A source of the rows that a child process answers with, in the field names of the language.
///
/// The child ends when the source is released, after the last call that a replaced catalogue serves.
final class ProcessRowSource: RowSource {
    private let provider: ProviderID
    private let session: ProcessSession
    private let client: any HTTPClient
    /// The readers of answers about one film or person by its id, and of all others: calls share an answer only if they
    /// have the same reader.
    private let readers: (byID: ProcessAnswerReader, others: ProcessAnswerReader)
    private let cache: CachePolicy?
    private let log: @Sendable (String) -> Void
    /// Names that were reported already; only as many as a person would read.
    private let noted = Mutex<Set<String>>([])
    private static let mostNoted = 32
    /// A program gives the parts of a film with its look-up.
    let parts: Set<Capability> = []

    init(
        provider: ProviderID,
        session: ProcessSession,
        client: any HTTPClient,
        definition: ProcessDefinition,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.provider = provider
        self.session = session
        self.client = client
        readers = (
            byID: ProcessAnswerReader(provider, definition.errorRules, isByID: true),
            others: ProcessAnswerReader(provider, definition.errorRules, isByID: false)
        )
        cache = definition.cache
        self.log = log
    }

    deinit { session.close() }

    func rows<Value: Sendable>(
        _ request: RowRequest,
        in context: CallContext,
        as make: @escaping RowReading<Value>
    ) async throws(ProviderError) -> RowPage<Value> {
        let page = request.window.map(ProcessPage.init)
        var values = request.values
        if let page {
            values[.page] = .integer(page.number)
            values[.limit] = .integer(page.size)
        }
        let operation = request.operation
        let answer: HTTPAnswer
        do throws(ProviderError) {
            answer = try await client.send(
                ProcessTransport.request(
                    "provider/\(operation.rawValue)",
                    values.json(ids: request.ids),
                    to: session.program,
                    of: provider,
                    cachePolicy: cache?.settled(secondsSincePeriod: request.secondsSincePeriod),
                    in: context
                ),
                readBy: operation.takesID ? readers.byID : readers.others
            )
        } catch {
            throw error.of(provider)
        }
        let mapping = RowMapping(nil, provider: provider, deadline: context.deadline)
        let (mapped, wanted) = try await answer.mapped(by: mapping, as: make) { document in
            let rows = ProcessAnswer(document.root) ?? ProcessAnswer(rows: document.rows)
            let wanted = page?.cut(rows) ?? rows
            for row in wanted.rows { self.note(CanonicalRow.unknownNames(in: row, of: operation.itemKind), operation) }
            return (
                wanted.rows.map { DocumentRow(element: $0, root: $0) }, (total: wanted.total, hasMore: wanted.hasMore)
            )
        }
        return RowPage(
            mapped: mapped,
            totalItems: wanted.total,
            hasMore: wanted.hasMore,
            freshness: answer.freshness,
            ids: request.ids,
            unsent: nil
        )
    }

    func unreadable(_ report: MappingReport, of operation: Capability) -> ProviderError {
        let message = "\(operation.rawValue): none of the \(report.rows) rows can be read: \(report.reasons)"
        return ProviderError(.malformed, provider: provider, message: message)
    }

    func add(to health: inout ProviderHealth) { session.add(to: &health) }

    /// Logs each name that is not a field once, because it is probably a typo.
    private func note(_ names: [String], _ operation: Capability) {
        let isNew = { name in self.noted.withLock { $0.count < Self.mostNoted && $0.insert(name).inserted } }
        for name in names where isNew(name) {
            let nearest = NearestName.nearest(to: name, among: operation.itemKind.fields.map(\.word))
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            log("\(operation.rawValue): rows have no field '\(name.prefix(60))'\(hint)")
        }
    }
}

/// The answer of a child process: rows, and what it says about further rows.
struct ProcessAnswer: Sendable {
    var rows: [JSONElement]
    var total: Int?
    var hasMore: Bool?
}

extension ProcessAnswer {
    /// Creates an answer from a result; `nil` if the result has no list of rows.
    init?(_ result: JSONElement) {
        guard let rows = result["rows"], rows.kind == .array else { return nil }
        let total = result["total"]?.int.flatMap { $0 >= 0 ? $0 : nil }
        self.init(rows: Array(rows.elements), total: total, hasMore: result["has_more"]?.bool)
    }
}

/// The one page that contains the wanted rows and is requested from a child process.
struct ProcessPage: Hashable, Sendable {
    /// The page number, from 1.
    let number: Int
    let size: Int
    /// The number of rows on the page before the wanted ones.
    private let skipped: Int
    private let window: RowWindow

    /// Creates the page that is the window or, if the window is not a page, one that has everything from the first row.
    init(_ window: RowWindow) {
        let count = max(1, window.count)
        let isPage = window.offset.isMultiple(of: count)
        self.window = window
        number = isPage ? window.offset / count + 1 : 1
        size = isPage ? count : window.offset + count
        skipped = isPage ? 0 : window.offset
    }

    /// Returns the wanted rows of an answer, and whether more follow.
    ///
    /// A program that answers with more rows than requested knows no pages and gives all rows.
    func cut(_ answer: ProcessAnswer) -> ProcessAnswer {
        let givesAll = answer.rows.count > size
        let rows = answer.rows.dropFirst(givesAll ? window.offset : skipped).prefix(window.count)
        var cut = ProcessAnswer(rows: Array(rows), total: answer.total)
        let end = window.offset + window.count
        let says = givesAll ? answer.rows.count > end : answer.hasMore ?? answer.total.map { $0 > end }
        cut.hasMore = says ?? (answer.rows.count < size ? false : nil)
        return cut
    }
}

extension [Input: InputValue] {
    /// Returns the inputs of an operation as a child process gets them, in one JSON object with the names of the language:
    /// texts, numbers, ISO 8601 dates, and lists, and `ids` by namespace if there are any.
    func json(ids: [String: String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (input, value) in sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.member(input.rawValue) { value.encode(to: &$0) }
            }
            guard !ids.isEmpty else { return }
            writer.member(Input.ids.rawValue) { writer in
                writer.object { writer in
                    for (namespace, id) in ids.sorted(by: { $0.key < $1.key }) { writer.member(namespace, id) }
                }
            }
        }
        return writer.bytes
    }
}

/// The transport of a source whose answers come from a child process instead of the network.
///
/// The path of a request is the method and its body the parameters; the body of the response is the result.
struct ProcessTransport: HTTPTransport {
    let provider: ProviderID
    let session: ProcessSession

    /// A host that never resolves (RFC 6761, section 6.4), because the request is for no server.
    private static let origin = HTTPOrigin(scheme: .https, host: "program.invalid")

    /// Returns a request for a method (`provider/search`) with one JSON object.
    ///
    /// The request contains the command, because another program under the same name has answers of its own.
    static func request(
        _ method: String,
        _ parameters: [UInt8],
        to program: ChildProgram,
        of provider: ProviderID,
        cachePolicy: CachePolicy?,
        in context: CallContext
    ) -> HTTPRequest {
        let command = ([program.executable] + program.arguments).joined(separator: " ")
        var request = HTTPRequest(
            source: provider,
            method: .post,
            origin: origin,
            path: "/" + method,
            headers: [HTTPRequest.Field("Program", SecretText(command))],
            body: SecretText(String(decoding: parameters, as: UTF8.self)),
            cachePolicy: cachePolicy
        )
        request.limits.attemptTimeout = program.timeout
        request.context = context
        return request
    }

    func send(_ request: HTTPRequest, until moment: Duration) async throws(ProviderError) -> HTTPResponse {
        do throws(ChildFailure) {
            let parameters = Array((request.body?.revealed() ?? "{}").utf8)
            let result = try await session.ask(
                String(request.path.dropFirst()),
                parameters,
                until: moment,
                sending: request.sending
            )
            return HTTPResponse(status: 200, body: result.text)
        } catch {
            throw session.failure(error, provider)
        }
    }
}

/// A reader of a program's answers, which checks the error rules first and then takes the rows.
package final class ProcessAnswerReader: AnswerReading {
    private let provider: ProviderID
    private let errorRules: [ErrorRule]
    private let isByID: Bool

    /// Creates a reader of the answers of one source.
    package init(_ provider: ProviderID, _ errorRules: [ErrorRule], isByID: Bool) {
        self.provider = provider
        self.errorRules = errorRules
        self.isByID = isByID
    }

    package func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        let body = AnswerBody(response.body)
        let facts = ResponseFacts(response, root: body.root, isByID: isByID)
        if let failure = errorRules.failure(in: facts) { throw failure.of(provider) }
        guard let root = body.root, let answer = ProcessAnswer(root) else {
            throw ProviderError(.malformed, provider: provider, message: "the answer has no list 'rows'")
        }
        return HTTPAnswer.Document(root: root, rows: answer.rows)
    }
}
