package import HTTPModel
package import JSON
package import MovieDomain

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

        package init(root: JSONElement, rows: [JSONElement], of rowRoot: JSONElement? = nil) {
            self.root = root
            self.rows = rows
            self.rowRoot = rowRoot ?? root
        }
    }

    package let response: HTTPResponse
    package let verdict: Verdict
    private let document: Document?

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
        switch response.provenance {
        case .network, .recording: .live
        case .cache(let age, let isStale): Freshness(fromCache: true, ageSeconds: age, isStale: isStale)
        }
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
