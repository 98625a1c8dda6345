package import HTTPModel
package import JSON
package import MovieDomain

/// A response as its reader understands it, read once for the layers and the caller.
package struct HTTPAnswer: Sendable {
    /// The meaning of a response for its request.
    package enum Verdict: Hashable, Sendable {
        case good
        /// The requested item doesn't exist, which is an answer too and is cached for a short time.
        case negative(ProviderError)
        /// Not an answer: it is never cached, and the error decides what follows.
        case failure(ProviderError)
    }

    /// The content that a reader finds in a good response.
    package struct Document: Sendable {
        package let root: JSONElement
        package let rows: [JSONElement]
        /// The key of each row in a map of rows; empty if the rows are not those of a map.
        package let keys: [String?]
        /// The root that contains the rows, without any secret that the source repeats in it.
        package let rowRoot: JSONElement
        /// Whether it counts rows and has none, so that one of the two is wrong.
        package var isDoubtful = false

        package init(root: JSONElement, rows: [JSONElement], keys: [String?] = [], of rowRoot: JSONElement? = nil) {
            self.root = root
            self.rows = rows
            self.keys = keys
            self.rowRoot = rowRoot ?? root
        }
    }

    package let response: HTTPResponse
    /// The seconds for which the same request gets this answer without asking the source; `nil` if nothing is cached.
    var freshForSeconds: Int?
    /// The failure of the source in place of which this cached answer is given.
    var replacedFailure: ProviderError?
    package private(set) var verdict = Verdict.good
    /// Whether it is a good answer that contradicts itself.
    private(set) var isDoubtful = false
    /// Whether it is a good answer without rows.
    private(set) var isEmpty = false
    /// The document of a small answer; a large one is read again for each use, so that it takes no memory meanwhile.
    private var document: Document?
    private let reader: any AnswerReading

    package init(_ response: HTTPResponse, to request: HTTPRequest, readBy reader: any AnswerReading) {
        self.init(unread: response, by: reader)
        // A confirmation has no document, because the cached one is still valid.
        if response.status == 304, request.isConditional { return }
        do throws(ProviderError) {
            let document = try reader.read(response)
            (isDoubtful, isEmpty) = (document.isDoubtful, document.rows.isEmpty)
            if AnswerRoom.isSmall(response.body) { self.document = document }
        } catch {
            verdict = error.kind == .notFound ? .negative(error) : .failure(error)
        }
    }

    /// Creates an answer from a cached good one; a large one is read only when its document is requested.
    init(cached response: HTTPResponse, to request: HTTPRequest, readBy reader: any AnswerReading) {
        if AnswerRoom.isSmall(response.body) {
            self.init(response, to: request, readBy: reader)
        } else {
            self.init(unread: response, by: reader)
        }
    }

    private init(unread response: HTTPResponse, by reader: any AnswerReading) {
        self.response = response
        self.reader = reader
    }

    /// Returns the answer with the time after which its source is asked again, if it is a failure.
    func failing(forSeconds seconds: Int?) -> HTTPAnswer {
        guard var error = failure else { return self }
        error.retryAfterSeconds = seconds
        var answer = self
        answer.verdict = .failure(error)
        return answer
    }

    /// Reads a response as soon as there is room for its document.
    static func reading(
        _ response: HTTPResponse,
        to request: HTTPRequest,
        by reader: any AnswerReading
    ) async throws(ProviderError) -> HTTPAnswer {
        guard !AnswerRoom.isSmall(response.body) else { return HTTPAnswer(response, to: request, readBy: reader) }
        let answer = await AnswerRoom.shared.run(for: response.body) { _ in
            HTTPAnswer(response, to: request, readBy: reader)
        }
        guard let answer else { throw .cancelled(request) }
        return answer
    }

    /// Gives the document of a small good answer to `use`; returns `nil` if the answer is large.
    package func useIfSmall<Value>(_ use: (Document) -> Value) throws(ProviderError) -> Value? {
        if AnswerRoom.isSmall(response.body) { use(try get()) } else { nil }
    }

    /// Gives the document of a good answer to `use`, on a worker thread and once there is room for the document.
    ///
    /// `use` cannot wait, and takes out all that is needed, so no call waits for a document while it has another.
    package func use<Value: Sendable>(
        _ use: @escaping @Sendable (Document, _ isCancelled: @escaping @Sendable () -> Bool) -> Value
    ) async throws(ProviderError) -> Value {
        if verdict != .good { _ = try get() }
        let result = await AnswerRoom.shared.run(for: response.body) { isCancelled in
            Result { () throws(ProviderError) in use(try get(), isCancelled) }
        }
        guard let result else { throw ProviderError(at: .cancelled, "the call was cancelled") }
        return try result.get()
    }

    /// Returns the document of a good answer, and reads it first if it is large.
    private func get() throws(ProviderError) -> Document {
        switch verdict {
        case .negative(var error):
            if case .cache(let age, _) = response.provenance { error.ageSeconds = age }
            throw error
        case .failure(let error): throw error
        case .good:
            if let document { return document }
            if response.status != 304 { return try reader.read(response) }
            throw ProviderError(
                at: .brokenResponse,
                "the source answered with an unexpected HTTP status \(response.status)"
            )
        }
    }

    /// Why the response is not an answer; `nil` if it is one.
    package var failure: ProviderError? { if case .failure(let error) = verdict { error } else { nil } }

    package var freshness: Freshness {
        var freshness =
            switch response.provenance {
            case .network, .recording: Freshness.live
            case .cache(let age, let isStale): Freshness(fromCache: true, ageSeconds: age, isStale: isStale)
            }
        freshness.freshForSeconds = freshForSeconds
        freshness.replacedFailure = replacedFailure
        return freshness
    }
}

extension Result<HTTPAnswer, ProviderError> {
    /// Why there is no answer: the source did not respond, or its response reports a failure or cannot be read.
    var problem: ProviderError? {
        switch self {
        case .success(let answer): answer.failure
        case .failure(let error): error
        }
    }
}

/// Reads the responses to one operation of one definition.
///
/// Callers share an answer only if they use the same reader, because two operations may read a response differently.
package protocol AnswerReading: AnyObject, Sendable {
    /// Returns the document of a response; throws the error that the response means, such as `notFound`.
    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document
}

/// Answers requests in as many attempts as necessary: the cache, the limits, and the retries, or a recording.
package protocol HTTPClient: Sendable {
    /// Sends one request and reads the whole response, whatever its status; ends at once if the task is cancelled.
    func send(_ request: HTTPRequest, readBy reader: any AnswerReading) async throws(ProviderError) -> HTTPAnswer
}

extension HTTPClient {
    /// Returns the outcome of sending as a value.
    func outcome(of request: HTTPRequest, readBy reader: any AnswerReading) async -> Result<HTTPAnswer, ProviderError> {
        await Result { () async throws(ProviderError) in try await send(request, readBy: reader) }
    }
}
