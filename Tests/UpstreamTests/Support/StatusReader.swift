import HTTPModel
import JSON
import MovieDomain
import Upstream

/// Reads an answer by its status alone, or as a test says.
final class StatusReader: AnswerReading {
    static let shared = StatusReader { _ in nil }

    private let failure: @Sendable (HTTPResponse) -> ProviderError?

    /// A reader of answers that are what `failure` says, whatever their status.
    init(failure: @escaping @Sendable (HTTPResponse) -> ProviderError?) {
        self.failure = failure
    }

    func read(_ response: HTTPResponse) throws(ProviderError) -> HTTPAnswer.Document {
        if let failure = failure(response) { throw failure }
        let kind: ProviderError.Kind? =
            switch response.status {
            case 200..<300: nil
            case 404, 410: .notFound
            case 401, 403, 407: .auth
            case 408: .timeout
            case 429: .rateLimited
            case 400..<500: .badRequest
            case 500..<600: .unavailable
            case 100..<600: .upstream
            default: .malformed
            }
        if let kind {
            let seconds = response.headers["Retry-After"].flatMap { Int($0) }
            throw ProviderError(kind, message: "HTTP status \(response.status)", retryAfterSeconds: seconds)
        }
        return try Self.empty.get()
    }

    /// No layer looks into a document.
    private static let empty = Result<HTTPAnswer.Document, ProviderError> { () throws(ProviderError) in
        do throws(JSONError) {
            return HTTPAnswer.Document(root: try JSONDocument(Array("[]".utf8)).root, rows: [])
        } catch {
            throw ProviderError(.malformed, message: error.message)
        }
    }
}

extension HTTPClient {
    /// The response to a request that is read by its status.
    func send(_ request: HTTPRequest) async throws(ProviderError) -> HTTPResponse {
        try await send(request, readBy: StatusReader.shared).response
    }
}

extension HTTPAnswer {
    /// An answer that a layer is given.
    init(_ response: HTTPResponse, to request: HTTPRequest) {
        self.init(response, to: request, readBy: StatusReader.shared)
    }
}
