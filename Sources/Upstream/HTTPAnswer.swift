package import HTTPModel
package import JSON
package import MovieDomain
import Platform

/// A response as its reader understands it: read once, for the layers and for the caller.
package struct HTTPAnswer: Sendable {
    /// How a response counts for its request.
    package enum Verdict: Hashable, Sendable {
        case good
        /// There is no such thing, which is an answer too, and kept for a short time.
        case negative(ProviderError)
        /// No answer: it is never kept, and the error decides what follows.
        case failure(ProviderError)
    }

    /// What a reader finds in a good response.
    package struct Document: Sendable {
        package let root: JSONElement
        package let rows: [JSONElement]
        /// What the rows stand in: the root without what it repeats of a key.
        package let rowRoot: JSONElement
        /// Held as long as the document is.
        fileprivate var place: AnswerRoom.Place?

        package init(root: JSONElement, rows: [JSONElement], of rowRoot: JSONElement? = nil) {
            self.root = root
            self.rows = rows
            self.rowRoot = rowRoot ?? root
        }
    }

    package let response: HTTPResponse
    /// For how long the same request gets this answer without a question to the source; `nil` where nothing is kept.
    var freshForSeconds: Int?
    package let verdict: Verdict
    private let document: Document?
    /// Reads the response when it is asked for; `nil` where that has been done.
    private let reader: (any AnswerReading)?

    package init(_ response: HTTPResponse, to request: HTTPRequest, readBy reader: any AnswerReading) {
        self.response = response
        var document: Document?
        var verdict = Verdict.good
        // A confirmation has no document: the kept one holds.
        if response.status != 304 || !request.isConditional {
            do throws(ProviderError) {
                document = try reader.read(response)
            } catch {
                verdict = error.kind == .notFound ? .negative(error) : .failure(error)
            }
        }
        self.document = document
        self.verdict = verdict
        self.reader = nil
    }

    /// An answer that was kept because it was one; a large one is not read before its document is asked for.
    init(kept response: HTTPResponse, to request: HTTPRequest, readBy reader: any AnswerReading) {
        if AnswerRoom.isSmall(response.body) {
            self.init(response, to: request, readBy: reader)
        } else {
            self.init(response: response, verdict: .good, document: nil, reader: reader)
        }
    }

    private init(response: HTTPResponse, verdict: Verdict, document: Document?, reader: (any AnswerReading)?) {
        self.response = response
        self.verdict = verdict
        self.document = document
        self.reader = reader
    }

    /// Reads a response when there is room for its document.
    static func reading(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        by reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        guard !AnswerRoom.isSmall(response.body) else { return HTTPAnswer(response, to: request, readBy: reader) }
        guard let place = await AnswerRoom.shared.place(for: response.body) else { throw .cancelled(request) }
        let answer =
            AnswerRoom.isLarge(response.body)
            ? await WorkerThreads.shared.run { _ in HTTPAnswer(response, to: request, readBy: reader) }
            : HTTPAnswer(response, to: request, readBy: reader)
        var document = answer.document
        document?.place = place
        return HTTPAnswer(response: response, verdict: answer.verdict, document: document, reader: nil)
    }

    /// The document of a good answer, read now where it has not been.
    package func document() async throws(ProviderError) -> Document {
        guard let reader else { return try get() }
        guard let place = await AnswerRoom.shared.place(for: response.body) else {
            throw ProviderError(at: .cancelled, "the call was cancelled")
        }
        let result = await WorkerThreads.shared.run { [response] _ in
            Result { () throws(ProviderError) in try reader.read(response) }
        }
        var document = try result.get()
        document.place = place
        return document
    }

    /// The document of a good answer.
    package func get() throws(ProviderError) -> Document {
        switch verdict {
        case .negative(let error), .failure(let error): throw error
        case .good:
            if let document { return document }
            throw ProviderError(at: .brokenResponse, "the source answered with HTTP status \(response.status) unasked")
        }
    }

    /// Whether it is a good answer that has no rows.
    var isEmpty: Bool { document?.rows.isEmpty ?? false }

    package var freshness: Freshness {
        var freshness =
            switch response.provenance {
            case .network, .recording: Freshness.live
            case .cache(let age, let isStale): Freshness(fromCache: true, ageSeconds: age, isStale: isStale)
            }
        freshness.freshForSeconds = freshForSeconds
        return freshness
    }
}

/// How many answers are documents at the same time, by their size.
///
/// A document takes up to ten times the memory of its answer, and lives until its rows are mapped, so large answers take
/// turns. Small ones never wait: a source with large answers holds up none with usual ones.
final class AnswerRoom: Sendable {
    /// A place of a document, left when nothing refers to it any more.
    final class Place: Sendable {
        private let places: AsyncSemaphore

        fileprivate init(in places: AsyncSemaphore) { self.places = places }

        deinit { places.leave() }
    }

    /// One for the process, whose memory all sources share.
    static let shared = AnswerRoom()
    private static let mediumBytes = 64 << 10
    private static let largeBytes = 512 << 10

    private let medium = AsyncSemaphore(AdmissionQueue(places: 8, waiting: .max))
    private let large = AsyncSemaphore(AdmissionQueue(places: 1, waiting: .max))

    static func isSmall(_ body: [UInt8]) -> Bool { body.count < mediumBytes }

    static func isLarge(_ body: [UInt8]) -> Bool { body.count >= largeBytes }

    /// Waits for a place for a body; `nil` where the task is cancelled.
    func place(for body: [UInt8]) async -> Place? {
        let places = Self.isLarge(body) ? large : medium
        guard await places.enter() == .entered else { return nil }
        return Place(in: places)
    }
}

/// Reads the responses to one operation of one definition.
///
/// Callers share an answer only where they name the same reader: two operations may read one response differently.
package protocol AnswerReading: AnyObject, Sendable {
    /// The document of a response; throws what the response is instead, `notFound` where there is no such thing.
    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document
}

/// Answers requests, in as many attempts as it takes: the cache, the limits and the retries, or a recording.
package protocol HTTPClient: Sendable {
    /// Sends one request and has the whole answer read, whatever its status. Cancelling the task ends it at once.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer
}

extension HTTPClient {
    /// What sending comes to, as a value.
    func outcome(of request: HTTPRequest, readBy reader: any AnswerReading) async -> Result<HTTPAnswer, ProviderError> {
        await Result { () async throws(ProviderError) in try await send(request, readBy: reader) }
    }
}

/// Lets a request through to the next client only if its source's definition names its origin.
///
/// Whatever a template or an answer makes of a URL, a key does not go elsewhere.
package struct OriginGuard<Next: HTTPClient>: HTTPClient {
    private let allowed: AllowedOrigins
    private let next: Next

    package init(_ allowed: AllowedOrigins, before next: Next) {
        self.allowed = allowed
        self.next = next
    }

    /// Throws `.forbidden`, without a question to the next client, for an origin that is not named.
    package func send(
        _ request: HTTPRequest,
        readBy reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        if let refusal = allowed.refusal(of: request) { throw refusal }
        return try await next.send(request, readBy: reader)
    }
}

/// Has a token put into the requests that need one, and once more where the source refuses it.
struct Authorizing<Next: HTTPClient>: HTTPClient {
    let next: Next

    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer {
        guard let authorizer = request.authorizer else { return try await next.send(request, readBy: reader) }
        var authorized = try await authorizer.authorized(request, insteadOf: nil)
        var answer = try await next.send(authorized.request, readBy: reader)
        if answer.refusesToken, !authorized.isNew {
            authorized = try await authorizer.authorized(request, insteadOf: authorized.token)
            answer = try await next.send(authorized.request, readBy: reader)
        }
        if answer.refusesToken, authorized.isNew { authorizer.refused(authorized.token) }
        return answer
    }
}

extension HTTPAnswer {
    /// Whether another token may help: a source that says 403 knows who asks.
    fileprivate var refusesToken: Bool {
        guard case .failure(let error) = verdict, error.kind == .auth else { return false }
        return response.status == 401 || response.status < 300
    }
}
